"""The painter: turns cards into PNG, in a process that leaves the processor to the server."""

from __future__ import annotations

import hashlib
from importlib.resources import as_file, files
from typing import NamedTuple

from resvg_py import svg_to_bytes

from tilewright import card
from tilewright.games import parse

VERSION = 1  # raise it when cards are drawn differently


class Card(NamedTuple):
    """All that a picture depends on."""

    position: str
    headline: str
    about: str = ""
    names: tuple[str, ...] = ()
    only_boards: bool = False  # without the market

    @property
    def tag(self) -> str:
        """The ETag of the picture."""
        return f'"{hashlib.sha256(repr((VERSION, self)).encode()).hexdigest()[:20]}"'


def paint(asked: Card) -> bytes:
    """In the process: paint a card."""
    state = parse(asked.position)
    seats = range(len(state.scores))
    drawings = [state.draw(asked.names)]
    if asked.only_boards:
        drawings = [state.draw_board(seat, asked.names) for seat in seats]
    drawn = card.draw(asked.headline, asked.about, drawings)
    with as_file(files("tilewright").joinpath("art", "fonts")) as fonts:
        return svg_to_bytes(svg_string=drawn, skip_system_fonts=True, font_dirs=[str(fonts)])
