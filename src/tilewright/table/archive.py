"""Finished games, many at a time: their records as texts, without playing them again.

A log has all moves of a game, and its result is kept with its seats. The moves are played again
only where a result is missing, as for bots in games of older releases.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias, cast

from sqlalchemy import select

from tilewright.fairness import commitment
from tilewright.games import AnyState, begin, game, parse
from tilewright.record import print_words
from tilewright.store.database import Database
from tilewright.store.results import NO_RANK
from tilewright.store.schema import events, games, players
from tilewright.table.event import Unreadable
from tilewright.table.fold import rank_seats
from tilewright.table.setup import BOT

FINISHED = "finished"

Logged: TypeAlias = tuple[int, str, int, str, str]  # an event: version, kind, seat, text, game


@dataclass(slots=True)
class SeatHolder:
    """Who held a seat at the end."""

    plan: str
    user: str = ""
    nonce: str = ""  # in hex, or -
    name: str = ""


@dataclass
class Archived:
    """A game that is over."""

    id: str
    setup: dict[str, Any]
    secret: bytes
    ended: int
    reason: str | None = None  # why it is over; not kept by older releases
    log: Sequence[Logged] = ()
    results: dict[int, tuple[int, int]] = field(default_factory=dict)  # rank and score, by seat

    @property
    def ending(self) -> str:
        """How it ended: with its last move, or as its last event says."""
        _, kind, _, text, _ = self.log[-1]
        return text if kind in ("out", "end") else FINISHED

    @cached_property
    def words(self) -> list[str]:
        """The moves that were not taken back."""
        played: list[tuple[int, list[str]]] = []
        for at, kind, _, text, _ in self.log:
            if kind in ("play", "start"):
                played.append((at, text.split()))
            elif kind == "undo":
                while played and played[-1][0] >= int(text):
                    played.pop()
        return [word for _, words in played for word in words]

    @cached_property
    def seats(self) -> list[SeatHolder]:
        """Who sat where."""
        seats = [
            SeatHolder(plan, name=plan.removeprefix(BOT) if plan.startswith(BOT) else "")
            for plan in self.setup["seats"]
        ]
        for _, kind, seat, text, _ in self.log:
            if kind == "sit":
                seats[seat] = SeatHolder(seats[seat].plan, *text.split(" ", 2))
            elif kind == "stand":
                seats[seat] = SeatHolder(seats[seat].plan)
            elif kind == "start":
                break
        return seats

    def state(self) -> AnyState:
        """The position at the end, played again."""
        try:
            rules, start = game(self.setup["game"]), self.setup.get("start")
            state = parse(start) if start else begin(self.setup["game"], self.setup["options"])
            for word in self.words:
                state = state.play(rules.parse_move(word))
        except Exception as error:  # a log may hold anything
            raise Unreadable from error
        return state

    @cached_property
    def outcome(self) -> tuple[list[int], list[int]]:
        """The ranks and the scores of all seats."""
        if len(self.results) == len(self.setup["seats"]):
            ranks = [self.results[seat][0] for seat in range(len(self.results))]
            if NO_RANK not in ranks:
                return ranks, [self.results[seat][1] for seat in range(len(self.results))]
        state, gone = self.state(), {seat for _, kind, seat, _, _ in self.log if kind == "out"}
        ranks = list(rank_seats(state, [seat in gone for seat in range(len(state.scores))]))
        return ranks, list(state.scores)

    def text(self, names: Sequence[str] = ()) -> str:
        """The record, with other names than those at the table if they are given."""
        if [at for at, *_ in self.log] != list(range(len(self.log))) or not self.log:
            raise Unreadable
        return print_words(self._header(names), self.words)

    def _header(self, names: Sequence[str]) -> dict[str, str]:
        """The header lines, in the order of a record."""
        seats, name = self.seats, self.setup["game"]
        names = names or [seat.name or f"Seat {n + 1}" for n, seat in enumerate(seats)]
        lines = {"game": name, "rules": str(game(name).RULES), "options": self.setup["options"]}
        lines |= {f"seat {n}": seated for n, seated in enumerate(names)}
        lines["commitment"] = commitment(self.secret)
        if any(seat.nonce.strip("-") for seat in seats):
            lines["nonces"] = " ".join([seat.nonce or "-" for seat in seats])
        if not self.setup.get("daily"):
            lines["secret"] = self.secret.hex()
        if self.ending != FINISHED:
            lines["ending"] = self.ending
        hinted = [seat for _, kind, seat, _, _ in self.log if kind == "hint"]
        if hinted:
            lines["hints"] = " ".join([str(hinted.count(seat)) for seat in range(len(seats))])
        if start := self.setup.get("start"):
            if parse(start) != begin(name, self.setup["options"]):
                lines["start"] = start
        if self.ending == FINISHED:
            lines["result"] = " ".join(map(str, self.outcome[1]))
            if self.reason:
                lines["end"] = self.reason
        return lines


async def read(database: Database, ids: Sequence[str]) -> list[Archived]:
    """Some finished games, in this order."""
    log = (
        select(events.c.at, events.c.kind, events.c.seat, events.c.text, events.c.game)
        .where(events.c.game.in_(ids))
        .order_by(events.c.game, events.c.at)
    )
    results = select(players.c.game, players.c.seat, players.c.rank, players.c.score).where(
        players.c.game.in_(ids), players.c.rank.is_not(None)
    )
    columns = (games.c.id, games.c.setup, games.c.secret, games.c.updated, games.c.reason)
    heads = select(*columns).where(games.c.id.in_(ids))
    async with database.read() as connection:
        found = {
            id: Archived(id, json.loads(setup), *rest)
            for id, setup, *rest in await connection.execute(heads)
        }
        for id, rows in groupby((await connection.execute(log)).all(), itemgetter(-1)):
            found[id].log = cast(list[Logged], list(rows))
        for id, seat, rank, score in await connection.execute(results):
            found[id].results[seat] = (rank, score)
    return [found[id] for id in ids if id in found]
