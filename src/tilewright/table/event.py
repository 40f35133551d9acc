"""What happens at a table, and what is refused there."""

from __future__ import annotations

from tilewright.game import Objection
from tilewright.store.event import NOBODY as NOBODY
from tilewright.store.event import Event as Event


class Refused(Exception):
    """A request that cannot be granted: `code` is for programs, the text for people, `retry` says
    after how many seconds to try again, if waiting helps, and `why` what is wrong with a position
    that was sent."""

    def __init__(
        self,
        code: str,
        text: str,
        *,
        retry: float | None = None,
        why: Objection | None = None,
    ) -> None:
        super().__init__(text)
        self.code = code
        self.retry = retry
        self.why = why


class Unreadable(Refused):
    """The log of a game cannot be read, so the game was set aside."""

    def __init__(self) -> None:
        super().__init__(
            "unreadable", "the log of this game cannot be read; it was set aside and noted"
        )
