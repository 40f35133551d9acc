"""The moves of a position, compared by what the position after each is worth."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilewright.analysis.engine import GLANCE, Depth, Engine
from tilewright.analysis.grade import grade, is_bad, is_doubtful
from tilewright.analysis.notes import Judged
from tilewright.analysis.reasons import reasoned
from tilewright.analysis.report import (
    CHANCE_PARTS,
    POINT_PARTS,
    Candidate,
    Value,
    minus,
    on_grid,
)
from tilewright.analysis.trial import Trial, hold_trial
from tilewright.bots.choice import Ranked
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyMove, AnyState

CANDIDATES, CLOSELY = 4, 2  # moves compared with the one played, and again more closely
LINE = 5  # moves of a line
AHEAD = 8  # the moves of a line are searched with an eighth of the effort
WIN = 40  # points that are worth as much as a certain win


class RankedMoves(NamedTuple):
    """Moves of a position, best first, and how much more the best is worth than the one played."""

    moves: tuple[AnyMove, ...]
    losses: tuple[tuple[float, float], ...]  # points and chance lost by the seat to move, by move
    margins: tuple[float, ...]
    chances: tuple[float, ...]


def compare(engine: Engine, state: AnyState, played: AnyMove, effort: Depth) -> RankedMoves:
    """Compare the move played with the best ones; more closely if it may be an inaccuracy. Unless
    searches see the end of the game, games try it out, which can only take back what these have
    found: the grade has to be certain."""
    none = (0.0,) * len(state.scores)
    if len(state.legal_moves()) == 1:
        return RankedMoves((played,), ((0.0, 0.0),), none, none)
    choice = engine.search(state, effort.simulations)
    best, few = choice.ranking[0], choice.ranking[:CANDIDATES]
    if best.move == played and not any(outdoes(one, best) for one in few):
        losses = [
            (
                on_grid(max(0.0, best.margin - one.margin), POINT_PARTS),
                on_grid(max(0.0, best.chance - one.chance), CHANCE_PARTS),
            )
            for one in few
        ]
        return RankedMoves(tuple([one.move for one in few]), tuple(losses), none, none)
    moves = [one.move for one in few]
    compared = by_value(engine, state, moves, played, effort)
    seat, more = state.turn, effort
    for times in reasoned(state.game).again(state):
        if not is_doubtful(compared.margins[seat], compared.chances[seat]):
            return compared
        more = effort.times(times)
        moves = [one.move for one in engine.search(state, more.simulations).ranking[:CLOSELY]]
        compared = by_value(engine, state, moves, played, more)
    seems_bad = is_bad(grade(compared.margins[seat], compared.chances[seat]))
    if effort.has_trials and seems_bad and not sees_the_end(engine, state, compared, more):
        cost = effort.simulations * reasoned(state.game).TRIAL
        trial = hold_trial(state, compared.moves[0], played, effort.simulations, cost)
        tried = corrected(compared, played, seat, trial)
        return min(compared, tried, key=lambda one: one.margins[seat] / WIN + one.chances[seat])
    return compared


def outdoes(one: Ranked, best: Ranked) -> bool:
    """Whether a move looks better than the one that was searched most: a search that sees the end
    of the game drops moves before it has compared them."""
    points, chance = one.margin - best.margin, one.chance - best.chance
    return points / WIN + chance > 0 and is_doubtful(points, chance)


def by_value(
    engine: Engine,
    state: AnyState,
    moves: list[AnyMove],
    played: AnyMove,
    effort: Depth,
) -> RankedMoves:
    """Compare moves by what follows them. Where the best one is not better, in points or in chance,
    nothing is lost."""
    seat = state.turn
    values = values_after(engine, state, [*moves, played], effort)
    ranked = sorted(values, key=lambda move: (-worth(values[move], seat), move != played))
    best = values[ranked[0]]
    losses = tuple([lost(best, values[move], seat) for move in ranked])
    points, chance = lost(best, values[played], seat)
    none = (0.0,) * len(state.scores)
    return RankedMoves(
        tuple(ranked),
        losses,
        minus(best.margins, values[played].margins) if points else none,
        minus(best.chances, values[played].chances) if chance else none,
    )


def values_after(
    engine: Engine, state: AnyState, moves: list[AnyMove], effort: Depth
) -> dict[AnyMove, Value]:
    """What the positions after moves are worth, or those at the end of the round if it is known
    how it ends after each."""
    after = {move: state.play(move) for move in moves}
    if ends := all_of(after, lambda one: engine.end(one, effort.simulations)):
        return {move: engine.value(end, effort.beyond) for move, end in ends.items()}
    return {move: engine.value(one, effort) for move, one in after.items()}


def sees_the_end(engine: Engine, state: AnyState, compared: RankedMoves, effort: Depth) -> bool:
    """Tell whether searches know how the game ends after each of the moves compared."""
    ends = [engine.end(state.play(move), effort.simulations) for move in compared.moves]
    return all(end is not None and end.turn == OVER for end in ends)


def corrected(compared: RankedMoves, played: AnyMove, seat: int, trial: Trial) -> RankedMoves:
    """The same comparison, corrected by a trial of the best move and the one played."""
    margins, chances = (
        tuple([on_grid(a + trial.weight * (b - a), parts) for a, b in zip(*both, strict=True)])
        for parts, *both in (
            (POINT_PARTS, compared.margins, trial.margins),
            (CHANCE_PARTS, compared.chances, trial.chances),
        )
    )
    none = (0.0,) * len(margins)
    if margins[seat] / WIN + chances[seat] <= 0:
        margins = chances = none
    losses = dict(zip(compared.moves, compared.losses, strict=True))
    losses[played] = max(0.0, margins[seat]), max(0.0, chances[seat])
    ranked = sorted(
        losses, key=lambda move: (losses[move][0] / WIN + losses[move][1], move != played)
    )
    return RankedMoves(
        tuple(ranked),
        tuple([losses[move] for move in ranked]),
        margins if losses[played][0] else none,
        chances if losses[played][1] else none,
    )


def all_of(
    after: dict[AnyMove, AnyState], find: Callable[[AnyState], AnyState | None]
) -> dict[AnyMove, AnyState]:
    """What is found for each of the positions; nothing if one of them has none."""
    found: dict[AnyMove, AnyState] = {}
    for move, state in after.items():
        end = find(state)
        if end is None:
            return {}
        found[move] = end
    return found


def several(engine: Engine, state: AnyState, simulations: int, count: int) -> list[AnyMove]:
    """The best moves found by a search, with a glance at more where it considered too few."""
    moves = [one.move for one in engine.search(state, simulations).ranking[:count]]
    if len(moves) < count:
        glance = Depth(GLANCE, deals=0, glances=1)
        others = [move for move in state.legal_moves() if move not in moves]
        values = {move: engine.value(state.play(move), glance) for move in others}
        others.sort(key=lambda move: -worth(values[move], state.turn))
        moves += others[: count - len(moves)]
    return moves


def worth(value: Value, seat: int) -> float:
    """What a value is worth to a seat, as a chance of winning."""
    return value.chances[seat] + value.margins[seat] / WIN


def lost(best: Value, other: Value, seat: int) -> tuple[float, float]:
    """The points and the chance that a seat loses by getting this value instead of the best."""
    return (
        max(0.0, best.margins[seat] - other.margins[seat]),
        max(0.0, best.chances[seat] - other.chances[seat]),
    )


def line(engine: Engine, state: AnyState, move: AnyMove, effort: Depth) -> tuple[str, ...]:
    """A move and a likely continuation, up to nature's next move."""
    moves = [move]
    state = state.play(move)
    simulations = max(1, effort.simulations // AHEAD)
    while len(moves) < LINE and state.turn not in (CHANCE, OVER):
        moves.append(engine.search(state, simulations).move)
        state = state.play(moves[-1])
    return tuple(map(str, moves))


def judge(engine: Engine, state: AnyState, compared: RankedMoves, effort: Depth) -> Judged:
    """The moves compared, as text, each with a likely continuation."""
    return Judged(
        tuple(map(str, compared.moves)),
        compared.losses,
        compared.margins,
        compared.chances,
        tuple([line(engine, state, move, effort) for move in compared.moves]),
    )


def candidates(judged: Judged, seat: int, best: Value) -> tuple[Candidate, ...]:
    """The moves compared, as the seat to move sees them; `best` is what the best one is worth."""
    return tuple(
        [
            Candidate(
                move,
                best.margins[seat] - points,
                best.chances[seat] - chance,
                points,
                chance,
                line,
            )
            for move, (points, chance), line in zip(
                judged.moves, judged.losses, judged.lines, strict=True
            )
        ]
    )
