"""Tilewright: play, study and research Azul (classic) and Azul: Summer Pavilion (pavilion)."""

from tilewright import classic, pavilion
from tilewright.fairness import DealStream, UnfairDeal, commitment, verify
from tilewright.game import CHANCE, OVER, IllegalMove, InvalidNotation, State, Step
from tilewright.games import GAMES, begin, parse
from tilewright.perft import perft
from tilewright.record import Record, parse_json, parse_record

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "DealStream",
    "IllegalMove",
    "InvalidNotation",
    "Record",
    "State",
    "Step",
    "UnfairDeal",
    "begin",
    "classic",
    "commitment",
    "parse",
    "parse_json",
    "parse_record",
    "pavilion",
    "perft",
    "verify",
]
