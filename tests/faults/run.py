"""Break things while people play, and count: `make faults`.

After every fault all games must go on; in the end no log may have a hole and nothing that was
acknowledged may be missing.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rich.progress import Progress, TaskID

from tests.faults.faults import ON_POSTGRESQL, ON_SQLITE, Fault
from tests.faults.world import World, lost, on_postgresql, on_sqlite, people, recovery

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
BEGIN, END = "<!-- faults: begin -->", "<!-- faults: end -->"


class Setting(NamedTuple):
    """Where things are broken."""

    name: str
    open: Callable[[int], AbstractContextManager[World]]
    faults: dict[str, Fault]


SETTINGS = (
    Setting("one node on SQLite", on_sqlite, ON_SQLITE),
    Setting("two nodes on PostgreSQL and Redis", on_postgresql, ON_POSTGRESQL),
)


@dataclass
class Result:
    """How the people in one setting fared."""

    recoveries: dict[str, list[float]] = field(default_factory=dict)  # seconds, by fault
    acknowledged: int = 0
    resent: int = 0
    lost: list[str] = field(default_factory=list)
    holes: list[str] = field(default_factory=list)


async def break_things(
    world: World, names: list[str], setting: Setting, seed: int, tell: Callable[[str], None]
) -> Result:
    """Let people play, and break one thing after another."""
    result = Result()
    async with people(world, seed) as pairs:
        await recovery(pairs)  # everybody has begun
        for name in names:
            tell(name)
            await setting.faults[name](world)
            result.recoveries.setdefault(name, []).append(await recovery(pairs))
            result.holes += await world.holes()
    result.lost = await lost(pairs)
    everybody = [player for pair in pairs for player in pair.everybody]
    result.acknowledged = sum(len(player.acknowledged) for player in everybody)
    result.resent = sum(player.resent for player in everybody)
    for player in everybody:
        await player.person.__aexit__()
    return result


def plan(setting: Setting, count: int) -> list[str]:
    """This many faults, each kind equally often."""
    names = list(setting.faults)
    return [names[number % len(names)] for number in range(count)]


def table(setting: Setting, result: Result) -> str:
    """The result as Markdown."""
    lines = [
        f"**{setting.name[0].upper()}{setting.name[1:]}**: {result.acknowledged} moves "
        f"acknowledged, {result.resent} sent again, {len(result.lost)} lost, "
        f"{len(result.holes)} logs with a hole.",
        "",
        "| what | times | recovery in the median | at worst |",
        "|---|---|---|---|",
    ]
    for name, seconds in result.recoveries.items():
        middle, worst = statistics.median(seconds), max(seconds)
        lines.append(f"| {name} | {len(seconds)} | {middle:.1f} s | {worst:.1f} s |")
    return "\n".join(lines)


def main() -> int:
    """Break as many things as asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--faults", type=int, default=100, help="how many (default: 100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"put the result into {PAGE.name}")
    arguments = parser.parse_args()
    tables, good = [], True
    with Progress(transient=True) as bar:
        for setting, count in zip(SETTINGS, shares(arguments.faults), strict=True):
            task = bar.add_task(setting.name, total=count)

            def tell(name: str, task: TaskID = task, where: str = setting.name) -> None:
                bar.update(task, advance=1, description=f"{where}: {name}")

            with setting.open(arguments.seed) as world:
                result = asyncio.run(
                    break_things(world, plan(setting, count), setting, arguments.seed, tell)
                )
            good = good and not result.lost and not result.holes
            tables.append(table(setting, result))
            print(tables[-1], *result.lost, *result.holes, sep="\n")
    if arguments.write and good:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        after = rest.partition(END)[2]
        text = "\n\n".join([before + BEGIN, *tables, END + after])
        PAGE.write_text(text, encoding="utf-8")
    return 0 if good else 1


def shares(count: int) -> tuple[int, int]:
    """A third for SQLite, where fewer parts can break, and the rest for the others."""
    return count // 3, count - count // 3


if __name__ == "__main__":
    sys.exit(main())
