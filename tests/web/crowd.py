"""A database of many finished games, made fast: real games of both kinds, over and over.

The rows are those of the first version of the database. `upgrade` then brings them up to date, so
that a new version derives from them what it would find on a server after years.
"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
from alembic import command
from msgspec.structs import replace
from sqlalchemy import Connection, insert

from tilewright.analysis.collection import shipped
from tilewright.analysis.insight import Cause, RoundLoss, SeatSummary, Slip
from tilewright.analysis.report import GRADES
from tilewright.games import GAMES, game
from tilewright.store.database import Database, _config
from tilewright.store.ladders import Rating, ladder_of
from tilewright.store.results import Result
from tilewright.store.schema import insights, players, puzzles, sessions, studies, tries
from tilewright.store.users import name_key
from tilewright.table.daily import DAY, day_of
from tilewright.table.event import Event
from tilewright.table.match import Match
from tilewright.table.setup import Setup, to_json
from tilewright.web.branches import MOST_NODES, MOST_WORDS, Branches
from tilewright.web.results import result_of
from tilewright.web.studies import MOST_STUDIES
from tilewright.web.study_views import StudyNode

FIRST = "0001"
COLUMNS = {
    "users": "id name name_key kind preferences created",
    "games": "id setup secret host public created status at turn deadline updated rematch",
    "events": "game at kind seat text time id",
    "players": "game seat user rank score statistics",
    "chat": "game user text time",
    "ratings": "user ladder mu sigma games",
    "rating_history": "game seat user ladder mu sigma time",
    "daily": "day ladder user game score margin",
}
MINUTE = 60_000
AT_ONCE = 1000  # games
DEVICES = 20  # on which everybody is signed in

Rows = dict[str, list[tuple[object, ...]]]


class Played(NamedTuple):
    """A real game, to be copied."""

    match: Match
    events: list[Event]
    result: Result


@dataclass
class Crowd:
    """Who has played, and how much; the first has played the most, against everybody."""

    games: int
    now: int
    people: int = 0
    busy: int = 0  # games of the first
    middle: str = ""  # a game of the first
    last: str = ""  # their latest
    ids: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.people = self.people or max(20, self.games // 20)
        self.busy = self.busy or max(5, self.games // 50)
        self.ids = [f"user{n:012d}" for n in range(self.people)]

    @property
    def first(self) -> str:
        return self.ids[0]


def play(setup: Setup, seed: int) -> Played:
    """A game of random moves; an open seat gets a bot."""
    chance = random.Random(seed)
    match, events = Match(setup, chance.randbytes(32)), []

    def take(event: Event) -> None:
        events.append(event)
        match.apply(event)

    for number, plan in enumerate(setup.seats):
        if not plan.startswith("bot:"):
            take(match.sit(number, f"user{number:012d}", f"Player {number}", b"", 0))
    take(match.start(0))
    while match.turn >= 0:
        seat = match.seats[match.turn]
        move = str(chance.choice(match.state.legal_moves()))
        take(match.play(seat.user, move, 0, bot=bool(seat.bot)))
    return Played(match, events, result_of("", match))


def real_games() -> list[Played]:
    """Some games of every kind: rated, public and private, with and without bots."""
    made: list[Played] = []
    for rules in ("classic", "pavilion"):
        for count in (2, 2, 3, 4):
            options = str(game(rules).new_game(players=count).options)
            people = ("me", *["open"] * (count - 1))
            with_bot = (*people[:-1], "bot:greedy")
            for setup in (
                Setup(rules, options, people, rated=True),
                Setup(rules, options, with_bot, public=True),
                Setup(rules, options, with_bot),
            ):
                made.append(play(setup, len(made)))
    return made


def rows_of(crowd: Crowd, played: Sequence[Played], numbers: range) -> Rows:
    """The rows of some games."""
    rows: Rows = {table: [] for table in COLUMNS}
    for number in numbers:
        chance = random.Random(number)
        match, events, result = played[number % len(played)]
        setup, id = match.setup, f"game{number:08d}"
        end = crowd.now - (crowd.games - number) * MINUTE
        is_busy = number % (crowd.games // crowd.busy) == 0
        others = chance.sample(crowd.ids[1:], len(setup.seats))
        users = [crowd.first if is_busy and not n else user for n, user in enumerate(others)]
        if is_busy:
            crowd.last = id
            crowd.middle = crowd.middle or (id if number > crowd.games // 2 else "")
        for n, event in enumerate(events):
            text = event.text
            if event.kind == "sit":
                text = f"{users[event.seat]} - Player {event.seat}"
            time = end - (len(events) - 1 - n) * 1000
            rows["events"].append((id, n, event.kind, event.seat, text, time, None))
        rows["games"].append(
            (id, to_json(setup), match.secret, users[0], setup.public, end - MINUTE)
            + ("over", len(events), "", None, end, "")
        )
        for seat in result.seats:
            if seat.user:
                told = json.dumps(seat.statistics)
                rows["players"].append(
                    (id, seat.seat, users[seat.seat], seat.rank, seat.score, told)
                )
        if result.rated:
            for n, user in enumerate(users):
                mu, sigma = chance.gauss(25, 5), chance.uniform(1, 8)
                rows["rating_history"].append((id, n, user, result.ladder, mu, sigma, end))
        rows["chat"].append((id, users[0], "well played", end))
    return rows


def rows_of_people(crowd: Crowd) -> Rows:
    """The rows of people: names, ratings and results of the daily deals."""
    rows: Rows = {table: [] for table in COLUMNS}
    chance = random.Random(0)
    for n, id in enumerate(crowd.ids):
        name = f"Person {n}"
        rows["users"].append((id, name, name_key(name), "person", "{}", crowd.now))
        for rules in ("classic", "pavilion"):
            for count in (2, 3, 4):
                rating = Rating(chance.gauss(25, 5), chance.uniform(1, 8), chance.randrange(1, 40))
                rows["ratings"].append((id, ladder_of(rules, count), *rating))
            for day in (day_of(crowd.now - DAY), day_of(crowd.now)):
                score, margin = chance.randrange(20, 90), chance.randrange(-30, 30)
                rows["daily"].append((day, ladder_of(rules, 2), id, f"day {n}", score, margin))
    return rows


def rows_of_current(crowd: Crowd, played: Sequence[Played], count: int) -> Rows:
    """Games that are waiting or being played, half of them public; a person is to move."""
    rows: Rows = {table: [] for table in COLUMNS}
    for number in range(count):
        match = played[number % len(played)].match
        id, user = f"now{number:09d}", crowd.ids[number % len(crowd.ids)]
        setup = to_json(match.setup)
        sit = (id, 0, "sit", 0, f"{user} - Player", crowd.now, None)
        status, at = ("waiting", 1) if number % 3 else ("playing", 1)
        rows["events"].append(sit)
        rows["players"].append((id, 0, user, None, None, None))
        rows["games"].append(
            (id, setup, match.secret, user, number % 2 == 0, crowd.now)
            + (status, at, user, None, crowd.now - number, "")
        )
    return rows


def all_rows(crowd: Crowd) -> Iterator[tuple[int, Rows]]:
    """All rows, with how many games they are of."""
    played = real_games()
    yield 0, rows_of_people(crowd)
    yield 0, rows_of_current(crowd, played, crowd.games // 33)
    for start in range(0, crowd.games, AT_ONCE):
        numbers = range(start, min(crowd.games, start + AT_ONCE))
        yield len(numbers), rows_of(crowd, played, numbers)


async def fill(
    database: Database, crowd: Crowd, progress: Callable[[int], None] = lambda games: None
) -> None:
    """Make the first version of the database and fill it."""
    async with database.engine.begin() as connection:
        await connection.run_sync(_make_first)
    if database.is_sqlite:
        for count, rows in all_rows(crowd):
            _insert(str(database.url.database), rows)
            progress(count)
        return
    async with database.engine.connect() as connection:
        raw = (await connection.get_raw_connection()).driver_connection
        assert raw is not None
        for count, rows in all_rows(crowd):
            for table, found in rows.items():
                columns = COLUMNS[table].split()
                await raw.copy_records_to_table(table, records=found, columns=columns)
            progress(count)
        await raw.execute("VACUUM ANALYZE")


async def study(database: Database, crowd: Crowd) -> None:
    """Add what people study: tries at puzzles, of which the first user has left out only a few;
    studies, of which the first has as many as allowed, all full; and the reviews of three in four
    of the first's games, as insights need them. They are signed in, each on several devices."""
    known = [puzzle for rules in GAMES for puzzle in shipped(rules).values()]
    rated = [{"id": puzzle.id, "game": puzzle.game, "mu": 25.0, "sigma": 4.0} for puzzle in known]
    tried: list[dict[str, object]] = []
    for user in crowd.ids:
        chance = random.Random(user)
        mine = known[5:-5] if user == crowd.first else chance.sample(known, 20)
        for number, puzzle in enumerate(mine, 1):
            solved, day = chance.random() < 0.5, day_of(crowd.now - number * DAY)
            tried.append(
                {"user": user, "puzzle": puzzle.id, "game": puzzle.game, "number": number}
                | {"move": puzzle.solution[0], "solved": solved, "day": day if solved else ""}
                | {"mu": 25.0, "sigma": 4.0, "time": crowd.now}
            )
    position = known[0].position
    words = "".join(chr(n) for n in random.Random(0).choices(range(0x400, 0x2000), k=MOST_WORDS))
    nodes = [StudyNode(n, n - 1, "2r4", 0) for n in range(MOST_NODES)]
    nodes[0] = replace(nodes[0], comment=words)
    full = zlib.compress(msgspec.json.encode(Branches(position, nodes=tuple(nodes))))
    small = zlib.compress(msgspec.json.encode(Branches(position)))
    owners = [crowd.first] * MOST_STUDIES + crowd.ids[1:]
    kept = [
        {"id": f"study{n:07d}", "user": user, "leader": user, "game": known[0].game, "title": "T"}
        | {"version": 1, "body": full if user == crowd.first else small, "changed": crowd.now - n}
        for n, user in enumerate(owners)
    ]
    signed_in = [
        {"id": f"{user} {n}", "user": user, "agent": "A", "created": crowd.now, "seen": crowd.now}
        for user in crowd.ids
        for n in range(DEVICES)
    ]
    async with database.write() as connection:
        await connection.execute(insert(sessions), signed_in)
        await connection.execute(insert(puzzles), [{**row, "tries": 9} for row in rated])
        await connection.execute(insert(tries), tried)
        await connection.execute(insert(studies), kept)
        await connection.execute(insert(insights), reviewed(crowd))
        if not database.is_sqlite:
            await connection.exec_driver_sql("ANALYZE")


def reviewed(crowd: Crowd) -> list[dict[str, object]]:
    """What reviews say about the first user."""
    setups, rows = [one.match.setup for one in real_games()], list[dict[str, object]]()
    for at, number in enumerate(range(0, crowd.games, crowd.games // crowd.busy)):
        setup, loss = setups[number % len(setups)], 1 + number % 64 / 64
        summary = SeatSummary(
            game=setup.game,
            players=len(setup.seats),
            start=0.5,
            result=4.5 - 30 * loss,
            luck=-number % 7,
            others=4.0 - -number % 7,
            loss=30 * loss,
            squares=30 * loss**2,
            decisions=30,
            accuracy=2700.0,
            grades=dict.fromkeys(GRADES, 6),
            rounds=tuple([RoundLoss(n, 5, 5 * loss) for n in range(1, 7)]),
            causes=tuple([Cause(f"kind{n}", n % 2 > 0, 2 * loss, 3) for n in range(8)]),
            small=4 * loss,
            unexplained=10 * loss,
            slips=tuple([Slip(0, n, 1, "mistake", loss, f"kind{n}") for n in range(5)]),
        )
        if at % 4:
            row = {"game": f"game{number:08d}", "seat": 0, "user": crowd.first}
            rows.append(row | {"body": msgspec.json.encode(summary).decode()})
    return rows


async def keep_bots(database: Database, crowd: Crowd) -> None:
    """Add what this release keeps and the first did not: the results of bots."""
    played = real_games()
    rows: list[dict[str, object]] = []
    for number in range(crowd.games):
        one = played[number % len(played)]
        ended = crowd.now - (crowd.games - number) * MINUTE
        rows += [
            {"game": f"game{number:08d}", "seat": seat.seat, "user": ""}
            | {"rank": seat.rank, "score": seat.score, "ended": ended, "shown": one.result.shown}
            for seat in one.result.seats
            if not seat.user
        ]
    async with database.write() as connection:
        await connection.execute(insert(players), rows)


def _insert(path: str, rows: Rows) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA synchronous = OFF")
        for table, found in rows.items():
            names = COLUMNS[table].split()
            marks = ", ".join("?" * len(names))
            columns = ", ".join(f'"{name}"' for name in names)
            connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", found)
    connection.close()


def _make_first(connection: Connection) -> None:
    config = _config()
    config.attributes["connection"] = connection
    config.attributes["tell"] = lambda step: None
    command.upgrade(config, FIRST)


def make(address: str, games: int, now: int) -> Crowd:
    """A database of so many finished games, up to date."""

    async def story() -> Crowd:
        database = Database(address, patience=None)
        crowd = Crowd(games, now)
        await fill(database, crowd)
        await database.upgrade()
        await study(database, crowd)
        await database.close()
        return crowd

    return asyncio.run(story())
