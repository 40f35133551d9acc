"""Pictures of classic positions: plain text and SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.classic import rules
from tilewright.classic.board import (
    COLOR_LETTERS,
    COLOR_NAMES,
    FLOOR_SPACES,
    SIZE,
    Player,
    printed_color,
)
from tilewright.classic.scoring import FLOOR_LOSSES, floor_loss
from tilewright.drawing import (
    CELL_EDGE,
    INK,
    LINE,
    LOSS,
    PALE_INK,
    PANEL,
    PREFIX,
    SHADE,
    SIGNAL,
    SOFT_INK,
    SOFT_LOSS,
    STRONG_LINE,
    TABLE,
    WELL,
    Shape,
    circle,
    document,
    draw_market,
    draw_stock,
    element,
    group,
    panel,
    rectangle,
    tell_heap,
    tell_market,
    tell_stock,
    tell_winners,
    use,
    write,
)
from tilewright.game import OVER, Seat
from tilewright.market import NOBODY
from tilewright.tiles import EMPTY, Color

if TYPE_CHECKING:
    from tilewright.classic.state import State


# Words


def describe(state: State) -> str:
    """The position in plain text: a capital is a tile, a small letter a printed space."""
    letters = ", ".join([f"{COLOR_LETTERS[c]} {name}" for c, name in enumerate(COLOR_NAMES)])
    lines = [
        f"Classic, {len(state.players)} players, {state.options.wall} wall",
        f"Round {state.round}, {tell_turn(state)}",
        f"Seat {state.starter + 1} started the round",
        "",
        *tell_market(state.sources, COLOR_NAMES, has_marker=state.marker == NOBODY),
        f"Bag: {tell_stock(state.bag, COLOR_NAMES)}",
        f"Lid: {tell_stock(state.lid, COLOR_NAMES)}",
        "",
        f"Pattern lines and wall: {letters}; a capital is a tile, a dot a free space",
    ]
    for seat, player in enumerate(state.players):
        lines += ["", f"Seat {seat + 1}: {player.score} points"]
        lines += [f"  {row + 1}  {tell_row(state, player, row)}" for row in range(SIZE)]
        lines.append(f"  Floor: {tell_floor(state, seat)}")
    return "\n".join(lines) + "\n"


def tell_turn(state: State) -> str:
    """Say what happens next: `seat 2 to take`."""
    seat = f"seat {state.seat + 1}"
    match state.phase:
        case rules.DEAL:
            return f"factories to be filled, {seat} starts"
        case rules.TAKE:
            return f"{seat} to take"
        case rules.TILE:
            line = rules.full_rows(state.players[state.seat])[0] + 1
            return f"{seat} to move line {line} to the wall"
    return f"game over, {tell_winners(state.outcome())}"


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
    floor = state.players[seat].floor
    things = ["marker"] * (state.marker == seat) + [tell_heap(floor, COLOR_NAMES)] * any(floor)
    loss = loss_so_far(state, seat)
    return (", ".join(things) or "empty") + (f"; loss so far {loss}" if loss else "")


def loss_so_far(state: State, seat: Seat) -> int:
    """What a floor line will cost; nothing any more once it has been counted."""
    seats, starter = len(state.players), state.starter
    done = state.phase == rules.TILE and (seat - starter) % seats < (state.seat - starter) % seats
    if done or state.turn == OVER:
        return 0
    return floor_loss(sum(state.players[seat].floor) + (state.marker == seat))


# Drawing

GAP, PAD, MIDDLE = 16.0, 16.0, 26.0
TILES = {2: 36.0, 3: 31.0, 4: 32.0}  # size of a board's tiles, by number of players
MARKET_WIDTHS = {2: 480.0, 3: 550.0, 4: 0.0}  # at least as wide as a board


def draw_square(color: Color, x: float, y: float, size: float) -> str:
    """Draw a tile with its shadow; a small one in the compact drawing."""
    shadow = rectangle(
        x - 0.47 * size,
        y - 0.43 * size,
        0.94 * size,
        0.95 * size,
        rx=0.12 * size,
        fill=SHADE,
        fill_opacity=0.3,
    )
    name = f"sq-{COLOR_NAMES[color]}" + ("" if size > 28 else "-sm")
    return shadow + use(name, x, y, size, size)


SQUARE = Shape(
    draw=draw_square,
    width=1,
    spots=((-0.54, -0.54, 2), (0.54, -0.54, -2), (-0.54, 0.54, -3), (0.54, 0.54, 3)),
    on_plate=0.64,
    in_stock=19,
)


class Layout(NamedTuple):
    """Where things are, all as left, top, width, height."""

    tile: float
    market: tuple[float, float, float, float]
    boards: tuple[tuple[float, float, float, float], ...]
    size: tuple[float, float]


def lay_out(players: int) -> Layout:
    """The market on the left, boards in a column on the right; the fourth is below the market."""
    tile = TILES[players]
    across = 5 * pitch(tile) - (pitch(tile) - tile)
    width = 2 * PAD + 2 * across + MIDDLE
    height = 2 * PAD + across + 30 + tile
    left = max(width, MARKET_WIDTHS[players])
    in_column = min(players, 3)
    column = in_column * (height + GAP) - GAP
    boards = [
        (left + 2 * GAP, GAP + (height + GAP) * seat, width, height) for seat in range(in_column)
    ]
    below = height + GAP if players == 4 else 0
    if below:
        boards.append((GAP, GAP + column - height, width, height))
    return Layout(
        tile=tile,
        market=(GAP, GAP, left, column - below),
        boards=tuple(boards),
        size=(left + width + 3 * GAP, column + 2 * GAP),
    )


def pitch(tile: float) -> float:
    """The distance from one space to the next."""
    return 1.12 * tile


def draw(state: State) -> str:
    """The position as an SVG document."""
    layout = lay_out(len(state.players))
    boards = [draw_board(state, seat, layout) for seat in range(len(state.players))]
    width, height = layout.size
    return document(
        draw_table(state, layout) + "\n" + "\n".join(boards),
        width=width,
        height=height,
        title=f"Classic, round {state.round}, {tell_turn(state)}",
        description=describe(state),
    )


def draw_table(state: State, layout: Layout) -> str:
    """Draw what all players share: round, factories, centre, bag and lid."""
    x, y, width, height = layout.market
    turn = tell_turn(state)
    fill = SIGNAL if state.turn >= 0 else SOFT_INK
    bottom = y + height - 60
    half = width / 2
    return group(
        panel(x, y, width, height, fill=TABLE, to_move=False),
        write(f"Round {state.round}", x + 18, y + 26, 22, weight=600, serif=True),
        write(turn[0].upper() + turn[1:], x + 18, y + 48, 14, fill=fill, weight=600),
        draw_market(
            state.sources,
            SQUARE,
            x=x + half,
            y=(y + bottom) / 2 + 14,
            radius=min(width, bottom - y - 28) / 2 - 6,
            has_marker=state.marker == NOBODY,
        ),
        rectangle(x + 1, bottom, width - 2, 1, fill=LINE),
        rectangle(x + half, bottom, 1, 59, fill=LINE),
        draw_stock(
            state.bag, SQUARE, icon="bag", word="Bag", x=x + 14, y=bottom + 30, width=half - 20
        ),
        draw_stock(
            state.lid,
            SQUARE,
            icon="lid",
            word="Lid",
            x=x + half + 14,
            y=bottom + 30,
            width=half - 20,
        ),
    )


def draw_board(state: State, seat: Seat, layout: Layout) -> str:
    """Draw a player board: score, pattern lines, wall and floor line."""
    player, tile = state.players[seat], layout.tile
    x, y, width, height = layout.boards[seat]
    to_move = state.turn == seat
    left, top = x + PAD, y + PAD
    wall = x + width - PAD - 4 * pitch(tile) - tile
    parts = [
        panel(x, y, width, height, fill=PANEL, to_move=to_move),
        write(f"Seat {seat + 1}", left, top + 9, 15, weight=600),
        write(player.score, left, top + 1.2 * pitch(tile), 32, weight=600, serif=True),
    ]
    if to_move:
        parts.append(circle(left + 58, top + 9, 4, fill=SIGNAL))
        word = "to take" if state.phase == rules.TAKE else "to tile"
        parts.append(write(word, left + 67, top + 9, 13, fill=SIGNAL, weight=600))
    elif state.turn == OVER and state.outcome()[seat] == 1:
        parts.append(write("wins", left + 56, top + 9, 13, weight=600, fill=SOFT_INK))
    for row in range(SIZE):
        middle = top + row * pitch(tile) + tile / 2
        parts.append(draw_line(player, row, wall - MIDDLE - tile / 2, middle, tile))
        parts.append(draw_row(state, player, row, wall + tile / 2, middle, tile))
    parts.append(draw_floor(state, seat, left, y + height - PAD - tile / 2, layout))
    return group(*parts, class_=f"{PREFIX}board")


def draw_space(x: float, y: float, size: float) -> str:
    """Draw a space without a printed colour."""
    side = 0.97 * size
    edge = {"stroke": CELL_EDGE, "stroke_width": 1.2}
    return rectangle(x - side / 2, y - side / 2, side, side, rx=0.12 * size, fill=WELL, **edge)


def draw_line(player: Player, row: int, right: float, y: float, tile: float) -> str:
    """Draw a pattern line, which fills from the right, and the way to the wall."""
    color, count = player.lines[row]
    parts = []
    for at in range(row + 1):
        x = right - at * pitch(tile)
        parts.append(draw_square(color, x, y, tile) if at < count else draw_space(x, y, tile))
    arrow = f"M{right + tile / 2 + MIDDLE / 2 - 2:.1f} {y - 5:.1f}l5 5-5 5"
    edge = {"stroke": STRONG_LINE, "stroke_width": 1.8, "stroke_opacity": 0.6}
    return "".join(parts) + element("path", d=arrow, fill="none", stroke_linecap="round", **edge)


def draw_row(state: State, player: Player, row: int, left: float, y: float, tile: float) -> str:
    """Draw a row of the wall."""
    parts = []
    for column in range(SIZE):
        x = left + column * pitch(tile)
        laid = player.wall[SIZE * row + column]
        if laid != EMPTY:
            parts.append(draw_square(laid, x, y, tile))
        elif state.options.wall == "coloured":
            name = COLOR_NAMES[printed_color(row, column)]
            parts.append(use(f"sq-{name}-ghost", x, y, tile, tile))
        else:
            parts.append(draw_space(x, y, tile))
    return "".join(parts)


def draw_floor(state: State, seat: Seat, left: float, y: float, layout: Layout) -> str:
    """Draw a floor line; the marker lies first, or beside it if seven tiles fill the line."""
    tile = layout.tile
    floor = state.players[seat].floor
    has_marker = state.marker == seat
    first = has_marker and sum(floor) < FLOOR_SPACES
    colors = [color for color, count in enumerate(floor) for _ in range(count)]
    parts = [write("Floor", left, y, 12, fill=PALE_INK)]
    left += pitch(tile) + tile / 2
    for at, loss in enumerate(FLOOR_LOSSES):
        x = left + at * pitch(tile)
        over = y - tile / 2 - 9
        parts.append(write(f"−{loss}", x, over, 12, fill=PALE_INK, weight=500, anchor="middle"))
        taken = at - first
        if at == 0 and first:
            parts.append(use("marker-first", x, y, tile, tile))
        elif taken < len(colors):
            parts.append(draw_square(colors[taken], x, y, tile))
        else:
            parts.append(draw_space(x, y, tile))
    if has_marker and not first:
        parts.append(use("marker-first", left + FLOOR_SPACES * pitch(tile), y, tile, tile))
    loss = loss_so_far(state, seat)
    if loss:
        x = layout.boards[seat][0] + layout.boards[seat][2] - PAD - 22
        edge = {"stroke": LOSS, "stroke_width": 1.2}
        parts.append(rectangle(x - 22, y - 13, 44, 26, rx=13, fill=SOFT_LOSS, **edge))
        parts.append(write(f"−{loss}", x, y, 15, fill=LOSS, weight=700, anchor="middle"))
    return "".join(parts)
