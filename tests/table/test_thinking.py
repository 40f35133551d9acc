"""Bots think in processes of their own, which yield to others, warm up, and are replaced."""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest

import tilewright as tw
from tests.bots.test_levels import dealt
from tilewright.bots import warming
from tilewright.table.thinking import Thinking, pause, think


def niceness() -> int:
    """In a worker: what it leaves to others."""
    return os.nice(0)


def test_a_bot_seems_to_think_longer_if_there_is_more_to_choose_from() -> None:
    few = [pause(0.6, 1) for _ in range(200)]
    many = [pause(0.6, 60) for _ in range(200)]
    assert min(few) >= 0.6 and max(few) < 0.75
    assert min(many) >= 0.6 and 1.2 < max(many) <= 1.5
    assert pause(0.0, 60) == 0


def test_a_worker_is_polite_and_one_that_dies_is_replaced() -> None:
    async def story() -> None:
        thinking, state = Thinking(workers=2, delay=0.0, nice=3), dealt("classic")
        moves = {str(move) for move in state.legal_moves()}
        assert await thinking.choose("greedy", str(state), "G") in moves
        worker = thinking._worker("G")
        assert await worker.process.run(niceness) == min(os.nice(0) + 3, 19)
        os.kill(await worker.process.run(os.getpid), signal.SIGKILL)
        asked = [thinking.choose("greedy", str(state), "G") for _ in range(4)]
        assert set(await asyncio.gather(*asked)) <= moves
        thinking.close()

    asyncio.run(story())


def test_a_game_comes_back_to_its_worker_unless_that_one_is_busy() -> None:
    thinking = Thinking(workers=3)
    home = thinking._worker("G")
    assert all(thinking._worker("G") is home for _ in range(5))
    home.waiting = 1
    assert thinking._worker("G") is not home
    for worker in thinking._workers:
        worker.waiting = 1
    assert thinking._worker("G") is home
    assert {id(thinking._worker(str(game))) for game in range(99)} == set(
        map(id, thinking._workers)
    )


@pytest.mark.parametrize("bot", ["greedy", "tiler"])
def test_a_thought_tells_whether_the_search_was_ready(bot: str) -> None:
    state = dealt("pavilion")
    thought = think(bot, str(state), 1.0, 7)
    assert thought.move in [str(move) for move in state.legal_moves()]
    assert thought.moves == len(state.legal_moves())
    assert thought.ready == (bot == "greedy" or warming.is_ready())


def test_a_table_does_not_wait_for_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "is_ready", lambda game="": False)
    state = dealt("classic")
    thought = think("master", str(state), 1.0, 7)
    assert not thought.ready
    assert thought.move == think("greedy", str(state), 1.0, 7).move


def test_without_numba_the_bots_never_get_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "find_spec", lambda name: None)
    thinking = Thinking(workers=1, delay=0.0)
    asyncio.run(thinking.get_ready())
    assert (thinking.ready, thinking.warming) == (False, False)


@pytest.mark.usefixtures("compiled_search")
def test_what_is_compiled_is_soon_at_hand() -> None:
    async def story() -> None:
        thinking = Thinking(workers=1, delay=0.0)
        ready = asyncio.create_task(thinking.get_ready())
        await asyncio.sleep(0)
        assert (thinking.ready, thinking.warming) == (False, True)
        await ready
        assert (thinking.ready, thinking.warming) == (True, False)
        rng = random.Random(3)
        for game in tw.GAMES:
            state = dealt(game, rng.randrange(99))
            move = await thinking.choose("master", str(state))
            assert state.parse(move) in state.legal_moves()
        thinking.close()

    asyncio.run(story())
