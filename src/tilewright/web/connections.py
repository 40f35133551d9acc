"""Open sockets and streams: each is closed as soon as the session or token behind it ends.

A node that ends one tells the others over the bus. Since a hint may be lost, every node also asks
the database every few seconds which of the sessions and tokens it serves are still valid.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from tilewright.store.users import Users
from tilewright.table.bus import BusMessage
from tilewright.table.clock import now
from tilewright.table.hall import Hall

CHECK = 3.0  # seconds between checks that all sessions and tokens are still valid


class Connection(Protocol):
    """A socket or a stream."""

    user: str
    credential: str  # the fingerprint of a session's cookie or of a token

    def end(self) -> None:
        """Hang up at once: they are no longer signed in."""
        ...


class Connections:
    """The sockets and streams of this node that belong to someone."""

    def __init__(self, users: Users, hall: Hall) -> None:
        self.users, self.hall = users, hall
        self.open: set[Connection] = set()

    @contextmanager
    def held(self, connection: Connection) -> Iterator[None]:
        """Keep track of a connection for as long as it lasts."""
        if connection.credential:
            self.open.add(connection)
        try:
            yield
        finally:
            self.open.discard(connection)

    async def hang_up(self, user: str) -> None:
        """After sessions or tokens of a user have ended: close their connections, on all nodes."""
        self.hall.bus.publish({"ended": user})
        await self.hall.tasks.run("sessions", self._check(user), user=user)

    def heard(self, note: BusMessage) -> None:
        """A hint from another node."""
        if isinstance(user := note.get("ended"), str):
            self.hall.tasks.finish("sessions", lambda: self._check(user), user=user)
        elif note.get("again"):  # the bus was away
            self.hall.tasks.finish("sessions", self._check)

    async def watch(self) -> None:
        """Check again and again, in case a hint was lost."""
        while True:
            await asyncio.sleep(CHECK)
            await self._check()

    async def _check(self, user: str | None = None) -> None:
        """Close the connections, of one user or of all, whose session or token is not valid."""
        asked = [one for one in self.open if user is None or one.user == user]
        if not asked:
            return
        hold = await self.users.still_hold({one.credential for one in asked}, now())
        for one in asked:
            if one.credential not in hold:
                one.end()
