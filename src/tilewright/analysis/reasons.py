"""Why a move is worse than another: the kinds of points in which the games after them differ.

Both are played on many times, with the same deals for both. What a game calls the kinds, and what
they are about, is its module `reasons`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple, Protocol, TypeAlias

from tilewright.analysis.playing import Player
from tilewright.analysis.report import Reason
from tilewright.bots.choice import outlook
from tilewright.game import Step
from tilewright.games import AnyMove, AnyState, part

GAMES = 24  # played after each of the moves, at most
SIMULATIONS = 80  # of the effort that call for one of them
FEW = 6  # games, at the least
LEAST = 0.5  # points that are worth a word
SHARE = 0.25  # of the loss
SURE = 2.5  # standard errors
MOST = 3  # reasons
PART = 0.6  # of the points of a kind that must be about one thing to name it

Thing: TypeAlias = tuple[tuple[str, int], ...]  # what points are about, by name


class Subject(NamedTuple):
    """What the points of a step are for."""

    kind: str
    things: tuple[Thing, ...]  # what it may be called after, the most telling first


class Reasoned(Protocol):
    """What the reasons of a game are: the module `reasons` in the game's folder."""

    def subject(self, step: Step, /) -> Subject | None:
        """What the points of a step are for; None if it brings none of its own."""
        ...

    def tell(self, reason: Reason, /) -> str:
        """What the points of a reason are for, in English: `tiles of this round (row 3)`."""
        ...


def reasoned(game: str) -> Reasoned:
    """The reasons of a game."""
    found: Reasoned = part(game, "reasons")
    return found


Key: TypeAlias = tuple[str, int]  # a kind and a seat


class Tally(NamedTuple):
    """The points of a game, by kind and seat, and by what they are about."""

    points: Counter[Key]
    things: Counter[tuple[Key, Thing]]

    def totals(self, seats: Iterable[int]) -> list[int]:
        """All points of each seat."""
        return [sum([n for (_, of), n in self.points.items() if of == seat]) for seat in seats]


def explain(
    state: AnyState,
    played: AnyMove,
    better: AnyMove,
    loss: float,
    effort: int = GAMES * SIMULATIONS,
) -> tuple[Reason, ...]:
    """The reasons why a move is worse than another, given the difference in value."""
    player, games = Player(state), min(GAMES, max(FEW, effort // SIMULATIONS))
    seat, seats = state.turn, range(len(state.scores))
    pairs = [
        (tally(player, state, better, seed), tally(player, state, played, seed))
        for seed in range(games)
    ]
    ahead = [outlook(one.totals(seats)).margins[seat] for pair in pairs for one in pair]
    if fmean(ahead[::2]) - fmean(ahead[1::2]) < SHARE * loss:
        return ()  # the games do not bear it out
    found = []
    for key in sorted({key for pair in pairs for one in pair for key in one.points}):
        gains = [one.points[key] - other.points[key] for one, other in pairs]
        gain, error = fmean(gains), stdev(gains) / sqrt(games)
        costs = gain if key[1] == seat else -gain
        if costs >= max(LEAST, SHARE * loss, SURE * error):
            found.append(Reason(*key, round(gain, 2), round(error, 2), thing(key, gain, pairs)))
    return tuple(sorted(found, key=lambda reason: -abs(reason.points))[:MOST])


def tally(player: Player, state: AnyState, move: AnyMove, seed: int) -> Tally:
    """Make a move, play on, and count the points from there."""
    subject, now = reasoned(state.game).subject, state.round
    found = Tally(Counter(), Counter())
    after, steps = state.step(move)
    count(found, steps, subject_of=subject, is_later=False)
    for here, _, more in player.play(after, seed):
        count(found, more, subject_of=subject, is_later=here.round > now)
    return found


def count(
    found: Tally,
    steps: Sequence[Step],
    *,
    subject_of: Callable[[Step], Subject | None],
    is_later: bool,
) -> None:
    """Count the points of some steps."""
    for step in steps:
        about = subject_of(step)
        if about is None:
            continue
        later = "later_" if is_later and step.kind != "end" else ""
        key = f"{later}{about.kind}", step.seat
        found.points[key] += step.points
        for each in about.things:
            found.things[key, each] += step.points


def thing(key: Key, gain: float, pairs: Sequence[tuple[Tally, Tally]]) -> dict[str, int]:
    """What most of the points of a kind are about; nothing if that is several things."""
    gains: Counter[Thing] = Counter()
    for one, other in pairs:
        for sign, each in ((1, one), (-1, other)):
            for (about, name), points in each.things.items():
                if about == key:
                    gains[name] += sign * points
    means = {name: total / len(pairs) for name, total in gains.items()}
    telling = sorted(
        [name for name, mean in means.items() if mean / gain >= PART],
        key=lambda name: (-len(name), -means[name] / gain, name),
    )
    return dict(telling[0]) if telling else {}
