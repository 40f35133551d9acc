"""Puzzles: positions of strong games with one clearly best decision that is not the obvious one."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tilewright import bots
from tilewright.analysis.collection import Puzzle
from tilewright.analysis.engine import Effort, Engine, full
from tilewright.analysis.moves import RankedMoves, by_value, line, several
from tilewright.analysis.reasons import explain
from tilewright.bots import search
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyMove, AnyState

LOOK, STABLE = full(1000), full(8000)  # a decision must be clear at both
COMPARED = 6  # moves
POINTS, CHANCE_GAP = 3.0, 0.10  # every other move is worse by this much
SAME, CHANCE_SAME = 0.5, 0.02  # a move this close to the best counts as equal
PLAY = 400  # simulations per move of the players
TEMPERATURE = 0.15  # of the players, so that games differ
TRIES = 5  # of each level
TESTED = bots.LEVELS[:-1]  # the master thinks for a second and finds them all


def from_game(start: AnyState, seed: int) -> list[Puzzle]:
    """Find puzzles in a game that strong bots play from this start: the hardest of each round."""
    engine, luck = Engine(start.game), random.Random(seed)
    state, found = start, dict[int, Puzzle]()
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = state.sample(luck)
        else:
            puzzle, known = at(engine, state, seed), found.get(state.round)
            if puzzle and (known is None or puzzle.difficulty > known.difficulty):
                found[state.round] = puzzle
            limit = bots.Limit(simulations=PLAY)
            move = search.choose(state, limit, luck, temperature=TEMPERATURE).move
        state = state.play(move)
    return list(found.values())


def at(engine: Engine, state: AnyState, seed: int) -> Puzzle | None:
    """The puzzle of a position, if it is one."""
    if len(state.legal_moves()) < 4 or not is_promising(engine, state):
        return None
    found = clear(engine, state, LOOK)
    if not found or is_obvious(state, found[0]) or not (sure := clear(engine, state, STABLE)):
        return None
    right, compared = sure
    if found[0][0] not in right:
        return None
    wrong = compared.moves.index(next(move for move in compared.moves if move not in right))
    gap, chance_gap = compared.losses[wrong]
    reasons = explain(state, compared.moves[wrong], right[0], gap)
    if not reasons:
        return None
    return Puzzle(
        state.game,
        len(state.scores),
        str(state),
        tuple(map(str, right)),
        line(engine, state, right[0], STABLE),
        gap,
        chance_gap,
        tuple(dict.fromkeys([one.kind for one in reasons if one.weight(state.turn) > 0])),
        1 + sum([fails(level, state, right) for level in TESTED]),
        seed,
    )


def is_promising(engine: Engine, state: AnyState) -> bool:
    """Tell whether a first look finds one move much better than the next."""
    ranking = engine.search(state, LOOK.simulations).ranking
    return len(ranking) > 1 and ranking[0].margin - ranking[1].margin >= POINTS / 2


def clear(
    engine: Engine, state: AnyState, effort: Effort
) -> tuple[list[AnyMove], RankedMoves] | None:
    """The moves that are right, if all others are clearly worse."""
    moves = several(engine, state, effort.simulations, COMPARED)
    compared = by_value(engine, state, moves, moves[0], effort)
    right = [
        move
        for move, (points, chance) in zip(compared.moves, compared.losses, strict=True)
        if points < SAME and chance < CHANCE_SAME
    ]
    others = [
        points >= POINTS and chance >= CHANCE_GAP
        for move, (points, chance) in zip(compared.moves, compared.losses, strict=True)
        if move not in right
    ]
    if not others or not all(others):
        return None
    return right, compared


def is_obvious(state: AnyState, right: Sequence[AnyMove]) -> bool:
    """Tell whether a right move is one that scores most at once."""
    points = {move: sum([step.points for step in steps]) for move, steps in state.previews()}
    return any(points[move] == max(points.values()) for move in right)


def fails(level: str, state: AnyState, right: Sequence[AnyMove]) -> bool:
    """Tell whether a level plays something else most of the time."""
    choose = bots.find(level)
    wrong = [
        choose(state, bots.Limit(), random.Random(number)).move not in right
        for number in range(TRIES)
    ]
    return sum(wrong) > TRIES / 2
