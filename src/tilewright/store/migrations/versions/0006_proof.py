"""Whether a mail address is confirmed, and links sent by mail."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.add_column("users", sa.Column("confirmed", sa.BigInteger()))
    op.create_index("ix_users_mail", "users", [sa.text("lower(mail)")])
    op.create_table(
        "links",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("user", sa.String(32), nullable=False),
        sa.Column("use", sa.String(8), nullable=False),
        sa.Column("mail", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_links")),
    )
    op.create_index(op.f("ix_links_user"), "links", ["user"])


def downgrade() -> None:
    """Bring the tables back."""
    op.drop_table("links")
    op.drop_index("ix_users_mail", "users")
    with op.batch_alter_table("users") as batch:
        batch.drop_column("confirmed")
