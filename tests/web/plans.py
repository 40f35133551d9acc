"""How a database finds what it is asked for: the statements of a test, and their plans."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import event

from tilewright.store.database import Database
from tilewright.store.schema import metadata

SMALL = {"settings", "ratings", "review_queue"}  # tables that do not grow with the games
PARTIAL = {"ix_players_unsettled"}  # indexes that hold what is not settled, and nothing else

Statement = tuple[str, Any]


@contextmanager
def heard(database: Database) -> Iterator[list[Statement]]:
    """The statements that a database runs in the meantime."""
    found: list[Statement] = []

    def note(
        connection: object, cursor: object, statement: str, parameters: Any, *_: object
    ) -> None:
        if re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", statement):
            found.append((statement, parameters))

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


class Step(NamedTuple):
    """A step of a plan: which index it goes by, and whether it reads all of a table that grows, or
    all games of a status."""

    table: str
    by: str
    reads_all: bool
    statement: str = ""


async def plans(database: Database, statements: list[Statement]) -> list[Step]:
    """How the statements would be run."""
    found = []
    for statement, parameters in statements:
        one = parameters[0] if isinstance(parameters, list) else parameters
        async with database.read() as connection:
            if database.is_sqlite:
                rows = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", one)
                steps = [_sqlite_step(str(tuple(row)[3])) for row in rows]
            else:  # as if the tables were too large to be read
                await connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
                answer = await connection.exec_driver_sql(f"EXPLAIN (FORMAT JSON) {statement}", one)
                steps = [_postgres_step(node) for node in _nodes(answer.scalar_one()[0]["Plan"])]
        found += [step._replace(statement=statement) for step in steps if step]
    return found


def _sqlite_step(text: str) -> Step | None:
    """A step of SQLite: `SEARCH games USING INDEX ix_games_host (host=?)`."""
    step = re.match(r"(SCAN|SEARCH) (\w+)(?:.*? INDEX (\w+))?", text)
    if step is None or step[2] not in metadata.tables:  # a subquery
        return None
    whole = step[1] == "SCAN" and step[3] not in PARTIAL
    return Step(step[2], step[3] or "", (whole or "(status=?)" in text) and step[2] not in SMALL)


def _postgres_step(node: dict[str, Any]) -> Step | None:
    table, index = node.get("Relation Name", ""), node.get("Index Name", "")
    if node["Node Type"] == "Seq Scan":
        return Step(table, "", table not in SMALL)
    if not index:
        return None
    condition = node.get("Index Cond", "")
    whole = not condition and index not in PARTIAL and table not in SMALL
    return Step(table, index, whole or bool(re.fullmatch(r"\(\(?status.*'over'.*", condition)))


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for part in node.get("Plans", []):
        yield from _nodes(part)
