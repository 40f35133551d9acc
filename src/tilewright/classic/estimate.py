"""What a move of classic is worth on its own, by a hand-made estimate."""

from __future__ import annotations

from tilewright.bots.estimate import progress
from tilewright.classic import rules, scoring
from tilewright.classic.board import SIZE, Move, Take, Wall
from tilewright.classic.state import State
from tilewright.tiles import EMPTY, Color

UNFINISHED = 0.55  # a tile of the wall that waits for the rest of its pattern line, in its points


def worth(state: State, move: Move) -> float:
    """What a take or a column will bring at the end of the round, and what it prepares."""
    player = state.players[state.turn]
    value, fills = 0.0, False
    for step in state.preview(move):
        if step.code == "tile":
            at = step.numbers
            value += prospects(player.wall, at["row"] - 1, at["column"] - 1, at["color"])
            fills = True
        if step.code in ("tile", "floor"):
            value += step.points
    if isinstance(move, Take) and move.line and not fills:
        row, color = move.line - 1, move.color
        columns = rules.columns_for(player.wall, row, color, state.options.wall)
        worth = max((tile_worth(player.wall, row, column, color) for column in columns), default=0)
        laid = player.lines[row][1] + state.sources[move.source][color]
        value += UNFINISHED * worth * min(laid, move.line) / move.line
    return value


def tile_worth(wall: Wall, row: int, column: int, color: Color) -> float:
    """What a tile would score on a free space of the wall, and what it prepares."""
    points = scoring.tile_points(*scoring.runs(wall, row, column))
    return points + prospects(wall, row, column, color)


def prospects(wall: Wall, row: int, column: int, color: Color) -> float:
    """The share of the end bonuses that a tile on this space earns."""
    in_row = SIZE - wall[SIZE * row : SIZE * row + SIZE].count(EMPTY)
    in_column = SIZE - wall[column::SIZE].count(EMPTY)
    return (
        progress(scoring.ROW_BONUS, in_row, SIZE)
        + progress(scoring.COLUMN_BONUS, in_column, SIZE)
        + progress(scoring.COLOR_BONUS, wall.count(color), SIZE)
    )
