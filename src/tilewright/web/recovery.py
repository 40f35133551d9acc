"""Confirming mail addresses, and a new password for those who have forgotten theirs.

Both use a link with a secret that is kept as a hash and works once, for a short time: a day to
confirm an address, half an hour to set a password. The secret comes after the `#` of the link,
which browsers send to nobody.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Annotated

import structlog
from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from tilewright.store.accounts import hash_password
from tilewright.store.recovery import Recovery
from tilewright.store.users import Left, name_key
from tilewright.table.clock import now
from tilewright.table.event import Refused
from tilewright.web import letters
from tilewright.web.accounts import Me, me
from tilewright.web.attempts import address
from tilewright.web.description import PROBLEMS
from tilewright.web.house import House
from tilewright.web.passwords import NewPassword, check_password
from tilewright.web.people import Owner, TheAccounts, TheHouse, sign_in
from tilewright.web.quotas import Quota
from tilewright.web.tables import Strict

HOUR = 3600.0

log = structlog.get_logger()
router = APIRouter(prefix="/api", responses=PROBLEMS)

ASKED = Quota("letters", 20, HOUR)  # that an address may ask for
TRIED = Quota("links", 40, 600.0)  # that an address may try
SENT = Quota("letters to one address", 6, HOUR)  # of one use, to a user

Secret = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\w-]+$")]
Who = Annotated[str, Field(min_length=1, max_length=254, pattern=r"^[^\x00-\x1f\x7f]*$")]


class Forgotten(Strict):
    """A name or a mail address."""

    who: Who


class LinkSecret(Strict):
    """What comes after the # of a link."""

    secret: Secret


class NewPasswordByLink(LinkSecret):
    """The password to be set."""

    password: NewPassword


class Confirmed(BaseModel):
    """An address that is confirmed now."""

    mail: str


async def need_mail(request: Request, house: House) -> None:
    """Refuse what needs a letter if none can be sent, or if too many were asked for."""
    if not house.settings.smtp:
        raise Refused("no_mail", "this server sends no mail")
    await house.quotas.take(ASKED, address(request))


@router.post("/me/mail/confirm", status_code=202)
async def ask_to_confirm(
    request: Request, user: Owner, house: TheHouse, accounts: TheAccounts
) -> None:
    """Have a link sent that confirms my mail address."""
    await need_mail(request, house)
    account = await accounts.by_id(user.id)
    if account is None or account.mail is None:
        raise Refused("mail", "give an address first")
    for whose in (user.id, account.mail.casefold()):  # the address may be somebody else's
        await house.quotas.take(SENT, f"confirm {whose}")
    secret = await Recovery(house.database).make_link(user.id, "confirm", account.mail, now())
    letters.write(house, account, account.mail, "confirm", path=f"/confirm#{secret}")


@router.post("/mail/confirm")
async def confirm(request: Request, house: TheHouse, body: LinkSecret) -> Confirmed:
    """Confirm a mail address by the link that was sent there."""
    await house.quotas.take(TRIED, address(request))
    mail = await Recovery(house.database).confirm(body.secret, now())
    if mail is None:
        raise Refused("link", "this link has expired or has already been used; ask for a new one")
    log.info("mail confirmed")
    return Confirmed(mail=mail)


@router.post("/password/forgotten", status_code=202)
async def forgotten(request: Request, house: TheHouse, body: Forgotten) -> None:
    """Have a link sent that sets a new password; the answer is the same for everyone."""
    await need_mail(request, house)
    house.hall.tasks.finish("mail", partial(_send_reset, house, body.who))


async def _send_reset(house: House, who: str) -> None:
    recovery = Recovery(house.database)
    for owner in await recovery.owners(who, name_key(who)):
        with suppress(Refused, Left):  # there are letters enough on their way, or no owner
            await house.quotas.take(SENT, f"reset {owner.id}")
            secret = await recovery.make_link(owner.id, "reset", owner.mail, now())
            log.info("password reset asked", user=owner.id)
            letters.write(house, owner, owner.mail, "reset", path=f"/reset#{secret}")


@router.post("/password/reset")
async def reset(
    request: Request, response: Response, house: TheHouse, body: NewPasswordByLink
) -> Me:
    """Set a new password by the link that was sent to me; all sessions end, and one begins here."""
    await house.quotas.take(TRIED, address(request))
    recovery, gone = (
        Recovery(house.database),
        "this link has expired or has already been used; ask for a new one",
    )
    owner, password = await recovery.holder(body.secret, now()), body.password.get_secret_value()
    if owner is None:
        raise Refused("link", gone)
    check_password(password, owner.name)
    if await recovery.reset(body.secret, await hash_password(password), now()) is None:
        raise Refused("link", gone)
    await house.connections.hang_up(owner.id)
    log.info("password reset", user=owner.id)
    letters.notify(house, owner.id, "reset_done")
    user = await house.users.by_id(owner.id)
    assert user is not None
    await sign_in(request, response, user)
    return me(user)
