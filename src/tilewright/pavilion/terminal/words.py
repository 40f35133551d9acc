"""Pavilion in English: moves, steps of scoring, help and rules."""

from __future__ import annotations

from tilewright.game import Step
from tilewright.pavilion.board import (
    COLOR_NAMES,
    MULTICOLOR,
    NUMBERS,
    SLOTS,
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
from tilewright.tui.story import join, plural, say_source, tell_loss

EXAMPLE = "2r"
MOVES = """\
Taking tiles, a move is a source and a colour:
  2r      from factory 2 take the red tiles, and a joker if one lies there
  0g      from the centre (0) take the green tiles
Placing tiles, a move is a space, a colour and the jokers paid:
  E6b3    on space 6 of star E place blue, paid with 3 blue and 3 jokers
  *g      pick green from the supply, as a bonus tile
  pass    no more this round; pass:ggr keeps two green and one red
Colours: p purple, g green, o orange, y yellow, b blue, r red. * is the joker,
M the first-player marker. On the boards capitals are tiles, numbers the cost of
a free space; + marks a space that brings bonus tiles."""
RULES = """\
Six rounds; in each another colour is the joker. First tiles are taken: all of
one colour from a factory (the rest goes to the centre) or from the centre, and
one joker with them if any lies there. The first to take from the centre gets
the marker: a point lost for each tile taken, but first to place.

Then tiles are placed in turn. A space costs its number in tiles of the colour
placed; jokers may stand in for all but one. The tile scores the run of its star
that it is part of. Surround a pillar, a statue or a window (spaces marked +) to
pick 1, 2 or 3 tiles from the supply. Pass when you like: four tiles may be kept,
every other one costs a point.

At the end a full star brings 12 to 20 points; all the 1s, 2s, 3s or 4s of the
board bring 4, 8, 12 or 16."""
ENDS = {"rounds": "All rounds are played."}
POINTS: dict[str, tuple[str, ...]] = {
    "placed": ("place",),
    "marker": ("marker",),
    "lost": ("discard", "leftover"),
    "stars": ("star",),
    "numbers": ("number",),
}
UNTOLD: tuple[type, ...] = (Refill,)


def tell(step: Step) -> str:
    """Say one step of scoring: `red on NE4: run of 2 = 2`."""
    at = step.numbers
    match step.code:
        case "place":
            space = f"{STAR_NAMES[at['star']]}{at['slot']}"
            return f"{COLOR_NAMES[at['color']]} on {space}: {tell_run(step)}"
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
    """Say what a tile on a star counts for."""
    return f"run of {step.points} = {step.points}" if step.points > 1 else "alone = 1"


def star_kind(color: int) -> str:
    """The kind of a star by its colour."""
    return "multicolour" if color == MULTICOLOR else COLOR_NAMES[color]


def bonus_tiles(count: int) -> str:
    """So many bonus tiles."""
    return plural(count, "bonus tile")


def say(state: State, move: Move) -> str:
    """Say a move of"""
    match move:
        case Deal():
            joker = COLOR_NAMES[state.joker]
            return f"round {state.round} is dealt, the joker is {joker}"
        case Refill(tiles):
            return f"the supply gets {say_tiles(tiles)}"
        case Take(source, color):
            took = state.preview(move)[0].numbers
            jokers = took["jokers"] if color != state.joker else 0
            words = f"{took['tiles'] - jokers} {COLOR_NAMES[color]}"
            if jokers:
                words += f" and {jokers} {COLOR_NAMES[state.joker]}"
            words += f" from {say_source(source)}"
            return words + (", and the marker" if took["marker"] else "")
        case Place(star, slot, color, jokers):
            number = NUMBERS[state.options.board][SLOTS * star + slot - 1]
            name, joker = COLOR_NAMES[color], COLOR_NAMES[state.joker]
            paid = f"{number - jokers} {name}" + (f" and {jokers} {joker}" if jokers else "")
            return f"{name} on {STAR_NAMES[star]}{slot} for {paid}"
        case Pick(color):
            return f"{COLOR_NAMES[color]} from the supply"
        case Pass(kept):
            hand = state.players[state.seat].hand
            words = f"out for this round, {say_tiles(kept)} kept"
            gone = sum(subtract(hand, kept))
            return words + (f", {plural(gone, 'tile')} to the tower" if gone else "")


def say_tiles(tiles: Tiles) -> str:
    """A small heap of tiles: `2 red and 1 purple`."""
    parts = [f"{count} {name}" for name, count in zip(COLOR_NAMES, tiles) if count]
    return join(parts) or "nothing"
