"""Mail: letters in the reader's language, handed to a mail server."""

from __future__ import annotations

import asyncio
import smtplib
import ssl
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from tilewright.games import game
from tilewright.web.languages import words
from tilewright.web.webhook import OUTSIDE, TIMEOUT, DeliveryFailed

# When Python folds a subject that is not ASCII it may lose a blank between two words.
ONE_LINE = policy.SMTP.clone(max_line_length=900)
HERE = ("localhost", "127.0.0.1", "::1")


def letter(sender: str, to: str, subject: str, text: str) -> EmailMessage:
    """A mail that is not meant to be answered."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip(">") or None)
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    message.policy = ONE_LINE
    return message


def turn_text(
    language: str, *, rules: str, names: tuple[str, ...], deadline: int, url: str
) -> tuple[str, str]:
    """Subject and text of the mail about a turn."""
    turn = words(language).turn
    until = datetime.fromtimestamp(deadline / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    values = {"title": game(rules).TITLE, "names": ", ".join(names), "until": until}
    parts = (turn.about.format(**values), url, turn.until.format(**values), f"-- \n{turn.peace}")
    return turn.subject.format(**values), "\n\n".join(parts) + "\n"


async def send(address: str, message: EmailMessage) -> None:
    """Hand a mail to a server, without keeping anybody else waiting."""
    await asyncio.get_running_loop().run_in_executor(OUTSIDE, deliver, address, message)


def deliver(address: str, message: EmailMessage) -> None:
    """In a thread: hand a mail to the server `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://…`."""
    sending = False
    try:
        with _connect(address) as server:
            sending = True
            server.send_message(message)
    except smtplib.SMTPServerDisconnected as error:  # it may have been accepted
        raise DeliveryFailed(f"{error}", for_good=sending) from None
    except smtplib.SMTPResponseException as error:
        text = f"{error.smtp_code} {error.smtp_error!r}"
        raise DeliveryFailed(text, for_good=error.smtp_code >= 500) from None
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise DeliveryFailed(f"refused: {codes}", for_good=max(codes) >= 500) from None
    except (smtplib.SMTPException, OSError) as error:
        raise DeliveryFailed(f"{type(error).__name__}: {error}") from None


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
