"""Whole games over real sockets: every game, side and number of seats."""

from __future__ import annotations

import asyncio

import pytest

import tilewright as tw
from tests.web.client import Person, play_on
from tests.web.servers import Node

TABLES = [
    ("classic", 2, {}),
    ("classic", 3, {"wall": "grey"}),
    ("classic", 4, {"round_limit": 3}),
    ("pavilion", 2, {"edition": "mini", "joker_order": "alternative"}),
    ("pavilion", 3, {"board": "neutral"}),
    ("pavilion", 4, {"last_round_discard": "at_pass"}),
]


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_people_play_to_the_end(
    node: Node, game: str, seats: int, options: dict[str, object]
) -> None:
    async def story() -> None:
        people = [Person(node.url) for _ in range(seats)]
        for person in people:
            await person.__aenter__()
        id = await people[0].make_table(
            game=game, options=options, seats=["me"] + ["open"] * (seats - 1)
        )
        for seat, person in enumerate(people[1:], 1):
            answer = await person.ask(id, sit=seat, nonce=f"{seat:02x}")
            assert answer["type"] == "view", answer
        views = await asyncio.gather(*[play_on(person, id) for person in people])
        assert all(view == views[0] for view in views)
        text = (await people[0].http.get(f"/api/games/{id}/record.tw")).text
        record = tw.parse_record(text)
        assert list(record.state.scores) == views[0]["scores"]
        assert record.seats == tuple(person.me["name"] for person in people)
        assert tw.verify(record).draws > 0
        for person in people:
            await person.__aexit__()

    asyncio.run(story())


@pytest.mark.parametrize("game", ["classic", "pavilion"])
def test_a_person_against_bots(node: Node, game: str) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            id = await person.make_table(game=game, seats=["bot:greedy", "me", "bot:random"])
            view = await play_on(person, id)
            assert view["ending"] == "finished"
            assert view["ranks"][0] < view["ranks"][2]

    asyncio.run(story())
