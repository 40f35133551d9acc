"""Tilewright: play, study and research Azul (classic) and Azul: Summer Pavilion (pavilion)."""

from importlib import import_module
from typing import TYPE_CHECKING

from tilewright import games
from tilewright.fairness import DealStream, UnfairDeal, commitment, verify
from tilewright.game import CHANCE, OVER, IllegalMove, InvalidNotation, State, Step
from tilewright.games import *  # noqa: F403  # the games by their names
from tilewright.perft import perft
from tilewright.record import Record, parse_json, parse_record

if TYPE_CHECKING:
    from tilewright.analysis import analyse, insights, review

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "DealStream",
    "IllegalMove",
    "InvalidNotation",
    "Record",
    "State",
    "Step",
    "UnfairDeal",
    "analyse",
    "commitment",
    "insights",
    "parse_json",
    "parse_record",
    "perft",
    "review",
    "verify",
    *games.__all__,
]


def __getattr__(name: str) -> object:
    """Study, which needs more than the standard library, loaded on demand."""
    if name in ("analyse", "insights", "review"):  # by name: lower layers import this module too
        return getattr(import_module("tilewright.analysis"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
