"""Why games are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.add_column("games", sa.Column("reason", sa.String(16)))


def downgrade() -> None:
    """Bring the tables back."""
    op.drop_column("games", "reason")
