"""`kill -9` in the middle of play: what was acknowledged is kept, what is resent counts once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import tilewright as tw
from tests.web.client import Person, Stubborn
from tests.web.servers import Node, postgres, redis, running

TABLES: list[dict[str, object]] = [
    {"game": "classic", "seats": ["me", "open"]},
    {"game": "pavilion", "seats": ["me", "open"]},
    {"game": "classic", "seats": ["me", "bot:greedy", "open"], "options": {"wall": "grey"}},
    {"game": "pavilion", "seats": ["me", "open", "bot:random"], "options": {"board": "neutral"}},
]


async def play_through(nodes: list[Node], kills: int, pause: float, seed: int) -> dict[str, int]:
    """Play all tables to the end while nodes are killed and started again; count and compare."""
    rng = random.Random(seed)
    urls = [node.url for node in nodes]
    players: list[Stubborn] = []
    games: list[str] = []
    for table in TABLES:
        host, guest = Person(rng.choice(urls)), Person(rng.choice(urls))
        await host.__aenter__()
        await guest.__aenter__()
        game = await host.make_table(**table)
        seats = table["seats"]
        assert isinstance(seats, list)
        answer = await guest.ask(game, sit=seats.index("open"))
        assert answer["type"] == "view", answer
        games.append(game)
        players += [Stubborn(host, game, urls, seed), Stubborn(guest, game, urls, seed)]
    playing = asyncio.gather(*[player.play() for player in players])
    killed = 0
    while killed < kills and not playing.done():
        await asyncio.sleep(pause * (0.5 + rng.random()))
        node = rng.choice(nodes)
        node.kill()
        node.start(wait=False)
        await asyncio.to_thread(node.wait)
        killed += 1
    await asyncio.wait_for(playing, 240)
    for game in games:
        text = (await players[0].person.http.get(f"/api/games/{game}/record.tw")).text
        record = tw.parse_record(text)  # every move legal, in order
        tw.verify(record)
        view = (await players[0].person.view(game))["view"]
        kept: dict[int, str] = {}
        for move in view["log"]:
            kept.setdefault(move["at"], move["move"])
        assert [move["move"] for move in view["log"]] == [str(move) for move in record.moves]
        for player in players:
            if player.game == game:
                lost = {at: m for at, m in player.acknowledged.items() if kept.get(at) != m}
                assert lost == {}
    for player in players:
        await player.person.__aexit__()
    return {
        "games": len(games),
        "moves acknowledged": sum(len(player.acknowledged) for player in players),
        "kills": killed,
        "connections lost": sum(player.losses for player in players),
        "moves resent": sum(player.resent for player in players),
        "lost": 0,
    }


def test_one_node_on_sqlite(tmp_path: Path) -> None:
    with running(Node(f"sqlite:///{tmp_path / 'games.db'}")) as node:
        counts = asyncio.run(play_through([node], kills=5, pause=0.7, seed=1))
    print(counts)
    assert counts["kills"] >= 3
    assert counts["moves acknowledged"] > 100


def test_two_nodes_on_postgresql_and_redis() -> None:
    with postgres() as database, redis() as bus:
        nodes = [Node(database, bus) for _ in range(2)]
        with running(nodes[0]), running(nodes[1]):
            counts = asyncio.run(play_through(nodes, kills=5, pause=0.7, seed=2))
    print(counts)
    assert counts["kills"] >= 3
    assert counts["moves acknowledged"] > 100
