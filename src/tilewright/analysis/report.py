"""What an analysis says: a review of a game, the best lines of a position, or its rollout.

Points lie on a grid of 1/64 and chances on one of 1/4096, so that sums of them are exact.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tilewright.bots.choice import Outlook

POINT_PARTS, CHANCE_PARTS = 64, 4096  # of a point, and of certainty

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")


class Value(Struct, frozen=True):
    """How a game is expected to end from a position, seat by seat."""

    margins: tuple[float, ...]  # points ahead of the best of the others
    chances: tuple[float, ...]  # of winning
    spread: tuple[float, ...]  # standard deviation of what luck will still do to the margins


class Candidate(Struct, frozen=True):
    """A move that was compared, as the seat to move sees it."""

    move: str
    margin: float
    chance: float
    loss: float  # points, against the best move; 0 for that one
    chance_loss: float
    line: tuple[str, ...] = ()  # a likely continuation, this move first, without nature's moves


class Reason(Struct, frozen=True):
    """A kind of points that a better move would have changed, or something that is counted
    instead, measured by playing on."""

    kind: str
    seat: int  # whose points they are
    points: float  # how many more the seat makes after the better move
    error: float  # standard error of that
    thing: dict[str, int] = {}  # what it is about: a line, a colour, a star
    count: float = 0.0  # instead of points: how many more of something the seat has
    is_loss: bool = False  # whether the points are lost, not made

    def weight(self, seat: int) -> float:
        """How strongly it speaks for the better move, if this seat made the other one."""
        amount = self.count or self.points
        return amount if seat == self.seat else -amount


class Decision(Struct, frozen=True, tag_field="kind", tag="decision"):
    """A move of a seat."""

    at: int  # moves before it
    round: int
    seat: int
    move: str
    grade: Grade | None  # None: there was no choice
    loss: float  # points, never negative
    chance_loss: float
    effects: tuple[float, ...]  # how it changed the margins, seat by seat
    candidates: tuple[Candidate, ...]  # best first, the move played among them
    reasons: tuple[Reason, ...] = ()


class DealLuck(Struct, frozen=True, tag_field="kind", tag="deal"):
    """A move of nature."""

    at: int
    round: int
    move: str
    luck: tuple[float, ...]  # how it changed the margins, seat by seat
    chance_luck: tuple[float, ...]


ReviewedPly: TypeAlias = Decision | DealLuck


class NearestLevel(Struct, frozen=True):
    """The level that an error rate matches, and those it may match."""

    name: str
    low: str  # the weakest level consistent with the rate
    high: str  # the strongest level consistent with the rate


class SeatReview(Struct, frozen=True):
    """What a seat did with its game."""

    name: str
    result: float  # its margin at the end
    decisions: int  # where it had a choice
    grades: dict[Grade, int]
    accuracy: float  # percent
    loss: float  # points, over all decisions
    chance_loss: float
    error_rate: float  # points lost per decision
    error: float  # standard error of that
    luck: float  # points, over all deals
    chance_luck: float
    others: float  # points gained from the others' decisions
    adjusted: float  # the result without the luck
    level: NearestLevel | None = None


class Review(Struct, frozen=True):
    """A game, ply by ply."""

    game: str
    options: str
    version: str
    effort: int  # simulations per position
    is_final: bool  # False: the first, quick look
    scores: tuple[int, ...]
    values: tuple[Value, ...]  # before each ply, and after the last
    plies: tuple[ReviewedPly, ...]
    seats: tuple[SeatReview, ...]


class Hint(Struct, frozen=True):
    """What to play, as the seat to move sees it, and why not the next best move."""

    move: str
    margin: float
    chance: float
    other: str = ""  # the next best move; empty if there is only one
    loss: float = 0.0  # points it loses
    reasons: tuple[Reason, ...] = ()


class Analysis(Struct, frozen=True):
    """The best lines of a position."""

    position: str
    seat: int
    effort: int
    value: Value
    candidates: tuple[Candidate, ...]  # the best first


class RolloutMove(Struct, frozen=True):
    """A move and what the games after it came to, for the seat that makes it."""

    move: str
    margin: float
    error: float  # standard error of the margin
    plain: float  # what that would be without taking out luck
    behind: float  # how far the margin is below the best move's
    behind_error: float
    chance: float  # of winning
    chance_behind: float  # how far that is below the best move's, which has the best margin
    chance_behind_error: float


class Rollout(Struct, frozen=True):
    """What rollouts say about a position."""

    position: str
    seat: int
    games: int  # after each move
    is_decided: bool  # with 95 % confidence, the best move is better than the next
    saved: float  # how many times as many games it would take without removing luck
    moves: tuple[RolloutMove, ...]  # the best first


def rounded(outlook: Outlook) -> Value:
    """An outlook on the grid. What one of two wins, the other loses."""
    margins, chances = outlook
    if len(margins) == 2:
        ahead = (margins[0] - margins[1]) / 2
        margins = (ahead, -ahead)
    return Value(
        tuple([on_grid(margin, POINT_PARTS) for margin in margins]),
        tuple([on_grid(chance, CHANCE_PARTS) for chance in chances]),
        (0.0,) * len(margins),
    )


def on_grid(number: float, parts: int) -> float:
    """The nearest multiple of 1 / parts."""
    return round(number * parts) / parts


def minus(mine: tuple[float, ...], theirs: tuple[float, ...]) -> tuple[float, ...]:
    """The difference, seat by seat."""
    return tuple([a - b for a, b in zip(mine, theirs, strict=True)])


def plus(mine: tuple[float, ...], theirs: tuple[float, ...]) -> tuple[float, ...]:
    """The sum, seat by seat."""
    return tuple([a + b for a, b in zip(mine, theirs, strict=True)])
