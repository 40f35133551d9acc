"""Tries at puzzles: the first counts, no matter who else tries at the same time."""

from __future__ import annotations

import asyncio
import secrets

from tilewright.store.accounts import Accounts
from tilewright.store.database import Database
from tilewright.store.ladders import Rating
from tilewright.store.puzzles import Puzzles, Try, in_a_row
from tilewright.store.users import Users

TODAY = "2026-03-01"
START = Rating(20.0, 4.0)


def tried(puzzle: str, solved: bool, day: str = "") -> Try:
    return Try(puzzle, "classic", "1b1", solved, day, 0)


def test_tries_at_once_are_counted_one_after_the_other(address: str) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        store, users = Puzzles(database), Users(database)
        people = [await users.create(f"{secrets.token_hex(6)} x", "guest", 0) for _ in range(4)]
        ann, tag = people[0].id, secrets.token_hex(3)
        names = [f"{tag}{number}" for number in range(6)]
        both = [(ann, name) for name in names] + [(one.id, names[0]) for one in people]
        changes = await asyncio.gather(
            *[store.attempt(user, tried(name, True), START) for user, name in both]
        )
        assert changes.count(None) == 1  # the same try twice
        solver = await store.solver(ann, "classic", TODAY)
        assert (solver.rating.games, solver.solved, solver.streak) == (6, 6, 6)
        assert solver.rating.mu > Rating().mu
        puzzle = (await store.ratings(id=names[0]))[names[0]]
        assert puzzle.games == 4 and puzzle.mu < START.mu
        assert names[0] in await store.ratings(game="classic")
        await database.close()

    asyncio.run(story())


def test_what_is_solved_in_a_row(address: str) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        store = Puzzles(database)
        user = (await Users(database).create(f"{secrets.token_hex(6)} y", "guest", 0)).id
        tag = secrets.token_hex(3)
        for number, solved in enumerate((True, True, False, True)):
            day = f"2026-02-{25 + number}"  # the last on the day before today
            before, after = await store.attempt(
                user, tried(f"{tag}{number}", solved, day), START
            ) or (None, None)
            assert before and after and (after.mu > before.mu) == solved
        solver = await store.solver(user, "classic", TODAY)
        assert (solver.rating.games, solver.solved, solver.streak, solver.days) == (4, 3, 1, 1)
        known = {"2026-02-27": f"{tag}0"}  # had been met before: that day ends no row
        solver = await store.solver(user, "classic", TODAY, lambda day: known.get(day, ""))
        assert solver.days == 3
        mine = await store.tried(user)
        assert [one.solved for one in mine.values()] == [True, True, False, True]
        await Accounts(database).erase(user)
        assert await store.tried(user) == {}
        await database.close()

    asyncio.run(story())


def test_days_in_a_row() -> None:
    days = {"2026-02-25", "2026-02-27", "2026-02-28"}
    assert in_a_row(days, "2026-03-01") == 2  # today may still come
    assert in_a_row(days | {"2026-03-01"}, "2026-03-01") == 3
    assert in_a_row(days, "2026-03-02") == 0
    assert in_a_row(set(), "2026-03-02") == 0
