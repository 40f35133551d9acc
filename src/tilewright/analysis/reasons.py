"""Why a move is worse than another: the kinds of points in which the games after them differ.

The game is played on many times after each, with the same deals for both. The game's module
`reasons` names the kinds and says what they are about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from tilewright.analysis.playing import Player
from tilewright.analysis.report import Reason
from tilewright.bots.choice import outlook
from tilewright.game import Step
from tilewright.games import AnyMove, AnyState, part

GAMES = 32  # played at most after each of the moves
SIMULATIONS = 60  # of the effort for each of these games
FEW = 6  # games at least
LEAST = 0.5  # points, or whatever is counted, that are worth mentioning
SHARE = 0.25  # of the loss
SURE = 3.0  # standard errors: there are many kinds, and one of them always looks good
OFTEN = 0.5  # of the games must show a change for others: they make moves of their own
MOST = 3  # reasons
FAR = 2.0  # times the loss: reasons that add up to more have another side
PART = 0.6  # of the points of a kind must be about one thing for it to be named
LATER = "later_"
START = "start"  # who begins the next round, which all games count

S = TypeVar("S", contravariant=True)  # the states of the game
Thing: TypeAlias = tuple[tuple[str, int], ...]  # what points are about, by name


class Subject(NamedTuple):
    """What the points of a step are for, or something that is counted instead."""

    kind: str
    things: tuple[Thing, ...]  # what it may be named after, most telling first
    number: int | None = None  # how many there are, if it is not points


class Reasoned(Protocol[S]):
    """What the reasons of a game are: the module `reasons` in the game's folder."""

    def subject(self, step: Step, /) -> Subject | None:
        """What the points of a step are for; None if it brings none of its own."""
        ...

    def held(self, state: S, seat: int, /) -> Iterable[Subject]:
        """What is counted for a seat right after a move."""
        ...

    def left(self, state: S, seat: int, /) -> Iterable[Subject]:
        """What is counted for a seat when the round is over."""
        ...


def reasoned(game: str) -> Reasoned[AnyState]:
    """The reasons of a game."""
    found: Reasoned[AnyState] = part(game, "reasons")
    return found


Key: TypeAlias = tuple[str, int]  # a kind and a seat


class Tally(NamedTuple):
    """The points of a game, by kind and seat, and by what they are about; and what is counted."""

    points: Counter[Key]
    counts: Counter[Key]
    things: Counter[tuple[Key, Thing]]

    def totals(self, seats: Iterable[int]) -> list[int]:
        """All points of each seat."""
        return [sum([n for (_, of), n in self.points.items() if of == seat]) for seat in seats]

    def add(self, key: Key, about: Subject, points: int) -> None:
        """Count points, or what is counted instead of them."""
        if about.number is None:
            self.points[key] += points
        else:
            self.counts[key] += points
        for each in about.things:
            self.things[key, each] += points


def explain(
    state: AnyState,
    played: AnyMove,
    better: AnyMove,
    loss: float,
    effort: int = GAMES * SIMULATIONS,
) -> tuple[Reason, ...]:
    """The reasons why a move is worse than another, given the difference in value: first kinds of
    points, then what is counted. If those points come to far more than the loss, the largest
    kind that favours the move played is named too."""
    player, games = Player(state), min(GAMES, max(FEW, effort // SIMULATIONS))
    seat, seats = state.turn, range(len(state.scores))
    pairs = [
        (tally(player, state, better, seed), tally(player, state, played, seed))
        for seed in range(games)
    ]
    ahead = [outlook(one.totals(seats)).margins[seat] for pair in pairs for one in pair]
    more = [one - other for one, other in zip(ahead[::2], ahead[1::2], strict=True)]
    if fmean(more) + stdev(more) / sqrt(games) < SHARE * loss:
        return ()  # the games do not confirm it
    costs: list[tuple[float, Reason]] = []
    for key, gain, error, often in gains([(one.points, other.points) for one, other in pairs]):
        if abs(gain) < max(LEAST, SHARE * loss, SURE * error):
            continue
        if key[1] != seat and often < OFTEN:
            continue
        about = thing(key, gain, pairs)
        if about or not key[0].startswith(LATER):
            reason = Reason(*key, round(gain, 2), round(error, 2), about)
            costs.append((gain if key[1] == seat else -gain, reason))
    counted = [
        (gain, Reason(*key, 0.0, round(error, 2), thing(key, gain, pairs), round(gain, 2)))
        for key, gain, error, _ in gains([(one.counts, other.counts) for one, other in pairs])
        if key[1] == seat and gain >= max(LEAST, SURE * error)
    ]
    counted.sort(key=lambda one: -one[0])
    costs.sort(key=lambda one: -one[0])
    most = MOST - bool(counted)
    told = [one for one in costs if one[0] > 0][:most]
    if told and costs[-1][0] < 0 and sum([cost for cost, _ in told]) > FAR * loss:
        told = [*told[: most - 1], costs[-1]]
    return tuple([reason for _, reason in [*told, *counted][:MOST]])


def gains(
    pairs: Sequence[tuple[Counter[Key], Counter[Key]]],
) -> Iterator[tuple[Key, float, float, float]]:
    """How much larger the first of two is, by kind and seat; its standard error, and the share of
    games in which this is so."""
    for key in sorted({key for pair in pairs for one in pair for key in one}):
        more = [one[key] - other[key] for one, other in pairs]
        gain = fmean(more)
        often = sum([one * gain > 0 for one in more]) / len(more)
        yield key, gain, stdev(more) / sqrt(len(more)), often


def tally(player: Player, state: AnyState, move: AnyMove, seed: int) -> Tally:
    """Make a move, play on, and count the points from there."""
    kinds, now, seats = reasoned(state.game), state.round, range(len(state.scores))
    found = Tally(Counter(), Counter(), Counter())
    after, steps = state.step(move)
    count(found, steps, subject_of=kinds.subject, is_later=False)
    for about in kinds.held(after, state.turn):
        found.add((about.kind, state.turn), about, about.number or 0)
    is_over = False  # the round
    for here, _, more in player.play(after, seed):
        count(found, more, subject_of=kinds.subject, is_later=here.round > now)
        if here.round > now and here.turn >= 0 and not is_over:
            is_over = True
            found.counts[START, here.turn] += 1
            for seat in seats:
                for about in kinds.left(here, seat):
                    found.add((about.kind, seat), about, about.number or 0)
    return found


def count(
    found: Tally,
    steps: Sequence[Step],
    *,
    subject_of: Callable[[Step], Subject | None],
    is_later: bool,
) -> None:
    """Count the points of some steps, and what is counted of this round."""
    for step in steps:
        about = subject_of(step)
        if about is None or (about.number is not None and is_later):
            continue
        later = LATER if is_later and step.kind != "end" else ""
        points = step.points if about.number is None else about.number
        found.add((f"{later}{about.kind}", step.seat), about, points)


def thing(key: Key, gain: float, pairs: Sequence[tuple[Tally, Tally]]) -> dict[str, int]:
    """What most of the points of a kind are about; empty if that is several things."""
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
