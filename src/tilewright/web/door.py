"""The one door: what may be asked of a table, over the socket and over HTTP alike."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

import msgspec

from tilewright import metrics
from tilewright.store.users import User
from tilewright.table.event import Event, Refused
from tilewright.table.match import Match
from tilewright.table.table import Decide, Table
from tilewright.web.chat import say
from tilewright.web.house import House
from tilewright.web.text import read_json

Word = Annotated[str, msgspec.Meta(max_length=600)]
RequestId = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[!-~]+$")]
ACTIONS = ("play", "sit", "leave", "undo", "answer", "end", "resign", "say", "ping")
NEED_AT = ("play", "undo")
MANY_TABLES = 30  # that a user may have waiting or being played


class TableRequest(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """One request; exactly one of the actions is set."""

    play: Word | None = None  # a move, with `at` and `id`
    at: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] | None = None  # the version that was seen
    id: RequestId | None = None
    sit: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None
    nonce: Annotated[str, msgspec.Meta(max_length=128, pattern="^([0-9a-f]{2})*$")] = ""
    undo: bool = False
    answer: bool | None = None
    end: bool = False
    resign: bool = False
    leave: bool = False
    say: Annotated[str, msgspec.Meta(min_length=1, max_length=300)] | None = None
    ping: int | None = None

    def action(self) -> str:
        """The one thing that is asked."""
        given = {name: getattr(self, name) for name in ACTIONS}
        asked = [
            name
            for name, value in given.items()
            if value is not None and (value is not False or name == "answer")
        ]
        if len(asked) != 1:
            raise Refused("bad_request", f"expected exactly one of {', '.join(ACTIONS)}")
        return asked[0]


def read(message: bytes | str) -> TableRequest:
    """Read a request, or refuse it with the reason."""
    try:
        return msgspec.convert(read_json("request", message), TableRequest)
    except msgspec.ValidationError as error:
        raise Refused("bad_request", f"{error}") from None


async def ask(house: House, table: Table, user: User, request: TableRequest) -> None:
    """Do what is asked of a table, or refuse it with the reason."""
    action = request.action()
    if action in NEED_AT and request.at is None:
        raise Refused("bad_request", f"{action}: expected the version `at` that was seen")
    if action == "play":
        assert request.at is not None
        begin = time.monotonic()
        await table.play(user.id, request.at, request.play or "", id=request.id or "")
        metrics.moves.observe(time.monotonic() - begin)
    elif action == "say":
        await say(house, table, user, request.say or "")
    elif action != "ping":
        if action == "sit" and table.match.setup.rated and user.kind == "guest":
            raise Refused("forbidden", "rated games are for accounts; yours keeps your games")
        answer = partial(decide, user=user, request=request, action=action)
        await (sit_down(house, table, user, answer) if action == "sit" else table.ask(answer))


async def sit_down(house: House, table: Table, user: User, answer: Decide) -> None:
    """Let a user sit down at a table, unless they have too many others. Nodes do not wait for each
    other here: on several at once somebody might get a seat too many."""
    house.greet(user)
    async with house.one_by_one(user.id):
        if await house.hall.games.count_current(user.id, besides=table.id) >= MANY_TABLES:
            raise Refused("too_many", "you have too many tables; finish some first")
        await table.ask(answer)


def decide(match: Match, time: int, *, user: User, request: TableRequest, action: str) -> Event:
    """The event that an action asks for."""
    match action:
        case "sit":
            nonce = bytes.fromhex(request.nonce)
            return match.sit(request.sit or 0, user.id, user.name, nonce, time)
        case "undo":
            assert request.at is not None
            return match.undo(user.id, time, at=request.at)
        case "answer":
            return match.answer(user.id, bool(request.answer), time, at=request.at)
        case "end":
            return match.ask_end(user.id, time)
        case "leave":
            return match.go(user.id, time, at=request.at)
        case _:
            return match.leave(user.id, "resigned", time, at=request.at)
