"""Same public history, different secret: every viewer and bot is sent the same bytes, until nature
draws again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import tilewright as tw
from tilewright.store.database import Database
from tilewright.store.event import Event
from tilewright.store.writer import Summary
from tilewright.table import hall as hall_module
from tilewright.table import table as table_module
from tilewright.table.hall import Hall
from tilewright.table.setup import Setup, to_json
from tilewright.table.table import Table
from tilewright.table.thinking import Thinking

SECRETS = (b"\x00" * 32, b"\xff" * 32)


class Ear:
    """A viewer who keeps every byte."""

    previews = True
    muted: frozenset[str] = frozenset()

    def __init__(self, user: str) -> None:
        self.user = user
        self.heard: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.heard.append(frame)

    def close(self) -> None:
        self.heard.append(b"closed")


class Overheard(Thinking):
    """What a bot is told."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, str]] = []

    async def choose(self, bot: str, position: str, game: str = "") -> str:
        self.asked.append((bot, position))
        return str(tw.parse(position).legal_moves()[0])


async def play(path: Path, game: str, secret: bytes, deal: str) -> list[object]:
    """Most of a round, in which nature has no say; returns everything that was sent."""
    database = Database(f"sqlite:///{path}")
    await database.prepare()
    thinking = Overheard()
    hall = Hall(database, thinking=thinking)
    await hall.start()
    options = str(tw.GAMES[game].new_game(3).options)
    setup = Setup(game, options, ("me", "bot:greedy", "open"))
    await hall.games.create("G", to_json(setup), secret, host="a", public=False, now=0)
    for at, (kind, seat, text) in enumerate(
        (("sit", 0, "a - Ann"), ("sit", 2, "b - Bo"), ("start", -1, deal))
    ):
        event = Event(at, kind, seat, text, 0)
        assert await hall.writer.append("G", event, Summary("playing", "a", None))
    table: Table = await hall.table("G")
    ears = [Ear("a"), Ear("b"), Ear("")]
    for ear in ears:
        table.join(ear)
    while True:
        async with table.lock:
            state, turn, at = table.match.state, table.match.turn, table.match.at
        assert isinstance(state, tw.classic.State | tw.pavilion.State)
        if sum(map(sum, state.sources)) <= 8:  # long before the next draw
            break
        if turn == 1:
            await asyncio.sleep(0.002)
            continue
        moves = state.legal_moves()
        user = "a" if turn == 0 else "b"
        await table.play(user, at, str(moves[len(moves) // 2]), id=f"m{at}")
    proof = [ear.heard for ear in ears]
    await hall.close()
    await database.close()
    return [*proof, thinking.asked]


@pytest.mark.parametrize("game", ["classic", "pavilion"])
def test_the_secret_does_not_show(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (hall_module, table_module):
        monkeypatch.setattr(module, "now", lambda: 1_000_000)
    state = tw.GAMES[game].new_game(3)
    deal: list[object] = []
    while state.turn == tw.CHANCE:
        move = state.sample(tw.DealStream(bytes(32), (), len(deal)))
        deal.append(move)
        state = state.play(move)
    told = [
        asyncio.run(play(tmp_path / f"{n}.db", game, secret, " ".join(map(str, deal))))
        for n, secret in enumerate(SECRETS)
    ]
    assert told[0] == told[1]
    assert len(told[0][0]) > 5  # type: ignore[arg-type]
    for heard in told[1][:3]:
        for frame in heard:  # type: ignore[attr-defined]
            assert b"ff" * 8 not in frame
            assert b"secret" not in frame
