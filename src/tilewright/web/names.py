"""What people may write about themselves: a name, preferences, addresses for their news."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict, Field, JsonValue, StrictBool

from tilewright.bots import BOTS
from tilewright.store.accounts import GONE, Accounts
from tilewright.store.users import User, name_key
from tilewright.table.event import Refused
from tilewright.web import talk
from tilewright.web.house import House
from tilewright.web.people import Owner, TheAccounts, TheHouse
from tilewright.web.webhook import is_allowed

SHORTEST, LONGEST = 2, 24
SEPARATORS = " -_."
MOST_MARKS = 3  # on one letter
RESERVED = frozenset(
    (
        "admin administrator api all anonymous azul bot chance computer deleted everybody everyone "
        "guest here host me mod moderator nature nobody null official open owner root seat "
        "server staff support system tilewright undefined unknown user watcher you"
    ).split()
) | {GONE}

# Letters that show nothing.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
# Scripts that are written together; with Latin each of them may stand, with others none.
EAST = {"CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"}
MAIL = re.compile(r"[^@\s,;:<>()\[\]\\\"]{1,64}@[^@\s,;:<>()\[\]\\\"]{1,190}")

PREFERENCES_SIZE = 4096  # bytes
DEPTH = 6  # of lists and objects in each other
MOST_MUTED = 150
TRIES = 10  # how often a change is tried again when another tab changes something too

router = APIRouter(prefix="/me")  # part of the router of `accounts`


def clean_name(text: str) -> str:
    """A name as it will be shown, or the reason why it cannot be one."""
    name = unicodedata.normalize("NFKC", text).strip(" ")
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refused("name", f"a name has {SHORTEST} to {LONGEST} characters")
    marks = 0
    for letter in name:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if letter in INVISIBLE or not (kind[0] in "LM" or kind == "Nd" or letter in SEPARATORS):
            raise Refused("name", "a name has letters, digits, single blanks, - _ and . only")
        if marks > MOST_MARKS or unicodedata.name(letter, "").startswith("VARIATION SELECTOR"):
            raise Refused("name", "a name has letters with too many marks")
    if "  " in name:
        raise Refused("name", "a name has single blanks only")
    if name[0] in SEPARATORS or name[-1] in SEPARATORS or unicodedata.category(name[0])[0] == "M":
        raise Refused("name", "a name begins and ends with a letter or a digit")
    if not any(letter.isalpha() for letter in name):
        raise Refused("name", "a name has at least one letter")
    if len(_scripts(name)) > 1:
        raise Refused("name", "a name is written in one script")
    if _is_reserved(name):
        raise Refused("name_reserved", "this name is kept for the house; choose another")
    return name


def _scripts(name: str) -> set[str]:
    """The scripts of the letters, by the first word of their Unicode names."""
    found = set()
    for letter in name:
        if letter.isascii() and not letter.isalpha():
            continue
        if unicodedata.category(letter)[0] == "M":
            continue
        word = re.split("[ -]", unicodedata.name(letter, "UNKNOWN"))[0]
        found.add("ARABIC" if word == "EXTENDED" else "EAST" if word in EAST else word)
    return found - {"LATIN"} if "EAST" in found else found


def _is_reserved(name: str) -> bool:
    word = re.sub(r"[ _.\-]", "", name_key(name))
    plain = word.rstrip("0123456789")
    return plain in RESERVED or plain in BOTS or word.startswith("tilewright")


# Preferences


class Preferences(BaseModel):
    """What a user likes. Further keys are kept as they are: 4096 bytes in all, six levels deep."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, JsonValue]

    automatic: StrictBool = Field(default=True, description="play forced moves for me")
    muted: Annotated[
        list[Annotated[str, Field(pattern=r"^[\w-]{1,32}$")]], Field(max_length=MOST_MUTED)
    ] = Field(default=[], description="ids of users whom I do not want to hear")
    language: Literal["en", "sv", "fi", "hu", "ru"] = "en"
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
        raise Refused("preferences", "preferences are plain JSON values") from None
    if size > PREFERENCES_SIZE or not _is_flat(values, DEPTH):
        limits = f"at most {PREFERENCES_SIZE} bytes, {DEPTH} levels deep"
        raise Refused("preferences", f"preferences are {limits}")
    return text


def _is_flat(value: object, depth: int) -> bool:
    """Whether lists and objects are in each other no deeper than that."""
    if isinstance(value, Mapping):
        value = list(value.values())
    return not isinstance(value, list) or (
        depth > 0 and all(_is_flat(part, depth - 1) for part in value)
    )


def take_effect(house: House, user: User) -> None:
    """Let preferences count at the tables of this node where the user is."""
    house.greet(user)
    for table in house.hall.tables.values():
        for viewer in table.viewers:
            if viewer.user == user.id:
                viewer.muted = talk.muted(user)


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
    """Hear no more of a user."""
    if id == user.id or await house.users.by_id(id) is None:
        raise Refused("not_found", "there is nobody else of this id")
    await _set_muted(house, accounts, user, id, muted=True)


@router.delete("/muted/{id}", status_code=204)
async def unmute(id: UserId, user: Owner, house: TheHouse, accounts: TheAccounts) -> None:
    """Hear a user again."""
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


# News


class News(BaseModel):
    """Where I want to be told that it is my turn."""

    model_config = ConfigDict(extra="forbid")
    mail: Annotated[str, Field(max_length=254)] | None = None
    webhook: Annotated[str, Field(max_length=500)] | None = None


@router.put("/news")
async def set_news(user: Owner, accounts: TheAccounts, body: News) -> News:
    """Say where I want to be told that it is my turn; what is left out is forgotten."""
    news = News(mail=clean_mail(body.mail), webhook=clean_webhook(body.webhook))
    await accounts.set_news(user.id, news.mail, news.webhook)
    return news


def clean_mail(text: str | None) -> str | None:
    """A mail address, as far as one can tell by looking; nothing for an empty one."""
    if not text:
        return None
    if not MAIL.fullmatch(text) or not text.isprintable():
        raise Refused("mail", "this is not a mail address")
    return text


def clean_webhook(text: str | None) -> str | None:
    """The address of a webhook in the open internet; nothing for an empty one."""
    if not text:
        return None
    if not is_allowed(text):
        raise Refused("webhook", "a webhook is a public http:// or https:// address")
    return text
