"""How names look, so that no new one looks like another; what is there already stays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tilewright.store.migrations.skeletons import fill

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.add_column("users", sa.Column("skeleton", sa.String(128)))
    fill(op.get_bind())
    op.create_index("ix_users_skeleton", "users", ["skeleton"], unique=True)


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "skeleton")
