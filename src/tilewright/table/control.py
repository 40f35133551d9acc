"""Time controls, and the clocks of seats."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

ClockKind = Literal["none", "live", "days"]


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a seat may think: without limit, some seconds for the whole game plus an increment
    per decision, or some days per decision."""

    kind: ClockKind = "none"
    seconds: int = 0  # live: for the whole game
    increment: int = 0  # live: seconds added for every decision
    days: int = 0  # days: for every decision

    def __post_init__(self) -> None:
        """Check that the numbers fit the kind."""
        if self.kind == "live" and not (10 <= self.seconds <= 86400 and 0 <= self.increment <= 600):
            raise ValueError("clock: expected 10 to 86400 seconds and an increment of 0 to 600")
        if self.kind == "days" and not 1 <= self.days <= 30:
            raise ValueError("clock: expected 1 to 30 days")

    @property
    def budget(self) -> int | None:
        """Milliseconds at the start, or for each decision; None without a clock."""
        if self.kind == "none":
            return None
        return 1000 * self.seconds if self.kind == "live" else 86_400_000 * self.days

    @property
    def is_slow(self) -> bool:
        """Whether players need not stay at the table, and are told when it is their turn."""
        return self.kind == "days"

    def clock(self) -> Clock:
        """The clock of a seat at the start."""
        return Clock(self, self.budget)


UNLIMITED = TimeControl()


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a seat, as it stood when its turn began."""

    control: TimeControl
    left: int | None  # milliseconds; None if time is not limited

    def after_move(self, spent: int) -> Clock:
        """The clock after a decision that took some milliseconds."""
        if self.left is None or self.control.kind == "days":
            return replace(self, left=self.control.budget)
        return replace(self, left=max(0, self.left - max(0, spent)) + self._increment)

    def after_undo(self) -> Clock:
        """The clock after a decision was taken back: the time stays spent, and earns nothing."""
        if self.left is None or self.control.kind == "days":
            return self
        return replace(self, left=max(0, self.left - self._increment))

    def deadline(self, since: int) -> int | None:
        """When a turn that began at a time runs out of time."""
        return None if self.left is None else since + self.left

    @property
    def _increment(self) -> int:
        return 1000 * self.control.increment
