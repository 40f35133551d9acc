"""Who plays in an arena: a bot by name, an engine by its command, or a search with the net in a
file, each with a limit of its own."""

from __future__ import annotations

import atexit
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from tilewright.bots import BOTS, SEARCHING, Choice, Limit, levels, warming
from tilewright.game import Rng, expected
from tilewright.games import AnyState

ENGINE = "cmd:"
NET = "net:"
LIMIT = re.compile(r"(?P<seconds>\d+(\.\d+)?)s|(?P<ms>\d+(\.\d+)?)ms|(?P<simulations>\d+)")
TREES = ("uct",)  # bots that think for as long as they are allowed

Ask: TypeAlias = Callable[[AnyState, Rng], Choice]


class Entrant(NamedTuple):
    """A bot or an engine, and how long it may think about a move."""

    name: str  # as it was written: master@50ms
    bot: str = ""  # its name in BOTS
    command: tuple[str, ...] = ()  # of an engine
    net: str = ""  # a file
    limit: Limit = Limit()

    @property
    def label(self) -> str:
        """The name to print; for an engine, the last words of its command."""
        return self.name.removeprefix(ENGINE) if self.command else self.name

    def is_timed(self, game: str, players: int) -> bool:
        """Tell whether the clock, and not a number of simulations, decides how it plays."""
        limit = self.limit
        if self.bot in levels.NAMES:
            limit = levels.lowered(levels.level_of(self.bot, game, players), limit)
        return bool(self.command) or limit.time is not None


def parse_entrant(text: str) -> Entrant:
    """Read `greedy`, `master@50ms`, `uct@1s`, `master@400` or `cmd:./engine --flag@100ms`."""
    before, at, after = text.rpartition("@")
    limit = LIMIT.fullmatch(after) if at else None
    if text.startswith(ENGINE):  # an @ may belong to the command
        command = shlex.split((before if limit else text).removeprefix(ENGINE))
        if not command:
            raise ValueError(f"{text!r}: expected a command after {ENGINE}")
        return Entrant(text, command=tuple(command), limit=read_limit(text, limit))
    bot = before if at else text
    if bot.startswith(NET):
        file = bot.removeprefix(NET)
        if not Path(file).is_file():
            raise ValueError(f"{text}: there is no file {file!r}")
        if not limit:
            raise ValueError(f"{text} needs a limit: {bot}@50ms or {bot}@400")
        return Entrant(text, net=file, limit=read_limit(text, limit))
    if bot not in BOTS:
        known = expected(bot, [*BOTS, f"{ENGINE}COMMAND", f"{NET}FILE"])
        raise ValueError(f"unknown bot {bot!r}: {known}")
    if at and not limit:
        raise ValueError(f"{text}: bad limit {after!r}: expected {bot}@50ms, {bot}@1s or {bot}@400")
    if bot in TREES and not limit:
        raise ValueError(f"{bot} needs a limit: {bot}@50ms, {bot}@1s or {bot}@400")
    return Entrant(text, bot, limit=read_limit(text, limit))


def read_limit(text: str, match: re.Match[str] | None) -> Limit:
    """The limit written after the name."""
    if match is None:
        return Limit()
    simulations, seconds, ms = match["simulations"], match["seconds"], match["ms"]
    if simulations:
        limit = Limit(simulations=int(simulations))
    else:
        limit = Limit(time=float(seconds) if seconds else float(ms) / 1000)
    if not (limit.time or limit.simulations):
        raise ValueError(f"{text}: a limit must be more than 0")
    return limit


def needs_compiling(entrant: Entrant, game: str) -> bool:
    """Tell whether the search that an entrant needs has yet to be compiled."""
    searches = bool(entrant.net) or entrant.bot in SEARCHING
    if not searches or warming.is_ready(game):
        return False
    if not warming.is_possible():
        raise ValueError(f"{entrant.name} needs more: pip install numba")
    return True


def sit_down(entrant: Entrant, game: str) -> Ask:
    """The function that plays a game for an entrant; an engine is started first."""
    if entrant.command:
        return engine(entrant)
    if needs_compiling(entrant, game):
        warming.require(game)
    if entrant.net:
        return searcher(entrant, game)
    bot = BOTS[entrant.bot]
    return lambda state, rng: bot(state, entrant.limit, rng)


def searcher(entrant: Entrant, game: str) -> Ask:
    """A search with the net in a file."""
    from tilewright.bots import nets, search

    try:
        net = nets.load(Path(entrant.net))
    except (OSError, ValueError, KeyError) as error:
        raise ValueError(f"{entrant.net}: not a net: {error}") from None
    if not nets.is_of(net, game):
        raise ValueError(f"{entrant.net}: not a net of {game}, or one of another version")
    return lambda state, rng: search.choose(state, entrant.limit, rng, net=net)


def engine(entrant: Entrant) -> Ask:
    """Start an engine, which ends with this process. If it fails, the arena stops: a game not
    played to the end says nothing."""
    from tilewright.engine import Client, EngineError

    client = Client(entrant.command)

    def ask(state: AnyState, rng: Rng) -> Choice:
        try:
            return client.choose(state, entrant.limit, rng)
        except EngineError as error:
            raise ValueError(str(error)) from None

    try:
        client.open()
    except EngineError as error:
        raise ValueError(str(error)) from None
    atexit.register(client.close)
    return ask
