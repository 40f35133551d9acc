"""How bad a loss is: the thresholds of the grades, and accuracy."""

from __future__ import annotations

from math import exp

from tilewright.analysis.report import GRADES, Grade

# Where the next worse grade begins, in points and in chance of winning. The worse of the two
# counts, but chance only where points are lost as well: games are won by points.
POINT_BORDERS = (1 / 8, 1.0, 2.0, 4.0)
CHANCE_BORDERS = (1 / 128, 0.05, 0.10, 0.15)
TRACE = 0.5  # unless this many points are lost, lost chance does not count


def grade(loss: float, chance_loss: float) -> Grade:
    """The grade of a move by what it loses against the best one."""
    chance_loss = chance_loss if loss >= TRACE else 0.0
    worst = max(
        sum([loss >= border for border in POINT_BORDERS]),
        sum([chance_loss >= border for border in CHANCE_BORDERS]),
    )
    return GRADES[worst]


def is_bad(grade: Grade | None) -> bool:
    """Tell whether a move of this grade calls for a reason."""
    return grade in GRADES[2:]


def is_doubtful(loss: float, chance_loss: float) -> bool:
    """Tell whether a move may be an inaccuracy or worse."""
    return loss >= TRACE or chance_loss >= CHANCE_BORDERS[1]


def accuracy(chance_loss: float) -> float:
    """How accurate a move is in percent, by lichess's formula: from the chance it loses."""
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * chance_loss) - 3.1669))
