"""What goes over the wire: every message and view, declared once.

They are encoded as they are here. The tables of docs/protocol.md and the types of the pages are
made from these declarations; what a view shows of a position and of the steps of a move is declared
by each game, in the module `view` of its folder.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol, TypeAlias, TypeVar, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from tilewright.game import Step, StepKind
from tilewright.games import part
from tilewright.table.control import ClockKind

Heap: TypeAlias = tuple[int, ...]  # how many tiles of each colour


def about(text: str) -> Meta:
    """What a field is, in the words of the protocol page."""
    return Meta(description=text)


def one_of(text: str, *words: str) -> Meta:
    """What a field is that has one of some words."""
    return Meta(description=text, extra_json_schema={"enum": list(words)})


# What each game declares


class StepView(Struct, tag_field="code"):
    """What a move does to a seat."""

    seat: Annotated[int, about("whose it is")]
    kind: Annotated[StepKind, about("what it belongs to, see [steps](library.md#scoring-steps)")]
    points: Annotated[int, about("what the score changes by")]


class StateView(Struct):
    """A position in parts."""


S = TypeVar("S", contravariant=True)  # the states of the game


class GameView(Protocol[S]):
    """What views show of a game: the module `view` in the game's folder."""

    STATE: type[StateView]
    STEPS: dict[str, type[StepView]]  # by code

    def view(self, state: S, /) -> StateView:
        """A position in parts."""
        ...


def by_code(*kinds: type[StepView]) -> dict[str, type[StepView]]:
    """The steps of a game by their codes."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def shown(name: str) -> GameView[Any]:
    """What views show of a game."""
    found: GameView[Any] = part(name, "view")
    return found


def step_view(game: GameView[Any], step: Step) -> StepView:
    """A step of a move."""
    return game.STEPS[step.code](step.seat, step.kind, step.points, **step.numbers)


# Moves and positions


class Legal(Struct):
    """A legal move."""

    move: Annotated[str, about("in [notation](notation.md#moves)")]
    steps: Annotated[
        list[StepView] | UnsetType, about("what it does and is worth; not with `previews=false`")
    ] = UNSET


class PlayedView(Struct):
    """A move that was made, with the position before it."""

    seat: Annotated[int, about("who made it, -1 for nature")]
    move: Annotated[str, about("in [notation](notation.md#moves)")]
    steps: Annotated[list[StepView], about("what it did, step by step")]


class LoggedView(Struct):
    """A move in the log."""

    seat: Annotated[int, about("who made it, -1 for nature")]
    move: Annotated[str, about("in [notation](notation.md#moves)")]
    at: Annotated[
        int,
        about("the version in which it was decided; what follows by itself has the same"),
    ]
    steps: Annotated[
        list[StepView] | UnsetType, about("what it did, if it took or scored something")
    ] = UNSET


class Shown(Struct, kw_only=True):
    """What most clients want to know about a position."""

    turn: Annotated[int, about("the seat to move; -1 for nature, -2 after the end")]
    round: Annotated[int, about("from 1")]
    last_round: Annotated[bool, about("whether the game is sure to end with this round")]
    scores: Annotated[tuple[int, ...], about("by seat")]
    end: Annotated[
        str | None,
        about(
            "which [rule](library.md#a-state) ended the game; `null` while it is in progress, "
            "and if it was broken off"
        ),
    ]
    state: Annotated[StateView, about("the whole position in parts, see [below](#the-state)")]
    position: Annotated[
        str, about("the same as [text](notation.md#positions): `tilewright.parse` reads it")
    ]


class Ply(Shown, kw_only=True):
    """The position after a number of moves, with the move that led to it."""

    ply: Annotated[int, about("how many moves were made, nature's included")]
    of: Annotated[int | UnsetType, about("how many there are; not in a history")] = UNSET
    seat: Annotated[int | UnsetType, about("who made the move, -1 for nature")] = UNSET
    move: Annotated[str | UnsetType, about("that has led here; not at ply 0")] = UNSET
    steps: Annotated[list[StepView] | UnsetType, about("what it did")] = UNSET


class History(Struct):
    """A whole game."""

    of: Annotated[int, about("how many moves there are")]
    plies: Annotated[list[Ply], about("every position, the beginning first")]


class PositionView(Shown, kw_only=True):
    """A position without a table, and what can be played there."""

    rules: Annotated[str, about("the name of the game")]
    options: Annotated[str, about("in words, as in a record")]
    legal: Annotated[list[Legal], about("for whoever is to move")]
    log: Annotated[list[PlayedView], about("the moves that were played")]
    description: Annotated[str, about("the position as plain text, in English")]
    ranks: Annotated[tuple[int, ...], about("empty until the game is over")]


# A table


class ClockView(Struct):
    """A time control."""

    kind: Annotated[str, one_of("what is limited", *get_args(ClockKind))]
    seconds: int
    increment: int
    days: int


class SeatView(Struct, kw_only=True):
    """A seat at a table."""

    plan: Annotated[str, about("the seat as it was planned: `me`, `open`, `bot:tiler`, `me:Ann`")]
    name: Annotated[str, about("who sits there; empty while it is free")]
    user: Annotated[str, about("the id of the user, empty for bots and free seats")]
    kind: Annotated[
        str,
        about(
            "what the user is: `guest`, `person` or `bot`, an account that a program plays with; "
            "empty for bots of the server, free seats and accounts that were deleted"
        ),
    ]
    bot: Annotated[
        str,
        about(
            "the bot of the server that plays this seat, perhaps for someone who left; else empty"
        ),
    ]
    online: Annotated[bool, about("whether they are looking at the table now; bots always are")]
    out: Annotated[
        str,
        one_of(
            "`resigned`, `left` or `time` if they are out of the game, else empty",
            *["", "resigned", "left", "time"],
        ),
    ]
    hints: Annotated[int, about("how many [hints](#hints) they were given")]
    left: Annotated[
        int | None,
        about("milliseconds on the clock when the turn began, or `null` without a clock"),
    ]


class Question(Struct):
    """What a seat asks of the others."""

    seat: Annotated[int, about("who asks")]
    what: Annotated[str, about("`end` or `undo N`")]


class RematchView(Struct):
    """A rematch that is offered or has begun."""

    seats: Annotated[list[int], about("who wants one, by seat of the game that is over")]
    game: Annotated[str, about("the id of the new game, once it has begun; else empty")]


class View(Shown, kw_only=True):
    """A table, the same for everyone."""

    game: Annotated[str, about("the id of the game")]
    at: Annotated[int, about("the version")]
    status: Annotated[str, one_of("`waiting`, `playing` or `over`", "waiting", "playing", "over")]
    rules: Annotated[str, about("the name of the game, see [Create one](#create-one)")]
    options: Annotated[str, about("the options in words, as in a record")]
    clock: Annotated[
        ClockView, about("`kind`, `seconds`, `increment`, `days`, see [clocks](#clocks)")
    ]
    rated: Annotated[bool, about("as chosen when the table was created")]
    public: Annotated[bool, about("as chosen when the table was created")]
    play_on: Annotated[bool, about("as chosen when the table was created")]
    daily: Annotated[str, about("the day, if this is a table of the daily deal, else empty")]
    seats: Annotated[list[SeatView], about("who sits there, see below")]
    turn: Annotated[
        int, about("the seat to move while `status` is `playing`; do not use it otherwise")
    ]
    since: Annotated[int, about("when this turn began")]
    deadline: Annotated[int | None, about("when the seat to move runs out of time, or `null`")]
    log_from: Annotated[int, about("where the moves of `log` belong, see [the log](#the-log)")]
    log: Annotated[list[LoggedView], about("the moves from number `log_from` on")]
    asked: Annotated[
        Question | None,
        about(
            "a question waiting for answers: `seat` asks, `what` is `end` or `undo N`; or `null`"
        ),
    ]
    agreed: Annotated[list[int], about("the seats that have agreed to it")]
    ending: Annotated[str, about("why it is over, see [endings](#endings); else empty")]
    ranks: Annotated[
        tuple[int, ...], about("by seat, once it is over: `[1, 1, 3]` is a shared victory")
    ]
    rematch: Annotated[
        RematchView | None,
        about(
            "once it is over: the `seats` that want a rematch, and its `game` once it has begun; "
            "else `null`"
        ),
    ]


# Messages


class Message(Struct, tag_field="type"):
    """What a server sends."""


class Frame(Message, tag="view", kw_only=True):
    """The view for one viewer."""

    you: Annotated[list[int], about("the seats you hold; empty for a watcher")]
    undo: Annotated[
        bool,
        about(
            "whether an [undo](#undo-and-questions) of yours would be granted, or the others asked"
        ),
    ]
    hint: Annotated[bool, about("whether a [hint](#hints) for you would be granted now")]
    view: Annotated[View, about("the table, the same for everyone")]
    legal: Annotated[
        list[Legal] | UnsetType,
        about(
            "only if it is your turn: the legal moves, in a "
            "[fixed order](notation.md#order-of-legal-moves), each as `move` with `steps`: what it "
            "is worth to you. With `previews=false` there are no `steps`"
        ),
    ] = UNSET


class Said(Message, tag="said"):
    """A line of chat."""

    game: str
    number: int
    user: str
    name: str
    text: str
    time: int


class Refusal(Message, tag="error"):
    """An error."""

    code: str
    text: str
    id: str | UnsetType = UNSET


class Pong(Message, tag="pong"):
    """The answer to a ping."""

    ping: int
    now: int


class Hello(Message, tag="hello"):
    """The first line of a stream."""

    user: str
    name: str
    version: str
    time: int


class Over(Message, tag="over"):
    """A game of a stream is over."""

    game: str
    at: int
    you: list[int]
    ending: str
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Ping(Message, tag="ping"):
    """A stream is alive."""

    time: int


class Turn(Message, tag="turn"):
    """A turn has begun: the body of a webhook."""

    game: Annotated[str, about("as in the view")]
    at: Annotated[int, about("as in the view")]
    ply: Annotated[int, about("how many moves have been made, nature's included")]
    rules: Annotated[str, about("as in the view")]
    seat: Annotated[int, about("yours, whose turn it is")]
    user: Annotated[str, about("your id")]
    names: Annotated[tuple[str, ...], about("by seat")]
    deadline: Annotated[int, about("when your time is up")]
    url: Annotated[str, about("the page of the table")]
    time: Annotated[int, about("when this was sent")] = 0


class DealProof(Struct, omit_defaults=True):
    """The commitment to the deals, and whether it was kept."""

    commitment: Annotated[str, about("SHA-256 of the secret, the same from the first moment on")]
    secret: Annotated[
        str | UnsetType,
        about("after the end, in the daily deal after its day: what the deals follow from"),
    ] = UNSET
    draws: Annotated[int | UnsetType, about("how many deals follow from it")] = UNSET
    whole: Annotated[
        bool | UnsetType,
        about("false for a game that began from a position: nothing is proved about that position"),
    ] = UNSET
    unfair: Annotated[
        str | UnsetType, about("instead of these three: the first deal that does not follow")
    ] = UNSET


MESSAGES = (Frame, Said, Refusal, Pong, Hello, Over, Ping, Turn)
ANSWERS = (Ply, History, PositionView, DealProof)  # over HTTP, beside the view
