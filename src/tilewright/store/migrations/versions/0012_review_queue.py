"""Reviews that are asked for and not done."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.create_table(
        "review_queue",
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("notes", sa.LargeBinary, nullable=False),
        sa.Column("share", sa.Float, nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("game", name="pk_review_queue"),
    )


def downgrade() -> None:
    """Bring the tables back."""
    op.drop_table("review_queue")
