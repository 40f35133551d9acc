"""What `help` and `rules` say at the prompt."""

from __future__ import annotations

from tilewright.games import AnyState
from tilewright.tui.entry import COMMANDS, SHORT

MOVES = {
    "classic": """\
A move is a source, a colour and a pattern line:
  2r4   from factory 2 take the red tiles, lay them on line 4
  0k-   from the centre (0) take the black tiles, all to the floor (-)
  3c2   grey wall only: the tile of line 3 goes to column 2
Colours: b blue, y yellow, r red, k black, w white.
On the boards capitals are tiles, small letters the spaces still free, and M is
the first-player marker.""",
    "pavilion": """\
Taking tiles, a move is a source and a colour:
  2r      from factory 2 take the red tiles, and a joker if one lies there
  0g      from the centre (0) take the green tiles
Placing tiles, a move is a space, a colour and the jokers paid:
  E6b3    on space 6 of star E place blue, paid with 3 blue and 3 jokers
  *g      pick green from the supply, as a bonus tile
  pass    no more this round; pass:ggr keeps two green and one red
Colours: p purple, g green, o orange, y yellow, b blue, r red. * is the joker,
M the first-player marker. On the boards capitals are tiles, numbers the cost of
a free space; + marks a space that brings bonus tiles.""",
}

RULES = {
    "classic": """\
Take all tiles of one colour from a factory (the rest of it goes to the centre)
or from the centre. Lay them on one pattern line: a line takes one colour, and
none that its wall row already has. What does not fit drops to the floor and
costs points. The first to take from the centre gets the marker, which takes a
space on the floor and starts the next round.

When all tiles are taken, every full line sends one tile to the wall. It scores
the run across and the run down that it is part of, or 1 if it stands alone.

The game ends after the round in which somebody fills a wall row. Then come 2
points for a full row, 7 for a full column, 10 for all five tiles of a colour.""",
    "pavilion": """\
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
board bring 4, 8, 12 or 16.""",
}


def help_text(state: AnyState) -> str:
    """How moves are written, and the commands."""
    keys = {word: key for key, word in SHORT.items() if len(key) == 1}
    lines = [f"  {word:<9} {keys.get(word, ' ')}  {says}" for word, says in COMMANDS.items()]
    return "\n".join([MOVES[state.game], "Commands, some with a short form:", *lines])


def rules_text(state: AnyState) -> str:
    """The rules on one page."""
    return f"{RULES[state.game]}\nAll of it: docs/rules/{state.game}.md"
