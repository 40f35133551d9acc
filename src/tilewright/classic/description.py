"""Positions of classic in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.classic import rules
from tilewright.classic.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    SIZE,
    Player,
    printed_color,
)
from tilewright.classic.scoring import floor_loss
from tilewright.game import OVER, Seat
from tilewright.market import NOBODY
from tilewright.tiles import EMPTY
from tilewright.wording import (
    Names,
    head_seat,
    tell_market,
    tell_seat,
    tell_stock,
    tell_winners,
    tell_with_marker,
)

if TYPE_CHECKING:
    from tilewright.classic.state import State


def describe(state: State, names: Names = ()) -> str:
    """The position in plain text, the boards drawn in letters."""
    letters = ", ".join([f"{COLOR_LETTERS[c]} {name}" for c, name in enumerate(COLOR_NAMES)])
    lines = [
        f"Classic, {len(state.players)} players, {state.options.wall} wall",
        f"Round {state.round}, {tell_turn(state, names)}",
        f"Start player of the round: {tell_seat(state.starter, names)}",
        "",
        *tell_market(state.sources, COLOR_NAMES, has_marker=state.marker == NOBODY),
        tell_stock("Bag", state.bag, COLOR_NAMES),
        tell_stock("Lid", state.lid, COLOR_NAMES),
        "",
        f"Letters: {letters}",
        "A capital is a tile, a small letter a printed space, a dot a free space",
    ]
    for seat, player in enumerate(state.players):
        lines += ["", f"{head_seat(seat, names)}: {player.score} points"]
        lines += [f"  {row + 1}  {tell_row(state, player, row)}" for row in range(SIZE)]
        lines.append(f"  Floor: {tell_floor(state, seat)}")
    return "\n".join(lines) + "\n"


def tell_turn(state: State, names: Names) -> str:
    """Say what happens next: `seat 2 to take`."""
    seat = tell_seat(state.seat, names)
    match state.phase:
        case rules.DEAL:
            return f"factories to be filled, {seat} starts"
        case rules.TAKE:
            return f"{seat} to take"
        case rules.TILE:
            line = rules.full_rows(state.players[state.seat])[0] + 1
            return f"{seat} to move line {line} to the wall"
    return f"game over, {tell_winners(state.outcome(), names)}"


def tell_row(state: State, player: Player, row: int) -> str:
    """Draw a pattern line, aligned to the right, and its row of the wall in letters."""
    color, count = player.lines[row]
    line = "." * (row + 1 - count) + COLOR_LETTERS[color].upper() * count
    wall = []
    for column in range(SIZE):
        laid = player.wall[SIZE * row + column]
        if laid != EMPTY:
            wall.append(COLOR_LETTERS[laid].upper())
        elif state.options.wall == "coloured":
            wall.append(COLOR_LETTERS[printed_color(row, column)])
        else:
            wall.append(".")
    return f"{line:>{SIZE}}   {' '.join(wall)}"


def tell_floor(state: State, seat: Seat) -> str:
    """Say what lies on a floor line and what it costs so far."""
    floor, loss = state.players[seat].floor, loss_so_far(state, seat)
    things = tell_with_marker(floor, COLOR_NAMES, has_marker=state.marker == seat)
    return things + (f"; loss so far {loss}" if loss else "")


def loss_so_far(state: State, seat: Seat) -> int:
    """What a floor line will cost; nothing any more once it has been counted."""
    seats, starter = len(state.players), state.starter
    done = state.phase == rules.TILE and (seat - starter) % seats < (state.seat - starter) % seats
    if done or state.turn == OVER:
        return 0
    return floor_loss(sum(state.players[seat].floor) + (state.marker == seat))
