"""What is counted in a game of classic."""

from __future__ import annotations

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


def count_step(state: State, step: Step, numbers: dict[str, int]) -> None:
    """Count what a step tells beyond its points."""
    match step.code:
        case "take":
            numbers["tiles_taken"] += step.numbers["tiles"]
            numbers["tiles_floor"] += step.numbers["tiles"] - step.numbers["laid"]
            numbers["markers"] += step.numbers["marker"]
        case "tile":
            numbers["best_tile"] = max(numbers["best_tile"], step.points)
        case "floor":
            numbers["floor_asked"] += step.numbers["loss"]
            numbers["full_floors"] += step.numbers["spaces"] == FLOOR_SPACES
        case "stuck":
            numbers["tiles_floor"] += step.numbers["tiles"]


def count_move(state: State, move: Move, numbers: dict[str, int]) -> None:
    """Count a take that goes straight to the floor."""
    numbers["floor_takes"] += isinstance(move, Take) and move.line == FLOOR
