"""The days of the daily deal, in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime

DAY = 86_400_000
GRACE = 3_600_000  # milliseconds after its day, in which a table that was begun may be finished


def day_of(now: int) -> str:
    """The day of a time in milliseconds since 1970: `2026-11-15`."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def closes(day: str) -> int:
    """When a day's results are final and its secret may be shown."""
    start = datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC)
    return int(start.timestamp()) * 1000 + DAY + GRACE
