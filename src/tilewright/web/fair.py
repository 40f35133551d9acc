"""Fair play: nobody has the server study the deal that they are playing."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

from tilewright.games import AnyState, begin
from tilewright.store.users import User
from tilewright.table.event import Refused, Unreadable
from tilewright.table.fold import PLAYING
from tilewright.table.setup import from_json
from tilewright.web.house import House

ENOUGH = 4  # factories that are the same by chance in one of a thousand deals


async def check_fair(house: House, user: User, state: AnyState) -> None:
    """Refuse to study what a user is playing against people or for a result: any position of the
    same deal, whichever node has the table."""
    for listed in await house.hall.games.of_user(user.id, status=(PLAYING,)):
        setup = from_json(listed.setup)
        if setup.is_casual or setup.game != state.game:
            continue
        with suppress(Unreadable):
            match = (await house.hall.fresh(listed.id)).match
            if match.seats_of(user.id) and is_same_deal(match.state, state):
                raise Refused("no_hint", "this is the deal of a game that you are playing")


def is_same_deal(played: AnyState, asked: AnyState) -> bool:
    """Whether a position belongs to the deal that is being played. Until the next deal the round
    and the bag stay the same. An empty bag tells nothing; and a position in which bag, round,
    options or scores were changed is recognised by the tiles on the table."""
    one, other = fields(played), fields(asked)
    if one["bag"] != "-" and (one["round"], one["bag"]) == (other["round"], other["bag"]):
        return True
    fewer, more = sorted((factories(one), factories(other)), key=Counter.total)
    if not fewer <= more:  # until the next deal nothing is added to them
        return False
    same, empty = boards(one) & boards(other), boards(fields(begin(asked.game, str(asked.options))))
    most = same.total() >= len(asked.scores) - 1 and same.keys() - empty.keys()
    return fewer.total() >= ENOUGH or bool(most)


def fields(state: AnyState) -> dict[str, str]:
    """A position by the names of its fields; a game without bag or market has empty ones."""
    return {"bag": "-", "market": ""} | dict(word.split("=", 1) for word in str(state).split()[1:])


def factories(fields: dict[str, str]) -> Counter[str]:
    """What lies on the factories that are not empty, in any order."""
    return Counter(heap for heap in fields["market"].split("/")[1:] if heap != "-")


def boards(fields: dict[str, str]) -> Counter[str]:
    """The boards without their scores, whoever's they are."""
    seats = [fields[f"seat{seat}"] for seat in range(int(fields["players"]))]
    return Counter(seat.split(",", 1)[1] for seat in seats)
