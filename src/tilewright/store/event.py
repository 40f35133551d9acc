"""What happens at a table: one line of its log each, as it is stored."""

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
    | hint   | who asked    |                                                                 |
    | out    | who is out   | `resigned`, `left` or `time`                                    |
    | end    |              | `agreed` or `aborted`                                           |
    """

    at: int
    kind: str
    seat: int
    text: str
    time: int  # milliseconds since 1970; with a clock, of the house clock
    id: str | None = None  # the client's own id for the message that caused it
