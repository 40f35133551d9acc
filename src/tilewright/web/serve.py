"""Run the server: `tilewright serve`."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, TextIO, cast

import structlog
import uvicorn
from sqlalchemy.exc import DBAPIError

from tilewright import metrics
from tilewright.store.claim import claim
from tilewright.store.database import Database, Unavailable
from tilewright.web.app import create_app
from tilewright.web.settings import Settings, networks, settle
from tilewright.web.socket import FRAME_LIMIT
from tilewright.web.wire import IDLE_SECONDS, Http, Socket

COLLECT = (50_000, 50, 100)  # games are trees of tuples: there are few cycles to look for
GRACE = 3  # seconds in which open requests may end when the server is asked to stop
STOP = 9.0  # seconds after which whatever hangs is cut off
LEAVE = 1.0  # seconds the process has to end when everything is closed
BACKLOG = 2048
PATIENCE = 30.0  # seconds in which the database must answer at the start
WAIT = 1.0  # seconds until it is asked again

log = structlog.get_logger()


class CannotListen(ValueError):
    """A port is not available; the text says why."""


class PortTaken(CannotListen):
    """Another program listens there."""


class LogStream:
    """Standard error, which may fail: what cannot be written, because the disk is full or nobody
    reads any more, is lost, and whoever wanted to say it goes on."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write at once what can be written."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except (OSError, ValueError):  # the latter if it is closed
            metrics.log_lines_lost.inc()
        return len(text)

    def flush(self) -> None:
        """Everything has been written already."""

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._stream, name)


def set_up_logs(level: str) -> None:
    """Log one JSON object per line on standard error, also for the layers below. From now on
    nothing that is written there can fail."""
    number = logging.getLevelName(level.upper())
    sys.stderr = cast(TextIO, LogStream(sys.stderr))
    common: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso"),
        structlog.processors.ExceptionRenderer(
            structlog.tracebacks.ExceptionDictTransformer(show_locals=False)  # no secrets
        ),
    ]
    structlog.configure(
        processors=[*common, structlog.processors.JSONRenderer()],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *common],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    ours = logging.getLogger("tilewright")
    ours.handlers, ours.propagate = [handler], False
    ours.setLevel(number)


def address(host: str, port: int) -> str:
    """The address of a server on this host and port."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(host: str, port: int) -> list[socket.socket]:
    """Take a port. From now on, connections wait until the server is ready."""
    taken: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, _, _, _, place in dict.fromkeys(found):
            taken.append(socket.create_server(place[:2], family=family, backlog=BACKLOG))
            # Its connections inherit it: a body does not wait until its head is acknowledged.
            taken[-1].setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        for each in taken:
            each.close()
        if error.errno == errno.EADDRINUSE:
            other = f"--port {port + 1}" if port < 65535 else "--port"
            raise PortTaken(
                f"port {port} of {host} is taken by another program; choose one: {other}"
            ) from None
        raise CannotListen(f"cannot listen on {host}, port {port}: {error.strerror}") from None
    return taken


class Server(uvicorn.Server):
    """A server that says when it is ready and when it is stopping, and always stops in time."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None] | None = None) -> None:
        super().__init__(config)
        self.ready = ready
        self.closed = threading.Event()  # everything is committed and closed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the house and begin to answer."""
        await super().startup(sockets)
        if self.ready is not None:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let requests end, then close the house."""
        await super().shutdown(sockets)
        if not self.force_exit and not self.lifespan.shutdown_failed:
            self.closed.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop being ready, end the streams, and stop. Uvicorn would die by the signal; a server
        that stops as asked exits with 0."""
        house = getattr(self.config.app.state, "house", None)  # type: ignore[union-attr]
        if house is not None:
            house.ready = False
        if not self.should_exit:
            threading.Thread(target=self._end_in_time, daemon=True).start()
        elif sig == signal.SIGINT:
            self.force_exit = True  # asked twice: no more waiting
        self.should_exit = True

    def _end_in_time(self) -> None:
        """In a thread of its own, since the event loop may hang: end the process in any case."""
        if self.closed.wait(STOP):
            time.sleep(LEAVE)
        else:
            log.error("stopped before everything was finished", seconds=STOP)
        sys.stderr.flush()
        os._exit(0 if self.closed.is_set() else 1)


async def reach(database: Database, patience: float) -> None:
    """Make sure that the database is ready, and wait for it if it does not answer yet."""
    until = time.monotonic() + patience
    try:
        while True:
            try:
                return await database.prepare()
            except DBAPIError as error:
                raise ValueError(f"{database}: {error.orig}") from None
            except Unavailable as error:
                if time.monotonic() > until:
                    raise ValueError(f"{database}: {error}") from None
                log.warning("waiting for the database", reason=str(error))
                await asyncio.sleep(WAIT)
    finally:
        await database.close()


def serve(
    settings: Settings | None = None,
    sockets: list[socket.socket] | None = None,
    ready: Callable[[], None] | None = None,
) -> None:
    """Serve until asked to stop; commits are finished, and clients told to reconnect."""
    settings = settings or settle()
    sockets = sockets or listen(settings.host, settings.port)
    here = f"process {os.getpid()} on {address(settings.host, settings.port)}"
    claimed = claim(settings.database, shared=bool(settings.bus), holder=here)
    set_up_logs(settings.log)
    asyncio.run(reach(Database(settings.database), PATIENCE))
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=Http,
        ws=Socket,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(network) for network in networks(settings.proxies)],
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=GRACE,
    )
    gc.collect()
    gc.freeze()  # what is loaded by now stays
    gc.set_threshold(*COLLECT)
    server = Server(config, ready)
    server.run(sockets)
    if claimed is not None:
        claimed.close()
    if not server.closed.is_set():
        sys.exit(1)


def main() -> None:
    """Serve as the environment says."""
    try:
        serve()
    except ValueError as error:
        print(f"tilewright: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
