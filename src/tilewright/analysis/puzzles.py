"""Puzzles: positions of strong games with one clearly best decision that is not the obvious one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from msgspec.structs import replace

from tilewright import bots
from tilewright.analysis.collection import Puzzle
from tilewright.analysis.engine import Depth, Engine, full
from tilewright.analysis.moves import RankedMoves, by_value, line, several
from tilewright.analysis.reasons import SIMULATIONS, explain
from tilewright.bots import search
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyMove, AnyState, parse
from tilewright.record import Record

SCREEN = Depth(128, deals=0, glances=16)  # a cheap first look
LOOK, STABLE = full(1000), full(8000)  # a decision must be clear at both
COMPARED = 6  # moves
POINTS, CHANCE_GAP = 3.0, 0.20  # every other move is worse by this many points, and by this part of
# the chance that everyone has at the start: 10 % with two players, 5 % with four
LIKELY = 0.5  # of these gaps must show in the first look
SAME, CHANCE_SAME = 0.5, 0.02  # a move this close to the best counts as equal
PLAY = 400  # simulations per move of the players
TEMPERATURE = 0.15  # of the players, so that games differ
TRIES = 5  # of each level
TESTED = bots.LEVELS[:-1]  # the master thinks for a second and finds them all
EXPLAINED = 16 * SIMULATIONS  # effort for the themes


class Found(NamedTuple):
    """A decision that may become a puzzle."""

    state: AnyState
    best: AnyMove
    difficulty: int


def from_game(start: AnyState, seed: int, *, least: int = 1) -> list[Puzzle]:
    """Find puzzles of at least a certain difficulty in a game that strong bots play from this
    start."""
    return from_decisions(start.game, self_played(start, seed), seed, least)


def from_record(record: Record, *, least: int = 1) -> list[Puzzle]:
    """Find puzzles in a game that was played. It has a negative number of its own in place of a
    seed."""
    number = int.from_bytes(sha256(str(record).encode()).digest()[:4])
    decisions = [state for state in record.states() if state.turn not in (CHANCE, OVER)]
    return from_decisions(record.start.game, decisions, -1 - number, least)


def self_played(start: AnyState, seed: int) -> Iterator[AnyState]:
    """The decisions of a game between strong bots."""
    state, luck = start, random.Random(seed)
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = state.sample(luck)
        else:
            yield state
            limit = bots.Limit(simulations=PLAY)
            move = search.choose(state, limit, luck, temperature=TEMPERATURE).move
        state = state.play(move)


def from_decisions(game: str, decisions: Iterable[AnyState], seed: int, least: int) -> list[Puzzle]:
    """Find puzzles among the decisions of one game: for every seat the hardest of each round."""
    engine, found = Engine(game), dict[tuple[int, int], list[Found]]()
    for state in decisions:
        one = candidate(engine, state, least)
        if one and one.difficulty >= least:
            found.setdefault((state.round, state.turn), []).append(one)
    puzzles = []
    for several_found in found.values():
        hardest = sorted(several_found, key=lambda one: -one.difficulty)
        for one in hardest:
            puzzle = prove(engine, one, seed)
            if puzzle and puzzle.difficulty >= least:
                puzzles.append(puzzle)
                break
    return puzzles


def candidate(engine: Engine, state: AnyState, least: int = 1) -> Found | None:
    """The decision in a position, if it is clear at the usual effort and neither obvious nor found
    by the levels that have to fail."""
    if len(state.legal_moves()) < 4:
        return None
    likely = [engine.search(state, SCREEN.simulations).move]
    if not all(fails(level, state, likely) for level in TESTED[: least - 1]):
        return None
    if not may_be_clear(engine, state, SCREEN, LIKELY):
        return None
    found = clear(engine, state, LOOK)
    if not found or is_obvious(state, found[0]):
        return None
    return Found(state, found[0][0], difficulty(state, found[0]))


def prove(engine: Engine, found: Found, seed: int) -> Puzzle | None:
    """The puzzle, if the decision stays clear at a much larger effort. Where no reason is sure, it
    has no theme."""
    state = found.state
    sure = clear(engine, state, STABLE)
    if not sure or found.best not in sure[0] or is_obvious(state, sure[0]):
        return None
    right, compared = sure
    wrong = next(move for move in compared.moves if move not in right)
    gap, chance_lost = compared.losses[compared.moves.index(wrong)]
    reasons = explain(state, wrong, right[0], gap, EXPLAINED)
    themes = tuple(dict.fromkeys([one.kind for one in reasons if one.weight(state.turn) > 0]))
    return Puzzle(
        state.game,
        len(state.scores),
        str(state),
        tuple(map(str, right)),
        line(engine, state, right[0], STABLE),
        gap,
        chance_lost,
        themes,
        difficulty(state, right),
        seed,
    )


def checked(puzzle: Puzzle) -> Puzzle | None:
    """A puzzle as today's nets see it, if its answer is still clear at both efforts."""
    engine, state = Engine(puzzle.game), parse(puzzle.position)
    found = clear(engine, state, STABLE)
    if not found or str(found[0][0]) not in puzzle.solution or is_obvious(state, found[0]):
        return None
    look = clear(engine, state, LOOK)
    if not look or look[0][0] not in found[0]:
        return None
    right, compared = found
    wrong = next(at for at, move in enumerate(compared.moves) if move not in right)
    return replace(
        puzzle,
        solution=tuple(map(str, right)),
        line=line(engine, state, right[0], STABLE),
        gap=compared.losses[wrong][0],
        chance_gap=compared.losses[wrong][1],
        difficulty=difficulty(state, right),
    )


def may_be_clear(engine: Engine, state: AnyState, effort: Depth, part: float) -> bool:
    """Tell whether the moves that a search considered leave one answer, at a part of the usual
    gaps. Most positions are rejected after two or three of them."""
    ranked = [one.move for one in engine.search(state, effort.simulations).ranking[:COMPARED]]
    return all(
        stands_out(engine, state, ranked[:count], effort, part)
        for count in range(2, len(ranked) + 1)
    )


def clear(
    engine: Engine, state: AnyState, effort: Depth
) -> tuple[list[AnyMove], RankedMoves] | None:
    """The moves that are right, if all others are clearly worse."""
    if not may_be_clear(engine, state, effort, 1.0):
        return None
    moves = several(engine, state, effort.simulations, COMPARED)
    found = stands_out(engine, state, moves, effort, 1.0)
    return found if found and len(found[0]) < len(found[1].moves) else None


def stands_out(
    engine: Engine, state: AnyState, moves: list[AnyMove], effort: Depth, part: float
) -> tuple[list[AnyMove], RankedMoves] | None:
    """The best of some moves and those equal to it, unless another is nearly as good."""
    compared = by_value(engine, state, moves, moves[0], effort)
    right = []
    for move, (points, chance) in zip(compared.moves, compared.losses, strict=True):
        if points < SAME and chance < CHANCE_SAME:
            right.append(move)
        elif points < part * POINTS or chance < part * chance_gap(len(state.scores)):
            return None
    return right, compared


def chance_gap(players: int) -> float:
    """The chance of winning that every wrong move loses, at least."""
    return CHANCE_GAP / players


def is_obvious(state: AnyState, right: Sequence[AnyMove]) -> bool:
    """Tell whether it is enough to look for the move that scores most at once. Where a wrong move
    scores as much, that does not help."""
    points = {move: sum([step.points for step in steps]) for move, steps in state.previews()}
    most = max(points.values())
    return all(move in right for move in points if points[move] == most)


def difficulty(state: AnyState, right: Sequence[AnyMove]) -> int:
    """How hard it is to find a right move: 1, and one more for each level that fails."""
    return 1 + sum([fails(level, state, right) for level in TESTED])


def fails(level: str, state: AnyState, right: Sequence[AnyMove]) -> bool:
    """Tell whether a level plays something else most of the time."""
    choose = bots.find(level)
    wrong = [
        choose(state, bots.Limit(), random.Random(number)).move not in right
        for number in range(TRIES)
    ]
    return sum(wrong) > TRIES / 2
