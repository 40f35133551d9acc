"""The puzzles that are shipped, and how their set is put together."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

import tilewright as tw
from tilewright.analysis.collection import HARDEST, Puzzle, assemble, find, shipped
from tilewright.analysis.engine import Engine
from tilewright.analysis.puzzles import LOOK, POINTS, STABLE, chance_gap, clear
from tilewright.games import side

LEAST = 300  # puzzles a game
KINDS = 6  # of numbers of players and sides of the boards
SAMPLE = 5  # of each game are looked at again


@pytest.mark.parametrize("game", tw.GAMES)
def test_every_puzzle_can_be_played(game: str) -> None:
    puzzles = shipped(game)
    assert len(puzzles) >= LEAST
    for id, puzzle in puzzles.items():
        state = tw.parse(puzzle.position)
        assert (state.game, len(state.scores)) == (game, puzzle.players)
        assert str(state) == puzzle.position and puzzle.id == id and find(id) == puzzle
        assert len(state.legal_moves()) >= 4
        assert puzzle.line[0] == puzzle.solution[0]
        state.after(*puzzle.line)
        for move in puzzle.solution:
            state.parse(move)
        assert puzzle.gap >= POINTS and puzzle.chance_gap >= chance_gap(puzzle.players)
        assert puzzle.themes and 1 <= puzzle.difficulty <= HARDEST
    assert find("nowhere") is None


@pytest.mark.parametrize("game", tw.GAMES)
def test_puzzles_are_of_many_kinds(game: str) -> None:
    puzzles = shipped(game).values()
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    states = [tw.parse(puzzle.position) for puzzle in puzzles]
    rounds = {
        (one.options, state.round, state.turn, one.seed)
        for one, state in zip(puzzles, states, strict=True)
    }
    assert len(rounds) == len(puzzles)
    difficulties = Counter(puzzle.difficulty for puzzle in puzzles)
    assert difficulties[1] <= len(puzzles) / 3 and len(difficulties) >= 4
    kinds = {(puzzle.players, side(tw.parse(puzzle.position))) for puzzle in puzzles}
    assert len(kinds) >= KINDS
    assert len({theme for puzzle in puzzles for theme in puzzle.themes}) >= 3


@pytest.mark.parametrize("game", tw.GAMES)
def test_answers_stay_the_best(game: str) -> None:
    puzzles, engine = list(shipped(game).values()), Engine(game)
    for puzzle in puzzles[:: len(puzzles) // SAMPLE][:SAMPLE]:
        state = tw.parse(puzzle.position)
        found = clear(engine, state, LOOK) or clear(engine, state, STABLE)
        assert found is not None, puzzle
        assert str(found[0][0]) in puzzle.solution, puzzle


def test_a_set_is_the_same_in_whatever_order_puzzles_were_found() -> None:
    some = list(shipped("classic").values())
    easy = [msgspec.structs.replace(one, difficulty=1) for one in some[:6]]
    hard = [msgspec.structs.replace(one, difficulty=5) for one in some[6:8]]
    early = next(one for one in some[8:] if len(one.line) > 2)  # its seat moves again in the round
    other = msgspec.structs.replace(early, difficulty=4)
    harder = msgspec.structs.replace(other, difficulty=6, position=moved_on(other))
    found = [*easy, *hard, other, harder, hard[0]]
    puzzles = assemble(found)
    assert puzzles == assemble(found[::-1])
    assert sorted(puzzle.difficulty for puzzle in puzzles) == [1, 5, 5, 6]


def moved_on(puzzle: Puzzle) -> str:
    """Another position of the game that a puzzle is from."""
    state = tw.parse(puzzle.position)
    return str(state.after(*puzzle.line[:2]))
