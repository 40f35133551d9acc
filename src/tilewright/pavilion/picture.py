"""Pictures of pavilion positions as SVG."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from tilewright.drawing import (
    CELL_EDGE,
    HELD,
    NAME,
    PALE_INK,
    PANEL,
    PREFIX,
    SCORE,
    SERIF,
    SHADE,
    SMALL,
    STATUS,
    TABLE,
    TITLE,
    TO_MOVE,
    Shape,
    Style,
    circle,
    clip,
    document,
    draw_market,
    draw_stock,
    element,
    group,
    panel,
    trim,
    use,
    write,
)
from tilewright.game import OVER, Seat
from tilewright.market import NOBODY
from tilewright.pavilion.board import (
    CENTRE_STAR,
    COLOR_LETTERS,
    COLOR_NAMES,
    FEATURES,
    MULTICOLOR,
    NUMBERS,
    ROUNDS,
    SLOTS,
    STAR_COLORS,
    SUPPLY_SIZE,
    Feature,
    Player,
)
from tilewright.pavilion.description import describe, is_surrounded, name_letter, tell_turn
from tilewright.tiles import EMPTY, Color
from tilewright.wording import (
    Names,
    begin,
    head_seat,
)

if TYPE_CHECKING:
    from tilewright.pavilion.state import State


NAME_ROOM = 96.0  # beside the stars

# Rhombi

ROOT = 3**0.5
SIDE, HEIGHT = 60.0, 60 * ROOT  # of a rhombus in the sprite


class Point(NamedTuple):
    """A place in the drawing."""

    x: float
    y: float

    def towards(self, turn: float, distance: float) -> Point:
        """The place at a distance, a number of sixths of a turn clockwise from the top."""
        angle = turn * pi / 3
        return Point(self.x + distance * sin(angle), self.y - distance * cos(angle))


def draw_upright(color: Color, x: float, y: float, size: float, *, joker: Color) -> str:
    """Draw a tile off the boards; a badge tells the joker."""
    tile = draw_tile(color, Point(x, y), size / ROOT, 0)
    if color != joker or size < 30:
        return tile
    return tile + use("joker-badge", x + 0.2 * size, y + 0.28 * size, 0.36 * size, 0.36 * size)


def draw_tile(color: Color, at: Point, side: float, turn: int) -> str:
    """Draw a tile with its shadow. The pattern turns, the light does not."""
    reaches = ((0, ROOT / 2), (1.5, 0.5), (3, ROOT / 2), (4.5, 0.5))
    corners = [at.towards(turn + more, reach * side) for more, reach in reaches]
    shadow = " ".join([f"{trim(x)},{trim(y + 1.5)}" for x, y in corners])
    name = f"rh-{COLOR_NAMES[color]}" + ("" if ROOT * side > 44 else "-sm")
    glaze = 104 / SIDE * side
    return (
        element("polygon", points=shadow, fill=SHADE, fill_opacity=0.28)
        + draw_rhombus(name, at, side, turn)
        + use(f"rh-glaze-{60 * (turn % 3)}", *at, glaze, glaze)
    )


def draw_rhombus(name: str, at: Point, side: float, turn: int) -> str:
    """Draw a rhombus of the sprite, turned by sixths."""
    placed = f"translate({trim(at.x)} {trim(at.y)}) scale({side / SIDE:.4g}) rotate({60 * turn})"
    return group(use(name, 0, 0, SIDE, HEIGHT), transform=placed)


def make_shape(joker: Color) -> Shape:
    """How tiles lie on plates and in heaps: four make a larger rhombus."""
    return Shape(
        draw=partial(draw_upright, joker=joker),
        width=1 / ROOT,
        spots=((0.3, 0, 0), (0, 0.52, 0), (-0.3, 0, 0), (0, -0.52, 0)),
        on_plate=0.87,
        in_stock=27,
        joker=joker,
    )


# The player board

SIDE_ON_BOARD = 42.0  # side of a rhombus
WINDOW = 1.55  # from the middle of its star, in sides


def direction(star: int, slot: int) -> int:
    """Where the tip of a space points, in sixths clockwise from the top; slots from 0."""
    return (slot if star == CENTRE_STAR else star + slot) % 6


def place_star(middle: Point, star: int) -> Point:
    """The middle of a star."""
    return middle if star == CENTRE_STAR else middle.towards(star - 1.5, 3 * SIDE_ON_BOARD)


def place_feature(middle: Point, feature: Feature) -> Point:
    """The middle of a feature: between two stars, or in the outward notch of one."""
    if feature.kind == "statue":
        return middle.towards(feature.star - 1, 1.5 * ROOT * SIDE_ON_BOARD)
    distance = 1.5 if feature.kind == "pillar" else 3 + WINDOW
    return middle.towards(feature.star - 1.5, distance * SIDE_ON_BOARD)


def draw_stars(state: State, player: Player, middle: Point) -> str:
    """Draw the seven stars and the features between them."""
    side, board = SIDE_ON_BOARD, state.options.board
    printed, numbers, laid = [], [], []
    for space, color in enumerate(player.spaces):
        star, slot = divmod(space, SLOTS)
        turn = direction(star, slot)
        at = place_star(middle, star).towards(turn, ROOT / 2 * side)
        if color != EMPTY:
            laid.append(draw_tile(color, at, side, turn))
            continue
        ghost = STAR_COLORS[star] if board == "coloured" else MULTICOLOR
        name = "any" if ghost == MULTICOLOR else COLOR_NAMES[ghost]
        printed.append(draw_rhombus(f"rh-{name}-ghost", at, side, turn))
        numbers.append(write(NUMBERS[board][space], *at, Style(0.38 * side, 600), "middle"))
    features = [draw_feature(player, feature, middle) for feature in FEATURES]
    return "".join([*printed, *laid, group(*numbers, font_family=SERIF), *features])


def draw_feature(player: Player, feature: Feature, middle: Point) -> str:
    """Draw a pillar, statue or window; a surrounded one is filled."""
    at = place_feature(middle, feature)
    icon = 0.42 * SIDE_ON_BOARD
    if is_surrounded(player, feature):
        ground, ink = circle(*at, 0.34 * SIDE_ON_BOARD, fill=HELD), PANEL
    else:
        ground = circle(*at, 0.33 * SIDE_ON_BOARD, fill=PANEL, stroke=CELL_EDGE)
        ink = PALE_INK
    return ground + use(feature.kind, *at, icon, icon, color=ink)


# The whole picture

GAP, PAD = 16.0, 16.0
WIDTH = 9.84 * SIDE_ON_BOARD + 2 * PAD  # of every panel
HAND = 46.0  # height of the tiles beside a board
BOARD = 5 * ROOT * SIDE_ON_BOARD + HAND + 2 * PAD
SUPPLY = 156.0


class Layout(NamedTuple):
    """Where things are."""

    market: Point
    round: Point
    supply: Point
    boards: tuple[Point, ...]
    round_height: float
    height: float


def lay_out(players: int) -> Layout:
    """Two columns: market, round and supply first, then the boards clockwise."""
    left, right, step = GAP, 2 * GAP + WIDTH, BOARD + GAP
    if players == 3:  # round and supply in a strip above, so that four equal panels are left
        first = SUPPLY + 2 * GAP
        second = first + step
        corners = [(left, first), (left, GAP), (right, GAP), (right, first), (right, second)]
        corners.append((left, second))
        round_height = SUPPLY
    else:
        first, second = GAP + step, GAP + 2 * step
        corners = [(left, GAP), (right, GAP), (right, first - GAP - SUPPLY), (left, first)]
        corners += [(right, first), (right, second), (left, second)]
        round_height = BOARD - SUPPLY - GAP
    market, turn, supply, *boards = [Point(*corner) for corner in corners]
    height = boards[players - 1].y + step
    return Layout(market, turn, supply, tuple(boards[:players]), round_height, height)


def draw(state: State, names: Names = ()) -> str:
    """The position as an SVG document, with the names of the players."""
    layout, shape = lay_out(len(state.players)), make_shape(state.joker)
    x, y = layout.market
    parts = [
        panel(x, y, WIDTH, BOARD, fill=TABLE, to_move=False),
        draw_market(
            state.sources,
            shape,
            x=x + WIDTH / 2,
            y=y + BOARD / 2,
            radius=min(WIDTH, BOARD) / 2 - 6,
            has_marker=state.marker == NOBODY,
        ),
        draw_round(state, layout.round, layout.round_height, names),
        draw_supply(state, shape, layout.supply),
        *[draw_board(state, seat, shape, at, names) for seat, at in enumerate(layout.boards)],
    ]
    return document(
        "\n".join(parts),
        width=2 * WIDTH + 3 * GAP,
        height=layout.height,
        title=f"Pavilion, round {state.round}, {tell_turn(state, names)}",
        description=describe(state, names),
    )


def draw_alone(state: State, seat: Seat, names: Names) -> str:
    """One player's board as an SVG document."""
    return document(
        draw_board(state, seat, make_shape(state.joker), Point(0.0, 0.0), names),
        width=WIDTH,
        height=BOARD,
        title=f"Pavilion, {head_seat(seat, names)}",
        description=f"{state.players[seat].score} points",
    )


def draw_round(state: State, corner: Point, height: float, names: Names) -> str:
    """Draw the wheel of jokers, the round and whose turn it is."""
    order, side = state.options.joker_order, 0.16 * height + 12
    wheel = Point(corner.x + 18 + 1.5 * side, corner.y + height / 2)
    left, y = corner.x + 44 + 3 * side, wheel.y
    parts = [panel(*corner, WIDTH, height, fill=TABLE, to_move=False)]
    for at, letter in enumerate(order):
        spot = wheel.towards(at, ROOT / 2 * side)
        tile = draw_tile(COLOR_LETTERS.index(letter), spot, side, at)
        if at == state.round - 1:
            parts.append(tile + use("joker-badge", *spot, 0.52 * side, 0.52 * side))
        else:
            parts.append(group(tile, opacity=0.36))
    turn, _, more = tell_turn(state, names).partition(", ")
    room = corner.x + WIDTH - left - PAD
    style = TO_MOVE if state.turn >= 0 else STATUS
    following = f"Next: {name_letter(order[state.round])}" if state.round < ROUNDS else ""
    return group(
        *parts,
        circle(*wheel, 0.34 * side, fill=PANEL, stroke=CELL_EDGE),
        write(state.round, *wheel, Style(0.42 * side, 600, font=SERIF), "middle"),
        write(f"Round {state.round} of {ROUNDS}", left, y - 54, TITLE),
        write(clip(begin(turn), room, style), left, y - 30, style),
        write(clip(begin(more), room, style), left, y - 11, style),
        write("Joker this round", left, y + 13, SMALL),
        write(COLOR_NAMES[state.joker].capitalize(), left, y + 34, TITLE._replace(size=20)),
        write(following, left, y + 56, SMALL),
    )


def draw_supply(state: State, shape: Shape, corner: Point) -> str:
    """Draw the supply of ten, the bag and the tower."""
    x, y = corner
    colors = [color for color, count in enumerate(state.supply) for _ in range(count)]
    parts = [
        panel(x, y, WIDTH, SUPPLY, fill=TABLE, to_move=False),
        write("Supply", x + PAD, y + 20, NAME),
    ]
    step = (WIDTH - 2 * PAD) / SUPPLY_SIZE
    for at in range(SUPPLY_SIZE):
        spot = Point(x + PAD + step * (at + 0.5), y + 60)
        if at < len(colors):
            parts.append(shape.draw(colors[at], *spot, 54))
        else:
            parts.append(draw_rhombus("rh-any-ghost", spot, 54 / ROOT, 0))
    half = WIDTH / 2 - 4
    place = {"y": y + 122, "width": half - PAD}
    left, right = x + PAD - 2, x + PAD - 2 + half
    parts.append(draw_stock(state.bag, shape, icon="bag", word="Bag", x=left, **place))
    parts.append(draw_stock(state.tower, shape, icon="pillar", word="Tower", x=right, **place))
    return group(*parts)


def draw_board(state: State, seat: Seat, shape: Shape, corner: Point, names: Names) -> str:
    """Draw a player board: score, stars, features and the tiles beside it."""
    (x, y), player = corner, state.players[seat]
    parts = [
        panel(x, y, WIDTH, BOARD, fill=PANEL, to_move=state.turn == seat),
        write(clip(head_seat(seat, names), NAME_ROOM, NAME), x + PAD, y + 24, NAME),
        write(player.score, x + PAD, y + 54, SCORE),
        draw_stars(state, player, Point(x + WIDTH / 2, y + PAD + 2.5 * ROOT * SIDE_ON_BOARD)),
        draw_hand(player, shape, Point(x + PAD, y + BOARD - PAD - 13)),
    ]
    if state.turn == seat:
        parts.append(circle(x + PAD + 4, y + 84, 4, fill=TO_MOVE.fill))
        parts.append(write(f"to {state.phase}", x + PAD + 13, y + 84, TO_MOVE))
    elif state.turn == OVER and state.outcome()[seat] == 1:
        parts.append(write("wins", x + PAD, y + 84, STATUS))
    elif player.passed and state.turn != OVER:
        parts.append(write("passed", x + PAD, y + 84, STATUS))
    if state.marker == seat:
        parts.append(use("marker-first", x + WIDTH - 36, y + 36, 40, 40))
    return group(*parts, class_=f"{PREFIX}board")


def draw_hand(player: Player, shape: Shape, at: Point) -> str:
    """Draw the tiles beside a board, or those kept after a pass."""
    x, y = at.x + 62, at.y
    parts = [write("Kept" if player.passed else "Hand", *at, SMALL)]
    for color, count in enumerate(player.hand):
        if count:
            parts.append(shape.draw(color, x, y, 42))
            parts.append(write(count, x + 18, y, Style(16, 600)))
            x += 59
    if not any(player.hand):
        parts.append(write("none", at.x + 44, y, SMALL))
    return "".join(parts)
