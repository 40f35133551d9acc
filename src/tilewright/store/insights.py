"""Reviewed seats in a few numbers, so that insights need not read all reviews of a user's games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.store.database import Database
from tilewright.store.games import AT_ONCE
from tilewright.store.schema import games, insights, players, users
from tilewright.store.users import GONE


class PlayedSeat(NamedTuple):
    """A game that a user has played to its end."""

    game: str
    ended: int
    body: str | None  # what the review says about the seat, as JSON; None if there is no review
    setup: str | None  # of the game, as JSON, if there is no review


class ReviewedSeats:
    """The table of reviewed seats."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of_user(self, user: str) -> list[PlayedSeat]:
        """The games that a user has played to the end, in order."""
        played = (
            select(players.c.game, players.c.ended)
            .where(players.c.user == user, players.c.ended.is_not(None))
            .where(players.c.statistics.is_not(None))
            .order_by(players.c.ended, players.c.game)
        )
        told = select(insights.c.game, insights.c.body).where(insights.c.user == user)
        setups: dict[str, str] = {}
        async with self.database.read() as connection:
            bodies = {row.game: row.body for row in await connection.execute(told)}
            seats = (await connection.execute(played)).all()
            missing = [game for game, _ in seats if game not in bodies]
            for first in range(0, len(missing), AT_ONCE):
                some = games.c.id.in_(missing[first : first + AT_ONCE])
                for id, setup in await connection.execute(
                    select(games.c.id, games.c.setup).where(some)
                ):
                    setups[id] = setup
        return [PlayedSeat(*seat, bodies.get(seat.game), setups.get(seat.game)) for seat in seats]


async def note_seats(connection: AsyncConnection, game: str, seats: Mapping[int, str]) -> None:
    """Note what a new review says about the seats of a game, if their users have not left since."""
    people = (
        select(players.c.seat, players.c.user)
        .join(users, users.c.id == players.c.user)
        .where(players.c.game == game, users.c.kind != GONE)
        .order_by(users.c.id)
        .with_for_update(read=True, of=users)  # so that nobody leaves in the meantime
    )
    held = (await connection.execute(people)).all()
    await connection.execute(delete(insights).where(insights.c.game == game))
    for seat, user in held:
        row = {"game": game, "seat": seat, "user": user, "body": seats[seat]}
        await connection.execute(insert(insights).values(row))
