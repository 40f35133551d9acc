"""Every kind of game that the laws, the referees and the golden playthroughs go through."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import tilewright as tw
from tilewright.games import AnyMove, AnyState

# By game and options; the side of the board comes with every number of players.
CONFIGURATIONS: dict[str, Callable[[], AnyState]] = {}
for players in (2, 3, 4):
    for wall in ("coloured", "grey"):
        CONFIGURATIONS[f"classic-{players}-{wall}"] = lambda p=players, w=wall: (
            tw.classic.new_game(p, wall=w)
        )
    for board in ("coloured", "neutral"):
        CONFIGURATIONS[f"pavilion-{players}-{board}"] = lambda p=players, b=board: (
            tw.pavilion.new_game(p, board=b)
        )
MAIN = tuple(CONFIGURATIONS)

CONFIGURATIONS |= {
    "classic-2-grey-short": lambda: tw.classic.new_game(2, wall="grey", round_limit=3),
    "classic-3-coloured-endless": lambda: tw.classic.new_game(3, round_limit=None),
    "pavilion-2-mini-alternative": lambda: tw.pavilion.new_game(
        2, edition="mini", joker_order="alternative"
    ),
    "pavilion-3-mini-neutral": lambda: tw.pavilion.new_game(3, edition="mini", board="neutral"),
    "pavilion-4-at-pass": lambda: tw.pavilion.new_game(
        4, joker_order="rybgop", last_round_discard="at_pass"
    ),
}


def choose(state: AnyState, rng: random.Random) -> AnyMove:
    """Nature's draw, or any legal move; the first ones more often, so that boards fill up and
    passes do not drown the placements of pavilion."""
    if state.turn == tw.CHANCE:
        return state.sample(rng)
    moves = state.legal_moves()
    return moves[int(len(moves) * rng.random() ** 2)]


def playthrough(state: AnyState, seed: int) -> Iterator[tuple[AnyState, AnyMove, AnyState]]:
    """Play a game to its end: each state, the move made in it, and the state after."""
    rng = random.Random(seed)
    while state.turn != tw.OVER:
        move = choose(state, rng)
        after = state.play(move)
        yield state, move, after
        state = after
