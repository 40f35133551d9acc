"""The game in English: one sentence for a step of scoring, one for a move."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright import classic, market, pavilion
from tilewright.game import Step
from tilewright.games import AnyMove, AnyState
from tilewright.market import NOBODY
from tilewright.pavilion.board import MULTICOLOR, NUMBERS, SLOTS, STAR_NAMES, STARS
from tilewright.tiles import Tiles, subtract


def tell(step: Step) -> str:
    """Say one step of scoring: `red to row 3: 2 across + 3 down = 5`."""
    at = step.numbers
    match step.code:
        case "tile":
            return f"{classic.COLOR_NAMES[at['color']]} to row {at['row']}: {tell_runs(step)}"
        case "floor":
            return f"floor, {plural(at['spaces'], 'space')}: {tell_loss(step, '0')}"
        case "stuck":
            name, tiles = classic.COLOR_NAMES[at["color"]], plural(at["tiles"], "tile")
            return f"{name} fits nowhere in row {at['row']}: {tiles} to the floor"
        case "row" | "column":
            return f"{step.code} {at[step.code]} complete: {step.points:+}"
        case "color":
            return f"all five {classic.COLOR_NAMES[at['color']]}: {step.points:+}"
        case _:
            return tell_pavilion(step)


def tell_pavilion(step: Step) -> str:
    """Say one step of pavilion's scoring."""
    at = step.numbers
    match step.code:
        case "place":
            space = f"{STAR_NAMES[at['star']]}{at['slot']}"
            return f"{pavilion.COLOR_NAMES[at['color']]} on {space}: {tell_run(step)}"
        case "pillar" | "window":
            return f"{step.code} at {STAR_NAMES[at['star']]}: {bonus_tiles(at['tiles'])}"
        case "statue":
            following = at["star"] % (STARS - 1) + 1
            stars = f"{STAR_NAMES[at['star']]} and {STAR_NAMES[following]}"
            return f"statue between {stars}: {bonus_tiles(at['tiles'])}"
        case "short":
            return f"the supply is short: {at['tiles']} of {bonus_tiles(at['due'])}"
        case "marker":
            return f"marker with {plural(at['tiles'], 'tile')}: {tell_loss(step)}"
        case "discard":
            return f"{plural(at['tiles'], 'tile')} discarded: {tell_loss(step)}"
        case "leftover":
            return f"{plural(at['tiles'], 'kept tile')} left over: {tell_loss(step)}"
        case "star":
            place = STAR_NAMES[at["star"]]
            return f"{star_kind(at['color'])} star {place} complete: {step.points:+}"
        case "number":
            return f"all {at['number']}s covered: {step.points:+}"
    raise AssertionError(f"no sentence for {step.code}")


def tell_runs(step: Step) -> str:
    """Say what a tile on the wall counts for."""
    ways = [("across", step.numbers["across"]), ("down", step.numbers["down"])]
    runs = " + ".join([f"{length} {way}" for way, length in ways if length > 1])
    return f"{runs or 'alone'} = {step.points}"


def tell_run(step: Step) -> str:
    """Say what a tile on a star counts for."""
    return f"run of {step.points} = {step.points}" if step.points > 1 else "alone = 1"


def tell_loss(step: Step, lowest: str = "the lowest score") -> str:
    """Say what was lost, and where the score stopped if that was less than due."""
    loss = step.numbers["loss"]
    return f"-{loss}" if -step.points == loss else f"{step.points} of -{loss}, stopped at {lowest}"


def star_kind(color: int) -> str:
    """The kind of a star by its colour."""
    return "multicolour" if color == MULTICOLOR else pavilion.COLOR_NAMES[color]


def bonus_tiles(count: int) -> str:
    """So many bonus tiles."""
    return plural(count, "bonus tile")


def verb(name: str, action: str) -> str:
    """A verb in the form that a name asks for: `You win`, `Ann wins`."""
    return action if name == "You" else f"{action}s"


def plural(count: int, noun: str) -> str:
    """A number with its noun: `1 tile`, `3 tiles`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


# Moves


def say(state: AnyState, move: AnyMove) -> str:
    """Say what a move does: `2 red from factory 4 to line 3`."""
    if isinstance(state, classic.State):
        return say_classic(state, move)
    assert isinstance(state, pavilion.State)
    return say_pavilion(state, move)


def say_classic(state: classic.State, move: classic.Move) -> str:
    """Say a move of classic."""
    match move:
        case classic.Deal():
            return f"round {state.round} is dealt"
        case classic.Lay(line, column):
            color = state.players[state.seat].lines[line - 1][0]
            return f"{classic.COLOR_NAMES[color]} of line {line} to column {column}"
        case classic.Take(source, color, line):
            count = state.sources[source][color]
            player = state.players[state.seat]
            target = f"line {line}" if line else "the floor"
            words = f"{count} {classic.COLOR_NAMES[color]} from {say_source(source)} to {target}"
            falling = count - (line - player.lines[line - 1][1]) if line else 0
            if falling > 0:
                words += f", {falling} to the floor"
            marker = source == market.CENTRE and state.marker == NOBODY
            return words + (", and the marker" if marker else "")


def say_pavilion(state: pavilion.State, move: pavilion.Move) -> str:
    """Say a move of pavilion."""
    match move:
        case pavilion.Deal():
            joker = pavilion.COLOR_NAMES[state.joker]
            return f"round {state.round} is dealt, the joker is {joker}"
        case pavilion.Refill(tiles):
            return f"the supply gets {say_tiles(tiles)}"
        case pavilion.Take(source, color):
            taken, _ = market.take(state.sources, source, color, joker=state.joker)
            marker = source == market.CENTRE and state.marker == NOBODY
            words = f"{taken[color]} {pavilion.COLOR_NAMES[color]}"
            if color != state.joker and taken[state.joker]:
                words += f" and 1 {pavilion.COLOR_NAMES[state.joker]}"
            words += f" from {say_source(source)}"
            return words + (", and the marker" if marker else "")
        case pavilion.Place(star, slot, color, jokers):
            number = NUMBERS[state.options.board][SLOTS * star + slot - 1]
            name, joker = pavilion.COLOR_NAMES[color], pavilion.COLOR_NAMES[state.joker]
            paid = f"{number - jokers} {name}" + (f" and {jokers} {joker}" if jokers else "")
            return f"{name} on {STAR_NAMES[star]}{slot} for {paid}"
        case pavilion.Pick(color):
            return f"{pavilion.COLOR_NAMES[color]} from the supply"
        case pavilion.Pass(kept):
            hand = state.players[state.seat].hand
            words = f"out for this round, {say_tiles(kept)} kept"
            gone = sum(subtract(hand, kept))
            return words + (f", {plural(gone, 'tile')} to the tower" if gone else "")


def say_source(source: int) -> str:
    """A place to take tiles from."""
    return f"factory {source}" if source else "the centre"


def say_tiles(tiles: Tiles) -> str:
    """A small heap of pavilion's tiles: `2 red and 1 purple`."""
    parts = [f"{count} {name}" for name, count in zip(pavilion.COLOR_NAMES, tiles) if count]
    return join(parts) or "nothing"


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
    words = f"{name} {move}: {say(state, move)}"
    for step in steps:
        match step.kind, step.code:
            case "taking", "place":
                words += f"; {tell_run(step)}"
            case "taking", _:
                words += f"; {tell(step)}"
            case "loss", _:  # the move itself says how many tiles
                words += f": {tell_loss(step)}"
    return words
