"""Rollouts: positions played out."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest

import tilewright as tw
from tilewright.analysis.engine import deal
from tilewright.analysis.playing import RolloutPlayer, error
from tilewright.analysis.rollouts import RolloutResult, fitted, roll, rollouts, sum_up, surprise
from tilewright.fast.compiling import Records, RngState

pytestmark = pytest.mark.usefixtures("compiled_search")


def test_what_is_taken_out_has_mean_0() -> None:
    for game in tw.GAMES:
        before = tw.GAMES[game].new_game()
        found = [
            surprise(before, deal(before, random.Random(f"deal {seed}")), 0, seed)
            for seed in range(60)
        ]
        assert abs(fmean(found)) < 4 * stdev(found) / 60**0.5
        assert stdev(found) > 0


def test_games_with_the_same_seed_are_the_same() -> None:
    state = tw.classic.new_game().after("=bkww/brkw/bykw/rrrk/yykw")
    player = RolloutPlayer(state)
    moves = state.legal_moves()
    first = [roll(player, state, moves[0], seed) for seed in (1, 2)]
    assert first == [roll(RolloutPlayer(state), state, moves[0], seed) for seed in (1, 2)]
    assert first[0] != first[1]


def test_what_games_share_is_searched_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to nature's first move, and with more effort than the rest; four lines take turns."""
    searched: list[int] = []
    choose = RolloutPlayer.choose

    def counted(self: RolloutPlayer, array: Records, simulations: int, rng: RngState) -> int:
        searched.append(simulations)
        return choose(self, array, simulations, rng)

    monkeypatch.setattr(RolloutPlayer, "choose", counted)
    state = tw.classic.new_game(round_limit=2).after("=bkww/brkw/bykw/rrrk/yykw")
    player = RolloutPlayer(state, 5, 3, temperature=0.0, first=14)
    games = [list(player.play(state, seed)) for seed in (4, 8, 9)]
    one, two, other = [[move for at, move, _ in game if at.round == 1] for game in games]
    assert one == two
    assert searched.count(14) == len(one)
    assert searched.count(7) == len(other)
    assert set(searched) == {14, 7, 3}


def test_a_game_may_be_finished_without_its_moves() -> None:
    state = tw.classic.new_game(round_limit=1).after("=bkww/brkw/bykw/rrrk/yykw")
    for seed in range(2):
        *_, (last, move, _) = RolloutPlayer(state, temperature=0.0, first=40).play(state, seed)
        player = RolloutPlayer(state, temperature=0.0, first=40)
        assert player.finish(state, seed) == last.play(move)
        assert player.spent == 0
    longer = tw.classic.new_game(round_limit=2).after("=bkww/brkw/bykw/rrrk/yykw")
    player = RolloutPlayer(longer, 5, 3, temperature=0.0, first=40)
    ends = [player.finish(longer, seed) for seed in (0, 4, 0)]
    assert ends[0] == ends[2] != ends[1]
    assert player.spent % 3 == 0 < player.spent


def test_lines_that_differ_count_as_few_games() -> None:
    """Four lines, each with as many games as you like, are no more than four samples of how the
    round may go on."""
    assert error([0.0] * 4 + [1.0] * 4) == pytest.approx(stdev([0, 1] * 4) / 8**0.5)
    assert error([0.0, 0.0, 4.0, 4.0] * 25) == pytest.approx(stdev([0, 0, 4, 4]) / 2)
    assert error([0.0, 0.0, 4.0, 4.0] * 100) == error([0.0, 0.0, 4.0, 4.0] * 25)
    assert error([1.0]) == 0


def test_it_stops_when_the_best_move_is_known() -> None:
    state = tw.classic.new_game(round_limit=1).after("=bkww/brkw/bykw/rrrk/yykw")
    *_, last = rollouts(state, 40, 2)
    assert last.games <= 40
    assert last.moves[0].margin >= last.moves[1].margin
    assert all(0 <= move.chance <= 1 for move in last.moves)
    assert last.is_decided == (last.moves[1].behind > 2.8 * last.moves[1].behind_error)


def test_it_is_not_decided_by_a_few_games() -> None:
    state = tw.classic.new_game().after("=bkww/brkw/bykw/rrrk/yykw")
    good, bad = state.legal_moves()[:2]
    won, lost = RolloutResult(10.0, 1.0, 0.0), RolloutResult(-10.0, 0.0, 0.0)
    few = sum_up(state, {bad: [lost] * 8, good: [won] * 8})
    many = sum_up(state, {bad: [lost] * 24, good: [won] * 24})
    assert (few.is_decided, many.is_decided) == (False, True)
    assert [move.move for move in many.moves] == [str(good), str(bad)]
    worse = many.moves[1]
    assert (worse.behind, worse.chance_behind, worse.chance_behind_error) == (20.0, 1.0, 0.0)


def test_what_is_taken_out_is_fitted() -> None:
    luck = [-3.0, -1.0, 1.0, 3.0]
    margins = [5.0 + 2 * each for each in luck]
    assert fitted([list(zip(margins, luck, strict=True))]) == 2.0
    assert fitted([[(1.0, 0.0), (3.0, 0.0)]]) == 0.0
