"""Classic in words: moves, scoring steps, help and rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.classic.board import COLOR_NAMES, Deal, Lay, Move, Take
from tilewright.classic.state import State
from tilewright.game import Objection, Step
from tilewright.tui.language import GameMessages
from tilewright.tui.story import tell_loss

if TYPE_CHECKING:
    from tilewright.analysis.report import Reason

EXAMPLE = "2r4"
POINTS: dict[str, tuple[str, ...]] = {
    "wall": ("tile",),
    "floor": ("floor",),
    "rows": ("row",),
    "columns": ("column",),
    "colours": ("color",),
}
UNTOLD: tuple[type, ...] = ()

text = GameMessages(__file__, COLOR_NAMES)


def tell(step: Step) -> str:
    """Describe a scoring step: `red to row 3: 2 across + 3 down = 5`."""
    at = dict(step.numbers)
    color = text.color(at.pop("color")) if "color" in at else ""
    match step.code:
        case "tile":
            across, down = at["across"] > 1, at["down"] > 1
            runs = "both" if across and down else "across" if across else "down"
            runs = runs if across or down else "alone"
            return text(f"step.tile.{runs}", **at, color=color, points=step.points)
        case "floor":
            return text("step.floor", count=at["spaces"], loss=tell_loss(step, "zero"))
        case "stuck":
            return text("step.stuck", color=color, row=at["row"], count=at["tiles"])
        case "row" | "column" | "color":
            return text(f"step.{step.code}", **at, color=color, points=step.points)
    raise AssertionError(f"no sentence for {step.code}")


def tell_at_once(step: Step) -> str:
    """What a step adds to the line of its move: nothing, since scoring is told after the round."""
    return ""


def tell_reason(reason: Reason) -> tuple[str, list[str]]:
    """What the points of a reason are for, and what they are about."""
    thing = reason.thing
    about = [text(f"about.{name}", **thing) for name in ("row", "column") if name in thing]
    about += [text.color(thing["color"])] if "color" in thing else []
    return text(f"why.{reason.kind}"), about


def tell_where(move: Move) -> str:
    """Where to look for a move, without giving it away."""
    match move:
        case Take():
            return text("where.color", color=text.color(move.color))
        case Lay():
            return text("where.row", row=move.line)
    raise AssertionError(f"nature needs no hint: {move}")


def tell_objection(objection: Objection) -> str:
    """Why a move is not legal, or what one looks like."""
    values: dict[str, object] = dict(objection.numbers)
    if "color" in objection.numbers:
        values["color"] = text.color(objection.numbers["color"])
    return text.unless_english(objection.words, objection.code, **values)


def say(state: State, move: Move) -> str:
    """Describe a move: `2 red from factory 4 to line 3`."""
    match move:
        case Deal():
            return text("deal", round=state.round)
        case Lay(line, column):
            color = text.color(state.players[state.seat].lines[line - 1][0])
            return text("lay", color=color, line=line, column=column)
        case Take(source, color, line):
            took = state.preview(move)[0].numbers
            falling = took["tiles"] - took["laid"]
            place = "factory" if source else "marker" if took["marker"] else "centre"
            target = "floor" if not line else "spill" if falling else "line"
            return text(
                f"take.{place}.{target}",
                tiles=text.tiles(color, took["tiles"]),
                source=source,
                line=line,
                falling=falling,
            )
