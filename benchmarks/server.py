"""Measure the server on SQLite: sockets, paced moves, peak moves per second, memory.

The server runs in a process of its own and this script is all of its clients, on loopback. An echo
server that does nothing is measured in the same run, so that the cost of our code shows as a ratio.
Prints a table and writes benchmarks/server.json.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import platform
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

ECHO = """
import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route, WebSocketRoute
from starlette.responses import PlainTextResponse

async def echo(socket):
    await socket.accept()
    async for text in socket.iter_text():
        await socket.send_text(text)

async def ready(request):
    return PlainTextResponse("ready")

app = Starlette(routes=[WebSocketRoute("/{id}", echo), Route("/readyz", ready)])
uvicorn.run(
    app, port=PORT, ws="websockets-sansio", ws_per_message_deflate=False, log_level="warning"
)
"""


class Legal(msgspec.Struct):
    """A legal move in a view."""

    move: str


class View(msgspec.Struct):
    """The part of a view that the clients read."""

    at: int
    status: str


class Frame(msgspec.Struct):
    """A message of the server."""

    type: str
    view: View | None = None
    legal: list[Legal] | None = None


decode = msgspec.json.Decoder(Frame).decode


@contextmanager
def server(words: list[str], port: int, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A server process for as long as it is needed."""
    process = subprocess.Popen([sys.executable, *words], env={**os.environ, **environment})
    try:
        for _ in range(400):
            try:
                if httpx2.get(f"http://127.0.0.1:{port}/readyz").status_code == 200:
                    break
            except httpx2.TransportError:
                time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory(process: subprocess.Popen[bytes]) -> float:
    """Resident memory of a process in kB."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


def percentile(values: list[float], share: float) -> float:
    """A percentile in milliseconds."""
    return 1000 * sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


class Game:
    """Two people at a table, each with a socket."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.sockets = sockets
        self.at, self.mover, self.legal = -1, -1, [""]
        self.sent_at, self.sent_time = -1, 0.0
        self.over = False
        self.latencies: list[float] = []
        self.ready = asyncio.Event()

    async def listen(self, seat: int) -> None:
        """Receive what the server sends to a seat."""
        async for text in self.sockets[seat]:
            frame = decode(text)
            if frame.view is None:
                continue
            if self.sent_time and self.mover == seat and frame.view.at > self.sent_at:
                self.latencies.append(time.perf_counter() - self.sent_time)
                self.sent_time = 0.0
            self.over = self.over or frame.view.status == "over"
            if frame.legal and frame.view.at > self.at:
                self.at, self.next_mover = frame.view.at, seat
                self.legal = [legal.move for legal in frame.legal]
                self.ready.set()

    async def move(self) -> None:
        """The player whose turn it is moves."""
        self.ready.clear()
        self.mover, self.sent_at = self.next_mover, self.at
        play = {"play": random.choice(self.legal), "at": self.at, "id": f"m{self.at}"}
        self.sent_time = time.perf_counter()
        await self.sockets[self.mover].send(json.dumps(play))


async def connect(url: str, count: int) -> list[Game]:
    """Seat two people at each of this many tables."""
    limits = httpx2.Limits(max_connections=20)
    games: list[Game] = []

    async def seat_two(client: httpx2.AsyncClient, kind: str) -> Game:
        cookies = []
        for _ in range(2):
            async with httpx2.AsyncClient(timeout=60) as guest:  # with cookies of its own
                answer = await guest.post(f"{url}/api/guest")
                cookies.append({"Cookie": f"session={answer.cookies['session']}"})
        table = {"game": kind, "seats": ["me", "open"]}
        answer = await client.post(f"{url}/api/tables", json=table, headers=cookies[0])
        id = answer.json()["game"]
        await client.post(f"{url}/api/games/{id}/ask", json={"sit": 1}, headers=cookies[1])
        address = url.replace("http", "ws") + f"/api/games/{id}/socket"
        return Game(
            [
                await websockets.connect(
                    address, additional_headers=cookie, compression=None, max_size=None
                )
                for cookie in cookies
            ]
        )

    async with httpx2.AsyncClient(limits=limits, timeout=60) as client:
        gate = asyncio.Semaphore(10)

        async def one(number: int) -> None:
            async with gate:
                games.append(await seat_two(client, ("classic", "pavilion")[number % 2]))

        await asyncio.gather(*[one(number) for number in range(count)])
    return games


async def pace(games: list[Game], per_second: float, seconds: float) -> int:
    """Let a game move at every tick, in turn; a game that is not ready is skipped."""
    begin, moves, skipped = time.perf_counter(), 0, 0
    playing = [game for game in games if not game.over]
    while time.perf_counter() - begin < seconds:
        due = int((time.perf_counter() - begin) * per_second)
        while moves < due:
            game = playing[(moves + skipped) % len(playing)]
            if game.ready.is_set() and not game.over:
                await game.move()
                moves += 1
            else:
                skipped += 1
                await asyncio.sleep(0)
                if skipped > 50 * (moves + 100):
                    return moves
        await asyncio.sleep(0.001)
    return moves


async def rush(games: list[Game], seconds: float) -> int:
    """Let all games move as fast as they can."""
    end = time.perf_counter() + seconds

    async def play(game: Game) -> int:
        moves = 0
        while time.perf_counter() < end and not game.over:
            try:
                await asyncio.wait_for(game.ready.wait(), max(0.01, end - time.perf_counter()))
            except TimeoutError:
                break
            await game.move()
            moves += 1
        return moves

    return sum(await asyncio.gather(*[play(game) for game in games]))


async def measure_games(
    process: subprocess.Popen[bytes], url: str, arguments: argparse.Namespace
) -> dict[str, float]:
    """Everything about our server."""
    before = memory(process)
    games = await connect(url, arguments.sockets // 2)
    listening = [asyncio.create_task(game.listen(seat)) for game in games for seat in range(2)]
    for game in games:
        await game.ready.wait()
    await asyncio.sleep(1)
    idle = (memory(process) - before) / arguments.sockets
    moves = await pace(games, arguments.rate, arguments.seconds)
    await asyncio.sleep(1)
    paced = [latency for game in games for latency in game.latencies]
    for game in games:
        game.latencies.clear()
    most = await rush(games, arguments.seconds) / arguments.seconds
    rushed = [latency for game in games for latency in game.latencies]
    for task in listening:
        task.cancel()
    return {
        "sockets": arguments.sockets,
        "memory per socket with its table, kB": idle,
        "paced moves/s": moves / arguments.seconds,
        "paced p50, ms": percentile(paced, 0.5),
        "paced p99, ms": percentile(paced, 0.99),
        "most moves/s": most,
        "p99 at the most, ms": percentile(rushed, 0.99),
    }


async def measure_echo(
    process: subprocess.Popen[bytes], port: int, arguments: argparse.Namespace
) -> dict[str, float]:
    """The same traffic against a server that only echoes."""
    before = memory(process)
    lines = [
        await websockets.connect(f"ws://127.0.0.1:{port}/{n}", compression=None)
        for n in range(arguments.sockets)
    ]
    await asyncio.sleep(1)
    idle = (memory(process) - before) / arguments.sockets
    latencies: list[float] = []

    async def once(line: ClientConnection) -> None:
        begin = time.perf_counter()
        await line.send('{"play": "2r4", "at": 41, "id": "m41"}')
        await line.recv()
        latencies.append(time.perf_counter() - begin)

    begin, sent = time.perf_counter(), 0
    running: set[asyncio.Task[None]] = set()
    while (spent := time.perf_counter() - begin) < arguments.seconds:
        while sent < spent * arguments.rate:
            task = asyncio.create_task(once(lines[sent % len(lines)]))
            running.add(task)
            task.add_done_callback(running.discard)
            sent += 1
        await asyncio.sleep(0.001)
    await asyncio.gather(*running)
    paced = latencies.copy()
    end = time.perf_counter() + arguments.seconds
    latencies.clear()

    async def on_and_on(line: ClientConnection) -> None:
        while time.perf_counter() < end:
            await once(line)

    await asyncio.gather(*[on_and_on(line) for line in lines])
    return {
        "sockets": arguments.sockets,
        "memory per socket with its table, kB": idle,
        "paced moves/s": sent / arguments.seconds,
        "paced p50, ms": percentile(paced, 0.5),
        "paced p99, ms": percentile(paced, 0.99),
        "most moves/s": len(latencies) / arguments.seconds,
        "p99 at the most, ms": percentile(latencies, 0.99),
    }


def main() -> None:
    """Measure both servers and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=500.0, help="paced moves per second")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each measurement")
    parser.add_argument("--output", type=Path, default=Path(__file__).parent / "server.json")
    arguments = parser.parse_args()
    gc.disable()  # so that the clients' own pauses are not measured
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        print(f"Seating {arguments.sockets} people ...", file=sys.stderr)
        settings = {
            "TILEWRIGHT_DATABASE": f"sqlite:///{Path(folder) / 'bench.db'}",
            "TILEWRIGHT_PORT": str(port),
            "TILEWRIGHT_REQUESTS": "1000000",
            "TILEWRIGHT_GUESTS": "1000000",
            "TILEWRIGHT_SOCKETS": "1000000",
            "TILEWRIGHT_CONNECTIONS": "1000000",
            "TILEWRIGHT_LOG": "error",
        }
        with server(["-m", "tilewright.web.serve"], port, **settings) as process:
            url = f"http://127.0.0.1:{port}"
            ours = asyncio.run(measure_games(process, url, arguments))
    port = free_port()
    print("The echo server ...", file=sys.stderr)
    with server(["-c", ECHO.replace("PORT", str(port))], port) as process:
        echo = asyncio.run(measure_echo(process, port, arguments))
    print(f"{'':40}{'tilewright':>12}{'echo':>12}{'ratio':>8}")
    for name, value in ours.items():
        ratio = value / echo[name] if echo[name] else 0.0
        print(f"{name:40}{value:12.1f}{echo[name]:12.1f}{ratio:8.2f}")
    data = {"python": platform.python_version(), "machine": platform.machine()}
    results = {**data, "tilewright": ours, "echo": echo}
    arguments.output.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
