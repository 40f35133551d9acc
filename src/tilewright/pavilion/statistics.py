"""What is counted in a game of pavilion."""

from __future__ import annotations

from tilewright.game import Step
from tilewright.pavilion.board import (
    COLOR_NAMES,
    MULTICOLOR,
    NUMBERS,
    ROUNDS,
    SLOTS,
    Move,
    Pass,
    Place,
)
from tilewright.pavilion.scoring import NUMBER_BONUSES
from tilewright.pavilion.state import State

EVERY_ROUND = range(1, ROUNDS + 1)
STAR_NAMES = {MULTICOLOR: "multicolor", **dict(enumerate(COLOR_NAMES))}
NAMES: tuple[str, ...] = (
    *["tiles_bonus", "jokers_taken", "jokers_bonus", "jokers_paid", "tiles_paid"],
    *["tiles_kept", "bonus_short"],
    *["marker_asked", "discards_asked", "leftovers_asked"],
    *[f"bonus_{kind}" for kind in ("pillar", "statue", "window")],
    *[f"taken_{n}" for n in EVERY_ROUND],  # from the market, the tile race by round
    *[f"bonus_{n}" for n in EVERY_ROUND],  # from the supply
    *[f"kept_{n}" for n in EVERY_ROUND],
    *[f"placed_{name}" for name in COLOR_NAMES],
    *[f"star_{name}" for name in STAR_NAMES.values()],
    *[f"number_{number}" for number in NUMBER_BONUSES],
)
STEPS = {
    "place": ("points_placements", "placements"),
    "marker": ("points_marker", ""),
    "discard": ("points_discards", ""),
    "leftover": ("points_leftovers", ""),
    "star": ("points_stars", "stars"),
    "number": ("points_numbers", "numbers"),
    "pillar": ("", "pillars"),
    "statue": ("", "statues"),
    "window": ("", "windows"),
    "short": ("", ""),
}
ASKED = {  # a point for every tile
    "marker": "marker_asked",
    "discard": "discards_asked",
    "leftover": "leftovers_asked",
}


def count_step(state: State, step: Step, numbers: dict[str, int]) -> None:
    """Count what a step tells beyond its points."""
    match step.code:
        case "take":
            numbers["tiles_taken"] += step.numbers["tiles"]
            numbers[f"taken_{state.round}"] += step.numbers["tiles"]
            numbers["jokers_taken"] += step.numbers["jokers"]
            numbers["markers"] += step.numbers["marker"]
        case "pick":
            numbers["tiles_bonus"] += step.numbers["tiles"]
            numbers[f"bonus_{state.round}"] += step.numbers["tiles"]
            numbers["jokers_bonus"] += step.numbers["jokers"]
        case "place":
            numbers["best_tile"] = max(numbers["best_tile"], step.points)
        case "pillar" | "statue" | "window":
            numbers[f"bonus_{step.code}"] += step.numbers["tiles"]
        case "short":
            numbers["bonus_short"] += step.numbers["due"] - step.numbers["tiles"]
        case "star":
            numbers[f"star_{STAR_NAMES[step.numbers['color']]}"] += 1
        case "number":
            numbers[f"number_{step.numbers['number']}"] += 1
        case code if code in ASKED:
            numbers[ASKED[code]] += step.numbers["loss"]


def count_move(state: State, move: Move, numbers: dict[str, int]) -> None:
    """Count a move: tiles that are paid or kept."""
    match move:
        case Place(star, slot, color, jokers):
            numbers["tiles_paid"] += NUMBERS[state.options.board][SLOTS * star + slot - 1]
            numbers["jokers_paid"] += jokers
            numbers[f"placed_{COLOR_NAMES[color]}"] += 1
        case Pass(kept):
            numbers["tiles_kept"] += sum(kept)
            numbers[f"kept_{state.round}"] += sum(kept)
