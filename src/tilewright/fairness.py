"""Fair deals: a secret is committed to before a game, decides every draw, and is revealed after it.

The commitment is SHA-256(secret). Draw k of a game reads numbers from the stream of blocks

    HMAC-SHA-256(secret, "tilewright deal 1" + SHA-256(nonce of seat 0) + … + k + block number)

with k and the block number as 8 bytes each, most significant first. docs/fairness.md has the whole
recipe and test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.game import CHANCE, OVER
from tilewright.games import begin
from tilewright.record import Record

LABEL = b"tilewright deal 1"
SECRET_BYTES = 32
WORD = 4  # bytes read for one number


class UnfairDeal(ValueError):
    """A record whose deals do not follow from its commitment."""


def commitment(secret: bytes) -> str:
    """The commitment shown before the first deal."""
    return hashlib.sha256(secret).hexdigest()


class DealStream:
    """The numbers of one draw: the same secret, nonces and draw number give the same numbers."""

    def __init__(self, secret: bytes, nonces: Sequence[bytes], draw: int) -> None:
        digests = b"".join([hashlib.sha256(nonce).digest() for nonce in nonces])
        self._secret = secret
        self._message = LABEL + digests + draw.to_bytes(8, "big")
        self._block = 0
        self._bytes = b""

    def __repr__(self) -> str:
        return "DealStream(…)"  # never the secret

    def randrange(self, stop: int, /) -> int:
        """Return a number below `stop`, each equally likely: words past the last whole multiple
        of `stop` are thrown away."""
        limit = 256**WORD // stop * stop
        while True:
            if not self._bytes:
                message = self._message + self._block.to_bytes(8, "big")
                self._bytes = hmac.digest(self._secret, message, "sha256")
                self._block += 1
            word, self._bytes = int.from_bytes(self._bytes[:WORD], "big"), self._bytes[WORD:]
            if word < limit:
                return word % stop


@dataclass(frozen=True, slots=True)
class Proof:
    """What a verified record has shown."""

    commitment: str
    draws: int
    whole: bool  # from the beginning; else from a position, of which nothing is shown
    over: bool  # to the end; else further deals may come


def verify(record: Record) -> Proof:
    """Check the commitment and every deal of a record, or raise UnfairDeal."""
    tags = record.tags
    for name in ("commitment", "secret"):
        if name not in tags:
            raise UnfairDeal(f"the record has no {name}, so there is nothing to verify")
    nonces = read_nonces(record)
    try:
        secret = bytes.fromhex(tags["secret"])
    except ValueError:
        raise UnfairDeal("the secret must be written in hexadecimal digits") from None
    if len(secret) != SECRET_BYTES:
        raise UnfairDeal(f"the secret has {len(secret)} bytes: expected {SECRET_BYTES}")
    if commitment(secret) != tags["commitment"].lower():
        raise UnfairDeal("the secret does not match the commitment")
    draws = 0
    for number, (state, move) in enumerate(zip(record.states(), record.moves, strict=False), 1):
        if state.turn == CHANCE:
            expected = state.sample(DealStream(secret, nonces, draws))
            if move != expected:
                raise UnfairDeal(f"move {number}: dealt {move}, but the secret gives {expected}")
            draws += 1
    start = record.start
    whole = start == begin(start.game, str(start.options))
    return Proof(tags["commitment"], draws, whole, record.state.turn == OVER)


def read_nonces(record: Record) -> tuple[bytes, ...]:
    """What the seats added to the secret: one nonce a seat, or none at all. With any other number
    a dealer could try nonces until a deal suits them."""
    words = record.tags.get("nonces", "").split()
    try:
        nonces = tuple([b"" if word == "-" else bytes.fromhex(word) for word in words])
    except ValueError:
        raise UnfairDeal("the nonces must be written in hexadecimal digits") from None
    if len(nonces) not in (0, len(record.seats)):
        raise UnfairDeal(
            f"{count(nonces, 'nonce')} for {count(record.seats, 'seat')}: expected one each"
        )
    return nonces


def count(things: Sequence[object], noun: str) -> str:
    """A number of things in words."""
    return f"{len(things)} {noun}{'s' * (len(things) != 1)}"
