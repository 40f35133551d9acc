"""Results that lists, leaderboards and statistics find by index; seats taken, by user."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

INDEXES = {
    "ix_games_public_status_updated": ("games", "public status updated"),
    "ix_games_host_status_updated": ("games", "host status updated"),
    "ix_players_user_ended": ("players", "user ended game shown"),
    "ix_chat_user": ("chat", "user"),
    "ix_ratings_board": ("ratings", "ladder kind ranked mu user"),
    "ix_rating_history_user_time": ("rating_history", "user time"),
    "ix_rating_history_user_ladder_time": ("rating_history", "user ladder time"),
    "ix_daily_board": ("daily", "day ladder score margin user"),
}
REPLACED = {"ix_players_user": "players", "ix_rating_history_user": "rating_history"}
PLAYED = """
SELECT p.game, p.seat, p."user", p.rank, p.statistics, g.setup
FROM players p JOIN games g ON g.id = p.game
WHERE (p.game, p.seat) > (:game, :seat) AND p.rank > 0 ORDER BY p.game, p.seat LIMIT 5000
"""


def upgrade() -> None:
    """Bring the tables to this version."""
    op.add_column("players", sa.Column("ended", sa.BigInteger()))
    op.add_column("players", sa.Column("shown", sa.Boolean()))
    op.add_column(
        "ratings", sa.Column("kind", sa.String(8), nullable=False, server_default="person")
    )
    op.add_column(
        "ratings", sa.Column("ranked", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_table(
        "tallies",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("ladder", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("places", sa.Text(), nullable=False),
        sa.Column("played_out", sa.Integer(), nullable=False),
        sa.Column("numbers", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user", "ladder", "rated", name=op.f("pk_tallies")),
    )
    fill()
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns.split())
    for name, condition, table, key in (
        ("ix_players_unsettled", "rank IS NULL", "players", "game"),
        ("ix_events_sitter", "kind = 'sit'", "events", "substr(text, 1, 16)"),
    ):
        op.execute(f"CREATE INDEX {name} ON {table} ({key}) WHERE {condition}")
    for name, table in REPLACED.items():
        op.drop_index(name, table)


def fill() -> None:
    """Work out what is new from what there is."""
    is_rated = "EXISTS (SELECT 1 FROM rating_history h WHERE h.game = players.game)"
    game = "FROM games g WHERE g.id = players.game"
    op.execute(
        f"UPDATE players SET ended = (SELECT g.updated {game}), "
        f"shown = (SELECT g.public {game}) OR {is_rated} WHERE rank IS NOT NULL"
    )
    op.execute(
        "UPDATE ratings SET ranked = (games >= 10 AND sigma <= 7.0), kind = "
        "COALESCE((SELECT u.kind FROM users u WHERE u.id = ratings.\"user\"), 'gone')"
    )
    connection = op.get_bind()
    names = ("user", "ladder", "rated", "places", "played_out", "numbers")
    table = sa.table("tallies", *map(sa.column, names))
    found = list(tally(played(connection)))
    for start in range(0, len(found), 1000):
        connection.execute(table.insert(), found[start : start + 1000])


def played(connection: sa.Connection) -> Iterator[Any]:
    """All results of users, some thousand at a time."""
    after: dict[str, object] = {"game": "", "seat": -1}
    while rows := connection.execute(sa.text(PLAYED), after).all():
        yield from rows
        after = {"game": rows[-1].game, "seat": rows[-1].seat}


def tally(rows: Iterable[Any]) -> Iterator[dict[str, object]]:
    """The sums of results, by user, ladder and whether they were rated."""
    sums: dict[tuple[str, str, bool], tuple[list[int], list[int], dict[str, list[int]]]] = {}
    for _, seat, user, rank, statistics, text in rows:
        setup = json.loads(text)
        seats = setup["seats"]
        if seats[seat].startswith("me:") or setup.get("start"):
            continue
        key = (user, f"{setup['game']}-{len(seats)}", bool(setup["rated"]))
        places, played_out, numbers = sums.setdefault(key, ([0] * len(seats), [0], {}))
        places[rank - 1] += 1
        if statistics:
            played_out[0] += 1
            for name, value in json.loads(statistics).items():
                total, lowest, highest = numbers.get(name, (0, value, value))
                numbers[name] = [total + value, min(lowest, value), max(highest, value)]
    for (user, ladder, rated), (places, played_out, numbers) in sums.items():
        yield {"user": user, "ladder": ladder, "rated": rated, "played_out": played_out[0]} | {
            "places": json.dumps(places),
            "numbers": json.dumps(numbers),
        }


def downgrade() -> None:
    """Bring the tables back."""
    for name, table in REPLACED.items():
        op.create_index(name, table, ["user"])
    op.drop_index("ix_events_sitter", "events")
    op.drop_index("ix_players_unsettled", "players")
    for name, (table, _) in INDEXES.items():
        op.drop_index(name, table)
    op.drop_table("tallies")
    op.execute("DELETE FROM players WHERE \"user\" = ''")  # bots, whose results were not kept
    for table, column in (("players", "ended"), ("players", "shown"), ("ratings", "kind")):
        op.drop_column(table, column)
    op.drop_column("ratings", "ranked")
