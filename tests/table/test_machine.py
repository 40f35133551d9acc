"""Two nodes on one database under everything a network does: lost, doubled and late news, messages
sent twice and to both nodes, stale moves, and nodes that die. What was acknowledged stays."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import tilewright as tw
from tilewright.store.database import Database
from tilewright.supervision import Supervisor
from tilewright.table.bus import BusMessage, Listener
from tilewright.table.event import Event, Refused
from tilewright.table.fold import PLAYING
from tilewright.table.hall import Hall
from tilewright.table.match import Match, fold
from tilewright.table.setup import Setup

T = TypeVar("T")
NODES = st.integers(0, 1)


async def granted(request: Coroutine[object, object, object], *codes: str) -> bool:
    """Whether a request is granted; it may be refused with one of the codes."""
    try:
        await request
    except Refused as error:
        if error.code in codes:
            return False
        raise
    return True


class Wire:
    """A bus whose notes wait until the test delivers, doubles or drops them."""

    def __init__(self) -> None:
        self.notes: list[tuple[int, BusMessage]] = []
        self.listeners: dict[int, Listener] = {}

    def end(self, node: int) -> WireEnd:
        return WireEnd(self, node)


class WireEnd:
    """One node's end of the wire."""

    trouble = ""

    def __init__(self, wire: Wire, node: int) -> None:
        self.wire, self.node = wire, node

    async def start(self, listener: Listener, tasks: Supervisor) -> None:
        self.wire.listeners[self.node] = listener

    def publish(self, note: BusMessage) -> None:
        if "at" in note:
            self.wire.notes.append((1 - self.node, note))

    async def close(self) -> None:
        self.wire.listeners.pop(self.node, None)


class Cluster(RuleBasedStateMachine):
    """A table of two people, a and b, open on two nodes."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.address = f"sqlite:///{Path(self.folder.name) / 'games.db'}"
        self.wire = Wire()
        self.halls: list[Hall] = []
        self.acknowledged: dict[str, tuple[int, str]] = {}  # id -> version and move
        self.sent: list[tuple[str, int, str, str]] = []  # user, at, move, id: may be sent again

    def run(self, work: Coroutine[object, object, T]) -> T:
        return self.loop.run_until_complete(work)

    async def new_hall(self, node: int) -> Hall:
        database = Database(self.address)
        await database.prepare()
        hall = Hall(database, bus=self.wire.end(node))
        await hall.start()
        return hall

    @initialize(game=st.sampled_from(["classic", "pavilion"]))
    def open(self, game: str) -> None:
        async def work() -> None:
            self.halls = [await self.new_hall(0), await self.new_hall(1)]
            options = str(tw.GAMES[game].new_game(2).options)
            setup = Setup(game, options, ("me", "open"))
            table = await self.halls[0].create(setup, "a", "A", secret=bytes(32))
            self.game = table.id
            await table.ask(lambda match, time: match.sit(1, "b", "B", b"", time))
            for _ in range(200):
                await asyncio.sleep(0.005)
                async with table.lock:
                    if table.match.status == PLAYING:
                        break
            assert table.match.status == PLAYING
            await self.halls[1].table(self.game)

        self.run(work())

    async def send(self, node: int, user: str, at: int, move: str, id: str) -> None:
        table = await self.halls[node].table(self.game)
        if await granted(table.play(user, at, move, id=id), "stale", "not_your_turn", "over"):
            self.acknowledged[f"{user}:{id}"] = (at, move)

    @rule(node=NODES, which=st.integers(0, 10_000))
    def play(self, node: int, which: int) -> None:
        """The player whose turn it is, as this node knows it, moves."""

        async def work() -> None:
            match = (await self.halls[node].table(self.game)).match
            if match.turn >= 0:
                moves = match.state.legal_moves()
                user, move = match.seats[match.turn].user, str(moves[which % len(moves)])
                message = (user, match.at, move, f"{user}{len(self.sent)}")
                self.sent.append(message)
                await self.send(node, *message)

        self.run(work())

    @rule(which=st.integers(0, 10_000))
    def play_on_both_nodes_at_once(self, which: int) -> None:
        """Two tabs of one player, each on its own node, with different moves."""

        async def work() -> None:
            tables = [await hall.table(self.game) for hall in self.halls]
            sends = []
            for node, table in enumerate(tables):
                match = table.match
                if match.turn >= 0:
                    moves = match.state.legal_moves()
                    user = match.seats[match.turn].user
                    move = str(moves[(which + node) % len(moves)])
                    message = (user, match.at, move, f"{user}{len(self.sent)}")
                    self.sent.append(message)
                    sends.append(self.send(node, *message))
            await asyncio.gather(*sends)

        self.run(work())

    @precondition(lambda self: self.sent)
    @rule(node=NODES, back=st.integers(0, 5), twice=st.booleans())
    def send_again(self, node: int, back: int, twice: bool) -> None:
        """A message that may have been answered already comes again, perhaps doubled."""
        message = self.sent[-1 - back % len(self.sent)]

        async def work() -> None:
            await asyncio.gather(*[self.send(node, *message) for _ in range(1 + twice)])

        self.run(work())

    @precondition(lambda self: self.wire.notes)
    @rule(which=st.integers(0, 100), copies=st.integers(0, 2))
    def deliver(self, which: int, copies: int) -> None:
        """Some note arrives, out of turn: not at all, once or twice."""

        async def work() -> None:
            node, note = self.wire.notes.pop(which % len(self.wire.notes))
            for _ in range(copies):
                if node in self.wire.listeners:
                    self.wire.listeners[node](note)
            await asyncio.sleep(0.01)

        self.run(work())

    @rule(user=st.sampled_from("ab"), node=NODES)
    def undo(self, user: str, node: int) -> None:
        async def work() -> None:
            table = await self.halls[node].table(self.game)

            def take_back(match: Match, time: int) -> Event | None:
                event = match.undo(user, time, at=match.at)
                return event if event.kind == "undo" else None

            await granted(table.ask(take_back), "no_undo", "over")

        self.run(work())

    @rule(node=NODES)
    def kill(self, node: int) -> None:
        """The node's memory is gone; a new process takes its place."""

        async def work() -> None:
            dead = self.halls[node]
            for table in dead.tables.values():
                table.rest()
            await dead.close()
            await dead.database.close()
            self.halls[node] = await self.new_hall(node)

        self.run(work())

    @invariant()
    def the_log_is_whole(self) -> None:
        if self.halls:
            self.run(self.check())

    async def check(self) -> None:
        for hall in self.halls:
            table = await hall.table(self.game)
            async with table.lock:  # nothing is being committed here
                stored = await hall.games.load(self.game)
                known = table.match
            assert stored is not None
            events = stored.events
            assert [event.at for event in events] == list(range(len(events)))
            mine = fold(known.setup, stored.secret, events[: known.at])
            assert known == mine, "a node knows the log, or the beginning of it"
        ids = [event.id for event in events if event.id]
        assert len(ids) == len(set(ids))
        by_id = {event.id: event for event in events}
        for id, (at, move) in self.acknowledged.items():
            assert by_id[id].text.split()[0] == move, "an acknowledged move is kept"
            assert by_id[id].at == at
        tw.parse_record(str(fold(known.setup, known.secret, events).record()))

    def teardown(self) -> None:
        async def work() -> None:
            for hall in self.halls:
                await hall.close()
                await hall.database.close()

        self.run(work())
        self.loop.close()
        self.folder.cleanup()


TestCluster = Cluster.TestCase
TestCluster.settings = settings(
    max_examples=8, stateful_step_count=30, deadline=None, derandomize=True
)
