"""The first bots: legal, reproducible, and greedy beats random."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, MAIN
from tilewright.bots import BOTS, Limit
from tilewright.games import AnyState


def play(state: AnyState, bots: tuple[str, ...], seed: int) -> AnyState:
    rng = random.Random(seed)
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            state = state.play(state.sample(rng))
            continue
        choice = BOTS[bots[state.turn]](state, Limit(), rng)
        moves = state.legal_moves()
        assert choice.move in moves
        assert sorted(str(ranked.move) for ranked in choice.ranking) == sorted(map(str, moves))
        margins = [ranked.margin for ranked in choice.ranking]
        assert margins == sorted(margins, reverse=True)
        assert choice.value.margins[state.turn] == margins[0]
        assert abs(sum(choice.value.chances) - 1) < 1e-9
        state = state.play(choice.move)
    return state


@pytest.mark.parametrize("name", MAIN)
def test_greedy_beats_random(name: str) -> None:
    start = CONFIGURATIONS[name]()
    seats = len(start.scores)
    for seed in range(3):
        bots = tuple("greedy" if seat == seed % seats else "random" for seat in range(seats))
        state = play(start, bots, seed)
        assert state.outcome()[seed % seats] == 1


@pytest.mark.parametrize(
    ("start", "points"), [(tw.classic.new_game(), 45), (tw.pavilion.new_game(), 50)]
)
def test_greedy_scores_like_a_decent_player(start: AnyState, points: int) -> None:
    scores = [play(start, ("greedy", "greedy"), seed).scores for seed in range(8)]
    assert sum(map(sum, scores)) / 16 > points


def test_the_same_seed_gives_the_same_game() -> None:
    start = tw.pavilion.new_game(3)
    bots = ("greedy", "random", "greedy")
    assert play(start, bots, 5) == play(start, bots, 5)
    assert play(start, bots, 5) != play(start, bots, 6)


@pytest.mark.usefixtures("compiled_search")
@pytest.mark.parametrize("game", tw.GAMES)
def test_a_bot_is_only_asked_when_a_seat_is_to_move(game: str) -> None:
    start = tw.GAMES[game].new_game()
    over = play(start, ("random", "random"), 0)
    for name in ("random", "greedy", "uct", "master"):
        for state, problem in ((start, "nature is to move"), (over, "the game is over")):
            with pytest.raises(tw.IllegalMove, match=problem):
                BOTS[name](state, Limit(simulations=2), random.Random(1))
