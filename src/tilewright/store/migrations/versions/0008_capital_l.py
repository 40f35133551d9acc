"""Names with a capital L look like no others: Ian and Lan are two people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tilewright.store.migrations.skeletons import fill

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.execute(sa.text("UPDATE users SET skeleton = NULL"))
    fill(op.get_bind())


def downgrade() -> None:
    """Nothing to bring back: an older server compares what it finds."""
