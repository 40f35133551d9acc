"""Why a move is worse than another: the kinds of points in which the games after them differ.

The game is played on many times after each, with the same deals for both. The game's module
`reasons` names the kinds and says what they are about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from tilewright.analysis.playing import RolloutPlayer
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
LATE = 4.0  # standard errors for points of later rounds: few games bring much, most nothing
OFTEN = 0.5  # of the games must show a change for others: they make moves of their own
MOST = 3  # reasons
FAR = 2.0  # times the loss: reasons that add up to more have another side
TOO_FAR, SLACK = 3.0, 1.0  # times the loss, and points: reasons that add up to more are not sure
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

    DEPTH: int  # simulations for a move of this round: no luck corrects what is misjudged in it

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


KindAndSeat: TypeAlias = tuple[str, int]  # a kind and a seat


class Breakdown(NamedTuple):
    """The points of a game, by kind and seat, and by what they are about; and what is counted."""

    points: Counter[KindAndSeat]
    counts: Counter[KindAndSeat]
    things: Counter[tuple[KindAndSeat, Thing]]
    late: set[str]  # kinds of points that were made after this round

    def totals(self, seats: Iterable[int]) -> list[int]:
        """All points of each seat."""
        return [sum([n for (_, of), n in self.points.items() if of == seat]) for seat in seats]

    def add(self, key: KindAndSeat, about: Subject, points: int) -> None:
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
    points, then what is counted. Points of later rounds, bonuses at the end too, must be about one
    thing and come to no more than twice the loss. If all that is told comes to far more than the
    loss, the largest kind that favours the move played is named too."""
    depth = min(reasoned(state.game).DEPTH, effort)
    player, games = RolloutPlayer(state, depth), min(GAMES, max(FEW, effort // SIMULATIONS))
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
    points = {
        key: more for key, *more in gains([(one.points, other.points) for one, other in pairs])
    }
    late = {kind for pair in pairs for one in pair for kind in one.late}
    for key, (total, error, often) in points.items():
        about = thing(key, total, pairs)
        gain = delayed(key, about, points, pairs)
        is_late = key[0] in late
        if abs(gain) < max(LEAST, SHARE * loss, (LATE if is_late else SURE) * error):
            continue
        if key[1] != seat and often < OFTEN:
            continue
        if not is_late or (about and abs(gain) <= FAR * loss):
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
    if sum([cost for cost, _ in told]) > TOO_FAR * loss + SLACK:
        told = []  # the games differ by far more than the search says: it is not sure
    return tuple([reason for _, reason in [*told, *counted][:MOST]])


def delayed(
    key: KindAndSeat,
    about: dict[str, int],
    points: Mapping[KindAndSeat, Sequence[float]],
    pairs: Sequence[tuple[Breakdown, Breakdown]],
) -> float:
    """How many more points of later rounds a move brings; those that are only made later than after
    the other move do not count."""
    kind, seat = key
    gain = points[key][0]
    now = kind.removeprefix(LATER), seat
    if now == key or now not in points:
        return gain
    change = thing_gains(now, pairs)[tuple(about.items())] / len(pairs) if about else points[now][0]
    return gain if gain * change >= 0 else 0.0 if abs(change) > abs(gain) else gain + change


def gains(
    pairs: Sequence[tuple[Counter[KindAndSeat], Counter[KindAndSeat]]],
) -> Iterator[tuple[KindAndSeat, float, float, float]]:
    """How much larger the first of two is, by kind and seat; its standard error, and the share of
    games in which this is so."""
    for key in sorted({key for pair in pairs for one in pair for key in one}):
        more = [one[key] - other[key] for one, other in pairs]
        gain = fmean(more)
        often = sum([one * gain > 0 for one in more]) / len(more)
        yield key, gain, stdev(more) / sqrt(len(more)), often


def tally(player: RolloutPlayer, state: AnyState, move: AnyMove, seed: int) -> Breakdown:
    """Make a move, play on, and count the points from there."""
    kinds, now, seats = reasoned(state.game), state.round, range(len(state.scores))
    found = Breakdown(Counter(), Counter(), Counter(), set())
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
    found: Breakdown,
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
        if is_later:
            found.late.add(f"{later}{about.kind}")


def thing_gains(key: KindAndSeat, pairs: Sequence[tuple[Breakdown, Breakdown]]) -> Counter[Thing]:
    """How many more points of a kind were made in all games, by what they are about."""
    gains: Counter[Thing] = Counter()
    for one, other in pairs:
        for sign, each in ((1, one), (-1, other)):
            for (about, name), points in each.things.items():
                if about == key:
                    gains[name] += sign * points
    return gains


def thing(
    key: KindAndSeat, gain: float, pairs: Sequence[tuple[Breakdown, Breakdown]]
) -> dict[str, int]:
    """What most of the points of a kind are about; empty if that is several things."""
    if not gain:
        return {}
    means = {name: total / len(pairs) for name, total in thing_gains(key, pairs).items()}
    telling = sorted(
        [name for name, mean in means.items() if mean / gain >= PART],
        key=lambda name: (-len(name), -means[name] / gain, name),
    )
    return dict(telling[0]) if telling else {}
