"""Real servers that keep what they are sent: one for webhooks, one for mail."""

from __future__ import annotations

import asyncio
import base64
import json
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Self


@dataclass
class Call:
    """A request that a webhook got."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.body))


class Sink:
    """A server on a loopback port."""

    def __init__(self) -> None:
        self.server: asyncio.Server | None = None
        self.port = 0

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.server is not None
        self.server.close()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


class Hook(Sink):
    """A webhook. It answers with the given statuses, then with 204; 0 means no answer."""

    def __init__(self, *statuses: int) -> None:
        super().__init__()
        self.statuses = list(statuses)
        self.calls: list[Call] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/news"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        pairs = [line.split(": ", 1) for line in head[1:] if line]
        headers = {name.lower(): value for name, value in pairs}
        body = await reader.readexactly(int(headers["content-length"]))
        self.calls.append(Call(head[0].split()[1], headers, body))
        status = self.statuses.pop(0) if self.statuses else 204
        if status == 0:
            await asyncio.sleep(60)
        answer = f"HTTP/1.1 {status} Well\r\nlocation: {self.url}/on\r\ncontent-length: 0\r\n\r\n"
        writer.write(answer.encode())
        await writer.drain()
        writer.close()


@dataclass
class Letter:
    """A mail that the server took."""

    sender: str
    to: list[str] = field(default_factory=list)
    message: EmailMessage = field(default_factory=EmailMessage)

    @property
    def text(self) -> str:
        return str(self.message.get_content()).replace("\r\n", "\n")


class Post(Sink):
    """A mail server. It answers to RCPT with the given codes, then with 250."""

    def __init__(self, *codes: int, login: str = "") -> None:
        super().__init__()
        self.codes = list(codes)
        self.login = login  # USER:PASSWORD that it wants first
        self.letters: list[Letter] = []
        self.refused = 0

    @property
    def address(self) -> str:
        login = f"{self.login}@" if self.login else ""
        return f"smtp://{login}127.0.0.1:{self.port}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def say(line: str) -> None:
            writer.write(f"{line}\r\n".encode())

        known = not self.login
        letter = Letter("")
        say("220 sink")
        while line := (await reader.readline()).decode().strip():
            word = line.split()[0].upper()
            if word == "EHLO":
                say("250-sink")
                say("250 AUTH PLAIN" if self.login else "250 8BITMIME")
            elif word == "AUTH":
                given = base64.b64decode(line.split()[2]).decode().split("\0")[1:]
                known = ":".join(given) == self.login
                say("235 welcome" if known else "535 who?")
            elif word == "MAIL" and known:
                letter = Letter(line.partition("<")[2].partition(">")[0])
                say("250 ok")
            elif word == "RCPT" and known:
                code = self.codes.pop(0) if self.codes else 250
                self.refused += code != 250
                letter.to.append(line.partition("<")[2].partition(">")[0])
                say(f"{code} so")
            elif word == "DATA" and known:
                say("354 go on")
                raw = await reader.readuntil(b"\r\n.\r\n")
                parsed = message_from_bytes(raw[:-5], policy=policy.default)
                assert isinstance(parsed, EmailMessage)
                letter.message = parsed
                self.letters.append(letter)
                say("250 taken")
            elif word == "QUIT":
                say("221 bye")
                break
            else:
                say("250 ok" if word in ("RSET", "NOOP") else "503 no")
        writer.close()
