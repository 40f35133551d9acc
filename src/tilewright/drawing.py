"""What the pictures of both games share: the tile sprite, shapes and the market."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import cos, hypot, pi, sin
from typing import NamedTuple, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from tilewright.market import CENTRE, Sources
from tilewright.tiles import EMPTY, Color, Tiles

PREFIX = "tilewright-"  # of every id, so that it means the same in all drawings of a page
PART = re.compile(r'<(symbol|linearGradient|clipPath) id="([^"]+)".*?</\1>', re.DOTALL)
REFERENCE = re.compile(rf'(?:href="|url\()#({PREFIX}[\w-]+)')
VARIABLE = re.compile(r"var\((--[\w-]+),([^()]*(?:\([^()]*\)[^()]*)*)\)")

SANS = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', "
    "'DejaVu Sans Condensed', sans-serif"
)
SERIF = (
    "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', 'Source Serif 4', "
    "'Noto Serif', 'DejaVu Serif Condensed', Georgia, serif"
)

# The light theme.
PAGE, TABLE, PANEL, WELL, DISH = "#EDE5D6", "#F5EFE3", "#FDFAF4", "#EFE7D8", "#F1E9DB"
LINE, STRONG_LINE, CELL_EDGE = "#DCD0BB", "#8A7D66", "#B6AA94"
INK, SOFT_INK, PALE_INK = "#1C2438", "#454C61", "#5F6577"
PLATE, PLATE_EDGE, PLATE_RING, SHADE = "#FFFEFA", "#E4DAC8", "#6F8FC6", "#3C2C10"
SIGNAL = "#08685F"  # teal: the seat to move
HELD = "#B8790C"  # ochre: what a player has
LOSS, SOFT_LOSS = "#A2371C", "#F8E0D6"  # terracotta

# Printed spaces in the light theme: rasterisers know neither var() nor color-mix().
SQUARE_GHOSTS = {  # printed spaces: tint, rim, motif
    "blue": ("#E3E6EB", "#AEBED9", "#5F7FB9"),
    "yellow": ("#FAEED6", "#E8C59D", "#AA773D"),
    "red": ("#F9E6DE", "#EFBDB0", "#BE6B5B"),
    "black": ("#E2E0DD", "#ADADAD", "#5F6268"),
    "white": ("#F1F6F7", "#B4CECF", "#46909A"),
}
RHOMBUS_GHOSTS = {
    "ppurple": ("#E6DDE5", "#A084B6", "#5A2580"),
    "pgreen": ("#DDE9DB", "#69AD86", "#1B7A4E"),
    "porange": ("#FBE6D4", "#D2844D", "#A8500A"),
    "pyellow": ("#FDF2D4", "#C79C50", "#8A5C06"),
    "pblue": ("#E0E6EF", "#7CA1DA", "#2563C2"),
    "pred": ("#F5DED8", "#D07D7A", "#A61E2E"),
    "any": ("#FDFAF4", "#9B9EA7"),
}
PAINTS = {
    f"--{kind}-{name}": paint
    for ghosts, kinds in ((SQUARE_GHOSTS, "g gr gp"), (RHOMBUS_GHOSTS, "g gr gi"))
    for name, paints in ghosts.items()
    for kind, paint in zip(kinds.split(), paints, strict=False)
}


# Elements


def trim(value: float) -> str:
    """Write a number with up to two decimals."""
    return f"{round(value, 2) + 0.0:g}"


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """Write an element; `stroke_width=2` becomes `stroke-width="2"`."""
    written = ""
    for key, value in attributes.items():
        quoted = quoteattr(value) if isinstance(value, str) else f'"{trim(value)}"'
        written += f" {key.strip('_').replace('_', '-')}={quoted}"
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def group(*parts: str, **attributes: str | float) -> str:
    """Write a group of elements."""
    return element("g", "".join(parts), **attributes)


class Style(NamedTuple):
    """How words look."""

    size: float
    weight: int
    fill: str = INK
    font: str = ""  # the one of the document, if not given


TITLE = Style(22, 600, font=SERIF)
SCORE = Style(32, 600, font=SERIF)
NAME = Style(15, 600)
STATUS = Style(14, 600, SOFT_INK)
TO_MOVE = Style(14, 600, SIGNAL)
SMALL = Style(13, 400, PALE_INK)
COUNT = Style(13, 500, SOFT_INK)


def breadth(words: str, style: Style) -> float:
    """About how wide words are."""
    return 0.68 * style.size * len(words)  # in a wide font


def clip(words: str, room: float, style: Style) -> str:
    """As much of some words as there is room for."""
    most = int(room / breadth("M", style))
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"


def write(words: object, x: float, y: float, style: Style, anchor: str = "start") -> str:
    """Write words, if there are any, with the middle of their capitals at height y."""
    if words == "":
        return ""
    size, weight, fill, font = style
    look = {"fill": fill, "text_anchor": anchor} | ({"font_family": font} if font else {})
    at = {"x": x, "y": y + 0.355 * size}
    return element("text", escape(str(words)), **at, font_size=size, font_weight=weight, **look)


def use(name: str, x: float, y: float, width: float, height: float, **attributes: str) -> str:
    """Place a symbol of the sprite with its middle at (x, y)."""
    corner = {"x": x - width / 2, "y": y - height / 2}
    href = f"#{PREFIX}{name}"
    return element("use", href=href, **corner, width=width, height=height, **attributes)


def rectangle(x: float, y: float, width: float, height: float, **attributes: str | float) -> str:
    """Draw a rectangle from its upper left corner."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: str | float) -> str:
    """Draw a circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def panel(x: float, y: float, width: float, height: float, *, fill: str, to_move: bool) -> str:
    """Draw the card that things lie on; the seat to move has a teal frame."""
    edge, thick = (SIGNAL, 2.5) if to_move else (LINE, 1)
    return rectangle(x, y, width, height, rx=14, fill=fill, stroke=edge, stroke_width=thick)


def badge(count: int, x: float, y: float, radius: float) -> str:
    """Draw how many tiles a cluster stands for."""
    style = Style(1.3 * radius, 700, PANEL)
    return circle(x, y, radius, fill=INK) + write(count, x, y, style, "middle")


# The document


@cache
def symbols() -> dict[str, str]:
    """The parts of the sprite by id, glazed and in the colours of the light theme."""
    sprite = files("tilewright").joinpath("art", "tiles.svg").read_text("utf-8")
    sprite = VARIABLE.sub(lambda match: PAINTS.get(match[1], match[2]), sprite)
    sprite = re.sub(r' id="|url\(#', lambda match: match[0] + PREFIX, sprite)
    return {match[2]: match[0] for match in PART.finditer(sprite)}


def definitions(body: str) -> str:
    """The parts of the sprite that a drawing uses, and no other."""
    found: dict[str, str] = {}
    waiting = REFERENCE.findall(body)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = symbols()[name]
            waiting += REFERENCE.findall(found[name])
    return element("defs", "".join([found[name] for name in sorted(found)]))


def document(body: str, *, width: float, height: float, title: str, description: str) -> str:
    """A complete SVG document that needs nothing else."""
    parts = [
        element("title", escape(title)),
        element("desc", escape(description)),
        definitions(body),
        rectangle(0, 0, width, height, rx=20, fill=PAGE),
        body,
    ]
    return element(
        "svg",
        "\n".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {trim(width)} {trim(height)}",
        width=width,
        height=height,
        role="img",
        aria_label=title,
        font_family=SANS,
    )


# The market


class Shape(NamedTuple):
    """How the tiles of a game are drawn and laid out."""

    draw: Callable[[Color, float, float, float], str]  # colour, middle and size
    width: float  # in sizes
    spots: tuple[tuple[float, float, float], ...]  # on a plate: across, down, turn; in sizes
    on_plate: float  # size in radii of the plate
    in_stock: float  # size beside the counts of the bag
    joker: Color = EMPTY  # has a badge, for which the first spots have room


PLATE_SHARES = {5: 0.39, 7: 0.37, 9: 0.315}  # plate in ring radii, by number of factories
NUMBER = Style(13, 600, PALE_INK)
CLUSTER_STEP = 0.32  # how far the next tile of a cluster shows, in sizes
CLUSTER_MOST = 3  # tiles drawn of a cluster


Spot: TypeAlias = tuple[float, float, float]  # the middle of a cluster and its width, in sizes


def draw_market(
    sources: Sources, shape: Shape, *, x: float, y: float, radius: float, has_marker: bool
) -> str:
    """Draw the factories on a ring round (x, y), number 1 at the top, and the centre inside."""
    factories = sources[1:]
    share = PLATE_SHARES[len(factories)]
    ring = (radius - 18) / (1 + share)  # the numbers stand outside
    plate = share * ring
    dish = ring - plate - 9
    parts = [draw_dish(x, y, dish)]
    for number, tiles in enumerate(factories, 1):
        angle = 2 * pi * (number - 1) / len(factories)
        across, up = sin(angle), cos(angle)
        parts.append(draw_plate(tiles, shape, x + ring * across, y - ring * up, plate))
        label = ring + plate + 11
        parts.append(write(number, x + label * across, y - label * up, NUMBER, "middle"))
    heap, most = sources[CENTRE], shape.on_plate * plate
    centre = draw_centre(heap, shape, x=x, y=y, dish=dish, most=most, has_marker=has_marker)
    return group(*parts, centre, class_=f"{PREFIX}market")


def draw_plate(tiles: Tiles, shape: Shape, x: float, y: float, radius: float) -> str:
    """Draw a factory with its tiles; an emptied one is a dashed ring."""
    if not any(tiles):
        dashes = {"fill": "none", "stroke": STRONG_LINE, "stroke_dasharray": "5 5"}
        return circle(x, y, radius, **dashes, stroke_width=1.5, stroke_opacity=0.6)
    ring = {"fill": "none", "stroke": PLATE_RING}
    parts = [
        circle(x, y + 2.5, radius, fill=SHADE, fill_opacity=0.1),
        circle(x, y, radius, fill=PLATE, stroke=PLATE_EDGE, stroke_width=1.5),
        circle(x, y, 0.94 * radius, **ring, stroke_opacity=0.5),
        circle(x, y, 0.9 * radius, **ring, stroke_opacity=0.45, stroke_dasharray="1.5 3.5"),
    ]
    size = shape.on_plate * radius
    colors = [color for color, count in enumerate(tiles) for _ in range(count)]
    colors.sort(key=lambda color: color != shape.joker)
    for color, (across, down, turn) in zip(colors, shape.spots, strict=False):
        at = x + across * size, y + down * size
        tilt = f"rotate({trim(turn)} {trim(at[0])} {trim(at[1])})"
        tile = shape.draw(color, *at, size)
        parts.append(group(tile, transform=tilt) if turn else tile)
    return "".join(parts)


def draw_dish(x: float, y: float, radius: float) -> str:
    """Draw the centre of the market: a plate with a border of two rows of arcs."""
    arcs = 20
    lace, bend = 0.9 * radius, 0.158 * radius
    trace = {"fill": "none", "stroke": PLATE_RING, "stroke_opacity": ".3"}
    parts = [
        circle(x, y, radius, fill=DISH, stroke=LINE),
        circle(x, y, 0.95 * radius, **trace),
        circle(x, y, 0.92 * radius, **trace),
    ]
    for shift in (0.0, 0.5):
        angles = [2 * pi * (step + shift) / arcs for step in range(arcs + 1)]
        points = [f"{trim(x + lace * sin(a))} {trim(y - lace * cos(a))}" for a in angles]
        curve = f"A{trim(bend)} {trim(bend)} 0 0 0 "
        parts.append(element("path", d="M" + points[0] + curve + curve.join(points[1:]), **trace))
    return "".join(parts)


def draw_centre(
    tiles: Tiles, shape: Shape, *, x: float, y: float, dish: float, most: float, has_marker: bool
) -> str:
    """Draw the marker, if it lies here, and a cluster for each colour, as large as they fit."""
    heaps = [(color, count) for color, count in enumerate(tiles) if count]
    widths = [1.0] * has_marker + [shape.width + cluster_more(count) for _, count in heaps]
    spots = min((arrange(widths, columns) for columns in (1, 2, 3)), key=reach)
    size = min(most, 0.84 * dish / reach(spots))
    parts = []
    if has_marker:
        across, down, _ = spots.pop(0)
        parts.append(use("marker-first", x + across * size, y + down * size, size, size))
    for (color, count), (across, down, _) in zip(heaps, spots, strict=True):
        parts.append(draw_cluster(color, count, shape, x + across * size, y + down * size, size))
    return "".join(parts)


def arrange(widths: list[float], columns: int) -> list[Spot]:
    """Lay clusters out in rows round (0, 0)."""
    spots = []
    rows = [widths[at : at + columns] for at in range(0, len(widths), columns)]
    for at, row in enumerate(rows):
        left = -(sum(row) + 0.3 * (len(row) - 1)) / 2
        for width in row:
            spots.append((left + width / 2, 1.28 * (at - (len(rows) - 1) / 2), width))
            left += width + 0.3
    return spots


def reach(spots: list[Spot]) -> float:
    """How far the corners of clusters lie from (0, 0)."""
    corners = [hypot(abs(x) + width / 2, abs(y) + 0.5) for x, y, width in spots]
    return max(corners, default=1)


def cluster_more(count: int) -> float:
    """How much wider a cluster is than one tile."""
    return CLUSTER_STEP * (min(count, CLUSTER_MOST) - 1)


def draw_cluster(color: Color, count: int, shape: Shape, x: float, y: float, size: float) -> str:
    """Draw tiles of one colour that overlap, with their count."""
    first = x - cluster_more(count) / 2 * size
    parts = [
        shape.draw(color, first + i * CLUSTER_STEP * size, y, size)
        for i in range(min(count, CLUSTER_MOST))
    ]
    if count > 1:
        right = x + (shape.width + cluster_more(count)) / 2 * size
        parts.append(badge(count, right - 0.03 * size, y - 0.4 * size, 0.16 * size + 3.5))
    return "".join(parts)


def draw_stock(
    tiles: Tiles, shape: Shape, *, icon: str, word: str, x: float, y: float, width: float
) -> str:
    """Draw how many tiles of each colour a bag, a lid or a tower holds."""
    parts = [
        use(icon, x + 12, y, 24, 24, color=SOFT_INK),
        write(sum(tiles), x + 32, y - 9, Style(20, 600, font=SERIF)),
        write(word, x + 32, y + 11, SMALL),
    ]
    step = (width - 78) / len(tiles)
    for color, count in enumerate(tiles):
        middle = x + 78 + step * (color + 0.5)
        parts.append(shape.draw(color, middle, y - 9, shape.in_stock))
        parts.append(write(count, middle, y + 12, COUNT, "middle"))
    return "".join(parts)
