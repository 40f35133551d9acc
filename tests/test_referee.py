"""The rules against independently written referees, move for move over random games."""

from __future__ import annotations

from types import ModuleType

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tests.oracle import classic as classic_oracle
from tests.oracle import pavilion as pavilion_oracle
from tilewright.classic import COLOR_LETTERS as CLASSIC
from tilewright.games import AnyState
from tilewright.pavilion import COLOR_LETTERS as PAVILION
from tilewright.tiles import EMPTY, spell

GAMES = 7  # of every configuration; some of them by greedy bots
ORACLES: dict[str, ModuleType] = {"classic": classic_oracle, "pavilion": pavilion_oracle}
KINDS = {"color": "colour"}  # the referee's word for a step


def census(state: AnyState) -> dict[str, str]:
    """The position in the referee's words."""
    assert isinstance(state, tw.classic.State | tw.pavilion.State)
    letters = CLASSIC if isinstance(state, tw.classic.State) else PAVILION
    marker = "centre" if state.marker < 0 else str(state.marker)
    found = {"round": str(state.round), "starter": str(state.starter), "marker": marker}
    found["bag"] = spell(state.bag, letters)
    found |= {f"source{n}": spell(tiles, letters) for n, tiles in enumerate(state.sources)}
    if isinstance(state, tw.classic.State):
        found["lid"] = spell(state.lid, letters)
        for seat, player in enumerate(state.players):
            lines = [letters[color] * count if count else "" for color, count in player.lines]
            found[f"line{seat}"] = ",".join(lines)
            found[f"wall{seat}"] = "".join([letters[c] if c != EMPTY else "." for c in player.wall])
            found[f"floor{seat}"] = spell(player.floor, letters)
    else:
        found["tower"] = spell(state.tower, letters)
        found["supply"] = spell(state.supply, letters)
        for seat, owner in enumerate(state.players):
            found[f"hand{seat}"] = spell(owner.hand, letters)
            found[f"passed{seat}"] = str(int(owner.passed))
            spaces = [letters[c] if c != EMPTY else "." for c in owner.spaces]
            found[f"board{seat}"] = "".join(spaces)
    return found


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_the_rules_agree_with_the_referee(name: str) -> None:
    start = CONFIGURATIONS[name]()
    options = start.options._asdict()  # type: ignore[attr-defined]
    for seed in range(GAMES):
        referee = ORACLES[start.game].Referee(**options)
        told = 0
        for state, move, after in playthrough(start, seed):
            text = str(move)
            if state.turn == tw.CHANCE:
                assert referee.turn == "chance"
                assert referee.is_possible(text)
            else:
                assert referee.turn == state.turn
                assert sorted(referee.legal()) == sorted(map(str, state.legal_moves()))
            referee.apply(text)
            assert list(after.scores) == list(referee.scores)
            found = referee.census()
            expected = census(after)
            assert {key: found[key] for key in expected} == expected
            steps = [
                (step.seat, KINDS.get(step.code, step.code), step.points)
                for step in state.explain(move)
                if step.points
            ]
            assert sorted(steps) == sorted(referee.log[told:])
            told = len(referee.log)
        assert referee.turn == "over"
        assert list(after.outcome()) == list(referee.ranks())
