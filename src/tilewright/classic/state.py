"""A position of classic, and how a game begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilewright import market
from tilewright.classic import description, notation, picture, rules
from tilewright.classic.board import (
    COLORS,
    ROUND_LIMIT,
    TILES_PER_COLOR,
    Deal,
    Move,
    Options,
    Player,
    Take,
)
from tilewright.classic.scoring import standing
from tilewright.game import CHANCE, OVER, Rng, Seat, Step, not_nature, rank, read_move, show
from tilewright.market import FACTORY_SIZE, Sources
from tilewright.position import Fields
from tilewright.tiles import Tiles, none


class State(NamedTuple):
    """A position of classic: everything that lies on the table, and whose turn it is."""

    options: Options
    phase: str
    round: int
    seat: Seat  # who is to move, now or after nature's deal
    starter: Seat  # who started this round
    marker: Seat  # who took the marker this round, or NOBODY
    sources: Sources  # the centre, then the factories
    bag: Tiles
    lid: Tiles
    players: tuple[Player, ...]

    @property
    def game(self) -> str:
        """The name of the game."""
        return "classic"

    @property
    def turn(self) -> int:
        """The seat to move, `CHANCE` or `OVER`."""
        if self.phase == rules.DEAL:
            return CHANCE
        return OVER if self.phase == rules.END else self.seat

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
        """All moves of the seat to move, sorted; none for nature or after the end."""
        return rules.legal_moves(self)

    def sample(self, rng: Rng) -> Deal:
        """Nature's move: a deal drawn by chance."""
        if self.phase != rules.DEAL:
            raise not_nature(self.turn)
        sizes = [FACTORY_SIZE] * (len(self.sources) - 1)
        return Deal(market.sample(self.bag, self.lid, sizes, rng))

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
        """What a move is worth to its player, counting what it will score this round."""
        if isinstance(move, Take):
            return tuple(rules.preview(self, move))
        return tuple([step for step in self.explain(move) if step.seat == self.turn])

    def previews(self) -> list[tuple[Move, tuple[Step, ...]]]:
        """All legal moves with their previews; moves that bring the same share theirs."""
        known: dict[object, tuple[Step, ...]] = {}
        found = []
        for move in self.legal_moves():
            key: object = move
            if isinstance(move, Take):  # the same number of tiles from any factory
                count = self.sources[move.source][move.color]
                key = (move.color, move.line, count, int(move.source == market.CENTRE))
            if key not in known:
                known[key] = self.preview(move)
            found.append((move, known[key]))
        return found

    def outcome(self) -> tuple[int, ...]:
        """The rank of every seat, from 1; equal ranks share their place."""
        return rank([standing(player) for player in self.players])

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
    players: int = 2, *, wall: str = "coloured", round_limit: int | None = ROUND_LIMIT
) -> State:
    """The beginning of a game: nature is about to fill the factories for seat 0."""
    return begin(str(Options(players, wall, round_limit)))


def begin(text: str) -> State:
    """The beginning of a game with the options in words, as in the header of a record."""
    fields = Fields(f"classic {text}", "classic")
    options = notation.parse_options(fields)
    fields.close()
    return State(
        options=options,
        phase=rules.DEAL,
        round=1,
        seat=0,
        starter=0,
        marker=market.NOBODY,
        sources=market.empty(options.players, COLORS),
        bag=(TILES_PER_COLOR,) * COLORS,
        lid=none(COLORS),
        players=(Player(),) * options.players,
    )


def parse(text: str) -> State:
    """Read a position text."""
    return notation.parse_state(text, State)
