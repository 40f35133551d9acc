"""Measure a server with many finished games: the CPU time of every page's request, of upgrading an
old database, of the dump and of deleting an account.

    python -m benchmarks.growth --games 100000
    python -m benchmarks.growth --games 100000 --database postgresql

The database is filled with real games as the first version kept them. The server runs in this
process; with PostgreSQL the time of the database is added. Exits with 1 if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.web.crowd import Crowd, fill, keep_bots, study
from tests.web.servers import postgres
from tests.web.visit import urls, visit
from tilewright.store.accounts import Accounts
from tilewright.store.database import Database
from tilewright.store.games import Games
from tilewright.store.results import Results
from tilewright.table.clock import now

LIMIT = 20.0  # milliseconds of CPU for a page's request
SLOWEST_DUMP = 2000.0  # games per second
REPEAT = 20
TICKS = os.sysconf("SC_CLK_TCK")


class Row(NamedTuple):
    """A measured request."""

    url: str
    cpu: float  # milliseconds, averaged over several
    size: int


class Cpu:
    """The CPU time of this process and of a database server beside it."""

    def __init__(self, server: int | None) -> None:
        self.server = server

    def __call__(self) -> float:
        """Seconds so far."""
        return time.process_time() + self.of_server()

    def of_server(self) -> float:
        """Seconds of the database server so far."""
        return 0.0 if self.server is None else tree_time(self.server)


def tree_time(root: int) -> float:
    """The CPU time of a process and of those it has started, in seconds."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        times[pid] = sum(map(int, fields[11:15])) / TICKS  # its own, and its children's
    return sum(time for pid, time in times.items() if pid == root or parents[pid] == root)


@contextmanager
def database_server(kind: str) -> Iterator[tuple[str, int | None]]:
    """The address of an empty database, and the process that serves it."""
    with tempfile.TemporaryDirectory(prefix="tilewright-growth-") as folder:
        if kind == "sqlite":
            yield f"sqlite:///{folder}/tilewright.db", None
            return
        with postgres() as address:
            yield address, asyncio.run(postmaster(address))


async def postmaster(address: str) -> int:
    """The parent process of a PostgreSQL server."""
    database = Database(address, patience=None)
    async with database.read() as connection:
        found = await connection.exec_driver_sql("SELECT pg_backend_pid()")
        stat = Path(f"/proc/{found.scalar_one()}/stat").read_text(encoding="utf-8")
    await database.close()
    return int(stat.rpartition(")")[2].split()[1])


async def make(address: str, crowd: Crowd, cpu: Cpu, say: Console) -> None:
    """Fill a database of the first version, and bring it up to date."""
    database = Database(address, patience=None)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=say) as bar:
        task = bar.add_task("games made", total=crowd.games)
        await fill(database, crowd, lambda games: bar.advance(task, games))
    begin, used = time.perf_counter(), cpu()
    await database.upgrade()
    took = f"{time.perf_counter() - begin:.1f} s, {cpu() - used:.1f} s of CPU"
    say.print(f"upgrade: {took}", highlight=False)
    await study(database, crowd)
    await database.close()


async def pages(address: str, crowd: Crowd, cpu: Cpu) -> list[Row]:
    """The cost of every page's request, for the player with the most games."""
    rows = []
    async with visit(address, crowd.first) as visitor:
        for route, found in urls(crowd).items():
            for url in found:
                if route == "/api/me/export":
                    continue
                answer = await visitor.get(url)  # statements are compiled the first time
                assert answer.status == 200, (url, answer)
                begin = cpu()
                for _ in range(REPEAT):
                    visitor.house.hall.tables.clear()  # so that no game is open yet
                    await visitor.get(url)
                cost = 1000 * (cpu() - begin) / REPEAT
                rows.append(Row(url, cost, len(answer.body)))
    return rows


async def beside(address: str, crowd: Crowd, cpu: Cpu) -> dict[str, float]:
    """What pages do not ask for, in milliseconds; the dump in games per second."""
    found: dict[str, float] = {}
    async with visit(address, crowd.first) as visitor:
        begin = cpu()
        await visitor.get("/api/me/export")
        found[f"export of {crowd.busy} games"] = 1000 * (cpu() - begin)
    database = Database(address, patience=None)
    begin = cpu()
    await Games(database).due(now())
    await Games(database).left_to_bots(since=now())
    found["sweep"] = 1000 * (cpu() - begin)
    begin = cpu()
    await Results(database).unsettled()
    found["repair"] = 1000 * (cpu() - begin)
    for name in ("dump of games of an older release", "dump"):
        if name == "dump":
            await keep_bots(database, crowd)
        begin, used = time.perf_counter(), cpu.of_server()
        count, spent, memory = run_dump(address)
        seconds, spent = time.perf_counter() - begin, spent + cpu.of_server() - used
        found[f"{name}: games written"] = count
        found[f"{name}: games a second"] = count / seconds
        found[f"{name}: games a second of CPU"] = count / spent
        found[f"{name}: memory, MB"] = memory
    begin = cpu()
    await Accounts(database).erase(crowd.first)
    found[f"end of an account of {crowd.busy} games"] = 1000 * (cpu() - begin)
    await database.close()
    return found


def run_dump(address: str) -> tuple[int, float, float]:
    """`tilewright dump`: how many games it has written, its CPU time and the memory it took."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "games.jsonl"
        process = subprocess.Popen(
            [sys.executable, "-m", "tilewright.cli", "dump", str(out)],
            env={**os.environ, "TILEWRIGHT_DATABASE": address},
            stdout=subprocess.DEVNULL,
        )
        memory = 0.0
        while not (ended := os.wait4(process.pid, os.WNOHANG))[0]:
            memory = max(memory, peak_memory(process.pid))
            time.sleep(0.2)
        assert ended[1] == 0
        with out.open("rb") as file:
            return sum(1 for _ in file), ended[2].ru_utime + ended[2].ru_stime, memory


def peak_memory(pid: int) -> float:
    """The most memory that a process has used at any time, in MB."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0  # it has ended
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


def show(rows: list[Row], title: str, say: Console) -> None:
    """Print what was measured, the slowest first."""
    table = Table(title=title)
    for name in ("request", "CPU, ms", "bytes", ""):
        table.add_column(name, justify="left" if name == "request" else "right")
    for row in sorted(rows, key=lambda row: -row.cpu):
        slow = "over" if row.cpu > LIMIT else ""
        table.add_row(row.url, f"{row.cpu:.1f}", str(row.size), slow)
    say.print(table)


def main() -> int:
    """Make the database, measure, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    wish = parser.parse_args()
    say = Console()
    with database_server(wish.database) as (address, server):
        cpu, crowd = Cpu(server), Crowd(wish.games, now())
        asyncio.run(make(address, crowd, cpu, say))
        rows = asyncio.run(pages(address, crowd, cpu))
        show(rows, f"{wish.games} finished games on {wish.database}", say)
        others = asyncio.run(beside(address, crowd, cpu))
    for name, value in others.items():
        say.print(f"{name}: {value:.1f}", highlight=False)
    is_slow = others["dump: games a second of CPU"] < SLOWEST_DUMP
    if is_slow:
        say.print(f"the dump is slower than {SLOWEST_DUMP:.0f} games a second")
    return int(is_slow or any(row.cpu > LIMIT for row in rows))


if __name__ == "__main__":
    sys.exit(main())
