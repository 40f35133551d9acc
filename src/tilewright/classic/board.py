"""The parts of classic: colours, the player board, the options and the moves."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tilewright.game import Option, show
from tilewright.tiles import EMPTY, Color, Tiles, none, spell

BLUE, YELLOW, RED, BLACK, WHITE = range(5)
COLORS = 5
COLOR_NAMES: tuple[str, ...] = ("blue", "yellow", "red", "black", "white")
COLOR_LETTERS = "byrkw"
TILES_PER_COLOR = 20

SIZE = 5  # rows and columns of the wall, and the length of the longest pattern line
FLOOR = 0  # the target of a take that goes straight to the floor line
FLOOR_SPACES = 7
WALLS = ("coloured", "grey")
ROUND_LIMIT = 40

PLAYERS: tuple[int, ...] = (2, 3, 4)
SIDE = "wall"  # the option that is the side of the player boards
OPTIONS: tuple[Option, ...] = (
    Option(SIDE, WALLS, "SIDE"),
    Option("round_limit", (str(ROUND_LIMIT), "none"), "N", "the most rounds, or none", True),
)

PatternLine: TypeAlias = tuple[Color, int]  # the colour and number of tiles on a pattern line
Wall: TypeAlias = tuple[Color, ...]  # 25 spaces, at 5 * row + column from the upper left

NO_LINE: PatternLine = (EMPTY, 0)


class Options(NamedTuple):
    """What the players agree on before the game."""

    players: int = 2
    wall: str = "coloured"
    round_limit: int | None = ROUND_LIMIT

    def __str__(self) -> str:
        limit = "none" if self.round_limit is None else self.round_limit
        return f"players={self.players} wall={self.wall} round_limit={limit}"


class Player(NamedTuple):
    """One player board. Who has the marker on the floor line is noted in the state."""

    score: int = 0
    lines: tuple[PatternLine, ...] = (NO_LINE,) * SIZE  # from the top
    wall: Wall = (EMPTY,) * SIZE * SIZE
    floor: Tiles = none(COLORS)


class Deal(NamedTuple):
    """Nature fills the factories."""

    factories: tuple[Tiles, ...]

    def __str__(self) -> str:
        return "=" + "/".join([spell(tiles, COLOR_LETTERS) for tiles in self.factories])

    def __repr__(self) -> str:
        return show(self)


class Take(NamedTuple):
    """Take all tiles of a colour from a source and lay them on a pattern line or the floor."""

    source: int  # 0 is the centre, 1.. the factories
    color: Color
    line: int  # 1..5, or FLOOR

    def __str__(self) -> str:
        return f"{self.source}{COLOR_LETTERS[self.color]}{self.line or '-'}"

    def __repr__(self) -> str:
        return show(self)


class Lay(NamedTuple):
    """Move the tile of a full pattern line to a column of the grey wall."""

    line: int  # 1..5
    column: int  # 1..5

    def __str__(self) -> str:
        return f"{self.line}c{self.column}"

    def __repr__(self) -> str:
        return show(self)


Move: TypeAlias = Deal | Take | Lay


def printed_color(row: int, column: int) -> Color:
    """The colour printed on a space of the coloured wall, rows and columns from 0."""
    return (column - row) % SIZE
