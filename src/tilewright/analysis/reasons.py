"""Why a move is worse than another: the kinds of points in which the games after them differ.

The game is played on many times after each, with the same deals for both. The game's module
`reasons` names the kinds and says what they are about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from tilewright.analysis.playing import RolloutPlayer
from tilewright.analysis.report import Reason
from tilewright.bots.choice import outlook
from tilewright.game import Step
from tilewright.games import AnyMove, AnyState, part

GAMES = 32  # played at most after each of the moves
SIMULATIONS = 60  # of the effort for each of these games
FEW = 6  # games at least; no more are played if nothing shows in them
DOUBT = 2.0  # there, times less than what more games must show is enough
LEAST = 0.75  # points that are worth mentioning
COUNTED = 0.75  # of whatever is counted instead
WORTH = 4.0  # points of a loss that one of these may explain by itself
SHARE = 0.25  # of the loss
SURE = 4.0  # standard errors: there are many kinds and few games, and some kind always looks good
AGREED = 0.5  # of a difference must show in the games of each of the two players
OFTEN = 0.5  # of the games must show a change for others: they make moves of their own
MOST = 3  # reasons
FAR = 2.0  # times the loss: reasons that add up to more have another side
TOO_FAR, SLACK = 3.0, 1.0  # times the loss, and points: reasons that add up to more are not sure
PART = 0.6  # of the points of a kind must be about one thing for it to be named
MADE = 0.25  # of the games must bring points for it after one of the moves only
LATER = "later_"
START = "start"  # who begins the next round, which all games count

S = TypeVar("S", contravariant=True)  # the states of the game
M = TypeVar("M", contravariant=True)  # its moves
Thing: TypeAlias = tuple[tuple[str, int], ...]  # what points are about, by name


class Subject(NamedTuple):
    """What the points of a step are for, or something that is counted instead."""

    kind: str
    things: tuple[Thing, ...]  # what it may be named after, most telling first
    number: int | None = None  # how many there are, if it is not points


class Reasoned(Protocol[S, M]):
    """What a review has to know of a game: the module `reasons` in the game's folder."""

    LOSSES: tuple[str, ...]  # kinds of points that are lost, not made
    TRIAL: int  # how many times its effort a review spends on games that try out a bad move

    def depths(self, state: S, /) -> tuple[int, int]:
        """Simulations for a move of this round, of players that take turns. A trial has the second
        of them."""
        ...

    def again(self, state: S, /) -> tuple[int, ...]:
        """How many times its effort a review spends to search again, and once more, as long as a
        move may be an inaccuracy. The games of a trial follow lines searched like the first."""
        ...

    def is_open(self, state: S, /) -> bool:
        """Whether the round may go in so many ways that nobody can foresee what it brings."""
        ...

    def subject(self, step: Step, /) -> Subject | None:
        """What the points of a step are for; None if it brings none of its own."""
        ...

    def held(self, state: S, move: M, /) -> Iterable[Subject]:
        """What a move is counted to bring the seat that makes it, in this round."""
        ...

    def left(self, state: S, seat: int, /) -> Iterable[Subject]:
        """What is counted for a seat when the round is over."""
        ...


def reasoned(game: str) -> Reasoned[AnyState, AnyMove]:
    """The reasons of a game."""
    found: Reasoned[AnyState, AnyMove] = part(game, "reasons")
    return found


KindAndSeat: TypeAlias = tuple[str, int]  # a kind and a seat


class Breakdown(NamedTuple):
    """The points of a game, by kind and seat, and by what they are about; and what is counted."""

    points: Counter[KindAndSeat]
    counts: Counter[KindAndSeat]
    things: Counter[tuple[KindAndSeat, Thing]]
    late: set[str]  # kinds of points that were made after this round
    times: Counter[tuple[KindAndSeat, Thing]]  # how often there were points for a thing

    def amount(self, key: KindAndSeat) -> int:
        """The points of a kind, or how many were counted."""
        return self.points[key] + self.counts[key]

    def add(self, key: KindAndSeat, about: Subject, points: int) -> None:
        """Count points, or what is counted instead of them."""
        if about.number is None:
            self.points[key] += points
        else:
            self.counts[key] += points
        for each in about.things:
            self.things[key, each] += points
            self.times[key, each] += 1


Pairs: TypeAlias = Sequence[tuple[Breakdown, Breakdown]]  # after the better move, and the other


def explain(
    state: AnyState,
    played: AnyMove,
    better: AnyMove,
    loss: float,
    effort: int = GAMES * SIMULATIONS,
) -> tuple[Reason, ...]:
    """The reasons why a move is worse than another, given the difference in value: first kinds of
    points, then what is counted. While the round is open, only what the moves themselves bring, if
    nothing else brings it later in the round."""
    kinds, is_open = reasoned(state.game), reasoned(state.game).is_open(state)
    mine, theirs = [
        {one.kind: one.number or 0 for one in kinds.held(state, move)} for move in (better, played)
    ]
    more = {kind: float(mine[kind] - theirs[kind]) for kind in mine if kind in theirs}
    brought = {kind: number for kind, number in more.items() if number > 0}
    if is_open and not brought:
        return ()
    players = [RolloutPlayer(state, min(depth, effort)) for depth in kinds.depths(state)]
    games, seat = min(GAMES, max(FEW, effort // SIMULATIONS)), state.turn
    pairs: list[tuple[Breakdown, Breakdown]] = []
    for seed, player in zip(range(games), cycle(players), strict=False):
        pairs.append((tally(player, state, better, seed), tally(player, state, played, seed)))
        if len(pairs) == FEW and not is_promising(state, pairs, loss):
            return ()
    if not is_confirmed(state, pairs, loss):
        return ()
    counted = [
        replace(one, count=min(one.count, brought.get(one.kind, one.count)))
        for one in counts_told(pairs, seat)
        if one.kind in brought or not (is_open or one.kind in mine or one.kind in theirs)
    ]
    most = MOST - bool(counted)
    told = [] if is_open else points_told(pairs, seat, loss, most=most, losses=kinds.LOSSES)
    if not told:
        counted = [one for one in counted if one.kind != START and loss <= WORTH * one.count]
    return tuple([*told, *counted][:MOST])


def is_promising(state: AnyState, pairs: Pairs, loss: float) -> bool:
    """Whether a few games show anything that more of them may be sure of."""
    seat = state.turn
    return is_confirmed(state, pairs, loss, DOUBT) and bool(
        counts_told(pairs, seat, DOUBT) or points_told(pairs, seat, loss, doubt=DOUBT)
    )


def is_confirmed(state: AnyState, pairs: Pairs, loss: float, doubt: float = 1.0) -> bool:
    """Whether the games may differ by as much of the loss as reasons have to explain."""
    more = [lead(state, one) - lead(state, other) for one, other in pairs]
    return fmean(more) + doubt * stdev(more) / sqrt(len(more)) >= SHARE * loss


def lead(state: AnyState, game: Breakdown) -> float:
    """By how much the seat to move is ahead of the best of the others in the end."""
    scores = list(state.scores)
    for (_, seat), points in game.points.items():
        scores[seat] += points
    return outlook(scores).margins[state.turn]


def points_told(
    pairs: Pairs,
    seat: int,
    loss: float,
    *,
    most: int = MOST,
    losses: Sequence[str] = (),
    doubt: float = 1.0,
) -> list[Reason]:
    """The kinds of points to be told, all of them of this round: nobody sees in a position what
    will be complete two rounds later. If all that is told comes to far more than the loss, the
    largest kind that favours the move played is named too."""
    costs: list[tuple[float, Reason]] = []
    late = {kind for pair in pairs for one in pair for kind in one.late}
    for key, gain, error, often in gains([(one.points, other.points) for one, other in pairs]):
        about = thing(key, gain, pairs)
        if key[0] in late or abs(lasting(key, gain, about, pairs)) < max(LEAST, SHARE * loss):
            continue
        if doubt * abs(gain) < SURE * error or not is_agreed(key, gain, about, pairs, doubt):
            continue
        if key[1] == seat or often >= OFTEN:
            reason = Reason(*key, round(gain, 2), round(error, 2), about, is_loss=key[0] in losses)
            costs.append((reason.weight(seat), reason))
    costs.sort(key=lambda one: -one[0])
    told = [one for one in costs if one[0] > 0][:most]
    total, against = sum([cost for cost, _ in told]), -sum([min(0, cost) for cost, _ in costs])
    if total - against < SHARE * loss:
        return []  # as much speaks for the move played
    if total > FAR * loss and costs[-1][0] < -SHARE * total:
        told = [*told[: most - 1], costs[-1]]
    if sum([cost for cost, _ in told]) > TOO_FAR * loss + SLACK:
        return []  # the games differ by far more than the search says: it is not sure
    return [reason for _, reason in told]


def counts_told(pairs: Pairs, seat: int, doubt: float = 1.0) -> list[Reason]:
    """What is counted, if the better move brings more of it."""
    counted = [
        Reason(*key, 0.0, round(error, 2), about, round(gain, 2))
        for key, gain, error, _ in gains([(one.counts, other.counts) for one, other in pairs])
        if key[1] == seat and doubt * gain >= max(COUNTED, SURE * error)
        for about in [thing(key, gain, pairs)]
        if is_agreed(key, gain, about, pairs, doubt)
    ]
    return sorted(counted, key=lambda reason: -reason.count)


def is_agreed(
    key: KindAndSeat, gain: float, about: dict[str, int], pairs: Pairs, doubt: float = 1.0
) -> bool:
    """Whether the games of both players show at least half of a difference, for what it is about
    too. The rest of a round has little luck: what one player misjudges in it, it misjudges in all
    its games."""
    for half in (pairs[::2], pairs[1::2]):
        if doubt * mean_gain(key, half) / gain < AGREED:
            return False
        if about and doubt * thing_gain(key, about, half) / gain < AGREED * PART:
            return False
    return True


def lasting(key: KindAndSeat, gain: float, about: dict[str, int], pairs: Pairs) -> float:
    """How many more points a move brings, without those that the other move brings in a later
    round."""
    kind, seat = key
    change = thing_gain((f"{LATER}{kind}", seat), about, pairs) if about else 0.0
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
    found = Breakdown(Counter(), Counter(), Counter(), set(), Counter())
    after, steps = state.step(move)
    count(found, steps, subject_of=kinds.subject, is_later=False)
    for about in kinds.held(state, move):
        found.add((about.kind, state.turn), about, about.number or 0)
    is_over = False  # the round
    for here, chosen, more in player.play(after, seed):
        count(found, more, subject_of=kinds.subject, is_later=here.round > now)
        if here.round == now and here.turn >= 0:
            for about in kinds.held(here, chosen):  # what is missed may come later
                found.add((about.kind, here.turn), about, max(0, about.number or 0))
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


def mean_gain(key: KindAndSeat, pairs: Pairs) -> float:
    """How many more of a kind the first of two has, on average."""
    return fmean([one.amount(key) - other.amount(key) for one, other in pairs])


def thing_gain(key: KindAndSeat, about: dict[str, int], pairs: Pairs) -> float:
    """How many more of a kind are about one thing, on average."""
    return thing_gains(key, pairs)[tuple(about.items())] / len(pairs)


def thing_gains(key: KindAndSeat, pairs: Pairs) -> Counter[Thing]:
    """How many more points of a kind were made in all games, by what they are about."""
    gains: Counter[Thing] = Counter()
    for one, other in pairs:
        for sign, each in ((1, one), (-1, other)):
            for (about, name), points in each.things.items():
                if about == key:
                    gains[name] += sign * points
    return gains


def more_often(key: KindAndSeat, about: Thing, pairs: Pairs) -> float:
    """By how many times a game differs from the other in points for a thing, on average."""
    return abs(fmean([one.times[key, about] - other.times[key, about] for one, other in pairs]))


def thing(key: KindAndSeat, gain: float, pairs: Pairs) -> dict[str, int]:
    """What most of the points of a kind are about, if that is one thing which they were made for
    more often; else empty. A tile that is laid either way may bring more beside another one."""
    if not gain:
        return {}
    means = {name: total / len(pairs) for name, total in thing_gains(key, pairs).items()}
    telling = sorted(
        [
            name
            for name, mean in means.items()
            if mean / gain >= PART and more_often(key, name, pairs) >= MADE
        ],
        key=lambda name: (-len(name), -means[name] / gain, name),
    )
    return dict(telling[0]) if telling else {}
