"""Tasks that fail are logged, counted and restarted."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import pytest

from tilewright import supervision
from tilewright.supervision import Supervisor


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.001)


class Work:
    """Fails as often as it is told, then ends or goes on."""

    def __init__(self, failures: int) -> None:
        self.begun, self.failures = 0, failures
        self.well = asyncio.Event()

    async def once(self) -> None:
        self.begun += 1
        if self.begun <= self.failures:
            raise RuntimeError("injected")
        self.well.set()

    async def for_ever(self) -> None:
        await self.once()
        await asyncio.Event().wait()


def test_kept_work_comes_back(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        tasks, work = Supervisor(), Work(3)
        task = tasks.keep("sweep", work.for_ever, game="g")
        await asyncio.wait_for(work.well.wait(), 60)
        assert (work.begun, tasks.failures) == (4, {"sweep": 3})
        assert tasks.running == {"sweep": 1}
        await tasks.close()
        assert task.cancelled()

    asyncio.run(story())
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.getMessage() for record in records] == ["task failed"] * 3
    assert {(r.__dict__["task"], r.__dict__["game"]) for r in records} == {("sweep", "g")}
    assert all(record.exc_info for record in records)


def test_kept_work_that_ends_begins_again() -> None:
    async def story() -> None:
        tasks, work = Supervisor(), Work(0)
        tasks.keep("sweep", work.once)
        while work.begun < 3:
            await asyncio.sleep(0)
        assert not tasks.failures
        await tasks.close()

    asyncio.run(asyncio.wait_for(story(), 60))


def test_work_is_finished_once() -> None:
    async def story() -> None:
        tasks, work = Supervisor(), Work(2)
        await asyncio.wait_for(tasks.finish("catch-up", work.once), 60)
        assert (work.begun, tasks.failures) == (3, {"catch-up": 2})
        await tasks.close()

    asyncio.run(story())


def test_work_that_is_tried_once_harms_nobody() -> None:
    async def story() -> None:
        tasks, work = Supervisor(), Work(1)
        await tasks.run("news", work.once())
        assert (work.begun, tasks.failures) == (1, {"news": 1})
        await tasks.close()

    asyncio.run(story())


def test_pauses_grow_and_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """An outage is not hammered; what has been well for a while starts from the shortest pause."""
    pauses: list[float] = []

    async def story() -> None:
        sleep = asyncio.sleep

        async def note(seconds: float) -> None:
            pauses.append(seconds)
            await sleep(0)

        monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.1)
        monkeypatch.setattr("random.uniform", lambda low, high: 1.0)
        monkeypatch.setattr("asyncio.sleep", note)
        tasks, work = Supervisor(), Work(9)
        await tasks.finish("sweep", work.once)
        monkeypatch.setattr(supervision, "WELL", -1.0)  # whatever fails has been well
        await tasks.finish("sweep", Work(2).once)
        await tasks.close()

    asyncio.run(story())
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0, 5.0, 0.1, 0.1]


def test_a_cancellation_that_is_lost_is_repeated() -> None:
    async def deaf() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def story() -> None:
        tasks = Supervisor()
        task = tasks.keep("deaf", deaf)
        await asyncio.sleep(0)  # so that it has begun
        await asyncio.wait_for(tasks.close(), 60)
        assert task.cancelled()

    asyncio.run(story())


def test_an_outage_is_logged_in_a_line(caplog: pytest.LogCaptureFixture) -> None:
    tasks = Supervisor()
    tasks.failed("sweep", supervision.Outage("the database does not answer"))
    tasks.failed("sweep", ValueError("a mistake"))
    outage, mistake = caplog.records
    assert (outage.exc_info, outage.__dict__["reason"]) == (None, "the database does not answer")
    assert mistake.exc_info is not None
