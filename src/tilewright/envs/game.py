"""What the environments need from a game: the package `envs` in the game's folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tilewright.envs.blocks import Block
from tilewright.envs.canvas import Canvas, Ink
from tilewright.envs.parts import Part
from tilewright.game import AnyMove, Seat
from tilewright.games import part
from tilewright.tiles import Tiles

if TYPE_CHECKING:
    from tilewright.envs.observation import Tensor
    from tilewright.fast import Records

S = TypeVar("S")  # the states of the game
SeenS = TypeVar("SeenS", contravariant=True)


class Seen(Protocol):
    """What is done and seen: `envs` itself."""

    BLOCKS: tuple[Block, ...]  # all moves, in the order of their ids
    NOTES: tuple[str, ...]  # further text for the page of action ids
    TABLE: tuple[Part, ...]  # what everyone sees
    BOARD: tuple[Part, ...]  # a player board


class BatchObserver(Protocol):
    """Many games at once, compiled: `envs.batch`."""

    def observe(self, states: Records, out: Tensor, worth: Tensor, /) -> None:
        """Write the observation of every game."""
        ...


class Drawn(Protocol[SeenS]):
    """Pixels: `envs.raster`."""

    INKS: tuple[Ink, ...]  # by colour
    BOARD_SIZE: tuple[int, int]  # of a player board with its frame
    BESIDE: int  # the height of what lies between market and boards

    def draw_beside(self, canvas: Canvas, width: int, y: int, state: SeenS, /) -> None:
        """Draw what lies between market and boards."""
        ...

    def draw_board(self, canvas: Canvas, x: int, y: int, state: SeenS, seat: Seat, /) -> None:
        """Draw a player board."""
        ...


class Spiel(Protocol[S]):
    """OpenSpiel, where nature draws tile by tile: `envs.openspiel`."""

    PARAMETERS: dict[str, str | int]  # with their defaults

    def options(self, parameters: dict[str, Any], /) -> dict[str, object]:
        """The options of a game, from its parameters."""
        ...

    def most_moves(self, state: S, /) -> tuple[int, int]:
        """More moves of seats, and more draws of nature, than any game can have."""
        ...

    def heaps(self, state: S, /) -> tuple[Tiles, Tiles, tuple[int, ...]]:
        """What nature draws from, what is poured in when that is empty, and how many go to each
        heap."""
        ...

    def draw(self, state: S, groups: tuple[Tiles, ...], /) -> AnyMove:
        """Nature's move, once everything is drawn."""
        ...

    def show(self, state: S, bag: Tiles, used: Tiles, groups: tuple[Tiles, ...], /) -> S:
        """The position with the tiles drawn so far where they will lie."""
        ...


def seen(name: str) -> Seen:
    """What is done and seen in a game."""
    found: Seen = part(name, "envs")
    return found


def observer(name: str) -> BatchObserver:
    """What observes many games at once."""
    found: BatchObserver = part(name, "envs.batch")
    return found


def drawn(name: str) -> Drawn[Any]:
    """What draws a game."""
    found: Drawn[Any] = part(name, "envs.raster")
    return found


def spiel(name: str) -> Spiel[Any]:
    """What OpenSpiel asks of a game."""
    found: Spiel[Any] = part(name, "envs.openspiel")
    return found
