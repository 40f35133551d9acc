"""Drawn boards: positions of classic from readable text, each with all its hundred tiles."""

from __future__ import annotations

import random

import tilewright as tw
from tilewright.classic import Options, Player, State
from tilewright.game import Step

LETTERS = "byrkw"
NOBODY = -1
FACTORIES = {2: 5, 3: 7, 4: 9}
LAST = "1w-"  # the last take of a round in a `position` that is not told its market

BARE = """
    -  .....
    -  .....
    -  .....
    -  .....
    -  .....
"""


def heap(letters: str) -> tuple[int, ...]:
    """Count tiles that are written as letters."""
    return tuple(letters.count(letter) for letter in LETTERS)


def board(drawing: str = BARE, *, score: int = 0, floor: str = "") -> Player:
    """Draw a player board: five rows, each a pattern line as a word and its wall row."""
    rows = [row.split() for row in drawing.strip().splitlines()]
    return Player(
        score=score,
        lines=tuple((LETTERS.find(line[0]), len(line.strip("-"))) for line, _ in rows),
        wall=tuple(LETTERS.find(letter) for _, row in rows for letter in row),
        floor=heap(floor),
    )


def sources(market: str, players: int = 2) -> tuple[tuple[int, ...], ...]:
    """Draw a market: the centre, then the factories; those not written are empty."""
    groups = market.split("/")
    groups += [""] * (1 + FACTORIES[players] - len(groups))
    return tuple(heap(group) for group in groups)


def position(
    *boards: Player,
    market: str = "-/w",
    phase: str = "take",
    seat: int = 1,
    starter: int = 0,
    marker: int = NOBODY,
    players: int = 2,
    wall: str = "coloured",
    round: int = 2,
    round_limit: int | None = 40,
    bag: str | None = None,
    lid: str = "",
) -> State:
    """Draw a position; boards not drawn are bare. Tiles not drawn are in the bag, or in the lid
    if the bag is drawn.

    If nothing else is said, seat 1 is about to take the last tile of the round, a white one
    from a factory, so nobody takes the marker.
    """
    state = State(
        options=Options(players, wall, round_limit),
        phase=phase,
        round=round,
        seat=seat,
        starter=starter,
        marker=marker,
        sources=sources(market, players),
        bag=heap(bag or ""),
        lid=heap(lid),
        players=boards + (board(),) * (players - len(boards)),
    )
    rest = tuple(20 - count for count in census(state))
    state = state._replace(bag=rest) if bag is None else state._replace(lid=rest)
    check(state)
    return state


def census(state: State) -> tuple[int, ...]:
    """How many tiles of each colour there are in all places."""
    heaps = [state.bag, state.lid, *state.sources, *[player.floor for player in state.players]]
    counts = [sum(counts) for counts in zip(*heaps, strict=True)]
    for player in state.players:
        for color in range(5):
            counts[color] += player.wall.count(color)
            counts[color] += sum(count for held, count in player.lines if held == color)
    return tuple(counts)


def check(state: State) -> None:
    """Assert that every tile is there and that the text of the position reads back."""
    assert census(state) == (20,) * 5
    assert tw.parse(str(state)) == state


def play(state: State, moves: str) -> State:
    """Play legal moves one after the other and check the position after each."""
    for text in moves.split():
        state = state.play(state.parse(text))
        check(state)
    return state


def deal(state: State, seed: int = 0) -> State:
    """Let nature deal."""
    state = state.play(state.sample(random.Random(seed)))
    check(state)
    return state


def legal(state: State) -> list[str]:
    """The legal moves as texts."""
    return [str(move) for move in state.legal_moves()]


def scoring(state: State, move: str) -> tuple[Step, ...]:
    """The scoring that a move sets off, without the taking."""
    return tuple(step for step in state.explain(state.parse(move)) if step.kind != "taking")


def told(state: State, move: str) -> list[tuple[int, str, int]]:
    """The scoring that a move sets off: seat, code and points of every step."""
    return [(step.seat, step.code, step.points) for step in scoring(state, move)]


def through_the_floor(state: State, rounds: int) -> State:
    """Play whole rounds in which everything goes to the floor."""
    last = state.round + rounds
    rng = random.Random(state.round)
    while state.turn != tw.OVER and state.round < last:
        if state.turn == tw.CHANCE:
            state = state.play(state.sample(rng))
        else:
            state = state.play(next(m for m in state.legal_moves() if str(m).endswith("-")))
    check(state)
    return state
