"""Pavilion in the terminal: the market, the supply and the star boards, line by line."""

from __future__ import annotations

from rich.text import Text

from tilewright.pavilion import rules
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    FEATURES_AT,
    MULTICOLOR,
    NUMBERS,
    ROUNDS,
    SLOTS,
    STAR_COLORS,
    STAR_NAMES,
    STARS,
)
from tilewright.pavilion.scoring import STAR_BONUSES
from tilewright.pavilion.state import State
from tilewright.pavilion.terminal.words import bonus_tiles
from tilewright.tiles import EMPTY
from tilewright.tui import paint

NAME = "pavilion"
PALETTE: tuple[tuple[str, str], ...] = (
    ("#5A2580", "#F0E2FA"),
    ("#2B9464", "#EDFBEF"),
    ("#E8842F", "#5E2605"),
    ("#FBD75C", "#74390A"),
    ("#2563C2", "#F1F6FF"),
    ("#A61E2E", "#FFEFE2"),
)
BOARD_WIDTH = 35


def headline(state: State) -> str:
    """The round, the joker and what is being done."""
    doing = {
        rules.TAKE: "taking tiles",
        rules.PLACE: "placing tiles",
        rules.PICK: "picking bonus tiles",
        rules.END: "over",
    }
    joker = COLOR_NAMES[state.joker]
    words = doing.get(state.phase, "to be dealt")
    return f"Pavilion, round {state.round} of {ROUNDS}, joker {joker}, {words}"


def market_lines(state: State, width: int) -> list[Text]:
    """Factories and centre while tiles are taken, then supply, bag and tower."""
    bag = paint.heap_line(NAME, "bag", state.bag)
    tower = paint.heap_line(NAME, "tower", state.tower)
    lines = []
    if state.phase == rules.TAKE:
        lines += paint.factories(NAME, state.sources, width, state.joker)
        lines.append(paint.centre(NAME, state.sources[0], state.marker, state.joker))
    supply = paint.counted(NAME, state.supply, state.joker)
    lines.append(Text.assemble("supply ", supply))
    return [*lines, Text(f"{bag}   {tower}", style=paint.QUIET)]


def board_lines(state: State, seat: int) -> list[Text]:
    """A line per star: its place, its kind, its six spaces, its end bonus; then the hand."""
    player = state.players[seat]
    header = "".join([f"{slot:^3}" for slot in range(1, SLOTS + 1)])
    lines = [Text(f"{'':11}{header} star", style=paint.QUIET)]
    for star, place in enumerate(STAR_NAMES):
        kind = star_kind(state, seat, star)
        label = "open" if kind is None else "mixed" if kind == MULTICOLOR else COLOR_NAMES[kind]
        bonus = "" if kind is None else f" {STAR_BONUSES[kind]:>3}"
        cells = [star_space(state, seat, SLOTS * star + at) for at in range(SLOTS)]
        lines.append(
            Text.assemble((f"{place:<3}", "bold"), f"{label:<8}", *cells, (bonus, paint.QUIET))
        )
    hand = Text("kept " if player.passed else "hand ")
    return [*lines, hand.append_text(paint.counted(NAME, player.hand, state.joker))]


def star_kind(state: State, seat: int, star: int) -> int | None:
    """The colour a star has or is bound to, MULTICOLOR for different ones, None while open."""
    if state.options.board == "coloured":
        return STAR_COLORS[star]
    spaces = state.players[seat].spaces[SLOTS * star : SLOTS * star + SLOTS]
    laid = [color for color in spaces if color != EMPTY]
    if len(laid) < 2:
        return None
    return laid[0] if laid[0] == laid[1] else MULTICOLOR


def star_space(state: State, seat: int, space: int) -> Text:
    """A space of a star: its tile, or its number with + where it would bring bonus tiles."""
    spaces = state.players[seat].spaces
    if spaces[space] != EMPTY:
        return paint.tile(NAME, spaces[space])
    number = NUMBERS[state.options.board][space]
    brings = any(
        all(spaces[other] != EMPTY for other in feature.spaces if other != space)
        for feature in FEATURES_AT[space]
    )
    return paint.space(f" {number}+" if brings else f"{number}")


def summary(state: State, seat: int) -> str:
    """A board in one line."""
    player = state.players[seat]
    laid = len(player.spaces) - player.spaces.count(EMPTY)
    hand = "".join([letter * n for letter, n in zip(COLOR_LETTERS, player.hand)]) or "-"
    passed = ", passed" if player.passed else ""
    return f"stars {laid} of {STARS * SLOTS}, {'kept' if player.passed else 'hand'} {hand}{passed}"


def brief(state: State) -> Text | None:
    """What is shown while bonus tiles are picked: the supply alone."""
    if state.phase != rules.PICK:
        return None
    supply = paint.counted(NAME, state.supply, state.joker)
    return Text.assemble(f"Pick {bonus_tiles(state.picks)} by a letter: ", supply)
