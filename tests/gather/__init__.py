"""Gather: a tiny drafting game of its own, for the tests. It plays on every layer through the
contract of a game alone, and CONTRIBUTING.md walks through it.

Tiles of three colours are dealt to factories. A player takes all tiles of a colour from a factory,
the rest of it going to the centre, or from the centre, and scores a point per tile. Whoever has the
most reds at the end scores three more; on the rich side red tiles count double.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from tilewright import market
from tilewright.drawing import NAME as PLAIN
from tilewright.drawing import document, write
from tilewright.game import (
    CHANCE,
    OVER,
    InvalidNotation,
    Option,
    Rng,
    Seat,
    Step,
    not_nature,
    rank,
    read_move,
    refuse,
    show,
)
from tilewright.market import FACTORY_SIZE, Sources
from tilewright.position import Fields, choice, number, parse_market, parse_seat, print_market
from tilewright.tiles import Tiles, add, none, parse_tiles, replace, spell

NAME = "gather"
TITLE = "Gather"
RULES = 1
PLAYERS: tuple[int, ...] = (2, 3, 4)
COLOR_NAMES: tuple[str, ...] = ("red", "green", "blue")
COLOR_LETTERS = "rgb"
SIDE = "board"
OPTIONS: tuple[Option, ...] = (
    Option(SIDE, ("plain", "rich"), "SIDE"),
    Option("rounds", ("2", "1"), "N", "how many rounds", is_open=True),
)
RED, COLORS, TILES_PER_COLOR, MOST_REDS = 0, 3, 30, 3


class Options(NamedTuple):
    """What the players agree on before the game."""

    players: int
    board: str
    rounds: int

    def __str__(self) -> str:
        return f"players={self.players} board={self.board} rounds={self.rounds}"


class Deal(NamedTuple):
    """Nature fills the factories."""

    factories: tuple[Tiles, ...]

    def __str__(self) -> str:
        return "=" + "/".join([spell(tiles, COLOR_LETTERS) for tiles in self.factories])


class Take(NamedTuple):
    """Take all tiles of a colour from a source."""

    source: int
    color: int

    def __str__(self) -> str:
        return f"{self.source}{COLOR_LETTERS[self.color]}"


Move: TypeAlias = Deal | Take


class State(NamedTuple):
    """A position."""

    options: Options
    phase: str  # deal, take or end
    round: int
    seat: Seat
    sources: Sources
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

    def legal_moves(self) -> list[Move]:
        offers = market.offers(self.sources) if self.phase == "take" else []
        return [Take(source, color) for source, color in offers]

    def sample(self, rng: Rng) -> Deal:
        if self.phase != "deal":
            raise not_nature(self.turn)
        sizes = [FACTORY_SIZE] * (len(self.sources) - 1)
        return Deal(market.sample(self.bag, none(COLORS), sizes, rng))

    def step(self, move: Move) -> tuple[State, tuple[Step, ...]]:
        if isinstance(move, Deal):
            bag = self.bag
            for tiles in move.factories:
                bag, _ = market.remove(bag, none(COLORS), tiles)
            sources = (none(COLORS), *move.factories)
            return self._replace(phase="take", sources=sources, bag=bag), ()
        taken, sources = market.take(self.sources, move.source, move.color)
        count = taken[move.color]
        points = count * (2 if move.color == RED and self.options.board == "rich" else 1)
        numbers = {"color": move.color, "tiles": count}
        steps = [Step(self.seat, "turn", "take", points, numbers)]
        hands = replace(self.hands, self.seat, add(self.hands[self.seat], taken))
        state = self._replace(
            sources=sources, hands=hands, seat=(self.seat + 1) % self.options.players
        )
        if market.is_empty(sources):
            over = self.is_last_round
            state = state._replace(phase="end" if over else "deal", round=self.round + (not over))
            most = max(hand[RED] for hand in hands)
            if over and most:
                first = [seat for seat, hand in enumerate(hands) if hand[RED] == most]
                steps += [Step(seat, "end", "most", MOST_REDS, {"tiles": most}) for seat in first]
        scores = list(self.scores)
        for step in steps:
            scores[step.seat] += step.points
        return state._replace(scores=tuple(scores)), tuple(steps)

    def play(self, move: Move) -> State:
        return self.step(move)[0]

    def after(self, *moves: Move | str) -> State:
        state = self
        for move in moves:
            state = state.play(read_move(state, move, Move))
        return state

    def parse(self, text: str) -> Move:
        move = parse_move(text)
        if isinstance(move, Deal) and self.phase == "deal":
            sizes = [FACTORY_SIZE] * (len(self.sources) - 1)
            market.check(text, move.factories, bag=self.bag, used=none(COLORS), sizes=sizes)
        elif move not in self.legal_moves():
            raise refuse(text, "it cannot be played here", self.legal_moves())
        return move

    def explain(self, move: Move) -> tuple[Step, ...]:
        return self.step(move)[1]

    def preview(self, move: Move) -> tuple[Step, ...]:
        return tuple([step for step in self.explain(move) if step.seat == self.turn])

    def previews(self) -> list[tuple[Move, tuple[Step, ...]]]:
        return [(move, self.preview(move)) for move in self.legal_moves()]

    def outcome(self) -> tuple[int, ...]:
        return rank([(score,) for score in self.scores])

    def describe(self, names: Sequence[str] = ()) -> str:
        return f"market {print_market(self.sources, COLOR_LETTERS)}, scores {self.scores}"

    def draw(self, names: Sequence[str] = ()) -> str:
        return picture(self.describe(names), width=600)

    def draw_board(self, seat: Seat, names: Sequence[str] = ()) -> str:
        return picture(f"{spell(self.hands[seat], COLOR_LETTERS)}: {self.scores[seat]}", width=200)

    def __str__(self) -> str:
        hands = "/".join([spell(hand, COLOR_LETTERS) or "-" for hand in self.hands])
        return (
            f"{NAME} {self.options} round={self.round} phase={self.phase} seat={self.seat} "
            f"market={print_market(self.sources, COLOR_LETTERS)} "
            f"bag={spell(self.bag, COLOR_LETTERS) or '-'} hands={hands} "
            f"scores={'/'.join(map(str, self.scores))}"
        )

    def __repr__(self) -> str:
        return show(self)

    def _repr_svg_(self) -> str:
        return self.draw()


def picture(text: str, *, width: int) -> str:
    """Words as a picture."""
    body = write(text, 8, 20, PLAIN)
    return document(body, width=width, height=40, title=TITLE, description=text)


def parse_options(fields: Fields) -> Options:
    """Read the options out of the fields of a position or a record."""
    return Options(
        players=fields.read("players", lambda value: number(value, low=2, high=4)),
        board=fields.read("board", lambda value: choice(value, OPTIONS[0].values)),
        rounds=fields.read("rounds", lambda value: number(value, low=1, high=2)),
    )


def begin(text: str) -> State:
    """The beginning of a game."""
    fields = Fields(f"{NAME} {text}", NAME)
    options = parse_options(fields)
    fields.close()
    sources, bag = market.empty(options.players, COLORS), (TILES_PER_COLOR,) * COLORS
    players = options.players
    return State(options, "deal", 1, 0, sources, bag, (none(COLORS),) * players, (0,) * players)


def new_game(players: int = 2, *, board: str = "plain", rounds: int = 2) -> State:
    """The beginning of a game."""
    return begin(str(Options(players, board, rounds)))


def parse(text: str) -> State:
    """Read a position text."""
    fields = Fields(text, NAME)
    options = parse_options(fields)
    state = State(
        options=options,
        round=fields.read("round", number),
        phase=fields.read("phase", lambda value: choice(value, ("deal", "take", "end"))),
        seat=fields.read("seat", lambda value: parse_seat(value, options.players)),
        sources=fields.read("market", lambda v: parse_market(v, options.players, COLOR_LETTERS)),
        bag=fields.read("bag", lambda value: parse_tiles(value, COLOR_LETTERS)),
        hands=fields.read(
            "hands", lambda v: tuple([parse_tiles(h, COLOR_LETTERS) for h in v.split("/")])
        ),
        scores=fields.read("scores", lambda value: tuple(map(int, value.split("/")))),
    )
    fields.close()
    return state


def parse_hands(text: str) -> tuple[Tiles, ...]:
    """Read what everybody has taken."""
    return tuple([parse_tiles(hand, COLOR_LETTERS) for hand in text.split("/")])


def parse_move(text: str) -> Move:
    """Read a move."""
    if found := re.fullmatch("([0-9])([rgb])", text):
        return Take(int(found[1]), COLOR_LETTERS.index(found[2]))
    if not text.startswith("="):
        raise InvalidNotation(f"{text}: expected a source and a colour, as 2r")
    return Deal(tuple([parse_tiles(group or "-", COLOR_LETTERS) for group in text[1:].split("/")]))
