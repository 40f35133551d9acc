"""Chat at a table: preset phrases and reactions everywhere, free words at tables by link."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec

from tilewright.store.games import Remark
from tilewright.store.users import User
from tilewright.table.bus import BusMessage
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.messages import Said
from tilewright.table.table import Table
from tilewright.web.quotas import Quota

if TYPE_CHECKING:
    from tilewright.web.house import House

# Phrases are codes that every screen says in its own language.
PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "one_moment",
    "good_game",
    "oops",
)
REMARKS = Quota("remarks", 60, 60.0)  # of a user in a minute
REACTIONS = ("👍", "👏", "😄", "😮", "🤔", "❤️")


async def say(house: House, table: Table, user: User, text: str) -> None:
    """Say something to everyone at a table."""
    text = " ".join(text.split())
    if not text:
        raise Refused("bad_request", "say: expected something besides blanks")
    if user.scopes is not None and "chat" not in user.scopes:
        raise Refused("forbidden", "this token may not chat")
    if text not in PHRASES + REACTIONS and table.match.setup.public:
        raise Refused("forbidden", "at a public table only phrases and reactions may be sent")
    if not table.match.seats_of(user.id) and table.match.setup.public:
        raise Refused("not_seated", "watchers of a public table cannot chat")
    await house.quotas.take(REMARKS, user.id)
    remark = await house.hall.games.say(table.id, user.id, text, now())
    show(table, remark, user.name)
    house.hall.bus.publish({"game": table.id, "said": list(remark), "name": user.name})


def heard(table: Table, note: BusMessage) -> None:
    """Something was said on another node."""
    said, name = note.get("said"), note.get("name")
    if isinstance(said, list) and isinstance(name, str):
        show(table, Remark(*said), name)


def frame(game: str, remark: Remark, name: str) -> bytes:
    """A line of chat as it is sent."""
    said = Said(game, remark.number, remark.user, name, remark.text, remark.time)
    return msgspec.json.encode(said)


def show(table: Table, remark: Remark, name: str) -> None:
    """Send a line of chat to everyone who has not muted its speaker."""
    message = frame(table.id, remark, name)
    for viewer in table.viewers:
        if remark.user not in viewer.muted:
            viewer.send(message)


def muted(user: User | None) -> frozenset[str]:
    """The users whom a user does not want to hear."""
    names = json.loads(user.preferences).get("muted", []) if user else []
    return frozenset(name for name in names if isinstance(name, str))
