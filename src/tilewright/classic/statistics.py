"""What is counted in a game of classic."""

from __future__ import annotations

from tilewright import market
from tilewright.classic.board import FLOOR, FLOOR_SPACES, Move, Take
from tilewright.classic.state import State
from tilewright.game import Step

NAMES: tuple[str, ...] = ("tiles_floor", "floor_takes", "full_floors", "floor_asked")
STEPS = {
    "tile": ("points_tiles", "tiles_wall"),
    "floor": ("points_floor", ""),
    "stuck": ("", "stuck_lines"),
    "row": ("points_rows", "rows"),
    "column": ("points_columns", "columns"),
    "color": ("points_colors", "colors"),
}


def count_step(step: Step, numbers: dict[str, int]) -> None:
    """Count what a step of scoring tells beyond its points."""
    match step.code:
        case "tile":
            numbers["best_tile"] = max(numbers["best_tile"], step.points)
        case "floor":
            numbers["floor_asked"] += step.numbers["loss"]
            numbers["full_floors"] += step.numbers["spaces"] == FLOOR_SPACES
        case "stuck":
            numbers["tiles_floor"] += step.numbers["tiles"]


def count_move(state: State, move: Move, numbers: dict[str, int]) -> None:
    """Count a move: what is taken, and what of it falls to the floor."""
    if not isinstance(move, Take):
        return
    taken = state.sources[move.source][move.color]
    numbers["tiles_taken"] += taken
    numbers["markers"] += move.source == market.CENTRE and state.marker == market.NOBODY
    numbers["floor_takes"] += move.line == FLOOR
    room = 0
    if move.line != FLOOR:
        room = move.line - state.players[state.seat].lines[move.line - 1][1]
    numbers["tiles_floor"] += max(0, taken - room)
