"""The parts of pavilion: colours, the star board of both sides, the options and the moves."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from tilewright.game import Option, show
from tilewright.tiles import EMPTY, Color, Tiles, none, spell

PURPLE, GREEN, ORANGE, YELLOW, BLUE, RED = range(6)
COLORS = 6
COLOR_NAMES: tuple[str, ...] = ("purple", "green", "orange", "yellow", "blue", "red")
COLOR_LETTERS = "pgoybr"
TILES_PER_COLOR = 22

ROUNDS = 6
SUPPLY_SIZE = 10
START_SCORE = 5
MOST_KEPT = 4
SCORE_FLOORS = {"2019": 1, "mini": 0}  # by edition
BOARDS = ("coloured", "neutral")
JOKER_ORDERS = {"standard": "pgoybr", "alternative": "orbygp"}
LAST_ROUND_DISCARDS = ("after_bonuses", "at_pass")

PLAYERS: tuple[int, ...] = (2, 3, 4)
SIDE = "board"  # the option that is the side of the player boards
OPTIONS: tuple[Option, ...] = (
    Option("edition", tuple(SCORE_FLOORS), "NAME", "2019 (lowest score 1) or mini (0)"),
    Option(SIDE, BOARDS, "SIDE"),
    Option(
        "joker_order",
        tuple(JOKER_ORDERS),
        "ORDER",
        f"standard, alternative, or six letters {COLOR_LETTERS}",
        True,
        JOKER_ORDERS,
    ),
    Option("last_round_discard", LAST_ROUND_DISCARDS, "WHEN"),
)

# The board: seven stars of six spaces. Star 0 is the centre, 1..6 lie round it clockwise from the
# upper left; slots 1..6 run clockwise inside a star. A space is 6 * star + slot - 1.
STARS = 7
SLOTS = 6
SPACES = STARS * SLOTS
STAR_NAMES = ("C", "NW", "NE", "E", "SE", "SW", "W")
SPACE_NAMES = tuple(f"{star}{slot}" for star in STAR_NAMES for slot in range(1, SLOTS + 1))
CENTRE_STAR = 0
MULTICOLOR = EMPTY  # the "colour" of a star of six different colours
STAR_COLORS = (MULTICOLOR, ORANGE, RED, BLUE, YELLOW, GREEN, PURPLE)  # printed, coloured side
NUMBERS = {
    "coloured": (1, 2, 3, 4, 5, 6) * STARS,
    "neutral": (3,) * SLOTS + (3, 2, 1, 4, 5, 6) * (STARS - 1),
}


class Feature(NamedTuple):
    """A pillar, statue or window: surrounding it earns bonus tiles."""

    kind: str
    star: int  # the outer star it belongs to; a statue stands between this star and the next
    tiles: int
    spaces: frozenset[int]


def _space(star: int, slot: int) -> int:
    """A space by star and slot; both wrap around."""
    star = star if star == CENTRE_STAR else (star - 1) % (STARS - 1) + 1
    return SLOTS * star + (slot - 1) % SLOTS


def _feature(kind: str, star: int, tiles: int, *places: tuple[int, int]) -> Feature:
    return Feature(kind, star, tiles, frozenset(_space(*place) for place in places))


FEATURES = tuple(
    feature
    for k in range(1, STARS)
    for feature in (
        _feature("pillar", k, 1, (k, 2), (k, 3), (CENTRE_STAR, k - 1), (CENTRE_STAR, k)),
        _feature("statue", k, 2, (k, 1), (k, 2), (k + 1, 3), (k + 1, 4)),
        _feature("window", k, 3, (k, 5), (k, 6)),
    )
)
FEATURES_AT = tuple(
    tuple(feature for feature in FEATURES if space in feature.spaces) for space in range(SPACES)
)

Spaces: TypeAlias = tuple[Color, ...]  # the 42 spaces of a player board, a colour or EMPTY


class Options(NamedTuple):
    """What the players agree on before the game."""

    players: int = 2
    edition: str = "2019"
    board: str = "coloured"
    joker_order: str = JOKER_ORDERS["standard"]
    last_round_discard: str = "after_bonuses"

    def __str__(self) -> str:
        return " ".join([f"{name}={value}" for name, value in self._asdict().items()])


class Player(NamedTuple):
    """One player board and the tiles beside it; players who have passed keep their tiles in the
    corners of the board until the next round."""

    score: int = START_SCORE
    spaces: Spaces = (EMPTY,) * SPACES
    hand: Tiles = none(COLORS)
    passed: bool = False


class Refill(NamedTuple):
    """Nature fills the supply."""

    tiles: Tiles

    def __str__(self) -> str:
        return "+" + spell(self.tiles, COLOR_LETTERS)

    def __repr__(self) -> str:
        return show(self)


class Deal(NamedTuple):
    """Nature fills the factories."""

    factories: tuple[Tiles, ...]

    def __str__(self) -> str:
        return "=" + "/".join([spell(tiles, COLOR_LETTERS) for tiles in self.factories])

    def __repr__(self) -> str:
        return show(self)


class Take(NamedTuple):
    """Take a colour from a source, and one joker with it if there is any."""

    source: int  # 0 is the centre, 1.. the factories
    color: Color

    def __str__(self) -> str:
        return f"{self.source}{COLOR_LETTERS[self.color]}"

    def __repr__(self) -> str:
        return show(self)


class Place(NamedTuple):
    """Place a tile on a star; so many of the tiles paid are jokers in place of its colour."""

    star: int
    slot: int  # 1..6
    color: Color
    jokers: int

    def __str__(self) -> str:
        place = f"{STAR_NAMES[self.star]}{self.slot}"
        return f"{place}{COLOR_LETTERS[self.color]}{self.jokers}"

    def __repr__(self) -> str:
        return show(self)


class Pick(NamedTuple):
    """Pick one bonus tile from the supply."""

    color: Color

    def __str__(self) -> str:
        return f"*{COLOR_LETTERS[self.color]}"

    def __repr__(self) -> str:
        return show(self)


class Pass(NamedTuple):
    """Pass for the rest of the round, keeping some tiles."""

    kept: Tiles

    def __str__(self) -> str:
        return f"pass:{spell(self.kept, COLOR_LETTERS)}" if any(self.kept) else "pass"

    def __repr__(self) -> str:
        return show(self)


Move: TypeAlias = Refill | Deal | Take | Place | Pick | Pass
