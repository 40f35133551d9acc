"""How names look, so that no new one looks like another; what is there already stays."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tilewright.store.skeleton import skeleton

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the tables to this version."""
    op.add_column("users", sa.Column("skeleton", sa.String(128)))
    fill()
    op.create_index("ix_users_skeleton", "users", ["skeleton"], unique=True)


def fill() -> None:
    """Of users who look alike only the first has his skeleton, an account before a guest."""
    connection = op.get_bind()
    users = sa.table("users", *map(sa.column, ("id", "name", "kind", "created", "skeleton")))
    order = (users.c.kind == "guest", users.c.created, users.c.id)
    named = sa.select(users.c.id, users.c.name).where(users.c.kind != "gone").order_by(*order)
    firsts: dict[str, str] = {}
    for id, name in connection.execute(named):
        firsts.setdefault(skeleton(name), id)
    one = sa.update(users).where(users.c.id == sa.bindparam("user"))
    rows = [{"user": id, "looks": looks} for looks, id in firsts.items()]
    if rows:
        connection.execute(one.values(skeleton=sa.bindparam("looks")), rows)


def downgrade() -> None:
    """Go back to the version before."""
    op.drop_index("ix_users_skeleton", "users")
    op.drop_column("users", "skeleton")
