"""Every kind of game that the laws, the referees and the golden playthroughs cover."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial

import tilewright as tw
from tilewright.bots import BOTS, Limit
from tilewright.games import AnyMove, AnyState

# By game and options; both sides of the board come with every number of players.
CONFIGURATIONS: dict[str, Callable[[], AnyState]] = {
    f"{game}-{players}-{side}": partial(tw.GAMES[game].new_game, players, **{option: side})
    for players in (2, 3, 4)
    for game, option, sides in (
        ("classic", "wall", ("coloured", "grey")),
        ("pavilion", "board", ("coloured", "neutral")),
    )
    for side in sides
}
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
    """Play a game to its end: each state, the move made in it, and the state after. Every sixth
    game is played by greedy bots, which fill their boards."""
    rng = random.Random(seed)
    while state.turn != tw.OVER:
        if seed % 6 == 0 and state.turn != tw.CHANCE:
            move = BOTS["greedy"](state, Limit(), rng).move
        else:
            move = choose(state, rng)
        after = state.play(move)
        yield state, move, after
        state = after
