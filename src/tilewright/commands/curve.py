"""How a training goes: the strength after each generation, and a small SVG picture of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.arena.figures import Interval, elo
from tilewright.chart import line, picture

if TYPE_CHECKING:
    from tilewright.train.run import Generation

TALL, LOW = 170, 60  # charts
SUREST = 0.99  # a higher score counts as this: a few games cannot prove more


def strength(generations: Sequence[Generation], players: int) -> list[Interval]:
    """The Elo after each generation: the sum of how much each net that was kept is better than the
    one before. It begins at 0 with the hand-made search or the net that was given; the interval is
    that of the last comparison alone."""

    def step(score: float) -> float:
        return elo(min(max(score, 1 - SUREST), SUREST), players)

    found, total = [], 0.0
    for made in generations:
        ends = (made.score, made.score - made.error, made.score + made.error)
        mean, low, high = [total + step(score) for score in ends]
        total = mean if made.kept else total
        found.append(Interval(mean, low, high))
    return found


def sum_of(generations: Sequence[Generation], players: int) -> float:
    """The Elo of the net that is kept."""
    points = zip(strength(generations, players), generations)
    return next((point.mean for point, made in [*points][::-1] if made.kept), 0.0)


def plot(title: str, generations: Sequence[Generation], players: int) -> str:
    """Draw the strength and the three losses over the generations."""
    kept = [made.kept for made in generations]
    elos = strength(generations, players)
    charts = [line("Elo, against the net before, added up", elos, kept, TALL, "+.0f")]
    for at, name in enumerate(("who wins", "margin", "moves")):
        values = [Interval(*[made.losses[at]] * 3) for made in generations]
        charts.append(line(f"Loss: {name}", values, kept, LOW, ".3f"))
    return picture(title, charts)
