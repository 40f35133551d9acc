"""The queue of reviews: each belongs to one node at a time, or to any once that one is gone."""

from __future__ import annotations

import asyncio
import secrets

import pytest

from tilewright.store.accounts import Accounts
from tilewright.store.database import Database
from tilewright.store.reviews import Asked, Order, Ordered, Reviews
from tilewright.store.users import Left, Users

STALE = 1000


def test_a_review_is_made_by_one_node_at_a_time(address: str) -> None:
    async def story() -> None:
        nodes = [Database(address), Database(address)]
        await nodes[0].upgrade()
        one, two = map(Reviews, nodes)
        await one.ask("B", "key", "record of B", 5_001)
        await two.ask("A", "key", "record of A", 5_000)
        await two.ask("B", "other", "again", 5_002)
        assert await two.waiting() == 2
        assert await one.progress("A") == (False, 0.0)
        claims = await asyncio.gather(*[node.claim(6_000, STALE) for node in (one, two)])
        firsts = sorted([claim for claim in claims if claim])
        assert firsts[0] == Asked("A", "key", "record of A", b"", 6_000)  # asked for first
        assert [claim.game for claim in firsts] in (["A"], ["A", "B"])
        if len(firsts) == 1:  # both wanted the same one
            assert await two.claim(6_000, STALE) == Asked("B", "key", "record of B", b"", 6_000)
        assert await two.claim(6_500, STALE) is None  # both are worked at
        noted = await one.note(firsts[0]._replace(notes=b"found"), 0.5, 6_500)
        assert noted is not None
        assert await two.progress("A") == (True, 0.5)
        over = await two.claim(7_400, STALE)
        assert over is not None and over.game == "B"  # of A there was news not long ago
        taken = await two.claim(7_700, STALE)
        assert taken == Asked("A", "key", "record of A", b"found", 7_700)
        assert await one.note(noted, 0.9, 7_800) is None  # it is not this node's any more
        await two.keep("A", "key", b"review", {}, 7_900)
        await one.keep("A", "key", b"review", {}, 7_901)
        assert await one.find("A", "key") == b"review"
        assert await one.progress("A") is None
        await one.drop("B")
        assert await two.waiting() == 0
        for node in nodes:
            await node.close()

    asyncio.run(story())


def test_what_is_ordered_comes_after_what_somebody_waits_for_and_users_take_turns(
    address: str,
) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        store, people = Reviews(database), Users(database)
        ann, bob = [(await people.create(secrets.token_hex(8), "guest", 0)).id for _ in range(2)]
        await store.order(ann, [Order(f"a{n}", "key", "record") for n in range(3)], 1_000)
        await store.order(bob, [Order(f"b{n}", "key", "record") for n in range(2)], 2_000)
        assert await store.ordered(ann) == Ordered(3, 3, 0.0)
        assert (await store.waiting(), await store.ordered_by_all()) == (0, 5)
        first = await store.claim(10_000, STALE)
        assert first is not None and (first.game, first.batch) == ("a0", 3)
        assert not await store.is_urgent()
        await store.ask("c", "key", "record", 9_000)
        assert await store.is_urgent()
        noted = await store.note(first._replace(notes=b"found"), 0.5, 10_001)
        assert noted is not None
        assert await store.ordered(ann) == Ordered(3, 3, 0.5 / 3)
        await store.lay_aside(noted)
        assert await store.hurry("b1") and not await store.hurry("b1")  # somebody waits for it now
        found = [await store.claim(20_000, STALE) for _ in range(6)]
        games = [one.game for one in found if one]
        assert games == ["c", "b1", "a0", "b0", "a1", "a2"]  # the first with what was found
        assert found[2] == Asked("a0", "key", "record", b"found", 20_000, 3)
        assert not await store.is_urgent()
        await store.keep("a0", "key", b"review", {}, 20_001)
        assert await store.ordered(ann) == Ordered(3, 2, 1 / 3)
        assert await store.ordered(bob) == Ordered(2, 1, 0.5)
        await Accounts(database).erase(ann)
        assert await store.ordered(ann) is None
        with pytest.raises(Left):
            await store.order(ann, [Order("a9", "key", "record")], 30_000)
        for game in ("c", "b0", "b1"):
            await store.drop(game)
        await database.close()

    asyncio.run(story())
