"""Indexes by which games are found, however many there are."""

from __future__ import annotations

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

INDEXES = {"ix_games_status_turn_updated": "turn updated", "ix_games_status_deadline": "deadline"}


def upgrade() -> None:
    """Bring the tables to this version."""
    for name, columns in INDEXES.items():
        op.create_index(name, "games", ["status", *columns.split()])


def downgrade() -> None:
    """Bring the tables back."""
    for name in INDEXES:
        op.drop_index(name, "games")
