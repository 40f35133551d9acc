"""The legal moves as a short list, with what each brings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tilewright import classic, market, pavilion
from tilewright.classic.board import SIZE
from tilewright.game import Step
from tilewright.games import AnyMove, AnyState
from tilewright.pavilion import rules as pavilion_rules
from tilewright.pavilion.board import COLOR_LETTERS, SLOTS, SPACE_NAMES
from tilewright.tui import paint
from tilewright.tui.entry import keep_choices
from tilewright.tui.story import plural

SHOWN = 24  # moves of a plain list
GAP = "   "


def list_moves(state: AnyState, width: int) -> RenderableType:
    """All that may be played, grouped and short."""
    if isinstance(state, classic.State):
        return some(state, state.legal_moves(), width)
    assert isinstance(state, pavilion.State)
    match state.phase:
        case pavilion_rules.PLACE:
            return placements(state, width)
        case pavilion_rules.TAKE:
            return pavilion_takes(state, width)
    return plain(state, state.legal_moves(), width)


def some(state: AnyState, moves: Sequence[AnyMove], width: int) -> RenderableType:
    """Some of the moves."""
    takes = [move for move in moves if isinstance(move, classic.Take)]
    if isinstance(state, classic.State) and takes:
        return take_tables(state, takes, width)
    return plain(state, moves, width)


def plain(state: AnyState, moves: Sequence[AnyMove], width: int) -> Text:
    """Moves one after the other with their points, the first ones if there are many."""
    shown = [f"{move}{worth(state.preview(move))}" for move in moves[:SHOWN]]
    if len(moves) > SHOWN:
        shown.append(f"… {len(moves)} in all")
    return flow(shown, width)


def flow(entries: Iterable[str], width: int) -> Text:
    """Entries one after the other, with a new line only between two of them."""
    lines: list[str] = []
    for entry in entries:
        if lines and len(lines[-1]) + len(GAP) + len(entry) <= width:
            lines[-1] += GAP + entry
        else:
            lines.append(entry)
    return Text("\n".join(lines))


def worth(steps: Iterable[Step]) -> str:
    """The points and bonus tiles of a preview: ` +3`, ` +1 -2`, ` +2 and 3 tiles`."""
    points = [f" {step.points:+}" for step in steps if step.points]
    tiles = sum(
        step.numbers["tiles"] for step in steps if step.code in ("pillar", "statue", "window")
    )
    return "".join(points) + (f" and {plural(tiles, 'tile')}" if tiles else "")


# Classic


def take_tables(state: classic.State, moves: Sequence[classic.Take], width: int) -> RenderableType:
    """One row for every colour of every source, one column for every place it may go to."""
    offers = list(dict.fromkeys([(move.source, move.color) for move in moves]))
    half = (len(offers) + 1) // 2 if len(offers) > 8 and width >= 2 * 54 else len(offers)
    note = "+5 what a full line scores, 2/3 how full it gets, -1 what the floor costs"
    tables = Table.grid(padding=(0, 4, 0, 0))
    parts = [offers[at : at + half] for at in range(0, len(offers), half)]
    tables.add_row(*[take_table(state, moves, part) for part in parts])
    return Group(tables, Text(note, style=paint.QUIET))


def take_table(
    state: classic.State, moves: Sequence[classic.Take], offers: Sequence[tuple[int, int]]
) -> Table:
    """The table of some offers."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("take", "", *[f"{line}" for line in range(1, SIZE + 1)], "-"):
        table.add_column(heading, no_wrap=True)
    for source, color in offers:
        cells = [""] * (SIZE + 1)
        for move in moves:
            if (move.source, move.color) == (source, color):
                cells[move.line] = cell(state, move)
        count = state.sources[source][color]
        tiles = f"{count} {classic.COLOR_NAMES[color]}"
        offer = f"{source}{classic.COLOR_LETTERS[color]}"
        table.add_row(Text(offer, style="bold"), tiles, *cells[1:], cells[0])
    return table


def cell(state: classic.State, move: classic.Take) -> str:
    """What a take brings: points of a line it fills, else how full the line gets, and the floor."""
    steps = state.preview(move)
    floor = "".join([f" {step.points}" for step in steps if step.code == "floor"])
    if not move.line:
        return floor.strip()
    for step in steps:
        if step.code != "floor":
            return ("stuck" if step.code == "stuck" else f"{step.points:+}") + floor
    held = state.players[state.seat].lines[move.line - 1][1]
    return f"{held + state.sources[move.source][move.color]}/{move.line}{floor}"


# Pavilion


def pavilion_takes(state: pavilion.State, width: int) -> Text:
    """What may be taken, with the joker that comes along and the loss for the marker."""
    shown = []
    for move in state.legal_moves():
        assert isinstance(move, pavilion.Take)
        taken, _ = market.take(state.sources, move.source, move.color, joker=state.joker)
        entry = f"{move} {taken[move.color]} {pavilion.COLOR_NAMES[move.color]}"
        if move.color != state.joker and taken[state.joker]:
            entry += " + joker"
        shown.append(entry + "".join([f", marker {step.points:+}" for step in state.preview(move)]))
    column = max(map(len, shown))
    return flow([f"{entry:<{column}}" for entry in shown], width)


def placements(state: pavilion.State, width: int) -> Group:
    """A line per star: each space with the cheapest payment of every colour and what it brings."""
    spaces: dict[int, list[pavilion.Place]] = {}
    for move in state.legal_moves():
        if isinstance(move, pavilion.Place):
            spaces.setdefault(SLOTS * move.star + move.slot - 1, []).append(move)
    stars: dict[int, list[str]] = {}
    for space, ways in spaces.items():
        fewest: dict[int, int] = {}
        for way in ways:
            fewest.setdefault(way.color, way.jokers)
        paid = " ".join([f"{COLOR_LETTERS[color]}{jokers}" for color, jokers in fewest.items()])
        entry = f"{SPACE_NAMES[space]} {paid}{worth(state.preview(ways[0]))}"
        stars.setdefault(space // SLOTS, []).append(entry)
    lines = [flow(entries, width) for entries in stars.values()]
    if lines:
        example = next(iter(spaces.values()))[0]
        note = (
            f"{example}: {pavilion.COLOR_NAMES[example.color]} on {SPACE_NAMES[min(spaces)]}, "
            f"{plural(example.jokers, 'joker')} paid; you may pay more jokers than shown"
        )
        lines.append(Text(note, style=paint.QUIET))
    return Group(*lines, passes(state, width))


def passes(state: pavilion.State, width: int) -> Text:
    """The passes worth a thought."""
    shown = []
    for move in keep_choices(state):
        now = [step for step in state.preview(move) if step.code == "discard"]
        shown.append(f"{move}{worth(now)}")
    return flow(shown, width)
