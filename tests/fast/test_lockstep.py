"""What the benchmarks measure beside the kernels plays the same game."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np

import tilewright as tw
from benchmarks.lockstep import WIDTH, play_abreast
from benchmarks.uct import uct
from tests.fast.test_classic import strange
from tilewright import fast


def test_games_in_lock_step_are_the_same_games() -> None:
    rng = random.Random(4)
    starts = [tw.classic.new_game(2), tw.classic.new_game(2, round_limit=2)]
    while len(starts) < 12:
        state = strange(rng)
        if state.options.players == 2 and state.options.wall == "coloured":
            starts.append(state._replace(options=state.options._replace(round_limit=9)))
    for number, state in enumerate(starts):
        start = fast.from_state(state)
        games = 150 if number else 3 * WIDTH  # full batches, and a rest
        counters = fast.seeded(number, games)
        found, expected = np.zeros((games, 2), np.int64), np.zeros((games, 2), np.int64)
        play_abreast(start, counters, found)
        for game in range(games):
            array = start.copy()
            fast.playout(array[0], counters[game : game + 1].copy())
            fast.scores(array[0], expected[game])
        assert (found == expected).all(), state


def test_lock_step_takes_no_games_and_few_games() -> None:
    start = fast.from_state(tw.classic.new_game(2))
    for games in (0, 1, WIDTH + 1):
        out = np.full((games, 2), -1, np.int64)
        play_abreast(start, fast.seeded(1, games), out)
        assert (out >= 0).all()


def test_search_finds_the_winning_move() -> None:
    state = tw.classic.parse(
        "classic players=2 wall=coloured round_limit=40 round=6 phase=take seat=0 starter=0 "
        "marker=1 market=b/-/-/-/-/- bag=y18r19k19w19 lid=b19 "
        "seat0=20,-/-/-/-/-,.yrkw/...../...../...../.....,- "
        "seat1=24,-/-/-/-/-,.y.../...../...../...../.....,-"
    )
    array = fast.from_state(state)
    visits = uct(array, 500, 1)
    assert visits.sum() == 500
    moves = state.legal_moves()
    assert len(visits) == len(moves)
    assert str(moves[int(visits.argmax())]) == "0b1"
    assert fast.to_state(array) == state


def test_searches_run_in_threads_and_repeat_themselves() -> None:
    array = fast.from_state(tw.classic.new_game(3))
    fast.chance(array[0], fast.seeded(3))
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda seed: uct(array, 3000, seed), (5, 5))
    assert (one == two).all()
    assert (one != uct(array, 3000, 6)).any()
