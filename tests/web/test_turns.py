"""Turns: the smallest task is next, few wait, and those who go away leave the queue."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from tilewright.table.event import Refused
from tilewright.web.turns import Turns


class Desk:
    """Work that goes on until it is released, and the order in which tasks were begun."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.let = asyncio.Semaphore(0)

    def work(self, number: int) -> Callable[[], Awaitable[int]]:
        async def one() -> int:
            self.begun.append(number)
            await self.let.acquire()
            return number

        return one


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_takes_least_is_next() -> None:
    async def story() -> None:
        turns, desk = Turns(10), Desk()
        asked = [asyncio.create_task(turns.run(n, desk.work(n))) for n in (5, 64, 2, 8, 2)]
        await settle()
        assert desk.begun == [5] and turns.waiting == 5
        for _ in asked:
            desk.let.release()
        assert await asyncio.gather(*asked) == [5, 64, 2, 8, 2]
        assert desk.begun == [5, 2, 2, 8, 64] and turns.waiting == 0

    asyncio.run(story())


def test_the_largest_is_turned_away_when_too_many_wait() -> None:
    async def story() -> None:
        turns, desk = Turns(2), Desk()
        asked = [asyncio.create_task(turns.run(n, desk.work(n))) for n in (1, 64, 9, 3)]
        await settle()
        with pytest.raises(Refused) as refused:
            await asked[1]
        assert refused.value.code == "busy" and refused.value.retry
        with pytest.raises(Refused):
            await turns.run(100, desk.work(100))
        for _ in range(3):
            desk.let.release()
        assert await asyncio.gather(asked[0], *asked[2:]) == [1, 9, 3]

    asyncio.run(story())


def test_who_goes_away_holds_nobody_up() -> None:
    async def story() -> None:
        turns, desk = Turns(10), Desk()
        first, second, third = [asyncio.create_task(turns.run(n, desk.work(n))) for n in (1, 2, 3)]
        await settle()
        second.cancel()
        first.cancel()
        await settle()
        assert first.cancelled() and second.cancelled()
        assert desk.begun == [1], "what was begun is worked at until its end"
        desk.let.release()
        await settle()
        assert desk.begun == [1, 3]
        desk.let.release()
        assert await third == 3
        assert turns.waiting == 0

    asyncio.run(story())


def test_who_goes_away_as_their_turn_comes_passes_it_on() -> None:
    async def story() -> None:
        turns, desk = Turns(10), Desk()
        first, second, third = [asyncio.create_task(turns.run(n, desk.work(n))) for n in (1, 2, 3)]
        await settle()
        desk.let.release()
        while turns.waiting == 3:
            await asyncio.sleep(0)
        second.cancel()  # granted, but not yet begun
        desk.let.release()
        assert (await first, await third) == (1, 3)
        assert desk.begun == [1, 3] and turns.waiting == 0

    asyncio.run(story())


@pytest.mark.parametrize("ticks", range(8))
def test_who_goes_away_at_any_moment_holds_nobody_up(ticks: int) -> None:
    async def story() -> None:
        turns, desk = Turns(10), Desk()
        first, second, third = [asyncio.create_task(turns.run(n, desk.work(n))) for n in (1, 2, 3)]
        await settle()
        desk.let.release()
        for _ in range(ticks):
            await asyncio.sleep(0)
        second.cancel()
        for _ in range(2):
            desk.let.release()
        async with asyncio.timeout(10):
            assert (await first, await third) == (1, 3)
        await settle()
        assert turns.waiting == 0

    asyncio.run(story())


def test_who_has_just_gone_away_is_not_turned_away() -> None:
    async def story() -> None:
        turns, desk = Turns(1), Desk()
        first, second = [asyncio.create_task(turns.run(n, desk.work(n))) for n in (1, 9)]
        await settle()
        third = asyncio.create_task(turns.run(3, desk.work(3)))
        second.cancel()
        for _ in range(2):
            desk.let.release()
        async with asyncio.timeout(10):
            assert (await first, await third) == (1, 3)
        assert second.cancelled()

    asyncio.run(story())


def test_work_that_fails_passes_its_turn_on() -> None:
    async def story() -> None:
        turns, desk = Turns(10), Desk()

        async def fails() -> int:
            raise ValueError

        desk.let.release()
        both = [turns.run(1, fails), turns.run(2, desk.work(2))]
        failed, worked = await asyncio.gather(*both, return_exceptions=True)
        assert isinstance(failed, ValueError) and worked == 2

    asyncio.run(story())
