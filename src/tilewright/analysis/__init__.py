"""Study: games reviewed and positions analysed, with luck kept apart from skill."""

from importlib import import_module
from typing import TYPE_CHECKING

from tilewright.analysis.insight import Insights, insights
from tilewright.analysis.report import Analysis, Hint, Review, Rollout
from tilewright.analysis.version import version

if TYPE_CHECKING:
    from tilewright.analysis.hints import hint
    from tilewright.analysis.lines import analyse
    from tilewright.analysis.reviewing import UnfinishedReview, glance, review
    from tilewright.analysis.rollouts import UnfinishedRollout

__all__ = [
    "Analysis",
    "Hint",
    "Insights",
    "Review",
    "Rollout",
    "UnfinishedReview",
    "UnfinishedRollout",
    "analyse",
    "glance",
    "hint",
    "insights",
    "review",
    "version",
]

SEARCHING = {
    "UnfinishedReview": "reviewing",
    "UnfinishedRollout": "rollouts",
    "analyse": "lines",
    "glance": "reviewing",
    "hint": "hints",
    "review": "reviewing",
}


def __getattr__(name: str) -> object:
    """Load the parts that search only when they are asked for: they need numba."""
    if name in SEARCHING:
        return getattr(import_module(f"tilewright.analysis.{SEARCHING[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
