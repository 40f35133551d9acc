"""Reviewed seats in a few numbers, out of the reviews there are; reviews ordered together."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa
from alembic import op

from tilewright.analysis import Review
from tilewright.analysis.insight import summary

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

REVIEWS = """
SELECT r.game, r."key", r.made, r.body FROM reviews r
WHERE (r.game, r."key") > (:game, :key) ORDER BY r.game, r."key" LIMIT 50
"""
SEATS = """
SELECT p.seat, p."user" FROM players p JOIN users u ON u.id = p."user"
WHERE p.game = :game AND u.kind <> 'gone'
"""


def upgrade() -> None:
    """Bring the tables to this version."""
    op.create_table(
        "insights",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_insights"),
    )
    op.create_index("ix_insights_user", "insights", ["user"])
    fill()
    op.add_column(
        "review_queue", sa.Column("user", sa.String(32), nullable=False, server_default="")
    )
    op.add_column(
        "review_queue", sa.Column("batch", sa.Integer, nullable=False, server_default="0")
    )


def fill() -> None:
    """Sum up the reviews that are kept; those of another shape can be made again."""
    connection = op.get_bind()
    table = sa.table("insights", *map(sa.column, ("game", "seat", "user", "body")))
    for game, body in latest(connection):
        try:
            review = msgspec.json.decode(zlib.decompress(body), type=Review)
        except msgspec.DecodeError:
            continue
        for seat, user in connection.execute(sa.text(SEATS), {"game": game}).all():
            text = msgspec.json.encode(summary(review, seat)).decode()
            row = {"game": game, "seat": seat, "user": user, "body": text}
            connection.execute(table.insert().values(row))


def latest(connection: sa.Connection) -> Iterator[tuple[str, bytes]]:
    """The last review of each game."""
    after: dict[str, object] = {"game": "", "key": ""}
    held: Any = None
    while rows := connection.execute(sa.text(REVIEWS), after).all():
        for row in rows:
            if held is not None and held.game != row.game:
                yield held.game, held.body
            if held is None or held.game != row.game or held.made < row.made:
                held = row
        after = {"game": rows[-1].game, "key": rows[-1].key}
    if held is not None:
        yield held.game, held.body


def downgrade() -> None:
    """Bring the tables back."""
    op.drop_column("review_queue", "batch")
    op.drop_column("review_queue", "user")
    op.drop_table("insights")
