"""Gather in the terminal."""

from __future__ import annotations

from rich.text import Text

from tests.gather import COLOR_NAMES, NAME, Move, State, Take
from tilewright.game import Objection, Step
from tilewright.tui import paint
from tilewright.tui.plain import brief as brief
from tilewright.tui.plain import list_moves as list_moves
from tilewright.tui.plain import settle as settle
from tilewright.tui.plain import some_moves as some_moves
from tilewright.tui.plain import spellings as spellings
from tilewright.tui.plain import tidy as tidy
from tilewright.tui.plain import worth as worth

PALETTE: tuple[tuple[str, str], ...] = (("#a00", "#fff"), ("#080", "#fff"), ("#00a", "#fff"))
BOARD_WIDTH = 24
EXAMPLE = "2r"
WORDS = {
    "name": "Gather",
    "moves": "A move is a source and a colour: 2r takes the red tiles of factory 2.",
    "rules": "Take tiles; each is a point. Most reds at the end bring three more.",
    "ends.rounds": "All rounds are played.",
    "points.tiles": "tiles",
    "points.most": "most",
}
POINTS: dict[str, tuple[str, ...]] = {"tiles": ("take",), "most": ("most",)}
UNTOLD: tuple[type, ...] = ()


def text(key: str, /, **values: object) -> str:
    return WORDS[key].format(**values)


def headline(state: State) -> str:
    return f"Gather, round {state.round}"


def market_lines(state: State, width: int) -> list[Text]:
    centre = paint.centre(NAME, state.sources[0], 0)
    return [*paint.factories(NAME, state.sources, width), centre]


def board_lines(state: State, seat: int) -> list[Text]:
    return [paint.counted(NAME, state.hands[seat])]


def summary(state: State, seat: int) -> str:
    return f"{sum(state.hands[seat])} tiles"


def say(state: State, move: Move) -> str:
    if not isinstance(move, Take):
        return f"round {state.round} is dealt"
    return f"{state.sources[move.source][move.color]} {COLOR_NAMES[move.color]}"


def tell(step: Step) -> str:
    return f"{step.code}: {step.points:+}"


def tell_objection(objection: Objection) -> str:
    return objection.words


def tell_at_once(step: Step) -> str:
    return f"; {tell(step)}" if step.kind == "turn" else ""
