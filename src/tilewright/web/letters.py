"""Letters to the owner of an account, in their language: links, and notices of changes."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Protocol

import structlog

from tilewright.store.recovery import Recovery
from tilewright.web.house import House
from tilewright.web.languages import words
from tilewright.web.mail import letter, send
from tilewright.web.notifications import PAUSES, link
from tilewright.web.webhook import DeliveryFailed

log = structlog.get_logger()


class Reader(Protocol):
    """The user whose account a letter is about."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def preferences(self) -> str: ...


def write(house: House, reader: Reader, to: str, kind: str, *, path: str = "/account") -> None:
    """Send a letter of a kind in the background."""
    house.hall.tasks.run("mail", _send(house, reader, to, kind, path))


def notify(house: House, user: str, kind: str) -> None:
    """Tell the owner of an account what has changed, if their address is confirmed."""
    house.hall.tasks.finish("mail", partial(_notify, house, user, kind))


async def _notify(house: House, user: str, kind: str) -> None:
    if house.settings.smtp and (owner := await Recovery(house.database).owner(user)):
        await _send(house, owner, owner.mail, kind, "/account")


def text(language: str, kind: str, *, name: str, url: str) -> tuple[str, str]:
    """Subject and text of a letter."""
    said = words(language)
    if around := said.links.get(kind):
        subject, parts = around.subject, (around.before.format(name=name), url, around.after)
    else:
        subject = said.changes[kind]
        parts = (f"{subject}.", said.after_change.format(name=name), url)
    return f"Tilewright: {subject}", "\n\n".join(parts) + "\n"


async def _send(house: House, reader: Reader, to: str, kind: str, path: str) -> None:
    language = str(json.loads(reader.preferences).get("language", "en"))
    settings = house.settings
    subject, body = text(language, kind, name=reader.name, url=link(settings, path))
    message = letter(settings.mail_from, to, subject, body)
    for number, pause in enumerate((*PAUSES, None), 1):
        try:
            await send(settings.smtp, message)
        except DeliveryFailed as error:
            details = {"user": reader.id, "kind": kind, "tries": number, "reason": str(error)}
            if pause is None or error.for_good:
                log.error("mail failed", **details)
                return
            log.warning("mail delayed", **details)
            await asyncio.sleep(pause)
        else:
            log.info("mail sent", user=reader.id, kind=kind, tries=number)
            return
