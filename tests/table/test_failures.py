"""Commits that fail, before or after the fact: no holes, nothing lost or doubled, no game stuck."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from copy import copy
from pathlib import Path

import pytest
from sqlalchemy import delete, update

import tilewright as tw
from tests.table.flaky import FATES, Flaky, commit_or_not
from tilewright import supervision
from tilewright.store import writer
from tilewright.store.accounts import Accounts
from tilewright.store.database import Unavailable
from tilewright.store.games import Stored
from tilewright.store.schema import events
from tilewright.store.users import Users
from tilewright.supervision import Supervisor
from tilewright.table.bus import BusMessage, Listener
from tilewright.table.event import Event, Refused, Unreadable
from tilewright.table.fold import DONE, PLAYING, UNDONE
from tilewright.table.hall import Hall
from tilewright.table.match import fold
from tilewright.table.setup import Setup, from_json
from tilewright.table.table import Table


class Air:
    """A bus in the process that loses one note in three."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.listeners: list[Listener] = []

    def end(self) -> AirEnd:
        return AirEnd(self)


class AirEnd:
    """One node's end of the bus."""

    trouble = ""

    def __init__(self, air: Air) -> None:
        self.air = air
        self.listener: Listener | None = None

    async def start(self, listener: Listener, tasks: Supervisor) -> None:
        self.listener = listener
        self.air.listeners.append(listener)

    def publish(self, note: BusMessage) -> None:
        for listener in self.air.listeners:
            if listener is not self.listener and self.air.rng.random() < 0.67:
                listener(note)

    async def close(self) -> None:
        if self.listener:
            self.air.listeners.remove(self.listener)


class Ear:
    """A viewer who remembers."""

    previews, muted = False, frozenset[str]()

    def __init__(self, user: str = "") -> None:
        self.user = user
        self.frames, self.closed = 0, False

    def send(self, frame: bytes) -> None:
        self.frames += 1

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(supervision, "LONGEST_PAUSE", 0.02)
    monkeypatch.setattr(writer, "commit", commit_or_not)


@asynccontextmanager
async def opened(
    path: Path, *, nodes: int = 1, seed: int = 0
) -> AsyncIterator[list[tuple[Hall, Flaky]]]:
    """Nodes on one database."""
    air, found = Air(random.Random(seed)), []
    for n in range(nodes):
        flaky = Flaky(f"sqlite:///{path / 'games.db'}", seed + n)
        await flaky.prepare()
        hall = Hall(flaky, bus=air.end())
        await hall.start()
        found.append((hall, flaky))
    try:
        yield found
    finally:
        for hall, flaky in found:
            flaky.odds, flaky.fates = 0.0, []
            await asyncio.gather(*flaky.late)
            await hall.close()
            await flaky.close()


async def seat_two(hall: Hall, user: str = "a") -> Table:
    """A game of two people, a and b, that has begun."""
    options = str(tw.GAMES["classic"].new_game(2).options)
    table = await hall.create(Setup("classic", options, ("me", "open")), user, "A")
    await table.ask(lambda match, time: match.sit(1, "b", "B", b"", time))
    assert table.match.status == PLAYING
    return table


async def log_of(hall: Hall, id: str) -> list[Event]:
    stored = await hall.games.load(id)
    assert stored is not None
    log = stored.events
    assert [event.at for event in log] == list(range(len(log)))
    fold(from_json(stored.setup), stored.secret, log)
    return log


def first_move(table: Table) -> tuple[str, int, str]:
    """The user to move, the version, and a move."""
    match = table.match
    return match.seats[match.turn].user, match.at, str(match.state.legal_moves()[0])


def run(story: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        await asyncio.wait_for(story(), 60)

    asyncio.run(bounded())


@pytest.mark.parametrize("fate", FATES)
def test_a_failed_commit_leaves_no_hole(tmp_path: Path, fate: str) -> None:
    """Requests that wait while a commit fails go on from what is kept."""

    async def story() -> None:
        async with opened(tmp_path) as [(hall, flaky)]:
            table = await seat_two(hall)
            viewer = Ear("a")
            table.join(viewer)
            flaky.fates = [fate, fate]
            user, at, move = first_move(table)
            asked = [
                table.play(user, at, move, id="x"),
                table.ask(lambda match, time: match.undo("a", time, at=match.at)),
                table.ask(lambda match, time: match.ask_end("b", time)),
                table.ask(lambda match, time: match.answer("a", False, time)),
            ]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            await asyncio.gather(*flaky.late)
            with suppress(Refused):  # another request may have taken the version
                await table.play(user, at, move, id="x")
            log = await log_of(hall, table.id)
            times = [event.id for event in log].count(f"{user}:x")
            assert times == 1 if answers[0] is None else times <= 1
            assert len(log) > at
            assert (table.match.at, viewer.closed) == (len(log), False)

    run(story)


def test_a_commit_whose_answer_is_lost_counts(tmp_path: Path) -> None:
    """The table looks up what is kept and acknowledges it; the sender need not resend."""

    async def story() -> None:
        async with opened(tmp_path) as [(hall, flaky)]:
            table = await seat_two(hall)
            turns: list[int] = []
            hall.on_turn.append(lambda table: turns.append(table.match.at))
            user, at, move = first_move(table)
            flaky.fates = ["after"]
            await table.play(user, at, move)
            assert table.match.at == at + 1 == len(await log_of(hall, table.id))
            assert turns == [at + 1]

    run(story)


def test_what_could_not_be_told_is_found_out(tmp_path: Path) -> None:
    """The answer is lost and the log cannot be read: the sender gets an error, and as soon as the
    log can be read, everybody sees what is kept, and results are written."""

    async def story() -> None:
        async with opened(tmp_path) as [(hall, flaky)]:
            table = await seat_two(hall)
            viewer, over = Ear("b"), list[str]()
            hall.on_finish.append(lambda table: over.append(table.match.ending))
            table.join(viewer)
            shown, at = viewer.frames, table.match.at
            flaky.fates, flaky.odds = ["after"], 1.0
            with pytest.raises(Unavailable):
                await table.ask(lambda match, time: match.leave("a", "resigned", time))
            assert (table.match.at, viewer.frames) == (at, shown)
            flaky.odds = 0.0
            while viewer.frames == shown:
                await asyncio.sleep(0.001)
            assert (table.match.at, table.match.status, over) == (at + 1, DONE, ["resigned"])

    run(story)


def test_a_catch_up_that_fails_is_tried_again(tmp_path: Path) -> None:
    """The news comes once, while the database is away."""

    async def story() -> None:
        async with opened(tmp_path, nodes=2) as [(one, _), (other, flaky)]:
            table = await seat_two(one)
            there = await other.table(table.id)
            flaky.odds = 1.0
            await table.play(*first_move(table))
            other.hear({"game": table.id, "at": table.match.at})
            while other.tasks.failures["catch-up"] < 3:
                await asyncio.sleep(0.001)
            assert there.match.at < table.match.at
            flaky.odds = 0.0
            while there.match.at < table.match.at:
                await asyncio.sleep(0.001)

    run(story)


def test_who_has_left_is_forgotten_on_all_nodes(tmp_path: Path) -> None:
    """What is in memory is replaced, not changed, and only by what is kept; even if the table is
    just being opened, or the database is away when the news comes."""

    async def story() -> None:
        async with opened(tmp_path, nodes=2) as [(one, first), (other, second)]:
            ann = (await Users(first).create("A", "person", 0)).id
            table, opening = await seat_two(one, ann), await seat_two(one, ann)
            there = await other.table(table.id)
            one.tables.pop(opening.id).rest()
            known, seats = table.match, [copy(seat) for seat in table.match.seats]
            load, loaded, held = one.games.load, asyncio.Event(), asyncio.Event()

            async def slow(id: str) -> Stored | None:
                found = await load(id)
                loaded.set()
                await held.wait()
                return found

            one.games.load = slow  # type: ignore[method-assign]
            late = asyncio.create_task(one.table(opening.id))
            await loaded.wait()
            first.fates = ["undone"]
            with pytest.raises(Unavailable):
                await Accounts(first).erase(ann)
            assert (table.match, known.seats) == (known, seats)
            await Accounts(first).erase(ann)
            one.games.load = load  # type: ignore[method-assign]
            second.odds = 1.0
            other.hear({"gone": ann})  # in case the bus loses it
            forgetting = asyncio.create_task(one.forget(ann))
            held.set()
            await forgetting
            for each in (table, await late):
                assert [seat.name for seat in each.match.seats] == ["gone", "B"]
            assert known.seats == seats
            while other.tasks.failures["forget"] < 2:
                await asyncio.sleep(0.001)
            second.odds = 0.0
            while there.match.seats[0].name != "gone":
                await asyncio.sleep(0.001)
            await table.play(*first_move(table))

    run(story)


def test_an_unreadable_game_stops_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It is set aside and noted once; all others are resumed, and it opens once it is repaired."""

    async def damage(hall: Hall, id: str, at: int, **to: object) -> None:
        here = (events.c.game == id, events.c.at == at)
        async with hall.database.write() as connection:
            await connection.execute(update(events).where(*here).values(**to))

    async def story() -> None:
        async with opened(tmp_path) as [(hall, _)]:
            options = str(tw.GAMES["classic"].new_game(2).options)
            setup = Setup("classic", options, ("me", "bot:greedy"))
            ids = [(await hall.create(setup, "a", "A")).id for _ in range(3)]
            open_ids = dict(zip(ids, [await hall.table(id) for id in ids], strict=True))
            for table in open_ids.values():
                table.rest()
            async with hall.database.write() as connection:
                await connection.execute(
                    delete(events).where(events.c.game == ids[0], events.c.at == 0)
                )
            await damage(hall, ids[1], 1, text="=nonsense")
        async with opened(tmp_path) as [(hall, _)]:
            for id in ids[:2]:
                for _ in range(2):
                    with pytest.raises(Unreadable):
                        await hall.table(id)
            assert hall.unreadable == set(ids[:2])
            assert (await hall.table(ids[2])).match.status == PLAYING
            await damage(hall, ids[1], 1, text=" ".join(map(str, open_ids[ids[1]].record().moves)))
            assert (await hall.table(ids[1])).match.status == PLAYING
            assert hall.unreadable == {ids[0]}

    run(story)
    aside = [r.__dict__["game"] for r in caplog.records if r.getMessage() == "game set aside"]
    assert len(aside) == len(set(aside)) == 2


def test_a_table_whose_log_breaks_is_closed(tmp_path: Path) -> None:
    """What another node has written makes no sense: viewers are sent away, nobody decides on."""

    async def story() -> None:
        async with opened(tmp_path) as [(hall, _)]:
            table = await seat_two(hall)
            viewer = Ear("a")
            table.join(viewer)
            strange = Event(table.match.at, "play", 0, "nonsense", 0)
            summary = writer.Summary("playing", "a", None)
            assert await hall.writer.append(table.id, strange, summary)
            with pytest.raises(Unreadable):
                await table.play(*first_move(table))
            assert viewer.closed
            with pytest.raises(Unreadable):
                await table.ask(lambda match, time: match.undo("a", time, at=match.at))
            with pytest.raises(Unreadable):
                await hall.table(table.id)

    run(story)


async def granted(request: Awaitable[None]) -> bool:
    """Whether a move that was sent again counts; it is stale if it was taken back."""
    try:
        await request
    except Refused as error:
        if error.code != "stale":
            raise
        return False
    return True


class Player:
    """Moves at any node whenever it is their turn, and sends each move until it is answered."""

    def __init__(self, user: str, halls: list[Hall], id: str, rng: random.Random) -> None:
        self.user, self.halls, self.id, self.rng = user, halls, id, rng
        self.acknowledged: dict[str, str] = {}  # moves by id
        self.sent = self.undone = self.perhaps_undone = 0

    async def table(self) -> Table:
        while True:
            with suppress(Unavailable):
                return await self.rng.choice(self.halls).fresh(self.id)
            await asyncio.sleep(0)

    async def play(self, until: int) -> None:
        """Make moves up to a version, or to the end, and take back some."""
        while (match := (await self.table()).match).at < until and match.status != DONE:
            if match.seats[match.turn].user != self.user:
                await asyncio.sleep(0.001)
                continue
            legal = match.state.legal_moves()
            move = str(legal[int(len(legal) * self.rng.random() ** 2)])
            self.sent += 1
            await self.send(match.at, move, f"{self.sent}")
            if self.rng.random() < 0.2:
                await self.take_back()

    async def send(self, at: int, move: str, id: str) -> None:
        while True:
            tables = [await self.table() for _ in range(1 + (self.rng.random() < 0.3))]
            sends = [table.play(self.user, at, move, id=id) for table in tables]
            answers = await asyncio.gather(*sends, return_exceptions=True)
            if any(answer is None for answer in answers):
                self.acknowledged[f"{self.user}:{id}"] = move
                return
            if any(isinstance(answer, Refused) for answer in answers):
                return  # something else has happened in that version

    async def take_back(self) -> None:
        try:
            table = await self.table()
            await table.ask(lambda match, time: match.undo(self.user, time, at=match.at))
            self.undone += 1
        except Unavailable:
            self.perhaps_undone += 1
        except Refused:
            pass


@pytest.mark.parametrize("seed", range(5))
def test_nothing_is_lost_and_nothing_comes_twice(tmp_path: Path, seed: int) -> None:
    """Two nodes whose reads and commits fail at random, and two players who never give up."""

    async def story() -> None:
        async with opened(tmp_path, nodes=2, seed=seed) as nodes:
            halls = [hall for hall, _ in nodes]
            table = await seat_two(halls[0])
            for _, flaky in nodes:
                flaky.odds = 0.25
            rng = random.Random(seed)
            players = [Player(user, halls, table.id, rng) for user in "ab"]
            await asyncio.gather(*[player.play(40) for player in players])
            for _, flaky in nodes:
                flaky.odds = 0.0
                await asyncio.gather(*flaky.late)
            log = await log_of(halls[0], table.id)
            ids = [event.id for event in log if event.id]
            assert len(ids) == len(set(ids))
            kept = {event.id: event.text.split()[0] for event in log if event.id}
            acknowledged = {**players[0].acknowledged, **players[1].acknowledged}
            assert {id: kept.get(id) for id in acknowledged} == acknowledged
            undos = sum(event.kind == "undo" for event in log)
            asks = sum(e.kind == "ask" for e in log)
            sure = sum(player.undone for player in players)
            assert sure <= undos + asks <= sure + sum(p.perhaps_undone for p in players)
            assert sum(flaky.failures for _, flaky in nodes) > 20
            for hall in halls:
                there = await hall.fresh(table.id)
                assert there.match.at == len(log)
                for id, move in acknowledged.items():  # sent again, nothing changes
                    user, _, own = id.partition(":")
                    again = there.play(user, 0, move, id=own)
                    assert await granted(again) == (there.match.ids[id] != UNDONE)
            assert len(await log_of(halls[0], table.id)) == len(log)
            await asyncio.gather(*[player.play(10_000) for player in players])
            assert (await halls[0].fresh(table.id)).match.status == DONE  # it goes on to the end

    run(story)
