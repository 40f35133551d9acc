"""The followers of studies: one query watches for new versions on behalf of all who wait."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from tilewright.store.database import Database
from tilewright.store.studies import Studies

PATIENCE = 8.0  # seconds that someone waits for the next version
POLL = 0.5  # seconds between queries


class StudyFollowers:
    """Those who wait on this node, by study, each for a version later than some."""

    def __init__(self, database: Database) -> None:
        self.studies = Studies(database)
        self._waiting: dict[str, dict[asyncio.Event, int]] = {}

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(those) for those in self._waiting.values())

    async def wait(self, id: str, after: int) -> None:
        """Wait for a later version of a study, or for its end, but not forever."""
        news = asyncio.Event()
        self._waiting.setdefault(id, {})[news] = after
        try:
            await asyncio.wait_for(news.wait(), PATIENCE)
        except TimeoutError:
            return
        finally:
            del self._waiting[id][news]
            if not self._waiting[id]:
                del self._waiting[id]

    def tell(self, id: str, version: int | None) -> None:
        """A study has this version now, or was deleted."""
        for news, after in self._waiting.get(id, {}).items():
            if version is None or version > after:
                news.set()

    async def run(self, is_open: Callable[[], bool]) -> None:
        """Check again and again what has changed, here or on other nodes; when the server closes,
        nobody waits any longer."""
        while True:
            await asyncio.sleep(POLL)
            found: Mapping[str, int] = {}
            if self._waiting and is_open():
                found = await self.studies.versions(list(self._waiting))
            for id in list(self._waiting):
                self.tell(id, found.get(id))
