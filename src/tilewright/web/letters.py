"""Letters to the owner of an account, in his language: links, and notices of changes."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Protocol

import structlog

from tilewright.store.recovery import Recovery
from tilewright.web.house import House
from tilewright.web.mail import deliver, letter
from tilewright.web.news import PAUSES, link
from tilewright.web.webhook import Failed

log = structlog.get_logger()

# Of each letter: the subject and what it says; {name} is the account's.
LINKS = {
    "en": {
        "confirm": (
            "Confirm your mail address",
            "This address was given for the Tilewright account {name}. To confirm it, open:",
            "The link works once, within a day. If you did not ask for this, do nothing.",
        ),
        "reset": (
            "A new password",
            "A new password was asked for, for the Tilewright account {name}. To set one, open:",
            "The link works once, within half an hour. If you did not ask for it, do nothing: "
            "your password stays as it is.",
        ),
    },
    "sv": {
        "confirm": (
            "Bekräfta din e-postadress",
            "Den här adressen angavs för Tilewright-kontot {name}. Öppna länken för att bekräfta "
            "den:",
            "Länken fungerar en gång, inom ett dygn. Om det inte var du behöver du inte göra "
            "något.",
        ),
        "reset": (
            "Ett nytt lösenord",
            "Någon bad om ett nytt lösenord till Tilewright-kontot {name}. Öppna länken för att "
            "välja ett:",
            "Länken fungerar en gång, inom en halvtimme. Om det inte var du behöver du inte göra "
            "något: ditt lösenord gäller fortfarande.",
        ),
    },
    "fi": {
        "confirm": (
            "Vahvista sähköpostiosoitteesi",
            "Tämä osoite annettiin Tilewright-tilille {name}. Vahvista se avaamalla linkki:",
            "Linkki toimii kerran, vuorokauden ajan. Jos se et ollut sinä, sinun ei tarvitse "
            "tehdä mitään.",
        ),
        "reset": (
            "Uusi salasana",
            "Tilewright-tilille {name} pyydettiin uutta salasanaa. Valitse se avaamalla linkki:",
            "Linkki toimii kerran, puolen tunnin ajan. Jos se et ollut sinä, sinun ei tarvitse "
            "tehdä mitään: salasanasi pysyy ennallaan.",
        ),
    },
    "hu": {
        "confirm": (
            "Erősítsd meg az e-mail-címedet",
            "Ezt a címet adták meg a következő Tilewright-fiókhoz: {name}. A megerősítéshez nyisd "
            "meg:",
            "A hivatkozás egyszer használható, egy napig. Ha nem te kérted, nincs teendőd.",
        ),
        "reset": (
            "Új jelszó",
            "Új jelszót kértek a következő Tilewright-fiókhoz: {name}. A beállításához nyisd meg:",
            "A hivatkozás egyszer használható, fél óráig. Ha nem te kérted, nincs teendőd: "
            "a jelszavad nem változik.",
        ),
    },
    "ru": {
        "confirm": (
            "Подтвердите адрес почты",
            "Этот адрес указан для учётной записи Tilewright: {name}. Чтобы подтвердить его, "
            "откройте:",
            "Ссылка действует один раз, в течение суток. Если это были не вы, ничего делать не "
            "нужно.",
        ),
        "reset": (
            "Новый пароль",
            "Для учётной записи Tilewright запрошен новый пароль: {name}. Чтобы задать его, "
            "откройте:",
            "Ссылка действует один раз, в течение получаса. Если это были не вы, ничего делать не "
            "нужно: пароль останется прежним.",
        ),
    },
}
# Of each change: the subject, which is also what it says; then what to do about it.
CHANGES = {
    "en": {
        "password": "Your password was changed",
        "reset_done": "Your password was set anew by a link; you are signed out everywhere else",
        "passkey_added": "A passkey was added to your account",
        "passkey_gone": "A passkey was removed from your account",
        "mail": "The mail address of your account was changed",
        "token": "A token for programs was made for your account",
        "after": "Tilewright account: {name}. If this was not you, set a new password, sign out "
        "everywhere else, and look through the passkeys and tokens:",
    },
    "sv": {
        "password": "Ditt lösenord har ändrats",
        "reset_done": "Ett nytt lösenord har valts via en länk; du är utloggad överallt annars",
        "passkey_added": "En passkey har lagts till i ditt konto",
        "passkey_gone": "En passkey har tagits bort från ditt konto",
        "mail": "E-postadressen till ditt konto har ändrats",
        "token": "En token för program har skapats i ditt konto",
        "after": "Tilewright-konto: {name}. Om det inte var du: välj ett nytt lösenord, logga ut "
        "överallt annars och gå igenom dina passkeys och token:",
    },
    "fi": {
        "password": "Salasanasi vaihdettiin",
        "reset_done": "Uusi salasana asetettiin linkillä; sinut kirjattiin ulos kaikkialta muualta",
        "passkey_added": "Tilillesi lisättiin pääsyavain",
        "passkey_gone": "Tililtäsi poistettiin pääsyavain",
        "mail": "Tilisi sähköpostiosoite vaihdettiin",
        "token": "Tilillesi luotiin ohjelman API-avain",
        "after": "Tilewright-tili: {name}. Jos se et ollut sinä, vaihda salasana, kirjaudu ulos "
        "kaikkialta muualta ja käy läpi pääsyavaimet ja API-avaimet:",
    },
    "hu": {
        "password": "Megváltozott a jelszavad",
        "reset_done": "Új jelszó lett beállítva hivatkozással; mindenhol máshol kijelentkeztettünk",
        "passkey_added": "Új azonosítókulcs került a fiókodhoz",
        "passkey_gone": "Egy azonosítókulcs törölve lett a fiókodból",
        "mail": "Megváltozott a fiókod e-mail-címe",
        "token": "Új token készült a fiókodhoz, programok számára",
        "after": "Tilewright-fiók: {name}. Ha nem te voltál, állíts be új jelszót, jelentkezz ki "
        "mindenhol máshol, és nézd át az azonosítókulcsokat és a tokeneket:",
    },
    "ru": {
        "password": "Ваш пароль изменён",
        "reset_done": "Новый пароль задан по ссылке; на других устройствах вы вышли",
        "passkey_added": "К учётной записи добавлен ключ доступа",
        "passkey_gone": "Из учётной записи удалён ключ доступа",
        "mail": "Адрес эл. почты вашей учётной записи изменён",
        "token": "Для учётной записи создан токен для программ",
        "after": "Учётная запись Tilewright: {name}. Если это были не вы, задайте новый пароль, "
        "выйдите на других устройствах и проверьте ключи доступа и токены:",
    },
}


class Reader(Protocol):
    """Whose account a letter is about."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def preferences(self) -> str: ...


def write(house: House, reader: Reader, to: str, kind: str, *, path: str = "/account") -> None:
    """Send a letter of a kind, beside what goes on."""
    house.hall.tasks.run("mail", _send(house, reader, to, kind, path))


def notify(house: House, user: str, kind: str) -> None:
    """Tell the owner of an account what has changed, if his address is confirmed."""
    house.hall.tasks.finish("mail", partial(_notify, house, user, kind))


async def _notify(house: House, user: str, kind: str) -> None:
    if house.settings.smtp and (owner := await Recovery(house.database).owner(user)):
        await _send(house, owner, owner.mail, kind, "/account")


def text(language: str, kind: str, *, name: str, url: str) -> tuple[str, str]:
    """Subject and text of a letter."""
    if language not in LINKS:
        language = "en"
    if kind in LINKS[language]:
        subject, before, after = LINKS[language][kind]
        parts = (before.format(name=name), url, after)
    else:
        subject, after = CHANGES[language][kind], CHANGES[language]["after"]
        parts = (f"{subject}.", after.format(name=name), url)
    return f"Tilewright: {subject}", "\n\n".join(parts) + "\n"


async def _send(house: House, reader: Reader, to: str, kind: str, path: str) -> None:
    language = str(json.loads(reader.preferences).get("language", "en"))
    settings = house.settings
    subject, body = text(language, kind, name=reader.name, url=link(settings, path))
    message = letter(settings.mail_from, to, subject, body)
    for number, pause in enumerate((*PAUSES, None), 1):
        try:
            await asyncio.to_thread(deliver, settings.smtp, message)
        except Failed as error:
            words = {"user": reader.id, "kind": kind, "tries": number, "reason": str(error)}
            if pause is None or error.for_good:
                log.error("mail failed", **words)
                return
            log.warning("mail delayed", **words)
            await asyncio.sleep(pause)
        else:
            log.info("mail sent", user=reader.id, kind=kind, tries=number)
            return
