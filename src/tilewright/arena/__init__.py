"""Let bots and engines play each other: paired deals, rotated seats, figures with intervals."""

from __future__ import annotations

from tilewright.arena.contest import Contest
from tilewright.arena.journal import Journal
from tilewright.arena.report import Report, report
from tilewright.arena.run import ContestState, run
from tilewright.arena.sequential import parse_hypotheses

__all__ = ["Contest", "ContestState", "Journal", "Report", "parse_hypotheses", "report", "run"]
