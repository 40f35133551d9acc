"""What people may write about themselves: preferences, and addresses for notifications."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Annotated, Literal

import structlog
from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictBool

from tilewright.store.accounts import Accounts
from tilewright.store.users import User
from tilewright.table.event import Refused
from tilewright.web import chat, letters
from tilewright.web.choices import Language
from tilewright.web.house import House
from tilewright.web.languages import ENGLISH
from tilewright.web.people import Owner, Proven, TheAccounts, TheHouse
from tilewright.web.webhook import is_allowed

MAIL = re.compile(r"[^@\s,;:<>()\[\]\\\"]{1,64}@[^@\s,;:<>()\[\]\\\"]{1,190}")

PREFERENCES_SIZE = 4096  # bytes
DEPTH = 6  # of nested lists and objects
MOST_MUTED = 150
TRIES = 10  # how often a change is tried again when another tab changes something too

log = structlog.get_logger()
router = APIRouter(prefix="/me")  # part of the router of `accounts`


# Preferences


class Preferences(BaseModel):
    """What a user likes. Further keys are kept as they are: 4096 bytes in all, six levels deep."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    automatic: StrictBool = Field(default=True, description="play forced moves for me")
    muted: Annotated[
        list[Annotated[str, Field(pattern=r"^[\w-]{1,32}$")]], Field(max_length=MOST_MUTED)
    ] = Field(default=[], description="ids of users whom I do not want to hear")
    language: Language = ENGLISH
    theme: Literal["system", "light", "dark", "contrast"] = "system"
    animation: Literal["off", "fast", "normal", "slow"] = "normal"
    sound: StrictBool = True
    confirm: StrictBool = Field(default=False, description="ask me before a move is sent")

    def text(self) -> str:
        """What was given, as it is kept."""
        return preferences_text(self.model_dump(exclude_unset=True))


def preferences_text(values: Mapping[str, object]) -> str:
    """Preferences as they are kept, if they are not too large."""
    try:
        text = json.dumps(values, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(text.encode())
    except (ValueError, RecursionError):
        raise Refused("preferences", "preferences must be plain JSON values") from None
    if size > PREFERENCES_SIZE or not _is_flat(values, DEPTH):
        limits = f"at most {PREFERENCES_SIZE} bytes and {DEPTH} levels"
        raise Refused("preferences", f"preferences may have {limits}")
    return text


def _is_flat(value: object, depth: int) -> bool:
    """Whether lists and objects are nested no deeper than that."""
    if isinstance(value, Mapping):
        value = list(value.values())
    return not isinstance(value, list) or (
        depth > 0 and all(_is_flat(part, depth - 1) for part in value)
    )


def take_effect(house: House, user: User) -> None:
    """Apply preferences at this node's tables where the user is."""
    house.greet(user)
    for table in house.hall.tables.values():
        for viewer in table.viewers:
            if viewer.user == user.id:
                viewer.muted = chat.muted(user)


@router.put("/preferences", response_model_exclude_unset=True)
async def set_preferences(user: Owner, house: TheHouse, body: Preferences) -> Preferences:
    """Replace my preferences."""
    text = body.text()
    await house.users.set_preferences(user.id, text)
    take_effect(house, user._replace(preferences=text))
    return body


UserId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,32}$")]


@router.put("/muted/{id}", status_code=204)
async def mute(id: UserId, user: Owner, house: TheHouse, accounts: TheAccounts) -> None:
    """Mute a user."""
    if id == user.id or await house.users.by_id(id) is None:
        raise Refused("not_found", "there is no other user with this id")
    await _set_muted(house, accounts, user, id, muted=True)


@router.delete("/muted/{id}", status_code=204)
async def unmute(id: UserId, user: Owner, house: TheHouse, accounts: TheAccounts) -> None:
    """Unmute a user."""
    await _set_muted(house, accounts, user, id, muted=False)


async def _set_muted(house: House, accounts: Accounts, user: User, id: str, *, muted: bool) -> None:
    for _ in range(TRIES):
        kept = await house.users.by_id(user.id)
        assert kept is not None
        values = json.loads(kept.preferences)
        others = [other for other in values.get("muted", []) if other != id]
        if muted and len(others) >= MOST_MUTED:
            raise Refused("preferences", f"at most {MOST_MUTED} can be muted")
        text = preferences_text({**values, "muted": others + [id] if muted else others})
        if await accounts.swap_preferences(user.id, kept.preferences, text):
            take_effect(house, kept._replace(preferences=text))
            return
    raise Refused("busy", "too many changes at once; try again")


# Notifications


class Notifications(BaseModel):
    """Where I want to be told that it is my turn."""

    model_config = ConfigDict(extra="forbid")
    mail: Annotated[str, Field(max_length=254)] | None = None
    webhook: Annotated[str, Field(max_length=500)] | None = None


@router.put("/notifications")
async def set_notifications(
    user: Proven, house: TheHouse, accounts: TheAccounts, body: Notifications
) -> Notifications:
    """Say where I want to be told that it is my turn; an address left out is removed."""
    chosen = Notifications(mail=clean_mail(body.mail), webhook=clean_webhook(body.webhook))
    before = await accounts.by_id(user.id)
    assert before is not None
    await accounts.set_notifications(user.id, chosen.mail, chosen.webhook)
    if before.mail != chosen.mail:
        log.info("mail changed", user=user.id)
        if before.mail and before.confirmed and house.settings.smtp:
            letters.write(house, before, before.mail, "mail")
    return chosen


def clean_mail(text: str | None) -> str | None:
    """A mail address, as far as its form can tell; None for an empty one."""
    if not text:
        return None
    if not MAIL.fullmatch(text) or not text.isprintable():
        raise Refused("mail", "this is not a mail address")
    return text


def clean_webhook(text: str | None) -> str | None:
    """The address of a webhook on the public internet; None for an empty one."""
    if not text:
        return None
    if not is_allowed(text):
        raise Refused("webhook", "a webhook is a public http:// or https:// address")
    return text
