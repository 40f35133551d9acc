"""Study: games reviewed and positions analysed, with luck kept apart from skill."""

from tilewright.analysis.lines import analyse
from tilewright.analysis.report import Analysis, Review
from tilewright.analysis.reviewing import review, reviews

__all__ = ["Analysis", "Review", "analyse", "review", "reviews"]
