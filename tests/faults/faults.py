"""What may go wrong, by name: each breaks something for a while and mends it."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

import redis.asyncio as redis
import websockets

from tests.faults.world import World
from tests.web.client import Person

Fault: TypeAlias = Callable[[World], Awaitable[None]]

HELD = 3.0  # seconds for which something is held still
HOUR = 3_600_000  # milliseconds
LONG = 8.0  # likewise, where that is longer than anybody waits for an answer
JUNK = (b"", b"not json", b"[]", b"null", b'{"game": 7}', b'{"game": "x", "at": "y"}', b"\xff\xfe")


def node_of(world: World) -> int:
    """The process of one of the nodes."""
    process = world.rng.choice(world.nodes).process
    assert process is not None
    return process.pid


async def kill_node(world: World) -> None:
    """Kill a node and start it again."""
    node = world.rng.choice(world.nodes)
    node.kill()
    node.start(wait=False)
    await asyncio.to_thread(node.wait)


async def restart_node(world: World) -> None:
    """Stop a node as an operator would, and start it again."""
    node = world.rng.choice(world.nodes)
    assert await asyncio.to_thread(node.stop) == 0
    node.start(wait=False)
    await asyncio.to_thread(node.wait)


async def freeze_node(world: World) -> None:
    """Hold a node still."""
    process = node_of(world)
    os.kill(process, signal.SIGSTOP)
    await asyncio.sleep(HELD)
    os.kill(process, signal.SIGCONT)


async def set_clock(world: World) -> None:
    """Set the clock of a node forward by an hour, then back by two, then right."""
    node = world.rng.choice(world.nodes)
    for shift in (HOUR, -HOUR, 0):
        world.shift(node, shift)
        await asyncio.sleep(2.0)


async def restart_database(world: World) -> None:
    """End PostgreSQL as a power cut would, and start it again."""
    assert world.postgres is not None
    await asyncio.to_thread(world.postgres.stop)
    await asyncio.sleep(0.5)
    await asyncio.to_thread(world.postgres.start)


async def freeze_database(world: World) -> None:
    """Hold PostgreSQL still."""
    assert world.postgres is not None
    world.postgres.signal(signal.SIGSTOP)
    await asyncio.sleep(HELD)
    world.postgres.signal(signal.SIGCONT)


async def cut_database(world: World) -> None:
    """Cut the connection to PostgreSQL."""
    assert world.database_line is not None
    world.database_line.cut()
    await asyncio.sleep(1.0)
    world.database_line.mend()


async def half_open_database(world: World) -> None:
    """Let the connection to PostgreSQL carry nothing, and tell nobody."""
    assert world.database_line is not None
    world.database_line.freeze()
    await asyncio.sleep(LONG)
    world.database_line.mend()


async def lose_commits(world: World) -> None:
    """End connections as they commit: some before PostgreSQL hears of it, some after."""
    line = world.database_line
    assert line is not None
    for after in (False, True, False, True):
        line.trap(b"COMMIT", world.rng.randrange(1, 4), after=after)
        await asyncio.sleep(0.4)
    line.mend()


async def restart_bus(world: World) -> None:
    """Kill Redis and start it again."""
    assert world.redis is not None
    world.redis.stop()
    await asyncio.sleep(1.0)
    await asyncio.to_thread(world.redis.start)


async def freeze_bus(world: World) -> None:
    """Hold Redis still."""
    assert world.redis is not None and world.redis.process is not None
    world.redis.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(HELD)
    world.redis.process.send_signal(signal.SIGCONT)


async def half_open_bus(world: World) -> None:
    """Let the connection to Redis carry nothing, and tell nobody."""
    assert world.bus_line is not None
    world.bus_line.freeze()
    await asyncio.sleep(LONG)
    world.bus_line.mend()


async def junk_on_the_bus(world: World) -> None:
    """Publish what no node would."""
    assert world.redis is not None
    client = redis.Redis.from_url(world.redis.address)
    for junk in JUNK:
        await client.publish("tilewright", junk)
    await client.aclose()


async def lock_file(world: World) -> None:
    """Hold SQLite's write lock, as another process would."""
    database = sqlite3.connect(world.folder / "games.db", isolation_level=None, timeout=10)
    database.execute("BEGIN IMMEDIATE")
    await asyncio.sleep(HELD)
    database.execute("ROLLBACK")
    database.close()


async def full_disk(world: World) -> None:
    """Let no file of a node grow, as on a disk that is full."""
    process = node_of(world)
    was = resource.prlimit(process, resource.RLIMIT_FSIZE)
    sizes = [path.stat().st_size for path in world.folder.iterdir() if path.is_file()]
    resource.prlimit(process, resource.RLIMIT_FSIZE, (min(sizes), was[1]))
    await asyncio.sleep(HELD)
    resource.prlimit(process, resource.RLIMIT_FSIZE, was)


async def hostile_clients(world: World) -> None:
    """Nonsense from many sides: half requests, broken frames, foreign moves, floods."""
    await asyncio.gather(*[_hostile(world, random.Random(n)) for n in range(12)])


async def _hostile(world: World, rng: random.Random) -> None:
    url = rng.choice(world.urls)
    host, port = url.removeprefix("http://").split(":")
    lines = []
    for _ in range(5):  # requests that never end
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n{")
        lines.append(writer)
    async with Person(url) as person:
        game = await person.make_table(game="classic", seats=["me", "open"])
        for body in (b"\x00", b'{"seats": ["me:\\u0000x", "open"]}', b"[" * 5000, b"1e999"):
            answer = await person.http.post("/api/tables", content=body)
            assert 400 <= answer.status_code < 500, answer.text[:300]
        for path in ("a%00b", "..%2f..%2fetc", "x" * 3000, f"{game}%0a"):
            answer = await person.http.get(f"/api/games/{path}")
            assert 400 <= answer.status_code < 500, answer.text[:300]
        for frame in ("", "{", '{"play": 1}', '{"play":"2r4","at":-1}', "\x00" * 2000, b"\xff\x00"):
            with suppress(OSError, TimeoutError, websockets.WebSocketException):
                async with person.sit(game) as line:
                    await line.send(frame)
                    await asyncio.wait_for(line.recv(), 0.5)
    for writer in lines:
        writer.transport.abort()


ANYWHERE: dict[str, Fault] = {
    "a node killed": kill_node,
    "a node stopped and started": restart_node,
    "a node frozen": freeze_node,
    "a clock set wrong": set_clock,
    "hostile clients": hostile_clients,
}
ON_SQLITE: dict[str, Fault] = {
    **ANYWHERE,
    "the file locked by another program": lock_file,
    "the disk full": full_disk,
}
ON_POSTGRESQL: dict[str, Fault] = {
    **ANYWHERE,
    "PostgreSQL killed": restart_database,
    "PostgreSQL frozen": freeze_database,
    "PostgreSQL cut off": cut_database,
    "PostgreSQL half open": half_open_database,
    "commits that fail": lose_commits,
    "Redis killed": restart_bus,
    "Redis frozen": freeze_bus,
    "Redis half open": half_open_bus,
    "junk on the bus": junk_on_the_bus,
}
