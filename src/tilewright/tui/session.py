"""A game at the prompt without its screen: seats, fair deals, bots, undo and the saved file."""

from __future__ import annotations

import hashlib
import os
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from errno import EISDIR
from pathlib import Path

from tilewright.bots import BOTS, DEFAULT, Limit, at_once, find
from tilewright.fairness import DealStream, commitment, read_nonces
from tilewright.game import CHANCE, OVER, Step, nearest
from tilewright.games import AnyMove, AnyState
from tilewright.record import Record
from tilewright.tui.files import BadInput, write_record
from tilewright.tui.story import YOU, bot_called, bot_name, called, text
from tilewright.writing import write

LIKENESS = 0.75  # names more similar than this are probably a mistyped bot
PROOF = ("commitment", "nonces", "secret")  # the tags that make a record verifiable


@dataclass
class LocalGame:
    """One game being played: its record, the secret of its deals, and where it is saved."""

    record: Record
    secret: bytes
    nonces: tuple[bytes, ...]
    seed: str | None = None
    path: Path | None = None
    ask_always: bool = False
    undone: list[tuple[AnyMove, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.state: AnyState = self.record.state

    def bot(self, seat: int) -> str | None:
        """The bot on a seat, if it is one."""
        return bot_name(self.record.seats[seat])

    def name(self, seat: int) -> str:
        """The name of the player at a seat."""
        return called(self.record.seats[seat])

    @property
    def has_moves(self) -> bool:
        """Whether a seat has moved, so that there is something to save."""
        return any(state.turn >= 0 for state, _ in zip(self.record.states(), self.record.moves))

    def play(self, move: AnyMove) -> tuple[Step, ...]:
        """Play a move; what was undone is forgotten. Returns its scoring."""
        self.undone.clear()
        return self._add(move)

    def _add(self, move: AnyMove) -> tuple[Step, ...]:
        self.record = self.record.play(move)
        self.state, steps = self.state.step(move)
        if self.state.turn == OVER and "commitment" in self.record.tags:
            tags = {**self.record.tags, "secret": self.secret.hex()}
            self.record = replace(self.record, tags=tags)
        return steps

    def draw(self) -> AnyMove:
        """Nature's next move, as the secret determines it."""
        states = zip(self.record.states(), self.record.moves)
        draws = sum(state.turn == CHANCE for state, _ in states)
        return self.state.sample(DealStream(self.secret, self.nonces, draws))

    def think(self) -> AnyMove:
        """The move of the bot whose turn it is; the same one again for the same seed."""
        name = self.bot(self.state.turn)
        assert name is not None
        return at_once(name, self.state.game)(self.state, Limit(), self.rng()).move

    def rng(self) -> random.Random:
        """Random numbers for a bot's choice, independent of the deals."""
        return random.Random(None if self.seed is None else f"{self.seed} {len(self.record.moves)}")

    def is_decision(self, state: AnyState) -> bool:
        """Tell whether a person is asked in a state."""
        if state.turn < 0 or self.bot(state.turn):
            return False
        return self.ask_always or len(state.legal_moves()) > 1

    def undo(self) -> bool:
        """Go back to the last decision of a person; tell whether there was one."""
        moves = self.record.moves
        asked = [self.is_decision(state) for state, _ in zip(self.record.states(), moves)]
        if True not in asked:
            return False
        at = len(asked) - 1 - asked[::-1].index(True)
        self.undone.append(moves[at:])
        self.record = self.record.undo(len(moves) - at)
        self.state = self.record.state
        return True

    def redo(self) -> bool:
        """Play again what the last undo took back; tell whether there was anything."""
        if not self.undone:
            return False
        for move in self.undone.pop():
            self._add(move)
        return True

    def save(self) -> None:
        """Write the record; during the game, the secret of its deals is in a file beside it, so
        that the record gives nothing away and the game can still be resumed."""
        if self.path is None:
            return
        if self.path.is_dir():  # before anything is written beside it
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(self.path))
        beside = secret_path(self.path)
        committed = "commitment" in self.record.tags
        if committed and self.state.turn != OVER and read_secret(self.path) != self.secret:
            write(beside, self.secret.hex() + "\n", mode=0o600)
        write_record(self.path, self.record)
        if committed and self.state.turn == OVER:
            beside.unlink(missing_ok=True)


def seat_names(wanted: Sequence[str], players: int) -> tuple[str, ...]:
    """Names for all seats: those asked for, then the first bot, with no name twice."""
    if len(wanted) > players:
        raise BadInput(
            f"{len(wanted)} seats for {players} players: leave out --seat or raise --players"
        )
    names: list[str] = []
    for given in [*(wanted or ["me"]), *[DEFAULT] * players][:players]:
        name = sitter(given)
        numbered = (f"{name} {number}" for number in range(2, players + 1))
        names.append(next(free for free in (name, *numbered) if free not in names))
    return tuple(names)


def sitter(given: str) -> str:
    """The player that a text names: `me`, a bot, or a person. Something close to the name of a bot
    is taken for a typing error, unless it begins with a capital or is written as `me:tyler`."""
    word = " ".join(given.split())
    if word.lower() == "me":
        return YOU
    kind, sign, rest = word.partition(":")
    if sign and kind.lower() == "bot":
        name = rest.strip().lower()
        find(name)
        return name
    is_person = bool(sign) and kind.lower() == "me"
    name = rest.strip() if is_person else word
    if not name or not name.isprintable():
        raise BadInput(text("seats.unnamed"))
    bot = bot_name(name) or bot_called(name)
    if is_person and bot:
        raise BadInput(text("seats.bot", typed=given, bot=bot))
    if bot or is_person or not name[0].islower():
        return bot or name
    if near := nearest(name, BOTS, likeness=LIKENESS):
        raise BadInput(text("seats.near", typed=given, near=near, name=name))
    return name


def seed_secret(seed: str) -> bytes:
    """The secret of a reproducible game."""
    return hashlib.sha256(seed.encode()).digest()


def start(state: AnyState, seats: tuple[str, ...], seed: str | None = None) -> LocalGame:
    """A new game from a position, with a commitment to its deals."""
    secret = secrets.token_bytes(32) if seed is None else seed_secret(seed)
    tags = {"commitment": commitment(secret), "nonces": " ".join(["-"] * len(seats))}
    return LocalGame(Record(state, seats=seats, tags=tags), secret, (b"",) * len(seats), seed)


def resume(record: Record, path: Path, seed: str | None = None) -> LocalGame:
    """Continue a saved game. Without the committed secret, further deals come from a new one, and
    the commitment is dropped, since nobody could verify it."""
    fresh = secrets.token_bytes(32) if seed is None else seed_secret(seed)
    for secret in (read_secret(path), fresh):
        if secret is not None and commitment(secret) == record.tags.get("commitment"):
            return LocalGame(record, secret, read_nonces(record), seed, path)
    if record.state.turn != OVER:
        tags = {name: value for name, value in record.tags.items() if name not in PROOF}
        record = replace(record, tags=tags)
    return LocalGame(record, fresh, (), seed, path)


def secret_path(path: Path) -> Path:
    """Where the secret of an unfinished game is kept."""
    return path.with_name(f"{path.name}.secret")


def read_secret(path: Path) -> bytes | None:
    """The secret beside a saved game, if there is one."""
    try:
        return bytes.fromhex(secret_path(path).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
