"""Reviewed seats in a few numbers: kept with the review, found by user, forgotten with them."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
from alembic import command
from alembic.config import Config
from msgspec.structs import replace
from sqlalchemy import Connection, insert, select

from tests.web.plans import heard, plans
from tilewright.analysis.insight import SeatSummary
from tilewright.analysis.report import GRADES, Decision, Review, SeatReview, Value
from tilewright.store.accounts import Accounts
from tilewright.store.database import Database
from tilewright.store.insights import ReviewedSeats
from tilewright.store.reviews import Reviews
from tilewright.store.schema import games, insights, players, reviews
from tilewright.store.users import Users

MIGRATIONS = Path(__file__).parents[2] / "src" / "tilewright" / "store" / "migrations"


async def play(database: Database, *users: str, ended: int = 1, out: bool = False) -> str:
    """Keep a game that is over; returns its id."""
    id = secrets.token_hex(8)
    seats = ["me" if user else "bot:greedy" for user in users]
    row = {"id": id, "setup": json.dumps({"game": "classic", "seats": seats}), "secret": b""}
    state = {"host": "", "public": False, "status": "over", "at": 9, "created": 0, "updated": ended}
    async with database.write() as connection:
        await connection.execute(insert(games).values(row | state))
        for seat, user in enumerate(users):
            numbers = None if out else "{}"
            place = {"game": id, "seat": seat, "user": user, "ended": ended, "statistics": numbers}
            await connection.execute(insert(players).values(place))
    return id


def test_a_review_is_kept_with_its_seats(address: str) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        store, kept, people = ReviewedSeats(database), Reviews(database), Users(database)
        ann, bob = [(await people.create(secrets.token_hex(8), "guest", 0)).id for _ in range(2)]
        first = await play(database, ann, "", ended=1)
        both = await play(database, bob, ann, ended=2)
        await play(database, ann, bob, ended=3, out=True)  # given up: it does not count
        seats = await store.of_user(ann)
        assert [(seat.game, seat.ended, seat.body) for seat in seats] == [
            (first, 1, None),
            (both, 2, None),
        ]
        assert all('"seats"' in (seat.setup or "") for seat in seats)
        for key, told in (("old", "a b"), ("new", "c d"), ("new", "x y")):  # the last comes late
            words = dict(enumerate(told.split()))
            await kept.keep(both, key, b"{}", words, 1)
        await kept.keep(first, "new", b"{}", {0: "e", 1: "f"}, 1)
        found = [(seat.game, seat.body, seat.setup) for seat in await store.of_user(ann)]
        assert found == [(first, "e", None), (both, "d", None)]
        async with database.read() as connection:
            rows = await connection.execute(select(insights).where(insights.c.game == first))
            assert [row.seat for row in rows] == [0]  # bots have none

        with heard(database) as statements:
            await store.of_user(ann)
            await Accounts(database).erase(ann)
        steps = await plans(database, statements)
        assert not [step for step in steps if step.reads_all and step.table == "insights"]
        assert [seat.body for seat in await store.of_user(ann)] == [None, None]
        assert [seat.body for seat in await store.of_user(bob)] == ["c"]
        await kept.keep(both, "newest", b"{}", {0: "g", 1: "h"}, 1)  # somebody reviews it again
        assert [seat.body for seat in await store.of_user(ann)] == [None, None]
        assert [seat.body for seat in await store.of_user(bob)] == ["g"]
        await database.close()

    asyncio.run(story())


def review(loss: float) -> bytes:
    """A review of a game of two, as it is kept: seat 0 made one decision."""
    grades = dict.fromkeys(GRADES, 0) | {"mistake": 1}
    zero = SeatReview("", 0.0, 0, dict.fromkeys(GRADES, 0), 100.0, *(0.0,) * 8)
    seat = replace(zero, decisions=1, grades=grades, loss=loss, result=-loss, adjusted=-loss)
    ply = Decision(0, 1, 0, "1b1", "mistake", loss, 0.1, (-loss, loss), ())
    values = (Value((0.0, 0.0), (0.5, 0.5), ()), Value((-loss, loss), (0.4, 0.6), ()))
    seats = (seat, replace(zero, result=loss, others=loss, adjusted=loss))
    found = Review("classic", "players=2", "1", 9, True, (0, 0), values, (ply,), seats)
    return zlib.compress(msgspec.json.encode(found))


def test_reviews_that_were_kept_before_are_summed_up(address: str) -> None:
    async def story() -> None:
        database = Database(address)
        await database.upgrade()
        ann, gone = [
            (await Users(database).create(secrets.token_hex(8), "guest", 0)).id for _ in range(2)
        ]
        game, other = await play(database, ann, gone), await play(database, ann, gone)
        await Accounts(database).erase(gone)
        async with database.engine.begin() as connection:
            await connection.run_sync(migrate, command.downgrade, "0012")
            for id, key, body, made in (
                (game, "a", review(4.0), 2),
                (game, "b", review(2.0), 1),
                (other, "a", zlib.compress(b"{}"), 1),  # of another shape: to be made again
            ):
                row = {"game": id, "key": key, "body": body, "made": made}
                await connection.execute(insert(reviews).values(row))
            await connection.run_sync(migrate, command.upgrade, "head")
        seats = {seat.game: seat.body for seat in await ReviewedSeats(database).of_user(ann)}
        found = msgspec.json.decode(seats[game] or "", type=SeatSummary)
        assert (found.loss, found.result, found.decisions) == (4.0, -4.0, 1)  # of the latest
        assert seats[other] is None
        assert [seat.body for seat in await ReviewedSeats(database).of_user(gone)] == [None, None]
        await database.close()

    asyncio.run(story())


def migrate(connection: Connection, way: Callable[[Config, str], None], to: str) -> None:
    """Bring the tables of a database to a version."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes.update(connection=connection, tell=print)
    way(config, to)
