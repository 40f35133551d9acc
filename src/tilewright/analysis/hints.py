"""A hint: the best move in a position, and why it is better than the next best."""

from __future__ import annotations

from tilewright.analysis.lines import analyse
from tilewright.analysis.reasons import explain
from tilewright.analysis.report import Hint, Reason
from tilewright.games import AnyState

EFFORT = 4000  # simulations
CLEAR = 0.5  # from this many points on, it is worth asking why


def hint(state: AnyState, effort: int = EFFORT) -> Hint:
    """What to play in a position where a seat is to move. The same position, effort and version
    give the same hint."""
    best, *others = analyse(state, effort, lines=2).candidates
    if not others:
        return Hint(best.move, best.margin, best.chance)
    other = others[0]
    reasons: tuple[Reason, ...] = ()
    if other.loss >= CLEAR:
        moves = state.parse(other.move), state.parse(best.move)
        reasons = explain(state, *moves, other.loss, effort)
    return Hint(best.move, best.margin, best.chance, other.move, other.loss, reasons)
