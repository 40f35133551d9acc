"""Insights over HTTP: ordered with one click, made after other reviews, and mine alone."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from tests.web.client import Person, play_on
from tests.web.servers import Node
from tilewright.analysis import Insights, Review
from tilewright.analysis.insight import fold, summary

SOON = 240.0  # seconds in which some games must be reviewed, however busy the machine is


async def look(person: Person, **query: str | int) -> dict[str, Any]:
    """Somebody's insights."""
    answer = await person.http.get("/api/me/insights", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def order(person: Person, **chosen: object) -> dict[str, Any]:
    """Have games reviewed."""
    answer = await person.http.post("/api/me/insights", json=chosen)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def review_of(person: Person, game: str) -> Review:
    """A review that is done."""
    told = (await person.http.get(f"/api/games/{game}/review")).json()
    assert told["status"] == "done"
    return msgspec.convert(told["review"], Review)


SHORT = {"round_limit": 3}  # what there is to review
LONGER = {"round_limit": 7}  # not reviewed while one looks away


def test_games_are_reviewed_at_one_click_behind_those_somebody_waits_for(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            nothing = {"games": 0, "done": 0, "share": 1.0}
            assert await order(ann) == nothing
            empty = await look(ann)
            assert (empty["game"], empty["kinds"], empty["insights"]) == ("", [], None)
            played = []
            for table in (["me", "bot:greedy"], ["bot:random", "me"]):
                played.append(await ann.make_table(game="classic", seats=table, options=LONGER))
                await play_on(ann, played[-1])
            given_up = await ann.make_table(game="classic", seats=["me", "bot:greedy"])
            await ann.ask(given_up, resign=True)
            lent = await ann.make_table(game="classic", seats=["me:Ada", "me:Bo"], options=SHORT)
            await play_on(ann, lent)
            other = await bob.make_table(game="classic", seats=["me", "bot:greedy"], options=SHORT)
            await play_on(bob, other)

            kind = {"game": "classic", "players": 2, "games": 2, "reviewed": 0}
            before = await look(ann)
            assert before == {
                "game": "classic",
                "kinds": [kind],
                "missing": 2,
                "insights": None,
                "played": [],
                "backlog": None,
            }
            began = await order(ann, game="classic", last=2)
            assert began["games"] == 2
            assert (await order(ann))["games"] == 2  # once is enough
            await bob.http.post(f"/api/games/{other}/review")
            async with asyncio.timeout(SOON):
                while (await bob.http.get(f"/api/games/{other}/review")).json()["status"] != "done":
                    await asyncio.sleep(0.05)
                seen = (await look(ann))["backlog"]
                assert seen is not None and seen["done"] <= 1  # bob has not waited for all of ann's
                while (told := await look(ann))["backlog"] is not None:
                    assert 0 <= told["backlog"]["share"] <= 1
                    await asyncio.sleep(0.2)

            reviews = [await review_of(ann, game) for game in played]
            found = msgspec.convert(told["insights"], Insights)
            assert found == fold([summary(review, seat) for seat, review in enumerate(reviews)])
            assert (told["missing"], told["kinds"]) == (0, [kind | {"reviewed": 2}])
            assert [one["game"] for one in told["played"]] == played
            assert await order(ann) == nothing
            assert (await look(ann, players=3))["insights"] is None
            assert (await look(ann, game="pavilion"))["insights"] is None
            assert (await look(ann, players=2, days=1))["insights"] == told["insights"]

            mine = await look(bob)  # reviewed by his own click
            assert mine["insights"]["games"] == 1
            exported = (await ann.http.get("/api/me/export")).json()["insights"]
            assert [one["game"] for one in exported] == played
            assert [one["summary"]["result"] for one in exported] == [
                review.seats[seat].result for seat, review in enumerate(reviews)
            ]

    asyncio.run(story())


def test_what_cannot_be_ordered_is_refused(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            for wrong in ({"last": 0}, {"last": 21}, {"players": -1}, {"game": "x" * 99}, {"x": 1}):
                answer = await ann.http.post("/api/me/insights", json=wrong)
                assert (answer.status_code, answer.json()["code"]) == (422, "bad_request"), wrong
            await ann.http.post("/api/logout")
            assert (await ann.http.get("/api/me/insights")).status_code == 401

    asyncio.run(story())
