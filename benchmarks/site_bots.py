"""Do thinking bots slow down players at other tables? People's moves at a steady pace, without and
with bots of the strongest level at work.

    python -m benchmarks.site_bots
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time

from tests.web.client import Person

PORT = 8377
URL = f"http://localhost:{PORT}"
PACE = 0.05  # seconds between two moves at a table


async def people(seconds: float, times: list[float]) -> None:
    """Play both seats of a table until the time is up; a game that ends is followed by another."""
    end = time.perf_counter() + seconds
    async with Person(URL) as person:
        while time.perf_counter() < end:
            table = await person.make_table(seats=["me", "me:Bo"])
            while time.perf_counter() < end:
                view = await person.view(table)
                if not view.get("legal"):
                    break
                at = view["view"]["at"]
                begin = time.perf_counter()
                await person.ask(table, play=view["legal"][0]["move"], at=at, id=str(at))
                times.append(1000 * (time.perf_counter() - begin))
                await asyncio.sleep(PACE)


async def answer(table: str, person: Person) -> float:
    """Seconds from a person's move to the bot's answer."""
    while True:
        view = await person.view(table)
        if view["view"]["turn"] == 0 and view.get("legal"):
            break
        await asyncio.sleep(0.05)
    at, begin = view["view"]["at"], time.perf_counter()
    await person.ask(table, play=view["legal"][0]["move"], at=at, id=str(at))
    while (await person.view(table))["view"]["turn"] != 0:
        await asyncio.sleep(0.02)
    return time.perf_counter() - begin


async def masters(seconds: float, games: int, answers: list[float]) -> None:
    """Keep bots of the strongest level thinking."""
    end = time.perf_counter() + seconds

    async def one(game: str) -> None:
        async with Person(URL) as person:
            table = await person.make_table(game=game, seats=["me", "bot:master"])
            while time.perf_counter() < end:
                answers.append(await answer(table, person))

    await asyncio.gather(*[one(("classic", "pavilion")[i % 2]) for i in range(games)])


def told(times: list[float]) -> str:
    """Median and 99th percentile of some times."""
    ordered = sorted(times)
    middle, late = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return f"p50 {middle:6.1f}  p99 {late:6.1f}  of {len(ordered)}"


async def measure(seconds: float, tables: int) -> None:
    """The same paced moves twice."""
    for games in (0, 2):
        times: list[float] = []
        answers: list[float] = []
        work = [people(seconds, times) for _ in range(tables)]
        await asyncio.gather(*work, masters(seconds, games, answers))
        print(f"people's moves, ms, {games} masters at work: {told(times)}")
        if answers:
            print(f"answers of the master, s: {told(answers)}")


def main() -> None:
    """Start a server, measure, stop it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--tables", type=int, default=4)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        settings = {
            "TILEWRIGHT_DATABASE": f"sqlite:///{folder}/games.db",
            "TILEWRIGHT_PORT": str(PORT),
            "TILEWRIGHT_REQUESTS": "1000000",
            "TILEWRIGHT_GUESTS": "1000000",
            "TILEWRIGHT_SOCKETS": "1000000",
            "TILEWRIGHT_CONNECTIONS": "1000000",
        }
        command = [sys.executable, "-m", "tilewright.web.serve"]
        server = subprocess.Popen(command, env={**os.environ, **settings})
        try:
            time.sleep(15)  # the workers load compiled code
            asyncio.run(measure(arguments.seconds, arguments.tables))
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
