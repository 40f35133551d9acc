"""Webhooks: signed calls to the address a user has given, never to one in our own network."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from urllib.parse import urlsplit

import httpx2

TIMEOUT = 5.0  # seconds for one try, all in all
# Threads that wait for names and mail servers elsewhere, however long these take: nobody in the
# house waits behind them.
OUTSIDE = ThreadPoolExecutor(8, "outside")
SIGNATURE = "X-Tilewright-Signature"
# Public is what `ipaddress` calls global, and in IPv6 only what begins with the bits 001: elsewhere
# are local networks and IPv4 addresses in disguise. These are not public either, which not every
# version of Python knows.
_UNICAST = ipaddress.IPv6Network("2000::/3")
_NOT_PUBLIC = [
    ipaddress.ip_network(text)
    for text in (
        "192.0.0.0/24",  # protocols of the IETF
        "192.88.99.0/24",  # relays of 6to4
        "2001::/23",  # protocols of the IETF, Teredo among them
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
    )
]
_NUMBER = re.compile(r"(^|\.)(0[xX][0-9a-fA-F]*|[0-9]+)\.?$")  # an address, no name


class DeliveryFailed(Exception):
    """A notification did not arrive; `for_good` if trying again is useless."""

    def __init__(self, text: str, *, for_good: bool = False) -> None:
        super().__init__(text)
        self.for_good = for_good


def webhook_key(secret: str, user: str) -> str:
    """The key that signs the webhooks of a user; only the server and that user know it."""
    words = f"tilewright webhook 1 {user}".encode()
    return hmac.new(secret.encode(), words, hashlib.sha256).hexdigest()


def sign(key: str, body: bytes) -> str:
    """The signature of a webhook's body, as its header has it."""
    return "sha256=" + hmac.new(key.encode(), body, hashlib.sha256).hexdigest()


def is_public(address: str) -> bool:
    """Whether an IP address is on the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return is_public(str(ip.ipv4_mapped))
        if ip not in _UNICAST:
            return False
    is_special = ip.is_multicast or any(ip in network for network in _NOT_PUBLIC)
    return ip.is_global and not is_special


def is_allowed(url: str, *, private: bool = False) -> bool:
    """Whether an address has a form that may be called; a name is checked again when resolved."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  a port that is not a number raises
    except ValueError:
        return False
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or "@" in parts.netloc or "%" in host:
        return False
    if not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        return private or is_public(host)
    except ValueError:  # a name
        if _NUMBER.search(host):  # 127.1, 0x7f000001: some programs read them as addresses
            return False
        return "." in host and not host.endswith((".localhost", ".local", ".internal", "."))


def callee(url: str) -> str:
    """The host that is called, however its address is spelled, and at whatever port."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):  # a name
        host = str(ipaddress.ip_address(host))
    return host


async def resolve(url: str, *, private: bool = False) -> str:
    """The IP address to call; refused if any address of the host is not public."""
    if not is_allowed(url, private=private):
        raise DeliveryFailed("this address may not be called", for_good=True)
    parts = urlsplit(url)
    loop = asyncio.get_running_loop()
    find = partial(socket.getaddrinfo, parts.hostname, parts.port, type=socket.SOCK_STREAM)
    found = await loop.run_in_executor(OUTSIDE, find)
    addresses = [str(address[0]) for *_, address in found]
    if not private and not all(is_public(address) for address in addresses):
        raise DeliveryFailed("this address may not be called", for_good=True)
    return addresses[0]


async def post(url: str, body: bytes, *, key: str, private: bool = False) -> None:
    """Call a webhook once; anything but an answer of 200 to 299 is a failure."""
    try:
        async with asyncio.timeout(TIMEOUT):
            await _post(url, body, key=key, private=private)
    except TimeoutError:
        raise DeliveryFailed(f"no answer in {TIMEOUT:.0f} seconds") from None
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise DeliveryFailed(f"{type(error).__name__}: {error}") from None


async def _post(url: str, body: bytes, *, key: str, private: bool) -> None:
    address = await resolve(url, private=private)  # and call this one, not what the name says later
    there = httpx2.URL(url)
    headers = {
        "Host": there.netloc.decode(),
        "Content-Type": "application/json",
        "User-Agent": "tilewright",
        SIGNATURE: sign(key, body),
    }
    async with (
        httpx2.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client,
        client.stream(
            "POST",
            there.copy_with(host=address),
            content=body,
            headers=headers,
            extensions={"sni_hostname": there.host},  # also whose certificate is expected
        ) as answer,
    ):
        if not answer.is_success:
            raise DeliveryFailed(f"status {answer.status_code}")
