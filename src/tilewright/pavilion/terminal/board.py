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
from tilewright.pavilion.terminal.words import text
from tilewright.tiles import EMPTY
from tilewright.tui import paint
from tilewright.tui.language import column

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
LABEL = 8  # columns for the kind of a star, at least


def headline(state: State) -> str:
    """The round, the joker and what is being done."""
    phase = rules.DEAL if state.phase in (rules.FILL, rules.REFILL) else state.phase
    joker = text.color(state.joker)
    return text(f"headline.{phase}", round=state.round, rounds=ROUNDS, color=joker)


def market_lines(state: State, width: int) -> list[Text]:
    """Factories and centre while tiles are taken, then supply, bag and tower."""
    bag = paint.heap_line(NAME, text("bag"), state.bag)
    tower = paint.heap_line(NAME, text("tower"), state.tower)
    lines = []
    if state.phase == rules.TAKE:
        lines += paint.factories(NAME, state.sources, width, state.joker)
        lines.append(paint.centre(NAME, state.sources[0], state.marker, state.joker))
    supply = paint.counted(NAME, state.supply, state.joker)
    lines.append(Text.assemble(text("supply"), " ", supply))
    return [*lines, Text(f"{bag}   {tower}", style=paint.QUIET)]


def board_lines(state: State, seat: int) -> list[Text]:
    """A line per star: its place, its kind, its six spaces, its end bonus; then the hand."""
    player = state.players[seat]
    header = "".join([f"{slot:^3}" for slot in range(1, SLOTS + 1)])
    labels = [star_label(star_kind(state, seat, star)) for star in range(STARS)]
    width = column(labels, LABEL)
    lines = [Text(f"{'':{3 + width}}{header} {text('labels.bonus')}", style=paint.QUIET)]
    for star, place in enumerate(STAR_NAMES):
        kind = star_kind(state, seat, star)
        bonus = "" if kind is None else f" {STAR_BONUSES[kind]:>3}"
        cells = [star_space(state, seat, SLOTS * star + at) for at in range(SLOTS)]
        label = f"{labels[star]:<{width}}"
        lines.append(Text.assemble((f"{place:<3}", "bold"), label, *cells, (bonus, paint.QUIET)))
    hand = text("kept") if player.passed else text("hand")
    held = paint.counted(NAME, player.hand, state.joker)
    return [*lines, Text.assemble(hand, " ", held)]


def star_label(kind: int | None) -> str:
    """The kind of a star in the column beside it."""
    if kind is None or kind == MULTICOLOR:
        return text("labels.open") if kind is None else text("labels.mixed")
    return text.unless_english(COLOR_NAMES[kind], f"labels.{COLOR_NAMES[kind]}")


def star_kind(state: State, seat: int, star: int) -> int | None:
    """The colour of a star, MULTICOLOR if it must have different ones, None while that is open."""
    if state.options.board == "coloured":
        return STAR_COLORS[star]
    spaces = state.players[seat].spaces[SLOTS * star : SLOTS * star + SLOTS]
    laid = [color for color in spaces if color != EMPTY]
    if len(laid) < 2:
        return None
    return laid[0] if laid[0] == laid[1] else MULTICOLOR


def star_space(state: State, seat: int, space: int) -> Text:
    """A space of a star: its tile, or its number with + where it would earn bonus tiles."""
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
    key = "summary.passed" if player.passed else "summary.in"
    return text(key, laid=laid, all=STARS * SLOTS, tiles=hand)


def brief(state: State) -> Text | None:
    """What is shown while bonus tiles are picked: the supply alone."""
    if state.phase != rules.PICK:
        return None
    supply = paint.counted(NAME, state.supply, state.joker)
    return Text.assemble(text("pick_now", count=state.picks), supply)
