"""Notifications: players with days to move are told by webhook and mail that it is their turn."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import structlog
from msgspec.structs import replace
from sqlalchemy import select

from tilewright.store.database import Unavailable
from tilewright.store.schema import users
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.table.messages import Turn
from tilewright.table.table import Table
from tilewright.table.view import encode
from tilewright.web.mail import letter, send, turn_text
from tilewright.web.quotas import Quota
from tilewright.web.webhook import DeliveryFailed, callee, post, webhook_key

if TYPE_CHECKING:
    from tilewright.web.house import House
    from tilewright.web.settings import Settings

log = structlog.get_logger()

PAUSES = (2.0, 10.0)  # seconds between attempts
AT_ONCE = 20  # webhooks and mails being sent by this node
# To one address in an hour, since nobody checks whose address it is.
MAILS, CALLS = Quota("mail", 20, 3600.0), Quota("webhook", 600, 3600.0)


class Notifier:
    """Hears about turns committed by this node, and notifies players who are not at the table."""

    def __init__(
        self, house: House, *, private: bool = False, pauses: tuple[float, ...] = PAUSES
    ) -> None:
        self.house = house
        self.private = private  # whether webhooks in our own network are called, for tests
        self.pauses = pauses
        self._gate = asyncio.Semaphore(AT_ONCE)

    def turned(self, table: Table) -> None:
        """It is someone's turn: tell them in the background."""
        match = table.match
        deadline = match.deadline
        if match.turn < 0 or not match.setup.clock.is_slow or deadline is None:
            return
        user = match.seats[match.turn].user
        if user in table.online:
            return
        turn = Turn(
            game=table.id,
            at=match.at,
            ply=len(match.log),
            rules=match.setup.game,
            seat=match.turn,
            user=user,
            names=tuple([seat.name for seat in match.seats]),
            deadline=self.house.hall.clock.of_day(deadline),
            url=link(self.house.settings, f"/games/{table.id}"),
        )
        self.house.hall.tasks.finish(
            "notifications", partial(self.tell, table, turn), game=table.id
        )

    async def tell(self, table: Table, turn: Turn) -> None:
        """Notify by webhook and by mail, once each; failures are logged. It raises only if the
        database is in trouble, before anything is sent."""
        try:
            if len(table.match.log) != turn.ply or not await self._is_new(table, turn):
                return
            columns = (users.c.mail, users.c.confirmed, users.c.webhook, users.c.preferences)
            async with self.house.database.read() as connection:
                found = await connection.execute(select(*columns).where(users.c.id == turn.user))
                mail, confirmed, webhook, preferences = found.one()
            sendings: list[Awaitable[None]] = []
            if webhook and await self._may(CALLS, callee(webhook), turn):
                sendings.append(
                    self._try("webhook", table, turn, lambda: self._post(webhook, turn))
                )
            sends = self.house.settings.smtp and confirmed
            if sends and await self._may(MAILS, mail.casefold(), turn):
                language = str(json.loads(preferences).get("language", "en"))
                sendings.append(
                    self._try("mail", table, turn, lambda: self._mail(mail, turn, language))
                )
            await asyncio.gather(*sendings)
        except asyncio.CancelledError:
            log.warning(
                "notification lost, the server stops", game=turn.game, at=turn.at, user=turn.user
            )
            raise
        except Unavailable:
            raise
        except Exception as error:
            log.error(
                "notification failed", game=turn.game, at=turn.at, user=turn.user, exc_info=error
            )

    async def _may(self, quota: Quota, address: str, turn: Turn) -> bool:
        """Whether an address has not had too many notifications lately, from any node."""
        try:
            await self.house.quotas.take(quota, address)
        except Refused:
            log.warning(
                "notification held back",
                channel=quota.name,
                game=turn.game,
                at=turn.at,
                user=turn.user,
            )
            return False
        return True

    async def _is_new(self, table: Table, turn: Turn) -> bool:
        """Whether the last event gave the turn to someone who did not have it."""
        last = (await self.house.hall.games.events_from(turn.game, turn.at - 1))[0]
        if last.kind == "play":
            mover = table.match.seats[last.seat]
            return bool(mover.bot) or mover.user != turn.user
        return last.kind in ("start", "undo")  # if someone else is out, the turn stays as it was

    async def _try(
        self, channel: str, table: Table, turn: Turn, send: Callable[[], Awaitable[None]]
    ) -> None:
        """Send until it arrives, is hopeless, or the turn is over."""
        words = {"channel": channel, "game": turn.game, "at": turn.at, "user": turn.user}
        for number, pause in enumerate((*self.pauses, None), 1):
            try:
                async with self._gate:
                    await send()
            except DeliveryFailed as error:
                if pause is None or error.for_good:
                    log.error("notification failed", **words, tries=number, reason=str(error))
                    return
                log.warning("notification delayed", **words, tries=number, reason=str(error))
                await asyncio.sleep(pause)
                if len(table.match.log) != turn.ply:
                    log.info("notification too late", **words)
                    return
            else:
                log.info("notification sent", **words, tries=number)
                return

    async def _post(self, webhook: str, turn: Turn) -> None:
        body = encode(replace(turn, time=now()))
        key = webhook_key(self.house.secret, turn.user)
        await post(webhook, body, key=key, private=self.private)

    async def _mail(self, to: str, turn: Turn, language: str) -> None:
        subject, text = turn_text(
            language, rules=turn.rules, names=turn.names, deadline=turn.deadline, url=turn.url
        )
        settings = self.house.settings
        message = letter(settings.mail_from, to, subject, text)
        await send(settings.smtp, message)


def link(settings: Settings, path: str) -> str:
    """The address of a page, as people reach it."""
    return (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/") + path
