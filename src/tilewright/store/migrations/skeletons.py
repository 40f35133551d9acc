"""The skeletons of all names, worked out again when the rule has changed."""

from __future__ import annotations

import sqlalchemy as sa

from tilewright.store.skeleton import skeleton


def fill(connection: sa.Connection) -> None:
    """Among users whose names look alike only the first has a skeleton, accounts before guests."""
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
