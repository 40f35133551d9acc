"""Tilewright: play, study and research Azul (classic) and Azul: Summer Pavilion (pavilion)."""

from tilewright import games
from tilewright.fairness import DealStream, UnfairDeal, commitment, verify
from tilewright.game import CHANCE, OVER, IllegalMove, InvalidNotation, State, Step
from tilewright.games import *  # noqa: F403  # the games by their names
from tilewright.perft import perft
from tilewright.record import Record, parse_json, parse_record

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
    "commitment",
    "parse_json",
    "parse_record",
    "perft",
    "verify",
    *games.__all__,
]
