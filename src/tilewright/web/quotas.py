"""Quotas: how much one address or user may have in a while, or at a time, on all nodes together.

One idea serves both: a use counts until it expires. A request is never renewed, so it counts for
the length of its window; a socket is renewed for as long as it is open, and expires soon if its
node dies. With a bus, uses are kept in Redis, otherwise in this process.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

import redis.asyncio as redis
import structlog
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from tilewright.table.event import Refused

LEASE = 60.0  # seconds that a held use counts unless it is renewed
RENEW = 20.0  # seconds between renewals
PATIENCE = 2.0  # seconds that Redis has to answer
MANY = 10_000  # keys before those that have expired are forgotten, then twice what is left
PAUSE = 5.0  # seconds for which this node counts alone after Redis has failed to answer

log = structlog.get_logger()

# Counts a use, or renews it; returns 0, or the milliseconds until there is room.
TAKE = """
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if not redis.call('ZSCORE', KEYS[1], ARGV[1])
        and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
    local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
    return math.max(1, tonumber(first[2]) - now)
end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 0
"""


class Quota(NamedTuple):
    """How many of something are allowed in some seconds, or at a time if the uses are held."""

    name: str
    most: int
    seconds: float = LEASE


class Uses:
    """The uses of this process: by key, in the order in which they expire."""

    def __init__(self) -> None:
        self._uses: dict[str, dict[str, float]] = {}
        self._many = MANY

    def take(self, key: str, use: str, most: int, seconds: float) -> float:
        """Count a use, or renew it; returns 0, or the seconds until there is room."""
        now = time.monotonic()
        if len(self._uses) > self._many:
            self._uses = {k: u for k, u in self._uses.items() if max(u.values(), default=0) > now}
            self._many = max(MANY, 2 * len(self._uses))
        uses = self._uses.setdefault(key, {})
        while uses and next(iter(uses.values())) <= now:
            del uses[next(iter(uses))]
        if use not in uses and len(uses) >= most:
            return next(iter(uses.values()), now + seconds) - now
        uses.pop(use, None)
        uses[use] = now + seconds
        return 0.0

    def drop(self, key: str, use: str) -> None:
        """Stop counting a use."""
        if (uses := self._uses.get(key)) is not None:
            uses.pop(use, None)
            if not uses:
                del self._uses[key]


class Quotas:
    """Counts what addresses and users do and have."""

    def __init__(self, bus: str = "") -> None:
        self._uses = Uses()
        self._held: dict[str, tuple[Quota, str]] = {}
        self._alone_until = 0.0
        self._redis: redis.Redis | None = None
        if bus:
            self._redis = redis.Redis.from_url(
                bus,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                retry=Retry(NoBackoff(), 0),
            )

    async def take(self, quota: Quota, key: str) -> str:
        """Count something that is done, or refuse it; returns the use, which can be dropped."""
        use = secrets.token_hex(6)
        await self._take(quota, key, use)
        return use

    @asynccontextmanager
    async def hold(self, quota: Quota, key: str) -> AsyncIterator[None]:
        """Count something for as long as it lasts, or refuse it."""
        use = secrets.token_hex(6)
        await self._take(quota, key, use)
        self._held[use] = quota, key
        try:
            yield
        finally:
            del self._held[use]
            await self.drop(quota, key, use)

    async def renew(self) -> None:
        """Renew what is held, again and again."""
        while True:
            await asyncio.sleep(RENEW)
            for use, (quota, key) in list(self._held.items()):
                with suppress(Refused):  # only if Redis has forgotten it, and others came since
                    await self._take(quota, key, use)

    async def close(self) -> None:
        """Disconnect from Redis."""
        if self._redis is not None:
            await self._redis.aclose()

    async def _take(self, quota: Quota, key: str, use: str) -> None:
        wait = self._uses.take(f"{quota.name} {key}", use, quota.most, quota.seconds)
        if self._redis is not None and not wait and time.monotonic() > self._alone_until:
            numbers = [quota.most, int(1000 * quota.seconds)]
            try:
                async with asyncio.timeout(PATIENCE):
                    place = f"tilewright:{quota.name}:{key}"
                    wait = int(await self._redis.eval(TAKE, 1, place, use, *numbers)) / 1000
            except (redis.RedisError, OSError, TimeoutError) as error:
                self._alone_until = time.monotonic() + PAUSE
                log.warning("quotas are counted by this node alone", error=str(error))
            if wait:
                self._uses.drop(f"{quota.name} {key}", use)
        if wait:
            raise Refused("too_many", f"too many {quota.name}; wait a little", retry=wait)

    async def drop(self, quota: Quota, key: str, use: str) -> None:
        """Stop counting a use."""
        self._uses.drop(f"{quota.name} {key}", use)
        if self._redis is not None and time.monotonic() > self._alone_until:
            with suppress(redis.RedisError, OSError, TimeoutError):  # then it expires
                async with asyncio.timeout(PATIENCE):
                    await self._redis.zrem(f"tilewright:{quota.name}:{key}", use)


def network(host: str) -> str:
    """What an address is counted as: an IPv6 address as its /64, since a person has many."""
    try:
        ip = ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip) if ip.version == 4 else f"{IPv6Address(int(ip) >> 64 << 64)}/64"
