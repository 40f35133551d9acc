"""Real servers for the tests: Tilewright nodes, PostgreSQL and Redis, on loopback ports."""

from __future__ import annotations

import fcntl
import multiprocessing
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from tests.children import follow
from tilewright.compute import QUIET

# All tests come from one address.
NO_LIMITS = {
    f"TILEWRIGHT_{name}": "1000000"
    for name in ("REQUESTS", "GUESTS", "FAILURES", "SOCKETS", "CONNECTIONS")
}
PATIENCE = 180.0  # seconds until a server must answer


def free_port() -> int:
    """A loopback port below the range that clients use."""
    for _ in range(1000):
        port = 20_000 + int.from_bytes(os.urandom(2), "big") % 12_000
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError("no free port")


# Most of a server's start is reading its modules. Servers are forked from a process that has read
# them, which ends with the tests and takes its servers along.
PROGRAM = "tilewright.web.serve"
NURSERY = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload([__name__, "tests.web.nursery"])
sys.warnoptions.append(QUIET)  # of what killed servers leave


class Forked:
    """A server forked from the nursery, with the words of `subprocess.Popen`."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process: ForkServerProcess = NURSERY.Process(
            target=be_a_server, args=(environment, Path.cwd())
        )
        self._process.start()
        assert self._process.pid
        self.pid = self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"the server has not ended in {timeout} s")
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self._process.exitcode is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)


def be_a_server(environment: dict[str, str], folder: Path) -> None:
    """In a forked process: serve with these settings."""
    from tests.web.nursery import serve_in  # which only the nursery reads

    serve_in(environment, folder)


@dataclass
class Node:
    """One Tilewright server process; it can be killed and started again on the same port."""

    database: str
    bus: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    program: bool = False  # a program of its own, whose log and modules are those of the test
    process: subprocess.Popen[bytes] | Forked | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self, *, wait: bool = True) -> None:
        """Start the process; return when it is ready."""
        environment = {
            **os.environ,
            "TILEWRIGHT_DATABASE": self.database,
            "TILEWRIGHT_BUS": self.bus,
            "TILEWRIGHT_PORT": str(self.port),
            "TILEWRIGHT_BOT_DELAY": "0",
            "TILEWRIGHT_WARM": "0",
            "TILEWRIGHT_REVIEW_EFFORT": "64",
            "TILEWRIGHT_NICE": "0",  # or reviews wait until all other tests have ended
            **NO_LIMITS,
            "TILEWRIGHT_MESSAGES": "1000000",  # a fast machine plays fast
            "TILEWRIGHT_COMPUTE": "1",
            "TILEWRIGHT_SECRET": "a secret of the tests",
            "TILEWRIGHT_LOG": "warning",
            **self.settings,
        }
        self.process = (
            subprocess.Popen([sys.executable, "-m", PROGRAM], env=environment, preexec_fn=follow)
            if self.program
            else Forked(environment)
        )
        if wait:
            self.wait()

    def wait(self) -> None:
        """Wait until the server is ready."""
        assert self.process is not None
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, f"the server ended with {self.process.returncode}"
            try:
                self.ask_ready()
                return
            except OSError:  # nobody answers, or 503
                time.sleep(0.05)
        raise TimeoutError("the server is not ready")

    def ask_ready(self) -> None:
        """Ask once whether the server is ready; an error says that it is not."""
        urllib.request.urlopen(f"{self.url}/readyz", timeout=10).close()

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def stop(self) -> int:
        """Ask the process to stop; returns its exit code."""
        assert self.process is not None
        self.process.terminate()
        code = self.process.wait(timeout=120)
        self.process = None
        return code


@contextmanager
def running(node: Node) -> Iterator[Node]:
    """A node for as long as it is needed."""
    node.start()
    try:
        yield node
    finally:
        node.kill()


@contextmanager
def running_command(
    command: list[str], port: int, *, cwd: Path, environment: dict[str, str] | None = None
) -> Iterator[str]:
    """A server started by a command; yields its address when it is ready."""
    settings = {"TILEWRIGHT_COMPUTE": "1", "TILEWRIGHT_WARM": "0", **(environment or {})}
    environment = {**os.environ, **settings}
    with subprocess.Popen(command, cwd=cwd, env=environment, preexec_fn=follow) as process:
        node = Node("", port=port, process=process)
        try:
            node.wait()
            yield node.url
        finally:
            process.terminate()


def find_postgres() -> Path:
    """The folder of PostgreSQL's programs, installed if that is possible."""
    for attempt in (1, 2):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        on_path = shutil.which("initdb")
        if found or on_path:
            return found[-1].parent if found else Path(str(on_path)).parent
        if attempt == 1:
            install("postgresql")
    raise RuntimeError("PostgreSQL is needed for the tests: apt-get install postgresql")


def find_redis() -> str:
    """Redis or Valkey, installed if that is possible."""
    for attempt in (1, 2):
        found = shutil.which("redis-server") or shutil.which("valkey-server")
        if found:
            return found
        if attempt == 1:
            install("redis-server")
    raise RuntimeError("Redis is needed for the tests: apt-get install redis-server")


def install(package: str) -> None:
    """Install a system package, where root can."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with (Path(tempfile.gettempdir()) / "tilewright-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # one test process at a time
        for words in (["update", "-qq"], ["install", "-y", "-qq", package]):
            subprocess.run(["apt-get", *words], env=quiet, check=False, capture_output=True)


@dataclass
class PostgreSQL:
    """A PostgreSQL server of our own."""

    port: int = field(default_factory=free_port)
    folder: Path = field(init=False)
    user: str | None = None  # that it runs as, if not as ourselves
    process: subprocess.Popen[bytes] | None = None

    def __post_init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tilewright-pg-"))
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres", "postgres")
            self.user = "postgres"
        self._run("initdb", "-A", "trust", "--no-locale", "-E", "UTF8", "--no-sync")

    @property
    def address(self) -> str:
        """The address of its database."""
        return self.through(self.port)

    def through(self, port: int) -> str:
        """The address of its database through another port."""
        user = self.user or os.environ.get("USER", "postgres")
        return f"postgresql://{user}@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        """Start it; return when it answers."""
        words = ["-p", str(self.port), "-c", "listen_addresses=127.0.0.1"]
        words += ["-c", f"unix_socket_directories={self.folder}"]
        words += ["-c", "fsync=off"]  # the machine itself is not switched off
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                self._command("postgres", *words),
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
                cwd="/",
                stdout=log,
                stderr=log,
                preexec_fn=partial(follow, signal.SIGQUIT),  # all its processes end
            )
        ask = [str(find_postgres() / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        end = time.monotonic() + PATIENCE
        while subprocess.run(ask, check=False).returncode != 0:
            assert self.process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < end, "PostgreSQL does not answer"
            time.sleep(0.05)

    def stop(self) -> None:
        """End it at once, as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.send_signal(signal.SIGCONT)  # if it was frozen
            self.process.wait(PATIENCE)
            self.process = None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to it and to the processes of its connections."""
        assert self.process is not None
        first = self.process.pid
        children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in [first, *map(int, children)]:
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def remove(self) -> None:
        """Remove all it has kept."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        groups: list[str] | None = [] if self.user else None
        subprocess.run(
            self._command(program, *words),
            user=self.user,
            group=self.user,
            extra_groups=groups,
            check=True,
            capture_output=True,
            cwd="/",
        )

    def _command(self, program: str, *words: str) -> list[str]:
        return [str(find_postgres() / program), "-D", str(self.folder / "data"), *words]


@dataclass
class Redis:
    """A Redis server of our own."""

    port: int = field(default_factory=free_port)
    folder: str = field(default_factory=lambda: tempfile.mkdtemp(prefix="tilewright-redis-"))
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it is."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; return when it answers."""
        words = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder]
        self.process = subprocess.Popen(
            [find_redis(), *words, "--save", ""], stdout=subprocess.DEVNULL, preexec_fn=follow
        )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise TimeoutError("Redis does not answer")

    def stop(self) -> None:
        """End it at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        """Remove all it has kept."""
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server for as long as it is needed; yields the address of its database."""
    server = PostgreSQL()
    server.start()
    try:
        yield server.address
    finally:
        server.stop()
        server.remove()


@contextmanager
def redis() -> Iterator[str]:
    """A Redis server for as long as it is needed; yields its address."""
    server = Redis()
    server.start()
    try:
        yield server.address
    finally:
        server.stop()
        server.remove()
