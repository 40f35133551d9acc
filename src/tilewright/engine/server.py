"""`tilewright engine`: answers requests on standard input, one after another, until it ends."""

from __future__ import annotations

import random
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from typing import BinaryIO

from tilewright.bots import BOTS, LEVELS, SEARCHING, warming
from tilewright.engine import protocol
from tilewright.engine.protocol import LINE, Fault
from tilewright.games import GAMES


def default_bot() -> str:
    """The strongest bot there is."""
    return LEVELS[-1]


def prepare(bot: str, games: Iterable[str] = GAMES) -> None:
    """Compile what a bot needs for some games, before it is asked anything."""
    for game in games if bot in SEARCHING else ():
        warming.require(game)
        warming.load(game)


def run(bot: str, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer until there are no more questions, or nobody is listening."""
    try:
        with redirect_stdout(sys.stderr):  # whatever a bot prints is not an answer
            for line in lines(source):
                sink.write(respond(line, bot))
                sink.flush()
    except BrokenPipeError:
        pass


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines that are not empty; of one that is too long, its beginning."""
    while line := stream.readline(LINE + 1):
        part = line
        while len(part) > LINE and not part.endswith(b"\n"):
            part = stream.readline(LINE + 1)
        if line.strip():
            yield line


def respond(line: bytes, bot: str) -> bytes:
    """The answer to a line; whatever the line is, there is one."""
    id: object = None
    try:
        data = protocol.decode(line)
        id = echo(data)
        found = hello(data, bot) if "hello" in data else think(data, bot)
    except Fault as fault:
        found = protocol.error(fault)
    return protocol.encode({"id": id, **found})


def echo(data: dict[str, object]) -> object:
    """The id of a request, if it can be sent back."""
    try:
        protocol.encode([data.get("id")])
    except (ValueError, RecursionError):
        raise Fault("id", "too large or too deep a value to be sent back") from None
    return data.get("id")


def hello(data: dict[str, object], bot: str) -> dict[str, object]:
    """Who answers; whichever protocol the asker speaks, it is told ours."""
    protocol.whole(data["hello"], "hello", low=1, high=protocol.SEEDS)
    for name in data:
        if name not in ("id", "hello"):
            raise Fault(name, "no other field comes with hello")
    return protocol.about(bot)


def think(data: dict[str, object], bot: str) -> dict[str, object]:
    """The answer to a request for a move."""
    request = protocol.read(data, bot)
    try:
        choose = BOTS[request.bot]
        choice = choose(request.state, request.limit, random.Random(request.seed))
        found = protocol.answer(choice, request.lines)
        protocol.encode(found)
    except warming.NotInstalled as error:
        raise Fault("bot", str(error)) from None
    except Exception as error:  # a bug in the bot is no reason to stop
        traceback.print_exc()
        raise Fault("bot", f"{request.bot} failed: {error!r}") from None
    return found
