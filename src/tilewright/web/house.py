"""The house: everything one server process holds, from the database to the open tables."""

from __future__ import annotations

import asyncio
import json
import secrets
from functools import partial
from weakref import WeakValueDictionary

import structlog
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from tilewright.compute import is_cluster, processes
from tilewright.store.database import Database
from tilewright.store.probe import Probe
from tilewright.store.schema import settings as kept
from tilewright.store.users import GONE, User, Users
from tilewright.table.bus import connect
from tilewright.table.hall import Hall, Known
from tilewright.table.thinking import Thinking
from tilewright.web import chat
from tilewright.web.connections import Connections
from tilewright.web.followers import StudyFollowers
from tilewright.web.guard import SECONDS, Window
from tilewright.web.notifications import Notifier
from tilewright.web.pictures import Pictures
from tilewright.web.quotas import Quotas
from tilewright.web.results import ResultKeeper
from tilewright.web.reviews import Reviewing
from tilewright.web.settings import Settings
from tilewright.web.studio import Studio
from tilewright.web.turns import Turns

MOST_SEARCHES = 16  # hints and analyses that wait

log = structlog.get_logger()


class House:
    """Opened when the server starts, closed when it stops."""

    def __init__(self, settings: Settings, quotas: Quotas | None = None) -> None:
        self.settings = settings
        self.quotas = quotas or Quotas(settings.bus)
        self.database = Database(settings.database)
        self.users = Users(self.database)
        self.hall = Hall(
            self.database,
            bus=connect(settings.bus),
            thinking=Thinking(
                workers=processes(settings.compute),
                delay=settings.bot_delay,
                engines=settings.engines,
                nice=settings.nice,
            ),
        )
        self.connections = Connections(self.users, self.hall)
        self.messages = Window(settings.requests, SECONDS)  # of users, on all sockets of this node
        self.result_keeper = ResultKeeper(self.hall)
        self.studio = Studio(settings.compute, 2 * settings.nice)
        self.searches = Turns(MOST_SEARCHES)
        self.reviewing = Reviewing(
            self.database, self.studio, self.quotas, self.hall.tasks, settings.review_effort
        )
        self.pictures = Pictures(self.quotas, 2 * settings.nice)
        self.followers = StudyFollowers(self.database)
        self.probe = Probe(self.database)
        self.secret = settings.secret
        self.ready = False
        self._one_by_one: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(self) -> None:
        """Connect to everything and resume waiting games."""
        if is_cluster(self.settings.compute):
            log.warning("bots think in processes of this node", compute=self.settings.compute)
        await self.database.prepare()
        self.secret = self.secret or await self._kept_secret()
        self.hall.who = self._who
        self.hall.on_turn.append(Notifier(self).turned)
        self.hall.on_note.append(chat.heard)
        self.hall.on_hear.append(self.connections.heard)
        self.hall.on_finish.append(self.result_keeper.finished)
        await self.hall.start()
        self.hall.tasks.keep("results", self.result_keeper.watch)
        self.hall.tasks.keep("sessions", self.connections.watch)
        self.hall.tasks.keep("quotas", self.quotas.renew)
        self.hall.tasks.keep("review", self.reviewing.work)
        self.hall.tasks.keep("studies", partial(self.followers.run, lambda: self.ready))
        if self.settings.warm:
            self.hall.tasks.finish("warming", self._warm_up)
        self.ready = True

    async def _warm_up(self) -> None:
        """Get the search ready, for bots first."""
        await self.hall.thinking.get_ready()
        await self.studio.get_ready()

    def one_by_one(self, user: str) -> asyncio.Lock:
        """Held by whoever does something for a user that must not happen twice at once here."""
        return self._one_by_one.setdefault(user, asyncio.Lock())

    def greet(self, user: User) -> None:
        """Tell the tables of this node who a user is now, and what they prefer."""
        self.hall.known[user.id] = known(user)

    async def _who(self, user: str) -> Known:
        found = await self.users.by_id(user)
        return Known() if found is None or found.kind == GONE else known(found)

    async def close(self) -> None:
        """Finish commits, then close everything."""
        self.ready = False
        for table in list(self.hall.tables.values()):
            for viewer in list(table.viewers):
                viewer.close()
        await self.hall.close()
        self.studio.close()
        self.pictures.close()
        await self.quotas.close()
        await self.database.close()

    async def _kept_secret(self) -> str:
        """The server's secret from the database, created at the first start."""
        query = select(kept.c.value).where(kept.c.name == "secret")
        for _ in range(3):
            async with self.database.read() as connection:
                found = (await connection.execute(query)).scalar_one_or_none()
            if found is not None:
                return str(found)
            try:
                async with self.database.write() as connection:
                    value = secrets.token_urlsafe(32)
                    await connection.execute(insert(kept).values(name="secret", value=value))
            except IntegrityError:
                continue  # another node was first
        raise RuntimeError("the secret could not be kept")


def known(user: User) -> Known:
    """What tables know about a user; forced moves are played for them unless they opt out."""
    return Known(user.kind, bool(json.loads(user.preferences).get("automatic", True)))
