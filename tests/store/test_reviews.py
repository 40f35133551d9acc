"""The queue of reviews: each is one node's at a time, and any node's when that one is gone."""

from __future__ import annotations

import asyncio

from tilewright.store.database import Database
from tilewright.store.reviews import Asked, Reviews

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
        await two.keep("A", "key", b"review", 7_900)
        await one.keep("A", "key", b"review", 7_901)
        assert await one.find("A", "key") == b"review"
        assert await one.progress("A") is None
        await one.drop("B")
        assert await two.waiting() == 0
        for node in nodes:
            await node.close()

    asyncio.run(story())
