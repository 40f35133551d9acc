"""The game in English: what is said of every game in the same words."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.game import Step
from tilewright.games import AnyMove, AnyState
from tilewright.tui.game import on_screen


def tell_loss(step: Step, lowest: str = "the lowest score") -> str:
    """Say what was lost, and where the score stopped if that was less than due."""
    loss = step.numbers["loss"]
    return f"-{loss}" if -step.points == loss else f"{step.points} of -{loss}, stopped at {lowest}"


def verb(name: str, action: str) -> str:
    """A verb in the form that a name asks for: `You win`, `Ann wins`."""
    return action if name == "You" else f"{action}s"


def plural(count: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `3 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def say_source(source: int) -> str:
    """A place to take tiles from."""
    return f"factory {source}" if source else "the centre"


def join(parts: list[str]) -> str:
    """A list in words: `a, b and c`."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def chapters(steps: Sequence[Step], number: int) -> list[tuple[str, list[Step]]]:
    """The steps that are told at the end of a round and of the game, each with a heading."""
    found = [
        (f"Round {number} is scored.", [step for step in steps if step.kind == "round"]),
        ("The game is over.", [step for step in steps if step.kind == "end"]),
    ]
    return [(heading, scored) for heading, scored in found if scored]


def move_line(name: str, state: AnyState, move: AnyMove, steps: Sequence[Step]) -> str:
    """A move and what it scores at once, in one line."""
    shown = on_screen(state)
    told = "".join([shown.tell_at_once(step) for step in steps])
    return f"{name} {move}: {shown.say(state, move)}{told}"
