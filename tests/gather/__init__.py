"""Gather: a tiny drafting game of its own, for the tests. It plays on every layer through the
contract of a game alone, and CONTRIBUTING.md walks through it.

Tiles of three colours are dealt to factories. A player takes all tiles of a colour from a factory,
the rest of it going to the centre, or from the centre, and scores a point per tile. Whoever has the
most reds at the end scores three more; on the rich side red tiles count double.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from tilewright import market, tiles
from tilewright.game import CHANCE, OVER, InvalidNotation, Option, Rng, Step, not_nature, refuse
from tilewright.plain import Codecs, PlainState, count, heap, read, several, spell, word
from tilewright.tiles import Tiles, none

NAME = "gather"
TITLE = "Gather"
RULES = 1
PLAYERS: tuple[int, ...] = (2, 3, 4)
COLOR_NAMES: tuple[str, ...] = ("red", "green", "blue")
COLOR_LETTERS = "rgb"
SIDE = "board"
OPTIONS: tuple[Option, ...] = (
    Option(SIDE, ("plain", "rich"), "SIDE"),
    Option("rounds", ("2", "1"), "N", "how many rounds"),
)
RED, COLORS, TILES_PER_COLOR, MOST_REDS = 0, 3, 30, 3

HEAP = heap(COLOR_LETTERS)
HEAPS = several(HEAP)
AGREED: Codecs = {"players": count(2, 4), "board": word("plain", "rich"), "rounds": count(1, 2)}
FIELDS: Codecs = {
    "phase": word("deal", "take", "end"),
    "round": count(1, 2),
    "seat": count(0, 3),
    "sources": HEAPS,
    "bag": HEAP,
    "hands": HEAPS,
    "scores": several(count()),
}


@dataclass(frozen=True)
class Options:
    """What the players agree on before the game."""

    players: int = 2
    board: str = "plain"
    rounds: int = 2

    def __str__(self) -> str:
        return spell(self, AGREED)


class Deal(NamedTuple):
    """Nature fills the factories."""

    factories: tuple[Tiles, ...]

    def __str__(self) -> str:
        return "=" + HEAPS.spell(self.factories)


class Take(NamedTuple):
    """Take all tiles of a colour from a source."""

    source: int
    color: int

    def __str__(self) -> str:
        return f"{self.source}{COLOR_LETTERS[self.color]}"


Move: TypeAlias = Deal | Take


@dataclass(frozen=True, repr=False)
class State(PlainState):
    """A position."""

    options: Options
    phase: str
    round: int
    seat: int
    sources: market.Sources
    bag: Tiles
    hands: tuple[Tiles, ...]
    scores: tuple[int, ...]

    @property
    def game(self) -> str:
        return NAME

    @property
    def turn(self) -> int:
        return {"deal": CHANCE, "take": self.seat, "end": OVER}[self.phase]

    @property
    def end(self) -> str | None:
        return "rounds" if self.phase == "end" else None

    @property
    def is_last_round(self) -> bool:
        return self.round == self.options.rounds

    @property
    def sizes(self) -> list[int]:
        return [market.FACTORY_SIZE] * market.FACTORIES[self.options.players]

    def legal_moves(self) -> list[Move]:
        offers = market.offers(self.sources) if self.phase == "take" else []
        return [Take(source, color) for source, color in offers]

    def sample(self, rng: Rng) -> Deal:
        if self.phase != "deal":
            raise not_nature(self.turn)
        return Deal(market.sample(self.bag, none(COLORS), self.sizes, rng))

    def parse(self, text: str) -> Move:
        move = parse_move(text)
        if isinstance(move, Deal) and self.phase == "deal":
            market.check(text, move.factories, bag=self.bag, used=none(COLORS), sizes=self.sizes)
        elif move not in self.legal_moves():
            raise refuse(text, "it cannot be played here", self.legal_moves())
        return move

    def step(self, move: Move) -> tuple[State, tuple[Step, ...]]:
        return self.deal(move) if isinstance(move, Deal) else self.take(move)

    def deal(self, move: Deal) -> tuple[State, tuple[Step, ...]]:
        bag = self.bag
        for factory in move.factories:
            bag = tiles.subtract(bag, factory)
        return replace(self, phase="take", sources=(none(COLORS), *move.factories), bag=bag), ()

    def take(self, move: Take) -> tuple[State, tuple[Step, ...]]:
        taken, sources = market.take(self.sources, move.source, move.color)
        number = taken[move.color]
        points = number * (2 if move.color == RED and self.options.board == "rich" else 1)
        steps = [Step(self.seat, "turn", "take", points, {"color": move.color, "tiles": number})]
        hands = tiles.replace(self.hands, self.seat, tiles.add(self.hands[self.seat], taken))
        seat = (self.seat + 1) % self.options.players
        state = replace(self, sources=sources, hands=hands, seat=seat)
        if market.is_empty(sources) and self.is_last_round:
            state, steps = replace(state, phase="end"), steps + most_reds(hands)
        elif market.is_empty(sources):
            state = replace(state, phase="deal", round=self.round + 1)
        scores = list(self.scores)
        for step in steps:
            scores[step.seat] += step.points
        return replace(state, scores=tuple(scores)), tuple(steps)

    def __str__(self) -> str:
        return f"{NAME} {self.options} {spell(self, FIELDS)}"


def most_reds(hands: tuple[Tiles, ...]) -> list[Step]:
    """The bonus at the end; all who have the most get it."""
    most = max([hand[RED] for hand in hands])
    first = [seat for seat, hand in enumerate(hands) if most and hand[RED] == most]
    return [Step(seat, "end", "most", MOST_REDS, {"tiles": most}) for seat in first]


def begin(text: str) -> State:
    """The beginning of a game with the options in words."""
    options = Options(**read(f"{NAME} {text}", NAME, AGREED))
    sources, bag = market.empty(options.players, COLORS), (TILES_PER_COLOR,) * COLORS
    hands, scores = (none(COLORS),) * options.players, (0,) * options.players
    return State(options, "deal", 1, 0, sources, bag, hands, scores)


def new_game(players: int = 2, *, board: str = "plain", rounds: int = 2) -> State:
    """The beginning of a game."""
    return begin(str(Options(players, board, rounds)))


def parse(text: str) -> State:
    """Read a position text."""
    found = read(text, NAME, {**AGREED, **FIELDS})
    options = Options(**{name: found.pop(name) for name in AGREED})
    return State(options, **found)


def parse_move(text: str) -> Move:
    """Read a move."""
    if text.startswith("="):
        return Deal(HEAPS.read(text[1:]))
    if not (found := re.fullmatch(f"([0-9])([{COLOR_LETTERS}])", text)):
        raise InvalidNotation(f"{text}: expected a source and a colour, as 2r")
    return Take(int(found[1]), COLOR_LETTERS.index(found[2]))
