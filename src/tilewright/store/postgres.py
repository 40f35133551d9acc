"""Connections to PostgreSQL that never hang: commands, checks and connecting have time limits."""

from __future__ import annotations

import socket
import time
from typing import Any

from sqlalchemy import URL, event
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

SIZE, MORE = 8, 8  # connections kept, and extra ones when needed
CHECK = 2.0  # seconds within which a connection must show that it still works
CONNECT = 3.0  # seconds within which a new one must be made
QUEUE = 3.0  # seconds a request waits for its turn
# The server releases what a vanished node was holding.
SERVER = {
    "application_name": "tilewright",
    "idle_in_transaction_session_timeout": "30000",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}
KEEPALIVE = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}  # seconds, seconds, times
UNANSWERED = 10_000  # milliseconds after which the system gives up on what was sent


def connect(url: URL, patience: float | None) -> AsyncEngine:
    """A pool whose commands have a time limit in seconds."""
    engine = create_async_engine(
        url,
        pool_size=SIZE,
        max_overflow=MORE,
        pool_timeout=QUEUE,
        connect_args={"timeout": CONNECT, "command_timeout": patience, "server_settings": SERVER},
    )
    health = PoolHealth()
    event.listen(engine.sync_engine, "connect", health.opened)
    event.listen(engine.sync_engine, "checkout", health.check)
    event.listen(engine.sync_engine, "close", health.closing)
    return engine


class PoolHealth:
    """Checks that a connection from the pool works; when one does not, none as old as it is used
    again."""

    def __init__(self) -> None:
        self.lost = 0.0  # when a connection was last found dead

    def opened(self, connection: Any, record: ConnectionPoolEntry) -> None:  # noqa: ANN401
        """A connection is new."""
        record.info["opened"] = time.monotonic()
        keep_alive(connection.driver_connection._transport.get_extra_info("socket"))

    def check(self, connection: Any, record: object, proxy: object) -> None:  # noqa: ANN401
        """A connection is about to be used."""
        try:
            connection.run_async(lambda driver: driver.fetchrow(";", timeout=CHECK))
        except Exception as error:
            self.lost = time.monotonic()
            connection.driver_connection.terminate()
            raise InvalidatePoolError("the connection does not answer") from error

    def closing(self, connection: Any, record: ConnectionPoolEntry) -> None:  # noqa: ANN401
        """A connection is closed; one as old as a dead one gets no goodbye."""
        if record.info.get("opened", 0.0) < self.lost:
            connection.driver_connection.terminate()


def hang_up(connection: AsyncConnection) -> None:
    """Drop a connection that does not answer; it would not answer a goodbye either."""
    raw = connection.sync_connection
    if raw is not None and not raw.closed and not raw.invalidated:
        driver = raw.connection.driver_connection
        if driver is not None:
            driver.terminate()


def keep_alive(line: socket.socket) -> None:
    """Let the system notice that the other end has vanished."""
    if line.family not in (socket.AF_INET, socket.AF_INET6):
        return
    line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {**KEEPALIVE, "TCP_USER_TIMEOUT": UNANSWERED}.items():
        if hasattr(socket, name):  # not every system knows all of them
            line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
