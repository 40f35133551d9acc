"""Redraw the pictures in this folder: `python docs/pictures/make.py`."""

from __future__ import annotations

import random
from pathlib import Path

import tilewright as tw
from tilewright.bots import BOTS, Limit
from tilewright.games import AnyState


def play(state: AnyState, *, seed: int, moves: int) -> AnyState:
    """Let the greedy bot play against itself for a number of moves, nature's included."""
    rng = random.Random(seed)
    for _ in range(moves):
        nature = state.turn == tw.CHANCE
        move = state.sample(rng) if nature else BOTS["greedy"](state, Limit(), rng).move
        state = state.play(move)
    return state


def main() -> None:
    """Write one picture for each game and side of the board."""
    pictures = {
        "classic": play(tw.classic.new_game(), seed=29, moves=39),
        "classic-grey": play(tw.classic.new_game(wall="grey"), seed=18, moves=61),
        "pavilion": play(tw.pavilion.new_game(), seed=39, moves=95),
        "pavilion-neutral": play(tw.pavilion.new_game(board="neutral"), seed=18, moves=107),
    }
    for name, state in pictures.items():
        path = Path(__file__).with_name(f"{name}.svg")
        path.write_text(state._repr_svg_() + "\n", "utf-8")


if __name__ == "__main__":
    main()
