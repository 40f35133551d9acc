"""A small world to break: nodes, a database and a bus, and people who play on, whatever happens."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx2
from sqlalchemy import text

import tilewright as tw
from tests.faults.proxy import Proxy
from tests.web.client import Person, Stubborn
from tests.web.servers import Node, PostgreSQL, Redis
from tilewright.store.database import Database
from tilewright.table.clock import TEST

PATIENCE = 180.0  # seconds after which a game that has not gone on is stuck
PAUSE = 0.22  # seconds before a move: as many as a socket may send
CLOCK = {"kind": "live", "seconds": 90, "increment": 1}  # enough, unless a fault is charged
TABLES: list[dict[str, object]] = [
    {"game": "classic", "seats": ["me", "open"], "clock": CLOCK},
    {"game": "pavilion", "seats": ["me", "open"]},
    {"game": "classic", "seats": ["me", "bot:greedy", "open"], "options": {"wall": "grey"}},
    {"game": "pavilion", "seats": ["me", "open", "bot:random"], "options": {"board": "neutral"}},
]
HOLES = "SELECT game FROM events GROUP BY game HAVING count(*) <> max(at) + 1 OR min(at) <> 0"


class Stuck(AssertionError):
    """A game is stuck."""


@dataclass
class World:
    """What can be broken, and the addresses people use."""

    nodes: list[Node]
    folder: Path
    postgres: PostgreSQL | None = None
    redis: Redis | None = None
    database_line: Proxy | None = None  # between the nodes and PostgreSQL
    bus_line: Proxy | None = None  # between the nodes and Redis
    rng: random.Random = field(default_factory=random.Random)

    def shift(self, node: Node, milliseconds: int) -> None:
        """Set the time of day of a node, as far as it knows."""
        Path(node.settings[TEST]).write_text(str(milliseconds))

    @property
    def urls(self) -> list[str]:
        """Where people come in."""
        return [node.url for node in self.nodes]

    async def holes(self) -> list[str]:
        """The games whose logs have one."""
        here = f"sqlite:///{self.folder}/games.db"
        database = Database(self.postgres.address if self.postgres else here)
        try:
            async with database.read() as connection:
                return [game for (game,) in await connection.execute(text(HOLES))]
        finally:
            await database.close()


def with_clock(node: Node, folder: str) -> Node:
    """A node whose time of day can be set."""
    file = Path(folder) / f"clock-{node.port}"
    file.write_text("0")
    node.settings[TEST] = str(file)
    return node


@contextmanager
def on_sqlite(seed: int) -> Iterator[World]:
    """One node on a file."""
    with TemporaryDirectory(prefix="tilewright-faults-") as folder:
        node = with_clock(Node(f"sqlite:///{folder}/games.db"), folder)
        node.start()
        try:
            yield World([node], Path(folder), rng=random.Random(seed))
        finally:
            node.kill()


@contextmanager
def on_postgresql(seed: int) -> Iterator[World]:
    """Two nodes on PostgreSQL and Redis, with a line that can be cut to each."""
    with TemporaryDirectory(prefix="tilewright-faults-") as folder:
        database, bus = PostgreSQL(), Redis()
        database.start()
        bus.start()
        database_line, bus_line = Proxy(database.port), Proxy(bus.port)
        database_line.start()
        bus_line.start()
        nodes = [
            with_clock(
                Node(database.through(database_line.port), f"redis://127.0.0.1:{bus_line.port}"),
                folder,
            )
            for _ in range(2)
        ]
        try:
            for node in nodes:
                node.start()
            rng = random.Random(seed)
            yield World(nodes, Path(folder), database, bus, database_line, bus_line, rng)
        finally:
            for node in nodes:
                node.kill()
            database_line.stop()
            bus_line.stop()
            for server in (bus, database):
                server.stop()
                server.remove()


class Pair:
    """Two people who play one game after another."""

    def __init__(self, world: World, table: dict[str, object], seed: int) -> None:
        self.world, self.table, self.seed = world, table, seed
        self.task: asyncio.Task[None] | None = None
        self.players: list[Stubborn] = []
        self.finished: list[Stubborn] = []

    @property
    def moves(self) -> int:
        """Moves that were acknowledged, over all games."""
        return sum(len(player.acknowledged) for player in [*self.players, *self.finished])

    @property
    def everybody(self) -> list[Stubborn]:
        """Who has played, each in one game."""
        return [*self.finished, *self.players]

    async def play(self) -> None:
        """Play without end."""
        number = 0
        while True:
            number += 1
            self.players = await self._sit_down(f"{self.seed} {number}")
            await asyncio.gather(*[player.play() for player in self.players])
            self.finished, self.players = [*self.finished, *self.players], []

    async def _sit_down(self, seed: str) -> list[Stubborn]:
        while True:  # until the server can be asked
            with suppress(httpx2.HTTPError, OSError, AssertionError, KeyError):
                people = [Person(self.world.rng.choice(self.world.urls)) for _ in range(2)]
                for person in people:
                    await person.__aenter__()
                game = await people[0].make_table(**self.table)
                seats = self.table["seats"]
                assert isinstance(seats, list)
                answer = await people[1].ask(game, sit=seats.index("open"))
                assert answer["type"] == "view", answer
                return [Stubborn(one, game, self.world.urls, seed, pause=PAUSE) for one in people]
            await asyncio.sleep(0.3)


@asynccontextmanager
async def people(world: World, seed: int) -> AsyncIterator[list[Pair]]:
    """People at every kind of table, for as long as they are needed. A player who meets what
    should never happen ends everything."""
    pairs = [Pair(world, table, seed + number) for number, table in enumerate(TABLES)]
    tasks = [asyncio.create_task(pair.play()) for pair in pairs]
    for pair, task in zip(pairs, tasks, strict=True):
        pair.task = task
    try:
        yield pairs
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def recovery(pairs: list[Pair]) -> float:
    """Seconds until every pair has had two more moves acknowledged."""
    begin, before = time.monotonic(), [pair.moves for pair in pairs]
    while any(pair.moves < moves + 2 for pair, moves in zip(pairs, before, strict=True)):
        for pair in pairs:
            if pair.task is not None and pair.task.done():
                pair.task.result()  # raises what should never happen
        if time.monotonic() - begin > PATIENCE:
            stuck = [
                player.game
                for pair, moves in zip(pairs, before, strict=True)
                if pair.moves < moves + 2
                for player in pair.players
            ]
            raise Stuck(f"no move for {PATIENCE:.0f} s: {stuck}")
        await asyncio.sleep(0.02)
    return time.monotonic() - begin


async def lost(pairs: list[Pair]) -> list[str]:
    """What was acknowledged and is not in the log; every record is read and verified."""
    found = []
    for player in [player for pair in pairs for player in pair.everybody]:
        view = (await player.person.view(player.game))["view"]
        kept: dict[int, str] = {}
        for move in view["log"]:
            kept.setdefault(move["at"], move["move"])
        found += [f"{player.game}: out by {s['out']}" for s in view["seats"] if s["out"]]
        for at, move in player.acknowledged.items():
            if kept.get(at) != move:
                found.append(f"{player.game} at {at}: {move}, kept {kept.get(at)}")
        if view["status"] == "over":
            kept_text = (await player.person.http.get(f"/api/games/{player.game}/record.tw")).text
            record = tw.parse_record(kept_text)
            tw.verify(record)
            if [str(move) for move in record.moves] != [move["move"] for move in view["log"]]:
                found.append(f"{player.game}: record and view differ")
    return found
