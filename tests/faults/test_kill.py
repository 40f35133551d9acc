"""`kill -9` in the middle of play: what was acknowledged is kept, what is resent counts once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
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


OFTEN = 50  # moves that are acknowledged between two kills; there are some 300 in all


async def kill_and_start(nodes: list[Node], players: list[Stubborn], kills: int) -> None:
    """Kill a node again and again in the middle of play, however fast that is: each time the one
    that most people are connected to."""
    for number in range(1, kills + 1):
        while sum([len(player.acknowledged) for player in players]) < number * OFTEN:
            await asyncio.sleep(0.001)
        urls = [player.url for player in players]
        node = max(nodes, key=lambda node: urls.count(node.url))
        node.kill()
        node.start(wait=False)
        await asyncio.to_thread(node.wait)


async def sit_down(urls: list[str], seed: int) -> list[Stubborn]:
    """Two people at each of the tables."""
    rng = random.Random(seed)
    players: list[Stubborn] = []
    for table in TABLES:
        host, guest = Person(rng.choice(urls)), Person(rng.choice(urls))
        await host.__aenter__()
        await guest.__aenter__()
        game = await host.make_table(**table)
        seats = table["seats"]
        assert isinstance(seats, list)
        answer = await guest.ask(game, sit=seats.index("open"))
        assert answer["type"] == "view", answer
        players += [Stubborn(host, game, urls, seed), Stubborn(guest, game, urls, seed)]
    return players


async def compare(player: Stubborn) -> None:
    """Everything that was acknowledged to a player is kept, and the record is whole."""
    text = (await player.person.http.get(f"/api/games/{player.game}/record.tw")).text
    record = tw.parse_record(text)  # every move legal, in order
    tw.verify(record)
    view = (await player.person.view(player.game))["view"]
    assert [move["move"] for move in view["log"]] == [str(move) for move in record.moves]
    kept: dict[int, str] = {}
    for move in view["log"]:
        kept.setdefault(move["at"], move["move"])
    assert {at: m for at, m in player.acknowledged.items() if kept.get(at) != m} == {}


async def play_through(nodes: list[Node], kills: int, seed: int) -> Counter[str]:
    """Play whole games while nodes are killed and started again; count and compare."""
    counts: Counter[str] = Counter(kills=kills, lost=0)
    players = await sit_down([node.url for node in nodes], seed)
    killing = asyncio.create_task(kill_and_start(nodes, players, kills))
    await asyncio.wait_for(asyncio.gather(*[player.play() for player in players]), 300)
    await asyncio.wait_for(killing, 60)
    for player in players:
        await compare(player)
        counts["moves acknowledged"] += len(player.acknowledged)
        counts["connections lost"] += player.losses
        counts["moves resent"] += player.resent
        await player.person.__aexit__()
    return counts


def test_one_node_on_sqlite(tmp_path: Path) -> None:
    with running(Node(f"sqlite:///{tmp_path / 'games.db'}")) as node:
        counts = asyncio.run(play_through([node], kills=2, seed=1))
    print(counts)
    assert counts["moves acknowledged"] > 150
    assert counts["connections lost"] >= counts["kills"]


def test_two_nodes_on_postgresql_and_redis() -> None:
    with postgres() as database, redis() as bus:
        nodes = [Node(database, bus) for _ in range(2)]
        with running(nodes[0]), running(nodes[1]):
            counts = asyncio.run(play_through(nodes, kills=2, seed=2))
    print(counts)
    assert counts["moves acknowledged"] > 150
    assert counts["connections lost"] >= counts["kills"]
