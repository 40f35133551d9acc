"""Ladders: ratings per game and number of players.

A rating is a Plackett-Luce estimate: the mean `mu` and its uncertainty `sigma`. People are shown
`1500 + 30 * (mu - 25)`; with 200 points more, one of two well-known players wins about three games
in four. It is provisional until ten games are played and the estimate is steady.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce
from sqlalchemy import ColumnElement, Insert, and_, func, select, true, update
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from tilewright.games import GAMES
from tilewright.store.database import Database
from tilewright.store.schema import rating_history, ratings, users

LADDERS = tuple(f"{name}-{players}" for name, game in GAMES.items() for players in game.PLAYERS)
MODEL = PlackettLuce()  # mu 25, sigma 25/3, beta 25/6, tau 25/300
MIDDLE, SCALE = 1500, 30
ENOUGH_GAMES = 10
STEADY = 7.0  # a rating with a larger sigma is provisional


class Rating(NamedTuple):
    """What is known about a player's strength on a ladder."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(MIDDLE + SCALE * (self.mu - MODEL.mu))

    @property
    def deviation(self) -> int:
        """How far off that number may be."""
        return round(SCALE * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known yet to rank the player."""
        return self.games < ENOUGH_GAMES or self.sigma > STEADY


class Standing(NamedTuple):
    """A player on a ladder; place 0 while the rating is provisional."""

    place: int
    name: str
    kind: str
    ladder: str
    rating: Rating


class RatedAfter(NamedTuple):
    """A rating after a game."""

    game: str
    ladder: str
    rating: Rating
    time: int


class Count(NamedTuple):
    """How many players a ladder has."""

    ranked: int = 0
    provisional: int = 0


def ladder_of(game: str, players: int) -> str:
    """The ladder of a game for a number of players."""
    return f"{game}-{players}"


def rate(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings after a game with these ranks; equal ranks are a tie."""
    teams = [[MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Rating(team[0].mu, team[0].sigma, old.games + 1)
        for team, old in zip(after, before, strict=True)
    ]


def insert_new(
    connection: AsyncConnection, table: SqlTable, rows: list[dict[str, object]]
) -> Insert:
    """An insert that leaves existing rows alone."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).values(rows).on_conflict_do_nothing()
    return postgresql.insert(table).values(rows).on_conflict_do_nothing()


async def rate_game(
    connection: AsyncConnection,
    game: str,
    ladder: str,
    *,
    people: Sequence[str],
    ranks: Sequence[int],
    now: int,
) -> bool:
    """Rate a game, once: False if that has been done. The people are those in seats 0, 1, ….

    The insert comes first, so that SQLite holds its one write lock from here on; PostgreSQL locks
    the rows of the players, in order of id. The primary key (game, seat) of the history
    decides between nodes.
    """
    begin: list[dict[str, object]] = [
        {"user": user, "ladder": ladder, "kind": _kind_of(user), "ranked": False}
        | Rating()._asdict()
        for user in sorted(set(people))
    ]
    await connection.execute(insert_new(connection, ratings, begin))
    of_players = and_(ratings.c.ladder == ladder, ratings.c.user.in_(people))
    known = await connection.execute(
        select(ratings.c.user, ratings.c.mu, ratings.c.sigma, ratings.c.games)
        .where(of_players)
        .order_by(ratings.c.user)
        .with_for_update()
    )
    before = {row.user: Rating(row.mu, row.sigma, row.games) for row in known}
    after = rate([before[user] for user in people], ranks)
    kept = rating_history.c
    latest = await connection.execute(
        select(func.max(kept.time)).where(kept.ladder == ladder, kept.user.in_(people))
    )
    now = max(now, (latest.scalar() or 0) + 1)  # the history is in the order of rating
    rows: list[dict[str, object]] = [
        {"game": game, "seat": seat, "user": user, "ladder": ladder}
        | {"mu": rating.mu, "sigma": rating.sigma, "time": now}
        for seat, (user, rating) in enumerate(zip(people, after, strict=True))
    ]
    noted = await connection.execute(
        insert_new(connection, rating_history, rows).returning(kept.seat)
    )
    if not noted.all():
        return False
    for user, rating in zip(people, after, strict=True):
        await connection.execute(
            update(ratings)
            .where(ratings.c.user == user, ratings.c.ladder == ladder)
            .values(**rating._asdict(), ranked=not rating.provisional)
        )
    return True


def _kind_of(user: str) -> ColumnElement[str]:
    """What kind of user someone is; players of rated games stay that until they leave."""
    kind = select(users.c.kind).where(users.c.id == user).scalar_subquery()
    return func.coalesce(kind, "person")


def shared_places(first: int, values: Sequence[object]) -> list[int]:
    """The places of neighbours in order, starting with that of the first; equals share one."""
    places: list[int] = []
    for index, value in enumerate(values):
        is_equal = index > 0 and value == values[index - 1]
        places.append(places[-1] if is_equal else first + index)
    return places


class Ladders:
    """The ladders of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def counts(self) -> dict[str, Count]:
        """The players of every ladder that has any, including programs."""
        query = select(ratings.c.ladder, ratings.c.ranked, func.count()).group_by(
            ratings.c.ladder, ratings.c.ranked
        )
        counts: dict[str, Count] = {}
        async with self.database.read() as connection:
            for ladder, ranked, count in await connection.execute(query):
                known = counts.get(ladder, Count())
                field = "ranked" if ranked else "provisional"
                counts[ladder] = known._replace(**{field: count})
        return counts

    async def board(
        self, ladder: str, *, kind: str, provisional: bool, offset: int, limit: int
    ) -> tuple[int, list[Standing]]:
        """How many players a ladder has, and some of them, best first; equals share a place."""
        chosen = and_(
            ratings.c.ladder == ladder,
            ratings.c.kind == kind,
            ratings.c.ranked == (not provisional),
        )
        page = (
            select(ratings)
            .where(chosen)
            .order_by(ratings.c.mu.desc(), ratings.c.user.desc())
            .offset(offset)
            .limit(limit)
            .subquery()
        )
        query = (
            select(users.c.name, page.c.mu, page.c.sigma, page.c.games)
            .join(users, users.c.id == page.c.user)
            .order_by(page.c.mu.desc(), page.c.user.desc())
        )
        async with self.database.read() as connection:
            total = await _count(connection, chosen)
            rows = (await connection.execute(query)).all()
            better = await _count(connection, chosen, ratings.c.mu > rows[0].mu) if rows else 0
        places = shared_places(better + 1, [row.mu for row in rows])
        return total, [
            Standing(0 if provisional else place, row.name, kind, ladder, Rating(*row[1:]))
            for place, row in zip(places, rows, strict=True)
        ]

    async def of_user(self, user: str, *, ladder: str | None = None) -> list[Standing]:
        """Where a user stands on the ladders, among users of the same kind."""
        async with self.database.read() as connection:
            return await _standings(connection, user, ladder)

    async def with_history(
        self, user: str, *, ladder: str | None = None, limit: int
    ) -> list[tuple[Standing, list[RatedAfter]]]:
        """Where a user stands, and their latest ratings, oldest first, at the same moment."""
        kept = rating_history.c
        query = (
            select(kept.game, kept.ladder, kept.mu, kept.sigma, kept.time)
            .where(kept.user == user, true() if ladder is None else kept.ladder == ladder)
            .order_by(kept.time.desc(), kept.game)
            .limit(limit)
        )
        async with self.database.read() as connection:
            rows = (await connection.execute(query)).all()
            standings = await _standings(connection, user, ladder)
        points = [
            RatedAfter(game, on, Rating(mu, sigma), time)
            for game, on, mu, sigma, time in rows[::-1]
        ]
        return [
            (standing, [point for point in points if point.ladder == standing.ladder])
            for standing in standings
        ]

    async def changes(self, game: str) -> dict[int, tuple[Rating, Rating]]:
        """The rating of every seat before and after a rated game."""
        kept, earlier = rating_history.c, rating_history.alias()
        found: dict[int, tuple[Rating, Rating]] = {}
        async with self.database.read() as connection:
            rows = await connection.execute(select(rating_history).where(kept.game == game))
            for row in rows.all():
                query = (
                    select(earlier.c.mu, earlier.c.sigma)
                    .where(
                        earlier.c.user == row.user,
                        earlier.c.ladder == row.ladder,
                        earlier.c.time < row.time,
                    )
                    .order_by(earlier.c.time.desc())
                    .limit(1)
                )
                before = (await connection.execute(query)).first()
                found[row.seat] = (
                    Rating(before.mu, before.sigma) if before else Rating(),
                    Rating(row.mu, row.sigma),
                )
        return found


async def _standings(connection: AsyncConnection, user: str, ladder: str | None) -> list[Standing]:
    query = (
        select(ratings, users.c.name)
        .join(users, users.c.id == ratings.c.user)
        .where(
            ratings.c.user == user,
            true() if ladder is None else ratings.c.ladder == ladder,
        )
        .order_by(ratings.c.ladder)
    )
    found = []
    for row in (await connection.execute(query)).all():
        rating = Rating(row.mu, row.sigma, row.games)
        better = await _count(
            connection,
            ratings.c.ladder == row.ladder,
            ratings.c.kind == row.kind,
            ratings.c.ranked,
            ratings.c.mu > rating.mu,
        )
        place = 0 if rating.provisional else better + 1
        found.append(Standing(place, row.name, row.kind, row.ladder, rating))
    return found


async def _count(connection: AsyncConnection, *chosen: ColumnElement[bool]) -> int:
    found = await connection.execute(select(func.count()).select_from(ratings).where(*chosen))
    return found.scalar_one()
