"""Classic in English: moves, steps of scoring, help and rules."""

from __future__ import annotations

from tilewright.classic.board import COLOR_NAMES, Deal, Lay, Move, Take
from tilewright.classic.state import State
from tilewright.game import Step
from tilewright.tui.story import plural, say_source, tell_loss

EXAMPLE = "2r4"
MOVES = """\
A move is a source, a colour and a pattern line:
  2r4   from factory 2 take the red tiles, lay them on line 4
  0k-   from the centre (0) take the black tiles, all to the floor (-)
  3c2   grey wall only: the tile of line 3 goes to column 2
Colours: b blue, y yellow, r red, k black, w white.
On the boards capitals are tiles, small letters the spaces still free, and M is
the first-player marker."""
RULES = """\
Take all tiles of one colour from a factory (the rest of it goes to the centre)
or from the centre. Lay them on one pattern line: a line takes one colour, and
none that its wall row already has. What does not fit drops to the floor and
costs points. The first to take from the centre gets the marker, which takes a
space on the floor and starts the next round.

When all tiles are taken, every full line sends one tile to the wall. It scores
the run across and the run down that it is part of, or 1 if it stands alone.

The game ends after the round in which someone fills a wall row. Then come 2
points for a full row, 7 for a full column, 10 for all five tiles of a colour."""
ENDS = {
    "row": "A row is complete.",
    "round_limit": "The last round is played.",
    "no_tiles": "No tiles are left to deal.",
}
POINTS: dict[str, tuple[str, ...]] = {
    "wall": ("tile",),
    "floor": ("floor",),
    "rows": ("row",),
    "columns": ("column",),
    "colours": ("color",),
}
UNTOLD: tuple[type, ...] = ()


def tell(step: Step) -> str:
    """Say one step of scoring: `red to row 3: 2 across + 3 down = 5`."""
    at = step.numbers
    match step.code:
        case "tile":
            return f"{COLOR_NAMES[at['color']]} to row {at['row']}: {tell_runs(step)}"
        case "floor":
            return f"floor, {plural(at['spaces'], 'space')}: {tell_loss(step, '0')}"
        case "stuck":
            name, tiles = COLOR_NAMES[at["color"]], plural(at["tiles"], "tile")
            return f"{name} fits nowhere in row {at['row']}: {tiles} to the floor"
        case "row" | "column":
            return f"{step.code} {at[step.code]} complete: {step.points:+}"
        case "color":
            return f"all five {COLOR_NAMES[at['color']]}: {step.points:+}"
    raise AssertionError(f"no sentence for {step.code}")


def tell_at_once(step: Step) -> str:
    """What a step adds to the line of its move: nothing, all is told when the round is over."""
    return ""


def tell_runs(step: Step) -> str:
    """Say what a tile on the wall counts for."""
    ways = [("across", step.numbers["across"]), ("down", step.numbers["down"])]
    runs = " + ".join([f"{length} {way}" for way, length in ways if length > 1])
    return f"{runs or 'alone'} = {step.points}"


def say(state: State, move: Move) -> str:
    """Say a move in a sentence."""
    match move:
        case Deal():
            return f"round {state.round} is dealt"
        case Lay(line, column):
            color = state.players[state.seat].lines[line - 1][0]
            return f"{COLOR_NAMES[color]} of line {line} to column {column}"
        case Take(source, color, line):
            took = state.preview(move)[0].numbers
            count, falling = took["tiles"], took["tiles"] - took["laid"]
            target = f"line {line}" if line else "the floor"
            words = f"{count} {COLOR_NAMES[color]} from {say_source(source)} to {target}"
            if line and falling:
                words += f", {falling} to the floor"
            return words + (", and the marker" if took["marker"] else "")
