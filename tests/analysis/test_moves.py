"""Moves compared by what follows them."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tilewright.analysis import moves
from tilewright.analysis.engine import TRIED, Engine, coarse, deal, full
from tilewright.analysis.moves import RankedMoves, compare, corrected
from tilewright.analysis.playing import RolloutPlayer
from tilewright.analysis.trial import BATCH, MOST, Trial, hold_trial
from tilewright.games import AnyMove, AnyState, new_game

pytestmark = pytest.mark.usefixtures("compiled_search")

OPENING = "=bkww/brkw/bykw/rrrk/yykw"


def test_a_trial_sees_which_move_is_better() -> None:
    """Three black tiles to the floor, or to the line they fill, in one round."""
    state = tw.classic.new_game(round_limit=1).after("=bkkk/brkw/bykw/rrrk/yykw")
    good, bad = state.parse("1k3"), state.parse("1k-")
    trial = hold_trial(state, good, bad, 1000, 10_000)
    assert trial.margins[0] == -trial.margins[1] > 0
    assert trial.chances[0] == -trial.chances[1] > 0
    assert 0 < trial.weight <= 1
    assert hold_trial(state, good, bad, 1000, 10_000) == trial
    turned = hold_trial(state, bad, good, 1000, 10_000)
    assert turned.margins == tuple(-margin for margin in trial.margins)


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_trial_ends(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is known which move is better, the effort is spent, or enough games were played."""
    finished: list[int] = []
    finish = RolloutPlayer.finish

    def counted(self: RolloutPlayer, state: AnyState, seed: int) -> AnyState:
        finished.append(seed)
        return finish(self, state, seed)

    monkeypatch.setattr(RolloutPlayer, "finish", counted)
    state = deal(new_game(game), random.Random(1))
    one, other = state.legal_moves()[:2]
    same = hold_trial(state, one, one, 4, 10**9)
    assert (set(same.margins), set(same.chances), same.weight) == ({0.0}, {0.0}, 1.0)
    assert len(finished) == 2 * BATCH
    finished.clear()
    hold_trial(state, one, other, 4, 1)
    assert len(finished) == 2 * BATCH
    assert sorted(finished) == [seed for seed in range(BATCH) for _ in "12"]
    finished.clear()
    end = deal(
        tw.classic.new_game(round_limit=1), random.Random(1)
    )  # without luck nothing is spent
    one, other = end.legal_moves()[:2]
    hold_trial(end, one, other, 4, 10**9)
    assert len(finished) <= 2 * MOST


def compared(points: float, chance: float) -> tuple[RankedMoves, tuple[AnyMove, ...]]:
    """A move that loses so much against the best one; another one loses two points."""
    moves = tuple(tw.classic.new_game().after(OPENING).legal_moves()[:3])
    losses = ((0.0, 0.0), (2.0, 0.125), (points, chance))
    return RankedMoves(moves, losses, (points, -points), (chance, -chance)), moves


def test_a_trial_corrects_the_search() -> None:
    found, (best, other, played) = compared(4.0, 0.25)
    same = corrected(found, played, 0, Trial((9.0, -9.0), (0.5, -0.5), 0.0))
    assert (same.margins, same.chances, same.moves) == (found.margins, found.chances, found.moves)
    half = corrected(found, played, 0, Trial((-2.0, 2.0), (0.0, 0.0), 0.5))
    assert (half.margins, half.chances) == ((1.0, -1.0), (0.125, -0.125))
    assert half.moves == (best, played, other)
    assert half.losses == ((0.0, 0.0), (1.0, 0.125), (2.0, 0.125))


def test_what_a_trial_finds_no_worse_loses_nothing() -> None:
    found, (best, other, played) = compared(4.0, 0.25)
    none = corrected(found, played, 0, Trial((-8.0, 8.0), (-0.5, 0.5), 0.75))
    assert none.margins == none.chances == (0.0, 0.0)
    assert none.moves == (played, best, other)
    assert none.losses[0] == (0.0, 0.0)
    for seat, sign in ((0, 1), (1, -1)):  # points, but no chance
        trial = Trial((sign * 4.0, -sign * 4.0), (-sign * 0.02, sign * 0.02), 1.0)
        some = corrected(found, played, seat, trial)
        assert some.margins == trial.margins
        assert some.chances == (0.0, 0.0)


def test_a_quick_look_holds_no_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    state = tw.classic.new_game().after(OPENING)
    bad, held = state.parse("1k-"), list[int]()

    def note(state: AnyState, one: AnyMove, other: AnyMove, effort: int, cost: int) -> Trial:
        held.append(cost)
        return Trial((0.0, 0.0), (0.0, 0.0), 0.0)

    monkeypatch.setattr(moves, "hold_trial", note)
    for effort in (coarse(16 * TRIED), full(TRIED - 1)):
        compare(Engine(state.game), state, bad, effort)
    assert not held
    compare(Engine(state.game), state, bad, full(TRIED))
    assert held == [TRIED * 150]


def test_a_trial_only_takes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """What games find worse than the search did stays as the search found it."""
    state = tw.classic.new_game().after(OPENING)
    bad, engine = state.parse("1k-"), Engine("classic")
    untried = compare(engine, state, bad, full(TRIED)._replace(has_trials=False))
    seat = state.turn
    assert untried.margins[seat] > 1

    def found(points: float) -> RankedMoves:
        margins = tuple([points if n == seat else -points for n in (0, 1)])
        trial = Trial(margins, untried.chances, 1.0)
        monkeypatch.setattr(moves, "hold_trial", lambda *_: trial)
        return compare(engine, state, bad, full(TRIED))

    assert found(50.0) == untried
    assert found(1.0).margins[seat] == 1.0
