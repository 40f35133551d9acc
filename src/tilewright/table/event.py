"""What happens at a table: one line of its log each."""

from __future__ import annotations

from typing import NamedTuple

NOBODY = -1


class Event(NamedTuple):
    """One committed fact. The version of a table is the number of its events.

    | kind   | seat         | text                                                            |
    |--------|--------------|-----------------------------------------------------------------|
    | sit    | the seat     | user, nonce in hex or -, name                                   |
    | stand  | the seat     |                                                                 |
    | start  |              | nature's first moves                                            |
    | play   | who decided  | the decision, then what follows by itself: nature and forced moves |
    | undo   | who asked    | the version that the table goes back to                         |
    | ask    | who asks     | `undo N` or `end`                                               |
    | answer | who answers  | `yes` or `no`                                                   |
    | out    | who is out   | `resigned`, `left` or `time`                                    |
    | end    |              | `agreed` or `aborted`                                           |
    """

    at: int
    kind: str
    seat: int
    text: str
    time: int  # milliseconds since 1970; with a clock, of the house clock
    id: str = ""  # the client's own id of the message that caused it


class Refused(Exception):
    """A request that cannot be granted; `code` is for programs, the text for people, and `retry`
    says in how many seconds it may be, if waiting helps."""

    def __init__(self, code: str, text: str, *, retry: float | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.retry = retry


class Unreadable(Refused):
    """The log of a game cannot be read, so the game was set aside."""

    def __init__(self) -> None:
        super().__init__(
            "unreadable", "the log of this game cannot be read; it was set aside and noted"
        )
