"""External engines among the bots: `name=command;name2=command` seats them by name."""

from __future__ import annotations

import json
import logging
import re
import shlex
import shutil
import threading
import time
from datetime import UTC, datetime

from tilewright.bots import BOTS, Choice, Limit
from tilewright.engine.client import Client, EngineError
from tilewright.game import Rng
from tilewright.games import AnyState

NAME = re.compile(r"[a-z][a-z0-9_-]{0,19}")
PARTS = re.compile(r"""(?:'[^']*'|"(?:\\.|[^"\\])*"|[^;])+""")  # a quoted ; separates nothing
SUBSTITUTE = "greedy"  # plays where an engine fails; it needs nothing that could fail
START = 20.0  # seconds within which an engine must say hello: a table is waiting
REST, LONGEST_REST = 30.0, 3600.0  # seconds until a failed engine is started again; they double

log = logging.getLogger("tilewright.engine")


class EngineBot:
    """A bot in a program of its own, started when it is first asked; if it fails, the substitute
    plays."""

    def __init__(self, name: str, command: str) -> None:
        self.name = name
        self.command = command
        self.__doc__ = f"Ask the program `{command}`."
        self._client: Client | None = None
        self._rests_until, self._rest = 0.0, REST
        self._declined: set[str] = set()  # games it does not play that have been logged already
        self._lock = threading.Lock()  # one request at a time

    def __call__(self, state: AnyState, limit: Limit, rng: Rng) -> Choice:
        with self._lock:
            if time.monotonic() >= self._rests_until:
                try:
                    client = self._running()
                    if client.plays(state):
                        choice = client.choose(state, limit, rng)
                        self._rest = REST
                        return choice
                    self._pass_on(state)
                except EngineError as error:
                    self._give_up(error)
        return BOTS[SUBSTITUTE](state, limit, rng)

    def _running(self) -> Client:
        if self._client is None:
            self._client = Client(self.command, start=START)
            self._client.open()
        return self._client

    def _pass_on(self, state: AnyState) -> None:
        variant = f"{state.game} {state.options}"
        if variant not in self._declined:
            self._declined.add(variant)
            log.warning(
                "engine declined: %s: does not play %s; %s plays", self.name, variant, SUBSTITUTE
            )

    def _give_up(self, error: EngineError) -> None:
        log.warning("engine failed: %s: %s; %s plays", self.name, error, SUBSTITUTE)
        self._rests_until = time.monotonic() + self._rest
        self._rest = min(2 * self._rest, LONGEST_REST)
        self.close()

    def close(self) -> None:
        """End the program."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def kill(self) -> None:
        """End the program without waiting for anything."""
        if self._client is not None:
            self._client.kill()


class JsonLine(logging.Formatter):
    """A log line as the server writes them."""

    def format(self, record: logging.LogRecord) -> str:
        when = datetime.fromtimestamp(record.created, UTC).isoformat()
        level = record.levelname.lower()
        return json.dumps({"event": record.getMessage(), "level": level, "timestamp": when})


def log_as_json() -> None:
    """Write the log of this process as the server writes its own."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLine())
    log.addHandler(handler)
    log.propagate = False


def register(engines: str) -> None:
    """Add external engines to the bots, as the setting names them: `name=command;name2=command`."""
    for name, command in read(engines).items():
        known = BOTS.get(name)
        if isinstance(known, EngineBot) and known.command == command:
            continue
        if known is not None and not isinstance(known, EngineBot):
            raise ValueError(f"engines: {name} is a built-in bot; choose another name")
        BOTS[name] = EngineBot(name, command)


def kill_engines() -> None:
    """End the programs of all engines, for a process that is about to exit."""
    for bot in BOTS.values():
        if isinstance(bot, EngineBot):
            bot.kill()


def read(engines: str) -> dict[str, str]:
    """The commands of engines by name."""
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, PARTS.findall(engines))):
        name, sign, command = (word.strip() for word in part.partition("="))
        if not sign or not NAME.fullmatch(name) or name in found:
            raise ValueError(f"engines: {part}: expected name=command, each name once")
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"engines: {name}: {error}") from None
        if not words or shutil.which(words[0]) is None:
            raise ValueError(f"engines: {name}: there is no program {words[0] if words else ''!r}")
        found[name] = command
    return found
