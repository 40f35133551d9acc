"""Positions of pavilion in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.market import NOBODY
from tilewright.pavilion import rules
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    FEATURES,
    MULTICOLOR,
    NUMBERS,
    ROUNDS,
    SLOTS,
    STAR_COLORS,
    STAR_NAMES,
    STARS,
    Feature,
    Player,
)
from tilewright.tiles import EMPTY
from tilewright.wording import (
    Names,
    head_seat,
    tell_market,
    tell_seat,
    tell_stock,
    tell_winners,
)

if TYPE_CHECKING:
    from tilewright.pavilion.state import State


def describe(state: State, names: Names = ()) -> str:
    """The position in plain text, a line for each star."""
    letters = ", ".join([f"{COLOR_LETTERS[c].upper()} {n}" for c, n in enumerate(COLOR_NAMES)])
    later = ", ".join([name_letter(letter) for letter in state.options.joker_order[state.round :]])
    lines = [
        f"Pavilion, {len(state.players)} players, {state.options.board} board",
        f"Round {state.round} of {ROUNDS}, {tell_turn(state, names)}",
        f"Start player of the round: {tell_seat(state.starter, names)}",
        f"Joker: {COLOR_NAMES[state.joker]}" + (f", then {later}" if later else ""),
        "",
        *tell_market(state.sources, COLOR_NAMES, has_marker=state.marker == NOBODY),
        tell_stock("Supply", state.supply, COLOR_NAMES),
        tell_stock("Bag", state.bag, COLOR_NAMES),
        tell_stock("Tower", state.tower, COLOR_NAMES),
        "",
        f"Letters: {letters}",
        "Stars clockwise, each number with its tile, or a dot if it is free",
    ]
    for seat, player in enumerate(state.players):
        held = ", first-player marker" if state.marker == seat else ""
        lines += ["", f"{head_seat(seat, names)}: {player.score} points{held}"]
        lines += [f"  {tell_star(state, player, star)}" for star in range(STARS)]
        done = [name_feature(feature) for feature in FEATURES if is_surrounded(player, feature)]
        lines.append(f"  Surrounded: {', '.join(done) or 'nothing'}")
        place = "Kept after the pass" if player.passed else "Hand"
        lines.append(f"  {tell_stock(place, player.hand, COLOR_NAMES)}")
    return "\n".join(lines) + "\n"


def tell_turn(state: State, names: Names) -> str:
    """Say what happens next: `seat 2 to place`."""
    seat = tell_seat(state.seat, names)
    match state.phase:
        case rules.FILL:
            return f"supply to be filled, {seat} starts"
        case rules.DEAL:
            return f"factories to be filled, {seat} starts"
        case rules.REFILL:
            return f"supply to be filled, then {seat}"
        case rules.PICK:
            return f"{seat} to pick {state.picks} bonus tile{'s' * (state.picks > 1)}"
        case rules.TAKE | rules.PLACE:
            return f"{seat} to {state.phase}"
    return f"game over, {tell_winners(state.outcome(), names)}"


def tell_star(state: State, player: Player, star: int) -> str:
    """Spell a star: `NE red: 1 .  2 R  3 .`, in the order of its slots."""
    color = STAR_COLORS[star] if state.options.board == "coloured" else MULTICOLOR
    name = STAR_NAMES[star] + (f" {COLOR_NAMES[color]}" if color != MULTICOLOR else "")
    spaces = []
    for space in range(SLOTS * star, SLOTS * star + SLOTS):
        laid = player.spaces[space]
        letter = COLOR_LETTERS[laid].upper() if laid != EMPTY else "."
        spaces.append(f"{NUMBERS[state.options.board][space]} {letter}")
    return f"{name + ':':<10} {'  '.join(spaces)}"


def name_letter(letter: str) -> str:
    """The name of a colour by its letter."""
    return COLOR_NAMES[COLOR_LETTERS.index(letter)]


def name_feature(feature: Feature) -> str:
    """Name a feature by its star, a statue by the two it stands between."""
    name = f"{feature.kind} {STAR_NAMES[feature.star]}"
    return f"{name}-{STAR_NAMES[feature.star % 6 + 1]}" if feature.kind == "statue" else name


def is_surrounded(player: Player, feature: Feature) -> bool:
    """Tell whether every space round a feature has a tile."""
    return all(player.spaces[space] != EMPTY for space in feature.spaces)
