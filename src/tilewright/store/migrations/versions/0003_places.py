"""Where each user has signed in before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.create_table(
        "places",
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user", "place", name=op.f("pk_places")),
    )


def downgrade() -> None:
    """Bring the tables back."""
    op.drop_table("places")
