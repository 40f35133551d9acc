"""Classic in the terminal: the market and the player boards, line by line."""

from __future__ import annotations

from rich.text import Text

from tilewright.classic import rules
from tilewright.classic.board import COLOR_LETTERS, FLOOR_SPACES, SIZE, printed_color
from tilewright.classic.scoring import FLOOR_LOSSES, floor_loss
from tilewright.classic.state import State
from tilewright.classic.terminal.words import text
from tilewright.tiles import EMPTY
from tilewright.tui import paint

NAME = "classic"
PALETTE: tuple[tuple[str, str], ...] = (
    ("#1F4B9C", "#F1F6FF"),
    ("#EDB63E", "#74390A"),
    ("#C2402F", "#FFEFE2"),
    ("#262A33", "#EADFC3"),
    ("#F8F6F0", "#0C7C89"),
)
BOARD_WIDTH = 34


def headline(state: State) -> str:
    """The round and what is being done."""
    return text(f"headline.{state.phase}", round=state.round)


def market_lines(state: State, width: int) -> list[Text]:
    """Factories, centre, bag and lid."""
    bag = paint.heap_line(NAME, text("bag"), state.bag)
    lid = paint.heap_line(NAME, text("lid"), state.lid)
    last = Text(f"{bag}   {lid}", style=paint.QUIET)
    if state.phase != rules.TAKE:
        return [last]
    return [
        *paint.factories(NAME, state.sources, width),
        paint.centre(NAME, state.sources[0], state.marker),
        last,
    ]


def board_lines(state: State, seat: int) -> list[Text]:
    """Pattern lines and wall, then the floor line, labelled as in the notation."""
    player = state.players[seat]
    lines = []
    if state.options.wall == "grey":
        columns = "".join([f"{column:^3}" for column in range(1, SIZE + 1)])
        lines.append(Text(" " * (BOARD_WIDTH - 3 * SIZE) + columns, style=paint.QUIET))
    for row, (color, count) in enumerate(player.lines):
        cells = [Text(f"{row + 1} ", style="bold"), Text(" " * 3 * (SIZE - 1 - row))]
        cells += [paint.space("·")] * (row + 1 - count)
        cells += [paint.tile(NAME, color)] * count
        cells += [Text("│ ", style=paint.QUIET)]
        cells += [wall_space(state, seat, row, column) for column in range(SIZE)]
        lines.append(Text.assemble(*cells))
    return [*lines, floor_line(state, seat)]


def wall_space(state: State, seat: int, row: int, column: int) -> Text:
    """A space of the wall: its tile, or the letter printed on it."""
    color = state.players[seat].wall[SIZE * row + column]
    if color != EMPTY:
        return paint.tile(NAME, color)
    if state.options.wall == "grey":
        return paint.space("·")
    return paint.space(COLOR_LETTERS[printed_color(row, column)])


def floor_line(state: State, seat: int) -> Text:
    """The floor line: the marker first, the losses printed on free spaces, and the total."""
    found = [paint.marker()] if state.marker == seat and state.phase != rules.END else []
    found = (found + paint.tiles(NAME, state.players[seat].floor))[:FLOOR_SPACES]
    line = Text.assemble(("- ", "bold"), *found)
    for loss in FLOOR_LOSSES[len(found) :]:
        line.append(f" -{loss}", style=paint.QUIET)
    if found:
        costs = text("costs", loss=floor_loss(len(found)))
        line.append(f"  {costs}", style=paint.LOSS)
    return line


def summary(state: State, seat: int) -> str:
    """A board in one line."""
    player = state.players[seat]
    lines = " ".join(
        [COLOR_LETTERS[color] * count if count else "-" for color, count in player.lines]
    )
    laid = len(player.wall) - player.wall.count(EMPTY)
    dropped = rules.floor_spaces(player, has_marker=state.marker == seat)
    return text("summary", lines=lines, wall=laid, floor=dropped)
