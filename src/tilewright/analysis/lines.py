"""The best lines of a position."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.analysis.engine import Engine, full
from tilewright.analysis.moves import CANDIDATES, by_value, candidates, judge, several
from tilewright.analysis.report import Analysis
from tilewright.game import CHANCE, OVER, IllegalMove
from tilewright.games import AnyState

DEFAULT = 8000  # simulations


def analyse(
    state: AnyState,
    effort: int = DEFAULT,
    *,
    lines: int = CANDIDATES,
    also: Sequence[str] = (),
    engine: Engine | None = None,
) -> Analysis:
    """The value of a position and its best moves, compared with some others, each with a likely
    continuation. The same position, effort and version give the same analysis."""
    if state.turn == OVER:
        raise IllegalMove("the game is over: there is nothing to analyse")
    engine = engine or Engine(state.game)
    full_effort = full(effort)
    if state.turn == CHANCE:
        return Analysis(str(state), state.turn, effort, engine.value(state, full_effort), ())
    others = [state.parse(text) for text in also]
    moves = list(dict.fromkeys([*several(engine, state, effort, lines), *others]))
    compared = by_value(engine, state, moves, moves[0], full_effort)
    best = engine.value(state.play(compared.moves[0]), full_effort)
    told = judge(engine, state, compared, full_effort)
    return Analysis(str(state), state.turn, effort, best, candidates(told, state.turn, best))
