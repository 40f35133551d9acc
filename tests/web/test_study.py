"""Hints, reviews and analyses over HTTP."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock, call

import httpx2
import msgspec
import pytest

import tilewright as tw
from tests.analysis.games import ending
from tests.configurations import playthrough
from tests.web.client import Person, play_on
from tests.web.servers import Node, running
from tilewright.analysis import Review, Rollout, UnfinishedRollout
from tilewright.bots import warming
from tilewright.games import new_game
from tilewright.table.event import Refused
from tilewright.web.house import House
from tilewright.web.reviews import LATELY
from tilewright.web.settings import Settings
from tilewright.web.studio import FIRST, LATER, NOW, ROLLED, Studio
from tilewright.web.study import AT_ONCE

GAMES = ("classic", "pavilion")
SOON = 120.0  # seconds in which a review must be done, however busy the machine is


async def reviewed(person: Person, game: str) -> dict[str, Any]:
    """The review of a game, requested earlier, once it is done."""
    async with asyncio.timeout(SOON):
        while True:
            answer = await person.http.get(f"/api/games/{game}/review")
            assert answer.status_code == 200, answer.text
            if (found := answer.json())["status"] == "done":
                return dict(found["review"])
            await asyncio.sleep(0.2)


@pytest.mark.parametrize("rules", GAMES)
def test_a_hint_is_the_same_again_and_counted_once(node: Node, rules: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(game=rules, seats=["me", "bot:greedy"])
            seen = await ann.view(game)
            assert seen["hint"]
            hints = [(await ann.http.post(f"/api/games/{game}/hint")).json() for _ in range(2)]
            assert hints[0] == hints[1]
            assert hints[0]["move"] in [legal["move"] for legal in seen["legal"]]
            after = await ann.view(game)
            assert [seat["hints"] for seat in after["view"]["seats"]] == [1, 0]
            assert after["view"]["at"] == seen["view"]["at"] + 1
            record = (await ann.http.get(f"/api/games/{game}/record.tw")).text
            assert "\nhints: 1 0\n" in record

    asyncio.run(story())


def test_no_hint_against_people(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            await bob.ask(game, sit=1)
            seen = await ann.view(game)
            assert not seen["hint"]
            refused = await ann.http.post(f"/api/games/{game}/hint")
            assert (refused.status_code, refused.json()["code"]) == (409, "no_hint")
            assert (await ann.view(game))["view"]["at"] == seen["view"]["at"]
            question = {"position": seen["view"]["position"], "effort": 10}
            assert (await ann.http.post("/api/analysis", json=question)).json()["code"] == "no_hint"
            question = {"position": seen["view"]["position"], "games": 2}
            assert (await ann.http.post("/api/rollout", json=question)).json()["code"] == "no_hint"
            casual = await bob.make_table(seats=["me", "bot:greedy"])
            answer = await ann.http.post(f"/api/games/{casual}/hint")
            assert answer.json()["code"] == "not_seated"

    asyncio.run(story())


@pytest.mark.parametrize("rules", GAMES)
def test_no_help_with_a_deal_that_is_being_played(node: Node, rules: str) -> None:
    """Not for what may follow from it either, nor through a table set up from it."""

    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(game=rules, seats=["me", "open"])
            await bob.ask(game, sit=1)
            seen = await ann.view(game)
            line = {"position": seen["view"]["position"], "moves": [seen["legal"][0]["move"]]}
            after = (await ann.http.post("/api/positions", json=line)).json()["position"]

            async def code(person: Person, path: str, **body: object) -> str:
                answer = await person.http.post(f"/api/{path}", json=body or None)
                return str(answer.json().get("code", "granted"))

            copy = await ann.make_table(game=rules, position=after, seats=["bot:random", "me"])
            while not (await ann.view(copy))["you"] or (await ann.view(copy))["view"]["turn"] != 1:
                await asyncio.sleep(0.01)
            changed = after.replace(" round=1", " round=2")
            changed = changed.replace("round_limit=40", "round_limit=30").replace(
                "pgoybr", "bgoypr"
            )
            for position in (seen["view"]["position"], after, changed):
                assert await code(ann, "analysis", position=position, effort=10) == "no_hint"
            assert await code(ann, f"games/{copy}/hint") == "no_hint"
            await ann.ask(copy, resign=True)
            assert await code(ann, f"games/{copy}/review") == "no_hint"
            other = {"game": rules, "moves": ["?"]}
            fresh = (await ann.http.post("/api/positions", json=other)).json()["position"]
            assert await code(ann, "analysis", position=fresh, effort=10) == "granted"
            await bob.ask(game, resign=True)
            assert await code(ann, "analysis", position=after, effort=10) == "granted"

    asyncio.run(story())


def test_the_search_is_shared_out(node: Node) -> None:
    """Nobody has more than a few analyses at a time; those nobody waits for are dropped."""

    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            moves = {"game": "classic", "moves": ["?"]}
            dealt = (await ann.http.post("/api/positions", json=moves)).json()["position"]

            def ask(person: Person, effort: int) -> asyncio.Task[httpx2.Response]:
                body = {"position": dealt, "effort": effort}
                return asyncio.create_task(person.http.post("/api/analysis", json=body))

            assert (await ask(ann, 10)).status_code == 200  # the process has begun
            many = [ask(ann, 32_000) for _ in range(AT_ONCE.most + 3)]
            done, waiting = await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
            while len(done) < 3:
                done, waiting = await asyncio.wait(many, timeout=0.05)
            assert {task.result().status_code for task in done} == {429}
            assert (await ask(bob, 10)).status_code == 200
            assert sum(task.done() for task in waiting) < AT_ONCE.most - 1, "little comes first"
            for task in waiting:
                task.cancel()
            async with asyncio.timeout(30):
                while (await ask(ann, 10)).status_code != 200:
                    await asyncio.sleep(0.05)

    asyncio.run(story())


def test_the_server_itself_loads_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes seconds, in which it would answer nobody: a worker is asked, until it is ready."""
    studio, is_ready = Studio(), Mock(side_effect=AssertionError)
    asked = AsyncMock(side_effect=[False, True])
    monkeypatch.setattr(warming, "is_ready", is_ready)
    monkeypatch.setattr(studio._quick, "run", asked)
    found = [asyncio.run(studio.is_ready("classic")) for _ in range(3)]
    assert found == [False, True, True]
    assert asked.await_args_list == [call(is_ready, "classic")] * 2


def test_all_wait_for_one_answer_whether_the_search_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many ask while the worker is busy, and even if the first of them leaves."""

    async def story() -> None:
        studio, free = Studio(), asyncio.Event()
        asked: list[str] = []

        async def run(_: object, game: str) -> bool:
            asked.append(game)
            await free.wait()
            return True

        monkeypatch.setattr(studio._quick, "run", run)
        first, *others = [asyncio.create_task(studio.is_ready("classic")) for _ in range(50)]
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.sleep(0)
        free.set()
        assert await asyncio.gather(*others) == [True] * 49
        assert asked == ["classic"]

    asyncio.run(story())


def test_nobody_fills_the_queue_of_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        house = House(Settings(database=f"sqlite:///{tmp_path}/tw.db", warm=False))
        monkeypatch.setattr(house.studio, "require", AsyncMock())
        monkeypatch.setattr(house.studio, "is_ready", AsyncMock(return_value=False))
        monkeypatch.setattr(house.studio, "glance", never)
        await house.open()
        try:
            record = ending("classic", ("mason", "mason"), 2)
            for n in range(LATELY.most):
                await house.reviewing.ask(f"game {n}", record, "ann")
            with pytest.raises(Refused) as refused:
                await house.reviewing.ask("one more", record, "ann")
            assert refused.value.code == "too_many"
            await house.reviewing.ask("one more", record, "bob")
            assert await house.reviewing.kept.waiting() == LATELY.most + 1
        finally:
            await house.close()

    async def never(record: str, effort: int) -> bytes:
        await asyncio.Event().wait()
        return b""

    asyncio.run(story())


def near_the_end(rules: str) -> str:
    """A position with ten decisions left to the first seat, or some more: there is less to review
    than in a whole game."""
    game = playthrough(new_game(rules), seed=1)
    return str([state for state, _, _ in game if state.turn == 0][-10])


@pytest.mark.parametrize("rules", GAMES)
def test_a_game_is_reviewed_once(node: Node, rules: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(position=near_the_end(rules), seats=["me", "bot:greedy"])
            answer = await ann.http.post(f"/api/games/{game}/review")
            assert answer.json()["code"] == "not_over"
            view = await play_on(ann, game)
            missing = await bob.http.get(f"/api/games/{game}/review")
            assert (missing.status_code, missing.json()["code"]) == (404, "no_review")
            for person in (ann, bob):
                asked = await person.http.post(f"/api/games/{game}/review")
                assert asked.status_code == 200, asked.text
            review = await reviewed(bob, game)
            assert review["is_final"]
            assert review["scores"] == view["scores"]
            history = (await ann.http.get(f"/api/games/{game}/history")).json()
            assert [p["move"] for p in review["plies"]] == [p["move"] for p in history["plies"][1:]]
            assert ann.me["name"] not in str(review)
            again = (await ann.http.post(f"/api/games/{game}/review")).json()
            assert again == {"status": "done", "share": 1.0, "review": review}

    asyncio.run(story())


async def in_the_middle(person: Person, game: str) -> float:
    """How much of a review is done, once some is kept."""
    async with asyncio.timeout(SOON):
        while True:
            found = (await person.http.get(f"/api/games/{game}/review")).json()
            if found["share"]:
                assert (found["status"], found["share"] < 1) == ("working", True)
                return float(found["share"])
            await asyncio.sleep(0.05)


def test_a_review_goes_on_when_its_server_or_worker_is_killed(tmp_path: Path) -> None:
    settings = {"TILEWRIGHT_REVIEW_EFFORT": "400"}
    node = Node(f"sqlite:///{tmp_path}/tw.db", settings=settings)

    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["me", "bot:random"], options={"round_limit": 2})
            await play_on(ann, game)
            text = (await ann.http.get(f"/api/games/{game}/record.tw")).text
            await ann.http.post(f"/api/games/{game}/review")
            before = await in_the_middle(ann, game)
            assert node.process is not None
            pid = node.process.pid
            for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
                if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                    os.kill(int(child), signal.SIGKILL)
            assert await in_the_middle(ann, game) >= before
            node.kill()
            node.start()
            assert await in_the_middle(ann, game) >= before
            found = msgspec.convert(await reviewed(ann, game), Review)
            record = tw.parse_record(text)
            assert found == tw.review(tw.Record(record.start, record.moves), 400)

    with running(node):
        asyncio.run(story())


def test_a_position_is_analysed(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            line = {"game": "classic", "moves": ["?"]}
            dealt = (await ann.http.post("/api/positions", json=line)).json()
            question = {"position": dealt["position"], "effort": 200}
            found = (await ann.http.post("/api/analysis", json=question)).json()
            legal = [one["move"] for one in dealt["legal"]]
            assert {one["move"] for one in found["candidates"]} <= set(legal)
            losses = [one["loss"] for one in found["candidates"]]
            assert losses[0] == 0 <= min(losses)  # they are ordered by chances, too
            for wrong in ({"position": "classic"}, {"position": "", "effort": 10**9}):
                assert (await ann.http.post("/api/analysis", json=wrong)).status_code in (400, 422)

    asyncio.run(story())


@pytest.mark.parametrize("rules", GAMES)
def test_a_position_is_rolled_out_the_same_every_time(node: Node, rules: str) -> None:
    """More games continue the first ones, and fewer are told as they were before."""

    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            dealt = (await ann.http.post("/api/positions", json={"game": rules})).json()
            while dealt["turn"] < 0:
                line = {"position": dealt["position"], "moves": ["?"]}
                dealt = (await ann.http.post("/api/positions", json=line)).json()

            async def rolled(person: Person, games: int) -> dict[str, Any]:
                question = {"position": dealt["position"], "games": games}
                answer = await person.http.post("/api/rollout", json=question)
                assert answer.status_code == 200, answer.text
                return dict(answer.json())

            few = await rolled(ann, 2)
            more = await rolled(ann, 3)
            assert (few["games"], more["games"], few["seat"]) == (2, 3, 0)
            assert not more["is_decided"]
            assert few != more
            assert await rolled(bob, 2) == few
            *_, again = UnfinishedRollout(
                tw.parse(dealt["position"]), ROLLED, first=FIRST, now=NOW, later=LATER
            ).standings(3)
            assert msgspec.convert(more, Rollout) == again
            legal = [one["move"] for one in dealt["legal"]]
            assert len({one["move"] for one in more["moves"]} & set(legal)) == ROLLED
            first, *others = more["moves"]
            assert (first["behind"], first["chance_behind"]) == (0, 0)
            for one in others:
                assert one["behind"] == pytest.approx(first["margin"] - one["margin"])
                assert 0 <= one["chance"] <= 1

    asyncio.run(story())


def test_what_cannot_be_rolled_out_is_refused(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            start = (await ann.http.post("/api/positions", json={"game": "classic"})).json()
            for body, status, code in (
                ({"position": start["position"]}, 400, "position"),
                ({"position": "classic"}, 400, "position"),
                ({"position": start["position"], "games": 33}, 422, "bad_request"),
            ):
                answer = await ann.http.post("/api/rollout", json=body)
                assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text

    asyncio.run(story())
