"""The text protocol of the students' competition."""

from __future__ import annotations

import random
import sys

import pytest

import tilewright as tw
from tests.engine.programs import opening, talk
from tilewright.bots import BOTS, Limit
from tilewright.classic import duel
from tilewright.game import InvalidNotation

# The example of the specification, the update part left out.
CLOCK = "28220\n"
EXAMPLE = """\
0 0 1 1 0 0
0 0 0 0 0
0 1 1 1 1
1 1 1 0 1
0 1 1 1 1
0 0 0 0 0
opponent
0 .
2 r
0 .
2 b
3 g
. . b y .
. . o b .
. . . o b
. . . . .
. . . . .
0 7
1 g
0 .
2 g
3 y
3 y
. o . . .
. g o . .
y . . . .
. . r . .
. . . . .
1 6
"""


def read(text: str) -> tw.classic.State:
    """The position that lines tell."""
    return duel.read_state(iter(line.split() for line in text.splitlines()))


def written(state: tw.classic.State) -> str:
    """A position as the competition would tell it to the seat to move."""
    marker = state.marker
    me, other = state.seat, 1 - state.seat
    lines = [[*state.sources[0], int(marker < 0)], *state.sources[1:]]
    found = [" ".join(map(str, line)) for line in lines]
    found.append({me: "you", other: "opponent"}.get(marker, "none"))
    for seat in (me, other):
        player = state.players[seat]
        found += [f"{n} {duel.LETTERS[color] if n else '.'}" for color, n in player.lines]
        letters = [duel.LETTERS[color] if color >= 0 else "." for color in player.wall]
        found += [" ".join(letters[at : at + 5]) for at in range(0, 25, 5)]
        found.append(f"{min(7, sum(player.floor) + (marker == seat))} {player.score}")
    return "\n".join(found) + "\n"


def test_the_example_of_the_specification() -> None:
    state = read(EXAMPLE)
    assert written(state) == EXAMPLE
    assert state.turn == 0
    assert state.scores == (7, 6)
    assert state.marker == 1
    assert sum(state.players[1].floor) == 0
    assert tw.parse(str(state)) == state


def test_whole_games_are_told_and_read() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        state = tw.classic.new_game(2)
        while state.turn != tw.OVER:
            if state.turn == tw.CHANCE:
                state = state.play(state.sample(rng))
                continue
            told = read(written(state))
            assert written(told) == written(state)
            assert told.legal_moves() == state.legal_moves()
            state = state.play(BOTS["random"](state, Limit(), rng).move)


def test_the_command_plays() -> None:
    command = [sys.executable, "-m", "tilewright.cli", "engine", "--bot", "greedy", "--competition"]
    start = opening()
    assert isinstance(start, tw.classic.State)
    answers = talk(command, CLOCK + EXAMPLE + "28000\n" + written(start))
    assert answers[0] == "state"
    for answer, state in zip(answers[1:], (read(EXAMPLE), start), strict=True):
        source, color, line = answer.split()
        letter = tw.classic.COLOR_LETTERS[duel.LETTERS.index(color)]
        target = "-" if line == "5" else str(int(line) + 1)
        assert state.parse(f"{source}{letter}{target}") in state.legal_moves()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("opponent", "nobody"),
        ("opponent", "none"),
        ("2 r\n", "2 x\n"),
        ("2 r\n", "2\n"),
        ("1 1 1 0 1", "1 1 1 0 a"),
        ("1 1 1 0 1", "30 1 1 0 1"),
        (". . b y .", "b . . y ."),
        ("1 6\n", ""),
    ],
)
def test_what_cannot_be_read_is_refused(old: str, new: str) -> None:
    with pytest.raises((InvalidNotation, ValueError)):
        read(EXAMPLE.replace(old, new, 1))
