"""Results, ratings, leaderboards and statistics: in the database, and over the server."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.web.client import Person, play_on
from tests.web.servers import Node, postgres
from tilewright import statistics
from tilewright.store.database import Database
from tilewright.store.ladders import ENOUGH_GAMES, LADDERS, Ladders, Rating, rate
from tilewright.store.results import FinishedGame, Result, Results, SeatResult
from tilewright.store.users import User, Users
from tilewright.table.clock import now
from tilewright.table.dump import dump
from tilewright.table.hall import Hall
from tilewright.table.match import Match
from tilewright.table.setup import Setup
from tilewright.table.table import Table
from tilewright.web.results import ResultKeeper, result_of

OPTIONS = {2: "players=2 wall=coloured round_limit=1", 3: "players=3 wall=grey round_limit=2"}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def address(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A database for the tests of this file."""

    @contextmanager
    def sqlite() -> Iterator[str]:
        yield f"sqlite:///{tmp_path_factory.mktemp('ladders') / 'tilewright.db'}"

    with sqlite() if request.param == "sqlite" else postgres() as found:
        asyncio.run(upgrade(found))
        yield found


async def upgrade(address: str) -> None:
    database = Database(address)
    await database.upgrade()
    await database.close()


class Place:
    """A hall over a database, without HTTP."""

    def __init__(self, address: str) -> None:
        self.database = Database(address)
        self.hall = Hall(self.database)
        self.users = Users(self.database)
        self.result_keeper = ResultKeeper(self.hall)
        self.ladders = Ladders(self.database)
        self.results = Results(self.database)

    async def __aenter__(self) -> Place:
        await self.hall.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.hall.close()
        await self.database.close()

    async def people(self, count: int, kind: str = "person") -> list[User]:
        created = now()
        return [
            await self.users.create(f"{kind} {created} {id(self)} {n}"[:60], kind, created)
            for n in range(count)
        ]

    async def table(
        self, people: list[User], *, rated: bool = False, public: bool = False
    ) -> Table:
        """A table that has begun."""
        seats = ("me", *["open"] * (len(people) - 1))
        made = Setup("classic", OPTIONS[len(people)], seats, rated=rated, public=public)
        table = await self.hall.create(made, people[0].id, people[0].name)
        for seat, user in enumerate(people[1:], 1):
            await table.ask(
                lambda m, t, seat=seat, user=user: m.sit(seat, user.id, user.name, b"", t)  # type: ignore[misc]
            )
        while table.match.status == "waiting":
            await asyncio.sleep(0.001)
        return table

    async def play(self, table: Table) -> None:
        """Play last legal moves until the game is over."""
        while table.match.turn >= 0:
            match = table.match
            user = match.seats[match.turn].user
            await table.play(user, match.at, str(match.state.legal_moves()[-1]))


async def resign(table: Table, user: User) -> None:
    await table.ask(lambda match, time: match.leave(user.id, "resigned", time))


def run(address: str, story: Callable[[Place], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with Place(address) as place:
            await story(place)

    asyncio.run(whole())


def test_ratings_follow_ranks() -> None:
    fresh = Rating()
    assert (fresh.shown, fresh.deviation, fresh.provisional) == (1500, 250, True)
    first, second, third = rate([fresh] * 3, [1, 2, 3])
    assert first.shown > second.shown > third.shown
    one, two = rate([fresh, fresh], [1, 1])
    assert one.shown == two.shown == 1500
    assert one.sigma < fresh.sigma
    assert not Rating(30, 4.0, ENOUGH_GAMES).provisional
    assert Rating(30, 8.0, ENOUGH_GAMES).provisional


def test_a_rated_game_is_rated_once(address: str) -> None:
    """Two nodes see the end of two games of the same people, all at the same time."""

    async def story(place: Place) -> None:
        people = await place.people(2)
        tables = [await place.table(people, rated=True) for _ in range(3)]
        for table in tables:
            await resign(table, people[1])
        async with AsyncExitStack() as stack:
            nodes = [place, await stack.enter_async_context(Place(address))]
            await asyncio.gather(
                *[
                    n.result_keeper.settle(t.id, t.match)
                    for t in tables
                    for n in nodes
                    for _ in "ab"
                ]
            )
        expected = [Rating(), Rating()]
        for _ in tables:
            expected = rate(expected, [1, 2])
        for user, rating in zip(people, expected, strict=True):
            ((standing, history),) = await place.ladders.with_history(user.id, limit=10)
            assert [standing] == await place.ladders.of_user(user.id)
            assert standing.ladder == "classic-2" and standing.place == 0
            assert standing.rating.games == 3
            assert standing.rating.mu == pytest.approx(rating.mu)
            assert len({point.time for point in history}) == 3
            assert history[-1].rating.mu == pytest.approx(rating.mu)
            changes = await place.ladders.changes(history[1].game)
            seat = people.index(user)
            assert changes[seat] == (history[0].rating, history[1].rating)

    run(address, story)


def test_results_are_repaired_after_a_crash(address: str) -> None:
    async def story(place: Place) -> None:
        people = await place.people(3)
        table = await place.table(people, rated=True)
        await place.play(table)
        assert table.match.ending == "finished"
        assert table.id in await place.results.unsettled()
        async with Place(address) as later:
            await later.result_keeper.repair()
            assert table.id not in await later.results.unsettled()
            await later.result_keeper.repair()
            for seat, user in enumerate(people):
                _, (played,) = await games_of(later, user)
                assert (played.rank, played.score) == (
                    table.match.ranks[seat],
                    table.match.state.scores[seat],
                )
                numbers = json.loads(played.statistics or "")
                assert statistics.points(numbers) == played.score
                (standing,) = await later.ladders.of_user(user.id)
                assert (standing.ladder, standing.rating.games) == ("classic-3", 1)

    run(address, story)


async def games_of(
    place: Place, user: User, *, shown_to_all: bool = False
) -> tuple[int, list[FinishedGame]]:
    return await place.results.games_of(user.id, shown_to_all=shown_to_all, limit=9)


def test_what_is_not_rated(address: str) -> None:
    async def story(place: Place) -> None:
        people = await place.people(2)
        ended = await place.table(people, rated=True)
        await ended.ask(lambda match, time: match.ask_end(people[0].id, time))
        await ended.ask(lambda match, time: match.answer(people[1].id, True, time))
        friendly = await place.table(people)
        await resign(friendly, people[0])
        for table in (ended, friendly):
            await place.result_keeper.settle(table.id, table.match)
        assert await place.ladders.of_user(people[0].id) == []
        total, played = await games_of(place, people[0])
        assert total == 2
        assert [(game.rank, game.statistics) for game in played] == [(2, None), (0, None)]
        assert await games_of(place, people[0], shown_to_all=True) == (0, [])
        assert not {ended.id, friendly.id} & set(await place.results.unsettled())

    run(address, story)


def test_a_seat_that_left_has_no_statistics() -> None:
    match = Match(Setup("classic", OPTIONS[3], ("me", "open", "open"), rated=True), bytes(32))
    for number, user in enumerate("abc"):
        match.apply(match.sit(number, user, user, b"", 0))
    match.apply(match.start(0))
    match.apply(match.leave("c", "resigned", 0))
    while match.turn >= 0:
        seat = match.seats[match.turn]
        move = str(match.state.legal_moves()[0])
        match.apply(match.play(seat.user, move, 0, bot=bool(seat.bot)))
    result = result_of("game", match)
    assert result.rated and result.seats[2].rank == 3
    assert [seat.statistics is None for seat in result.seats] == [False, False, True]


def test_the_dump_is_open_data(address: str) -> None:
    async def story(place: Place) -> None:
        people = await place.people(2)
        guests = await place.people(2, "guest")
        rated = await place.table(people, rated=True)
        public = await place.table(guests, public=True)
        private = await place.table(guests)
        for table, loser in ((rated, people[0]), (public, guests[0]), (private, guests[1])):
            await resign(table, loser) if table is not public else await place.play(table)
        out = io.StringIO()
        count = (await dump(place.database, out)).games
        lines = [json.loads(line) for line in out.getvalue().splitlines()]
        assert len(lines) == count
        first, second = lines[-2:]
        assert (first["ending"], first["ranks"], first["rated"]) == ("resigned", [2, 1], True)
        assert (second["ending"], second["rated"]) == ("finished", False)
        assert tw.parse_record(first["record"]).seats == tuple(user.name for user in people)
        record = tw.parse_record(second["record"])
        assert record.seats == ("guest", "guest")
        assert tw.verify(record).draws == 1
        for user in people + guests:
            assert user.id not in out.getvalue()
        assert all(guest.name not in out.getvalue() for guest in guests)
        assert private.match.secret.hex() not in out.getvalue()

    run(address, story)


# Over the server


async def soon(ask: Callable[[], Awaitable[Any]]) -> Any:
    """The answer, once it is not empty: results are kept just after the end."""
    for _ in range(500):
        if found := await ask():
            return found
        await asyncio.sleep(0.02)
    raise TimeoutError


async def fetch(person: Person, path: str, field: str = "") -> Any:
    answer = (await person.http.get(path)).json()
    return answer[field] if field else answer


async def is_playing(person: Person, game: str) -> bool:
    return bool((await person.view(game))["view"]["status"] == "playing")


def test_the_ladders_there_are(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            answer = (await person.http.get("/api/ladders")).json()
            assert [ladder["ladder"] for ladder in answer] == list(LADDERS)
            answer = await person.http.get("/api/ladders/chess-2")
            assert answer.status_code == 422
            assert (await person.http.get("/api/users/nobody at all/ratings")).status_code == 404
            assert (await person.http.get("/api/users/%00/games")).status_code == 400

    asyncio.run(story())


def test_leaderboards(node: Node) -> None:
    """Eleven games between three people, and one game of a fourth."""

    async def story() -> None:
        ladder = "pavilion-4"
        async with Place(node.database) as place, Person(node.url) as guest:
            best, middle, worst, fresh = await place.people(4)
            pairs = [(best, middle), (middle, worst), (best, worst)] * 11 + [(middle, fresh)]
            for number, pair in enumerate(pairs):
                seats = [SeatResult(seat, user.id, seat + 1, 50) for seat, user in enumerate(pair)]
                await place.results.settle(Result(f"game {number}", ladder, True, seats), now())
            answer = (await guest.http.get(f"/api/ladders/{ladder}")).json()
            assert [row["name"] for row in answer["rows"]] == [best.name, middle.name, worst.name]
            assert [row["place"] for row in answer["rows"]] == [1, 2, 3]
            assert answer["total"] == 3 and answer["you"] is None
            assert not any(row["provisional"] for row in answer["rows"])
            page = (await guest.http.get(f"/api/ladders/{ladder}?page=2&size=1")).json()
            assert [(row["place"], row["name"]) for row in page["rows"]] == [(2, middle.name)]
            apart = (await guest.http.get(f"/api/ladders/{ladder}?provisional=true")).json()
            assert [(row["place"], row["name"]) for row in apart["rows"]] == [(None, fresh.name)]
            bots = (await guest.http.get(f"/api/ladders/{ladder}?kind=bot")).json()
            assert bots["rows"] == []
            (rating,) = (await guest.http.get(f"/api/users/{worst.name}/ratings")).json()
            assert rating["place"] == 3 and len(rating["history"]) == rating["games"] == 22
            assert rating["history"][-1]["rating"] == rating["rating"] < 1500
            secret = await place.users.open_session(fresh.id, "test", now())
            guest.http.cookies.clear()
            guest.http.cookies.set("session", secret)
            mine = (await guest.http.get(f"/api/ladders/{ladder}")).json()["you"]
            assert mine["name"] == fresh.name and mine["provisional"] and mine["place"] is None
            counts = (await guest.http.get("/api/ladders")).json()[LADDERS.index(ladder)]
            assert (counts["ranked"], counts["provisional"]) == (3, 1)

    asyncio.run(story())


def test_a_rated_game_over_the_server(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as ben:
            for person, name in ((ann, "Rated Ann"), (ben, "Rated Ben")):
                account = {"name": name, "password": "three tiles on the wall"}
                made = await person.http.post("/api/account", json=account)
                assert made.status_code == 201, made.text
            two = await ann.make_table(seats=["me", "open"], rated=True)
            assert (await ben.ask(two, sit=1))["type"] == "view"
            await soon(lambda: is_playing(ann, two))
            assert (await ann.ask(two, resign=True))["view"]["ranks"] == [2, 1]
            (rating,) = await soon(lambda: fetch(ann, "/api/users/rated ben/ratings"))
            assert (rating["ladder"], rating["games"]) == ("classic-2", 1)
            assert rating["provisional"] and rating["rating"] > 1500
            assert [point["game"] for point in rating["history"]] == [two]
            assert (await ben.http.get("/api/me/export")).json()["ratings"] == [rating]
            told = (await ann.http.get(f"/api/games/{two}/statistics")).json()
            assert told[1]["rating"] == {"before": 1500, "after": rating["rating"]}
            async with Person(node.url) as other:
                shown = (await other.http.get("/api/users/Rated Ann/games")).json()["rows"]
                assert [(game["game"], game["rank"]) for game in shown] == [(two, 2)]

    asyncio.run(story())


@pytest.mark.parametrize("game", ["classic", "pavilion"])
def test_statistics_of_a_game_and_of_a_user(node: Node, game: str) -> None:
    async def story() -> None:
        async with Person(node.url) as person, Person(node.url) as other:
            id = await person.make_table(game=game, seats=["me", "bot:random"])
            view = await play_on(person, id)
            name = person.me["name"]
            told = (await person.http.get(f"/api/games/{id}/statistics")).json()
            assert [seat["score"] for seat in told] == view["scores"]
            assert [seat["rank"] for seat in told] == view["ranks"]
            assert told[0]["rating"] is None
            (mine,) = await soon(lambda: fetch(person, f"/api/users/{name}/games", "rows"))
            assert mine["game"] == id and mine["score"] == view["scores"][0]
            bot = mine["seats"][1]
            assert (bot["name"], bot["score"], bot["rank"]) == (
                "random",
                view["scores"][1],
                view["ranks"][1],
            )
            hidden = (await other.http.get(f"/api/users/{name}/games")).json()
            assert (hidden["total"], hidden["rows"]) == (0, [])
            (numbers,) = (await other.http.get(f"/api/users/{name}/statistics")).json()
            assert (numbers["ladder"], numbers["games"]) == (f"{game}-2", 1)
            assert sum(numbers["places"]) == numbers["played_out"] == 1
            for number, value in told[0]["numbers"].items():
                spread = numbers["numbers"][number]
                assert spread["average"] == spread["lowest"] == spread["highest"] == value
            rated = await other.http.get(f"/api/users/{name}/statistics?rated=true")
            assert rated.json() == []

    asyncio.run(story())


def test_a_running_game_has_statistics(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            id = await person.make_table(game="pavilion", seats=["me", "open"])
            told = (await person.http.get(f"/api/games/{id}/statistics")).json()
            assert [seat["rank"] for seat in told] == [None, None]
            assert told[0]["numbers"]["taken_1"] == 0

    asyncio.run(story())


def test_a_fresh_database_has_nothing_to_repair(tmp_path: Path) -> None:
    async def story() -> None:
        address = f"sqlite:///{tmp_path / 'new.db'}"
        await upgrade(address)
        async with Place(address) as place:
            await place.result_keeper.repair()
            assert await place.ladders.counts() == {}
            out = io.StringIO()
            assert await dump(place.database, out) == (0, 0) and out.getvalue() == ""

    asyncio.run(story())
