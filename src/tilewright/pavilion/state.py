"""A position of pavilion, and how a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilewright import market
from tilewright.game import CHANCE, OVER, Rng, Seat, Step, not_nature, rank, read_move, show
from tilewright.market import FACTORY_SIZE, Sources
from tilewright.pavilion import description, notation, picture, rules
from tilewright.pavilion.board import (
    COLOR_LETTERS,
    COLORS,
    JOKER_ORDERS,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
    Deal,
    Move,
    Options,
    Pass,
    Place,
    Player,
    Refill,
)
from tilewright.position import Fields
from tilewright.tiles import Color, Tiles, none

NATURE = (rules.FILL, rules.DEAL, rules.REFILL)


class State(NamedTuple):
    """A position of pavilion: everything that lies on the table, and whose turn it is."""

    options: Options
    phase: str
    round: int
    seat: Seat  # who is to move, now or after nature's move
    starter: Seat  # who started this round
    marker: Seat  # who took the marker this round, or NOBODY
    picks: int  # bonus tiles that the seat still has to pick
    sources: Sources  # the centre, then the factories
    supply: Tiles
    bag: Tiles
    tower: Tiles
    players: tuple[Player, ...]

    @property
    def game(self) -> str:
        """The name of the game."""
        return "pavilion"

    @property
    def turn(self) -> int:
        """The seat to move, `CHANCE` or `OVER`."""
        if self.phase in NATURE:
            return CHANCE
        return OVER if self.phase == rules.END else self.seat

    @property
    def joker(self) -> Color:
        """The joker's colour in this round."""
        return COLOR_LETTERS.index(self.options.joker_order[self.round - 1])

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of every seat."""
        return tuple([player.score for player in self.players])

    @property
    def end(self) -> str | None:
        """Why the game is over; None while it is not."""
        return rules.reason_to_end(self) if self.phase == rules.END else None

    @property
    def is_last_round(self) -> bool:
        """Whether the game is sure to end with this round."""
        return rules.is_last_round(self)

    def legal_moves(self) -> list[Move]:
        """All moves of the seat to move in a fixed order; none for nature or after the end."""
        return rules.legal_moves(self)

    def sample(self, rng: Rng) -> Refill | Deal:
        """Nature's move, drawn by chance: a refill of the supply or a deal."""
        if self.phase == rules.DEAL:
            sizes = [FACTORY_SIZE] * (len(self.sources) - 1)
            return Deal(market.sample(self.bag, self.tower, sizes, rng))
        if self.phase not in NATURE:
            raise not_nature(self.turn)
        gap = SUPPLY_SIZE - sum(self.supply)
        return Refill(*market.sample(self.bag, self.tower, [gap], rng))

    def step(self, move: Move) -> tuple[State, tuple[Step, ...]]:
        """The state after a move, which is trusted to be legal, and the steps that lead there."""
        steps: list[Step] = []
        state = rules.advance(self, move, steps)
        return state, tuple(steps)

    def play(self, move: Move) -> State:
        """The state after a move, which is trusted to be legal."""
        return rules.advance(self, move, None)

    def after(self, *moves: Move | str) -> State:
        """The state after moves, given as text or as values; each is checked."""
        state = self
        for move in moves:
            state = state.play(read_move(state, move, Move))
        return state

    def parse(self, text: str) -> Move:
        """Read a move and check that it is legal here."""
        return notation.parse_legal(self, text)

    def explain(self, move: Move) -> tuple[Step, ...]:
        """The scoring that a move sets off, step by step."""
        return self.step(move)[1]

    def preview(self, move: Move) -> tuple[Step, ...]:
        """What a move is worth to its player, without what the end of the game adds."""
        return tuple(rules.preview(self, move))

    def previews(self) -> list[tuple[Move, tuple[Step, ...]]]:
        """All legal moves with their previews; moves that bring the same share theirs."""
        known: dict[object, tuple[Step, ...]] = {}
        found = []
        for move in self.legal_moves():
            match move:
                case Place(star, slot, color, _):  # however it is paid
                    key: object = (star, slot, color)
                case Pass(kept):  # whatever is kept
                    key = (sum(kept),)
                case _:
                    key = move
            if key not in known:
                known[key] = self.preview(move)
            found.append((move, known[key]))
        return found

    def outcome(self) -> tuple[int, ...]:
        """The rank of every seat, from 1; equal ranks share their place."""
        return rank([(score,) for score in self.scores])

    def describe(self, names: Sequence[str] = ()) -> str:
        """The position as plain text for terminals and screen readers."""
        return description.describe(self, names)

    def draw(self, names: Sequence[str] = ()) -> str:
        """The position as an SVG picture, with the names of the players."""
        return picture.draw(self, names)

    def draw_board(self, seat: Seat, names: Sequence[str] = ()) -> str:
        """One player's board as an SVG picture."""
        return picture.draw_alone(self, seat, names)

    def __str__(self) -> str:
        return notation.print_state(self)

    def __repr__(self) -> str:
        return show(self)

    def _repr_svg_(self) -> str:
        return self.draw()


def new_game(
    players: int = 2,
    *,
    edition: str = "2019",
    board: str = "coloured",
    joker_order: str = "standard",
    last_round_discard: str = "after_bonuses",
) -> State:
    """The beginning of a game: nature is about to fill the supply, then deal for seat 0."""
    order = JOKER_ORDERS.get(joker_order, joker_order)
    return begin(str(Options(players, edition, board, order, last_round_discard)))


def begin(text: str) -> State:
    """The beginning of a game with the options in words, as in the header of a record."""
    fields = Fields(f"pavilion {text}", "pavilion")
    options = notation.parse_options(fields)
    fields.close()
    return State(
        options=options,
        phase=rules.FILL,
        round=1,
        seat=0,
        starter=0,
        marker=market.NOBODY,
        picks=0,
        sources=market.empty(options.players, COLORS),
        supply=none(COLORS),
        bag=(TILES_PER_COLOR,) * COLORS,
        tower=none(COLORS),
        players=(Player(),) * options.players,
    )


def parse(text: str) -> State:
    """Read a position text."""
    return notation.parse_state(text, State)
