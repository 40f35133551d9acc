"""Mail: letters in the reader's language, handed to a mail server."""

from __future__ import annotations

import smtplib
import ssl
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from tilewright.games import game
from tilewright.web.webhook import TIMEOUT, Failed

# Of a turn: the subject, what it is about, until when, and how to be left in peace.
TURN = {
    "en": (
        "Your turn: {title}",
        "It is your turn in a game of {title}. At the table: {names}.",
        "You have until {until} (UTC).",
        "To get no more of these mails, remove the address from your account.",
    ),
    "sv": (
        "Din tur: {title}",
        "Det är din tur i ett parti {title}. Vid bordet: {names}.",
        "Du har tid till {until} (UTC).",
        "Vill du slippa dessa brev, ta bort adressen från ditt konto.",
    ),
    "fi": (
        "Sinun vuorosi: {title}",
        "On sinun vuorosi pelissä {title}. Pöydässä: {names}.",
        "Aikaa on {until} (UTC) asti.",
        "Jos et halua näitä viestejä, poista osoite tililtäsi.",
    ),
    "hu": (
        "Te jössz: {title}",
        "Te következel ebben a játszmában: {title}. Az asztalnál: {names}.",
        "Eddig van időd: {until} (UTC).",
        "Ha nem kérsz több ilyen levelet, töröld a címet a fiókodból.",
    ),
    "ru": (
        "Ваш ход: {title}",
        "Ваш ход в партии {title}. За столом: {names}.",
        "Время до {until} (UTC).",
        "Чтобы не получать эти письма, удалите адрес из учётной записи.",
    ),
}
HERE = ("localhost", "127.0.0.1", "::1")


def letter(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """A mail that nobody should answer."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip(">") or None)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


def turn_text(
    language: str, *, rules: str, names: tuple[str, ...], deadline: int, url: str
) -> tuple[str, str]:
    """Subject and text of the mail about a turn."""
    subject, about, time, peace = TURN.get(language, TURN["en"])
    until = datetime.fromtimestamp(deadline / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    words = {"title": game(rules).TITLE, "names": ", ".join(names), "until": until}
    parts = (about.format(**words), url, time.format(**words), f"-- \n{peace}")
    return subject.format(**words), "\n\n".join(parts) + "\n"


def deliver(address: str, message: EmailMessage) -> None:
    """In a thread: hand a mail to the server `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`."""
    sending = False
    try:
        with _connect(address) as server:
            sending = True
            server.send_message(message)
    except smtplib.SMTPServerDisconnected as error:  # once sent, it may have been taken
        raise Failed(f"{error}", for_good=sending) from None
    except smtplib.SMTPResponseException as error:
        text = f"{error.smtp_code} {error.smtp_error!r}"
        raise Failed(text, for_good=error.smtp_code >= 500) from None
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise Failed(f"refused: {codes}", for_good=max(codes) >= 500) from None
    except (smtplib.SMTPException, OSError) as error:
        raise Failed(f"{type(error).__name__}: {error}") from None


def _connect(address: str) -> smtplib.SMTP:
    parts = urlsplit(address)
    host = parts.hostname or "localhost"
    if parts.scheme == "smtps":
        context = ssl.create_default_context()
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            host, parts.port or 465, timeout=TIMEOUT, context=context
        )
    else:
        server = smtplib.SMTP(host, parts.port or 25, timeout=TIMEOUT)
        server.ehlo()
        if host not in HERE and (server.has_extn("starttls") or parts.username):
            server.starttls(context=ssl.create_default_context())  # no password in the clear
    if parts.username:
        server.login(unquote(parts.username), unquote(parts.password or ""))
    return server
