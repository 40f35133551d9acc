"""An engine in a process of its own, asked for moves; what it answers is checked."""

from __future__ import annotations

import logging
import os
import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

from tilewright.bots import Choice, Limit
from tilewright.engine import protocol
from tilewright.engine.answer import read_choice
from tilewright.engine.protocol import LINE, PROTOCOL, SEEDS, Fault
from tilewright.game import Rng
from tilewright.games import AnyState

GRACE = 5.0  # seconds an engine may take beyond its limit, for starting up and for the connection
START = 300.0  # seconds within which an engine must say hello: some have to be compiled
UNTIMED = 60.0  # seconds if the limit is one of simulations only
END = 2.0  # seconds to exit after its input has ended
LAST_WORDS = 3  # lines of standard error to report with a crash

log = logging.getLogger("tilewright.engine")


class EngineError(RuntimeError):
    """An engine that failed: it crashed, was silent, or answered nonsense."""


class Client:
    """An engine that runs from `with` to the end of the block, or until it fails.

    `timeout` is how many seconds it may take beyond the time of a limit. What it writes to standard
    error goes to the log `tilewright.engine`.
    """

    def __init__(
        self, command: str | Sequence[str], *, timeout: float = GRACE, start: float = START
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise ValueError("an engine needs a command")
        self.timeout = timeout
        self.start = start
        self.about: dict[str, object] = {}  # its answer to hello
        self._process: subprocess.Popen[bytes] | None = None
        self._asked = 0
        self._words: deque[str] = deque(maxlen=LAST_WORDS)  # of standard error
        self._ear: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The engine's own name; before it has said hello, its command."""
        return str(self.about.get("name") or shlex.join(self.command))

    # The process

    def open(self) -> None:
        """Start the engine and exchange hellos."""
        self.launch()
        answer = self.ask({"hello": PROTOCOL}, self.start)
        if answer.get("hello") != PROTOCOL:
            raise self.fail(f"speaks protocol {answer.get('hello')!r}, not {PROTOCOL}")
        games = answer.get("games")
        if not isinstance(answer.get("name"), str) or not isinstance(games, dict) or not games:
            raise self.fail("said hello without its name and games")
        self.about = answer

    def launch(self) -> None:
        """Start the process in a group of its own, so that all of it can be ended."""
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"{self.name}: cannot be started: {error.strerror}") from None
        self._words.clear()
        self._ear = threading.Thread(target=self._listen, args=[self._process], daemon=True)
        self._ear.start()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stderr is not None
        with process.stderr as stream:
            while line := stream.readline(LINE):
                text = line.decode(errors="replace").rstrip()
                self._words.append(text)
                log.info("%s: %s", self.name, text)

    def close(self) -> int | None:
        """End the engine's input and, if it does not end by itself, the engine; returns its exit
        code, or None if it had to be killed."""
        process, self._process = self._process, None
        if process is None:
            return None
        assert process.stdin is not None and process.stdout is not None
        code = None
        try:
            process.stdin.close()
            code = process.wait(END)
        except (subprocess.TimeoutExpired, OSError):
            kill(process)
        process.stdout.close()
        return code

    def kill(self) -> None:
        """End the engine at once, without waiting: a signal handler may call it."""
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def fail(self, why: str) -> EngineError:
        """End the engine, which cannot be trusted any more; the error is to be raised."""
        if self._process is not None:
            kill(self._process)
        self.close()
        return EngineError(f"{self.name}: {why}")

    # Lines

    def exchange(self, line: bytes, seconds: float, *, answers: int = 1) -> list[bytes]:
        """Send something and read a number of lines within a number of seconds."""
        process = self._process
        if process is None:
            raise EngineError(f"{self.name}: is not running")
        assert process.stdin is not None and process.stdout is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            kill(process)

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        found: list[bytes] = []
        try:
            process.stdin.write(line)
            process.stdin.flush()
            while len(found) < answers:
                found.append(process.stdout.readline(LINE + 1))
                if not found[-1].endswith(b"\n"):
                    break
        except OSError:  # it went away while it was being written to
            found.append(b"")
        finally:
            timer.cancel()
        if late.is_set():
            raise self.fail(f"no answer within {seconds:g} seconds")
        if len(found[-1]) > LINE:
            raise self.fail(f"answered a line of more than {LINE} bytes")
        if not found[-1].endswith(b"\n"):
            raise self.fail(self._ending(process))
        return found

    def _ending(self, process: subprocess.Popen[bytes]) -> str:
        try:
            code = process.wait(END)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if self._ear is not None:
            self._ear.join(END)
        how = f"ended with exit code {code}" if code >= 0 else f"ended by signal {-code}"
        return ": ".join([how, *self._words])

    def ask(self, data: dict[str, object], seconds: float) -> dict[str, object]:
        """The answer to a request, which is given an id."""
        self._asked += 1
        line = protocol.encode({"id": self._asked, **data})
        answer = self.decode(self.exchange(line, seconds)[0])
        if answer.get("id") != self._asked:
            raise self.fail(f"answered {answer.get('id')!r} instead of request {self._asked}")
        if "error" in answer:
            raise EngineError(f"{self.name}: refused: {answer['error']}")  # but it still works
        return answer

    def decode(self, line: bytes) -> dict[str, object]:
        """The object in a line of the engine."""
        try:
            return protocol.decode(line)
        except Fault as fault:
            raise self.fail(f"{fault}: {line[:60]!r}") from None

    # Moves

    def plays(self, state: AnyState) -> bool:
        """Tell whether the engine says it plays such a game; an option it does not name may have
        any value."""
        games = self.about.get("games")
        options = games.get(state.game) if isinstance(games, dict) else None
        if not isinstance(options, dict):
            return False
        values = protocol.plain(state.options)
        assert isinstance(values, dict)
        return all(
            values[name] in allowed
            for name, allowed in options.items()
            if name in values and isinstance(allowed, list)
        )

    def choose(self, state: AnyState, limit: Limit, rng: Rng | None = None) -> Choice:
        """What the engine chooses in a position: a legal move, with numbers that are numbers."""
        if not self.plays(state):
            raise EngineError(f"{self.name}: does not play {state.game} {state.options}")
        seed = None if rng is None else rng.randrange(SEEDS)
        asked = protocol.request(state, limit, seed=seed)
        seconds = UNTIMED if limit.time is None else limit.time
        return self.read_choice(state, self.ask(asked, seconds + self.timeout))

    def read_choice(self, state: AnyState, answer: dict[str, object]) -> Choice:
        """Check an answer."""
        try:
            return read_choice(state, answer)
        except Fault as fault:
            raise self.fail(f"answered badly: {fault}") from None


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    if process.returncode is None:  # until it is known to have ended, its process id is not reused
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
