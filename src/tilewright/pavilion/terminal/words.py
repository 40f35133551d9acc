"""Pavilion in words: moves, scoring steps, help and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.game import Objection, Step
from tilewright.pavilion.board import (
    COLOR_NAMES,
    MULTICOLOR,
    NUMBERS,
    SLOTS,
    SPACE_NAMES,
    STAR_NAMES,
    STARS,
    Deal,
    Move,
    Pass,
    Pick,
    Place,
    Refill,
    Take,
)
from tilewright.pavilion.state import State
from tilewright.tiles import Tiles, subtract
from tilewright.tui.language import GameMessages
from tilewright.tui.story import join, tell_loss

if TYPE_CHECKING:
    from tilewright.analysis.report import Reason

EXAMPLE = "2r"
POINTS: dict[str, tuple[str, ...]] = {
    "placed": ("place",),
    "marker": ("marker",),
    "lost": ("discard", "leftover"),
    "stars": ("star",),
    "numbers": ("number",),
}
UNTOLD: tuple[type, ...] = (Refill,)

text = GameMessages(__file__, COLOR_NAMES)


def tell(step: Step) -> str:
    """Describe a scoring step: `red on NE4: run of 2 = 2`."""
    at, points = step.numbers, step.points
    star = STAR_NAMES[at["star"]] if "star" in at else ""
    match step.code:
        case "place":
            color, space = text.color(at["color"]), f"{star}{at['slot']}"
            return text("step.place", color=color, space=space, run=tell_run(step))
        case "pillar" | "window":
            return text(f"step.{step.code}", star=star, count=at["tiles"])
        case "statue":
            following = STAR_NAMES[at["star"] % (STARS - 1) + 1]
            return text("step.statue", star=star, other=following, count=at["tiles"])
        case "short":
            return text("step.short", tiles=at["tiles"], count=at["due"])
        case "marker" | "discard" | "leftover":
            return text(f"step.{step.code}", count=at["tiles"], loss=tell_loss(step))
        case "star":
            return text(f"step.star.{star_kind(at['color'])}", star=star, points=points)
        case "number":
            return text("step.number", number=at["number"], points=points)
    raise AssertionError(f"no sentence for {step.code}")


def tell_at_once(step: Step) -> str:
    """What a step adds to the line of its move; nothing if it is told later."""
    match step.kind, step.code:
        case "turn", "place":
            return f"; {tell_run(step)}"
        case "turn", _:
            return f"; {tell(step)}"
        case "loss", _:  # the move itself says how many tiles
            return f": {tell_loss(step)}"
    return ""


def tell_run(step: Step) -> str:
    """Describe what a tile on a star scores."""
    return text("run", points=step.points) if step.points > 1 else text("alone")


def tell_reason(reason: Reason) -> tuple[str, list[str]]:
    """What the points of a reason are for, and what they are about."""
    from tilewright.pavilion.reasons import FEATURES  # a search has loaded it

    thing = reason.thing
    about = [text(f"about.star.{STAR_NAMES[thing['star']]}")] if "star" in thing else []
    about += [text.color(thing["color"])] if "color" in thing else []
    about += [text("about.number", number=thing["number"])] if "number" in thing else []
    about += [text(f"about.feature.{FEATURES[thing['feature']]}")] if "feature" in thing else []
    return text(f"why.{reason.kind}"), about


def tell_where(move: Move) -> str:
    """Where to look for a move, without giving it away."""
    match move:
        case Take():
            return text("where.color", color=text.color(move.color))
        case Place():
            return text("where.star", star=text(f"about.star.{STAR_NAMES[move.star]}"))
        case Pick():
            return text("where.supply")
    return text("where.pass")


def tell_objection(objection: Objection) -> str:
    """Why a move is not legal, or what one looks like."""
    values: dict[str, object] = dict(objection.numbers)
    for name, number in objection.numbers.items():
        match name:
            case "color":
                values[name] = text.color(number)
            case "star":
                values[name] = STAR_NAMES[number]
            case "space":
                values[name] = SPACE_NAMES[number]
            case "needed":
                values["tiles"] = text.tiles(objection.numbers["color"], number)
    return text.unless_english(objection.words, objection.code, **values)


def star_kind(color: int) -> str:
    """The kind of a star by its colour."""
    return "multicolour" if color == MULTICOLOR else COLOR_NAMES[color]


def say(state: State, move: Move) -> str:
    """Describe a move: `2 red and 1 purple from factory 4`."""
    match move:
        case Deal():
            return text("deal", round=state.round, color=text.color(state.joker))
        case Refill(tiles):
            return text("refill", tiles=say_tiles(tiles))
        case Take(source, color):
            took = state.preview(move)[0].numbers
            jokers = took["jokers"] if color != state.joker else 0
            place = "factory" if source else "marker" if took["marker"] else "centre"
            paid = say_paid(state, color, took["tiles"] - jokers, jokers)
            return text(f"take.{place}", tiles=paid, source=source)
        case Place(star, slot, color, jokers):
            at = SLOTS * star + slot - 1
            paid = say_paid(state, color, NUMBERS[state.options.board][at] - jokers, jokers)
            return text("place", color=text.color(color), space=SPACE_NAMES[at], tiles=paid)
        case Pick(color):
            return text("picks", color=text.color(color))
        case Pass(kept):
            gone = sum(subtract(state.players[state.seat].hand, kept))
            return text("passes.lost" if gone else "passes.kept", tiles=say_tiles(kept), count=gone)


def say_paid(state: State, color: int, count: int, jokers: int) -> str:
    """Tiles of a colour with some jokers: `2 red and 1 purple`."""
    return join([text.tiles(color, count), *([text.tiles(state.joker, jokers)] if jokers else [])])


def say_tiles(tiles: Tiles) -> str:
    """A small heap of tiles: `2 red and 1 purple`."""
    return join([text.tiles(color, count) for color, count in enumerate(tiles) if count]) or text(
        "nothing"
    )
