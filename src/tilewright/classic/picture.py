"""Pictures of classic positions as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tilewright.classic.board import (
    COLOR_NAMES,
    FLOOR_SPACES,
    SIZE,
    Player,
    printed_color,
)
from tilewright.classic.description import describe, loss_so_far, tell_turn
from tilewright.classic.scoring import FLOOR_LOSSES
from tilewright.drawing import (
    CELL_EDGE,
    COUNT,
    LINE,
    LOSS,
    NAME,
    PANEL,
    PREFIX,
    SCORE,
    SHADE,
    SMALL,
    SOFT_LOSS,
    STATUS,
    TABLE,
    TITLE,
    TO_MOVE,
    WELL,
    Shape,
    Style,
    breadth,
    circle,
    clip,
    document,
    draw_market,
    draw_stock,
    element,
    group,
    panel,
    rectangle,
    trim,
    use,
    write,
)
from tilewright.game import OVER, Seat
from tilewright.market import NOBODY
from tilewright.tiles import EMPTY, Color
from tilewright.wording import (
    Names,
    begin,
    head_seat,
)

if TYPE_CHECKING:
    from tilewright.classic.state import State


# Drawing

GAP, PAD, MIDDLE = 16.0, 16.0, 26.0
TILES = {2: 36.0, 3: 31.0, 4: 32.0}  # size of a board's tiles, by number of players
MARKET_WIDTHS = {2: 480.0, 3: 550.0, 4: 0.0}  # at least as wide as a board


def draw_square(color: Color, x: float, y: float, size: float) -> str:
    """Draw a tile with its shadow; a small one in the compact drawing."""
    side = 0.95 * size
    ground = {"rx": 0.12 * size, "fill_opacity": 0.3}
    shadow = rectangle(x - side / 2, y - 0.43 * size, side, side, **ground, fill=SHADE)
    name = f"sq-{COLOR_NAMES[color]}" + ("" if size > 28 else "-sm")
    return shadow + use(name, x, y, size, size)


SQUARE = Shape(
    draw=draw_square,
    width=1,
    spots=((-0.54, -0.54, 2), (0.54, -0.54, -2), (-0.54, 0.54, -3), (0.54, 0.54, 3)),
    on_plate=0.64,
    in_stock=19,
)


class Box(NamedTuple):
    """A place in the drawing."""

    x: float
    y: float
    width: float
    height: float


class Layout(NamedTuple):
    """Where things are."""

    tile: float
    market: Box
    boards: tuple[Box, ...]
    width: float
    height: float


def lay_out(players: int) -> Layout:
    """The market on the left, boards in a column on the right; the fourth is below the market."""
    tile = TILES[players]
    rows = 4 * pitch(tile) + tile
    width = 2 * (PAD + rows) + MIDDLE
    height = 2 * PAD + rows + 30 + tile
    left = max(width, MARKET_WIDTHS[players])
    tops = [GAP + (height + GAP) * at for at in range(min(players, 3))]
    boards = [Box(left + 2 * GAP, top, width, height) for top in tops]
    bottom = tops[-1] + height
    if players == 4:
        boards.append(Box(GAP, tops[-1], width, height))
    market = Box(GAP, GAP, left, (tops[-1] - GAP if players == 4 else bottom) - GAP)
    return Layout(tile, market, tuple(boards), left + width + 3 * GAP, bottom + GAP)


def pitch(tile: float) -> float:
    """The distance from one space to the next."""
    return 1.12 * tile


def draw(state: State, names: Names = ()) -> str:
    """The position as an SVG document, with the names of the players."""
    layout = lay_out(len(state.players))
    boards = [draw_board(state, seat, layout, names) for seat in range(len(state.players))]
    turn = tell_turn(state, names)
    return document(
        "\n".join([draw_table(state, layout.market, turn), *boards]),
        width=layout.width,
        height=layout.height,
        title=f"Classic, round {state.round}, {turn}",
        description=describe(state, names),
    )


def draw_alone(state: State, seat: Seat, names: Names) -> str:
    """One player's board as an SVG document."""
    layout, players = lay_out(2), len(state.players)
    box = layout.boards[0]._replace(x=0.0, y=0.0)
    return document(
        draw_board(state, seat, layout._replace(boards=(box,) * players), names),
        width=box.width,
        height=box.height,
        title=f"Classic, {head_seat(seat, names)}",
        description=f"{state.players[seat].score} points",
    )


def draw_table(state: State, box: Box, turn: str) -> str:
    """Draw what all players share: round, factories, centre, bag and lid."""
    x, y, width, height = box
    half, bottom = width / 2, y + height - 60
    parts = [
        panel(*box, fill=TABLE, to_move=False),
        write(f"Round {state.round}", x + 18, y + 26, TITLE),
        write(
            clip(begin(turn), width - 36, STATUS),
            x + 18,
            y + 48,
            TO_MOVE if state.turn >= 0 else STATUS,
        ),
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
    ]
    place = {"y": bottom + 30, "width": half - 20}
    parts.append(draw_stock(state.bag, SQUARE, icon="bag", word="Bag", x=x + 14, **place))
    parts.append(draw_stock(state.lid, SQUARE, icon="lid", word="Lid", x=x + half + 14, **place))
    return group(*parts)


def draw_board(state: State, seat: Seat, layout: Layout, names: Names) -> str:
    """Draw a player board: score, pattern lines, wall and floor line."""
    player, box, tile = state.players[seat], layout.boards[seat], layout.tile
    to_move = state.turn == seat
    left, top = box.x + PAD, box.y + PAD
    wall = box.x + box.width - PAD - 4 * pitch(tile) - tile / 2
    line = wall - tile - MIDDLE
    wins = state.turn == OVER and state.outcome()[seat] == 1
    word = f"to {state.phase}" if to_move else "wins" if wins else ""
    name, room = head_seat(seat, names), 4 * pitch(tile) - 8
    if breadth(name, NAME) > room - 78:  # a long name is worth more than the word
        word = ""
    name = clip(name, room - 16, NAME)
    after = left + max(65.0, breadth(name, NAME) + 3.5)
    parts = [
        panel(*box, fill=PANEL, to_move=to_move),
        write(name, left, top + 9, NAME),
        write(player.score, left, top + 1.2 * pitch(tile), SCORE),
    ]
    if to_move:
        parts.append(circle(after, top + 9, 4, fill=TO_MOVE.fill))
    place, style = (8, TO_MOVE) if to_move else (-4, STATUS)
    parts.append(write(word, after + place, top + 9, style))
    for row in range(SIZE):
        middle = top + row * pitch(tile) + tile / 2
        parts.append(draw_line(player, row, line, middle, tile))
        parts.append(draw_row(state, player, row, wall, middle, tile))
    parts.append(draw_floor(state, seat, box, tile))
    return group(*parts, class_=f"{PREFIX}board")


def draw_space(x: float, y: float, size: float) -> str:
    """Draw a space without a printed colour."""
    side = 0.97 * size
    edge = {"rx": 0.12 * size, "stroke_width": 1.2}
    return rectangle(x - side / 2, y - side / 2, side, side, **edge, fill=WELL, stroke=CELL_EDGE)


def draw_line(player: Player, row: int, right: float, y: float, tile: float) -> str:
    """Draw a pattern line, which fills from the right, and the way to the wall."""
    color, count = player.lines[row]
    parts = []
    for at in range(row + 1):
        x = right - at * pitch(tile)
        parts.append(draw_square(color, x, y, tile) if at < count else draw_space(x, y, tile))
    start = right + (tile + MIDDLE) / 2 - 2
    look = {"fill": "none", "stroke": CELL_EDGE, "stroke_linecap": "round"}
    parts.append(element("path", d=f"M{trim(start)} {trim(y - 5)}l5 5-5 5", **look, stroke_width=2))
    return "".join(parts)


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


def draw_floor(state: State, seat: Seat, box: Box, tile: float) -> str:
    """Draw a floor line; the marker lies first, or beside it if seven tiles fill the line."""
    floor, loss = state.players[seat].floor, loss_so_far(state, seat)
    left, y = box.x + PAD, box.y + box.height - PAD - tile / 2
    *spaces, beside = [left + at * pitch(tile) + tile / 2 for at in range(1, FLOOR_SPACES + 2)]
    parts = [write("Floor", left, y, SMALL._replace(size=12))]
    for x, points in zip(spaces, FLOOR_LOSSES, strict=True):
        parts.append(write(f"−{points}", x, y - tile / 2 - 9, COUNT._replace(size=12), "middle"))
    tiles = [color for color, count in enumerate(floor) for _ in range(count)]
    if state.marker == seat:
        x = spaces.pop(0) if len(tiles) < FLOOR_SPACES else beside
        parts.append(use("marker-first", x, y, tile, tile))
    for at, x in enumerate(spaces):
        space = draw_square(tiles[at], x, y, tile) if at < len(tiles) else draw_space(x, y, tile)
        parts.append(space)
    if loss:
        x = box.x + box.width - PAD - 22
        look = {"fill": SOFT_LOSS, "stroke": LOSS}
        parts.append(rectangle(x - 22, y - 13, 44, 26, **look, rx=13, stroke_width=1.2))
        parts.append(write(f"−{loss}", x, y, Style(15, 700, LOSS), "middle"))
    return "".join(parts)
