"""Which positions belong to a deal that is being played."""

from __future__ import annotations

import random
import re

import pytest

from tilewright.game import CHANCE
from tilewright.games import GAMES, AnyState, new_game, parse
from tilewright.web.fair import is_same_deal

OPTION = {"classic": ("round_limit=40", "round_limit=30"), "pavilion": ("pgoybr", "bgoypr")}


def play(state: AnyState, moves: int, rng: random.Random) -> AnyState:
    """A position some moves later, nature's not counted."""
    while moves or state.turn == CHANCE:
        if state.turn == CHANCE:
            state = state.play(state.sample(rng))
        else:
            state, moves = state.play(rng.choice(list(state.legal_moves()))), moves - 1
    return state


def changed(state: AnyState, *changes: tuple[str, str]) -> AnyState:
    """The same tiles on the table, and other numbers."""
    text = str(state)
    for pattern, instead in changes:
        text, found = re.subn(pattern, instead, text, count=1)
        assert found, pattern
    return parse(text)


@pytest.mark.parametrize("players", (2, 4))
@pytest.mark.parametrize("rules", GAMES)
def test_a_deal_is_recognised_whatever_the_numbers(rules: str, players: int) -> None:
    rng = random.Random(f"{rules} {players}")
    for moves in range(12):
        played = play(new_game(rules, players), moves, rng)
        found = re.search(r"market=[^/]*/(\S+)", str(played))
        assert found is not None
        factories = "/".join(reversed(found[1].split("/")))
        later = changed(played, (r" round=\d+", " round=4"))
        same = [
            played,
            later,
            changed(later, OPTION[rules]),
            changed(later, (r"seat0=\d+", "seat0=17")),
            changed(later, (r"(market=[^/]*/)\S+", rf"\g<1>{factories}")),
        ]
        following = play(later, 1, rng)
        if following.round == later.round:  # nothing was dealt
            same.append(following)
        for asked in same:
            assert is_same_deal(played, asked), (str(played), str(asked))
        other = play(new_game(rules, players), moves, rng)
        assert not is_same_deal(played, other), (str(played), str(other))


def test_an_empty_bag_tells_nothing() -> None:
    """Every fifth round empties the bag of two players."""
    rng = random.Random(5)

    def fifth() -> AnyState:
        state = new_game("classic", 2)
        while state.round < 5:
            state = play(state, 1, rng)
        return state

    one, other = fifth(), fifth()
    assert "bag=- " in str(one) and "bag=- " in str(other)
    assert not is_same_deal(one, other)
    assert is_same_deal(one, play(one, 1, rng))
