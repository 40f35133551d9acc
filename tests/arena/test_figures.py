"""The statistics, against numbers known from elsewhere or worked out by hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import inf, isnan, log, sqrt
from random import Random

import pytest

from tilewright.arena import Contest
from tilewright.arena.figures import bounded, elo, estimate, expected, figures, margin, share
from tilewright.arena.match import GameResult, Pair
from tilewright.arena.rating import Contribution, fit, ratings
from tilewright.arena.sequential import BOUND, parse_hypotheses, ratio, verdict

ONE_EACH = Contest(("greedy", "random"))


def pair(number: int, *scores: tuple[int, int], pairing: int = 0) -> Pair:
    """A pair of games between entrants 0 and 1, with the scores of each."""
    games = []
    for (mine, other), lineup in zip(scores, [(0, 1), (1, 0)], strict=True):
        at_table = (mine, other) if lineup == (0, 1) else (other, mine)
        ranks = tuple(1 + sum(o > s for o in at_table) for s in at_table)
        games.append(GameResult(lineup, at_table, ranks))
    return Pair(pairing, number, tuple(games), {}, {})


@pytest.mark.parametrize(
    "score, difference",
    [(0.5, 0), (0.64, 99.95), (0.75, 190.85), (0.76, 200.24), (0.9, 381.70), (0.25, -190.85)],
)
def test_elo(score: float, difference: float) -> None:
    assert elo(score) == pytest.approx(difference, abs=0.01)
    assert expected(elo(score)) == pytest.approx(score)


def test_elo_of_one_among_many_is_zero_at_the_fair_share() -> None:
    for seats in (2, 3, 4):
        assert elo(1 / seats, seats) == pytest.approx(0)
        assert expected(150, seats) == pytest.approx(
            expected(elo(expected(150, seats), seats), seats)
        )
    assert elo(0.9, 4) == pytest.approx(elo(0.9) + 190.85, abs=0.01)
    assert (elo(1.0), elo(0.0, 4)) == (inf, -inf)


def test_an_interval_is_196_standard_errors_over_pairs() -> None:
    found = estimate([1.0, 0.5, 0.75, 0.5])  # deviation 0.2394
    assert found.mean == 0.6875
    assert found.high - found.mean == pytest.approx(1.96 * 0.2393568 / 2, abs=1e-6)
    assert found.mean - found.low == pytest.approx(found.high - found.mean)
    alone = estimate([1.0])
    assert alone.mean == 1 and isnan(alone.low)


def test_who_never_lost_is_not_known_to_be_unbeatable() -> None:
    found = bounded(estimate([1.0] * 50), 50)
    assert (found.mean, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(50 / (50 + 1.96**2))
    assert bounded(estimate([0.0] * 50), 50).high == pytest.approx(1 - found.low)
    assert bounded(estimate([1.0, 1.0, 0.5]), 3).high == 1.0


def test_figures_of_a_few_pairs() -> None:
    played = [pair(0, (50, 40), (30, 45)), pair(1, (50, 40), (60, 20)), pair(2, (33, 33), (50, 48))]
    (found,) = figures(ONE_EACH, 0, played)
    assert (found.wins, found.draws, found.losses, found.games) == (4, 1, 1, 6)
    assert found.score.mean == pytest.approx((0.5 + 1 + 0.75) / 3)
    assert found.score.high == 1.0
    assert found.margin.mean == pytest.approx((-2.5 + 25 + 1) / 3)
    spread = sqrt(((-2.5 - 47 / 6) ** 2 + (25 - 47 / 6) ** 2 + (1 - 47 / 6) ** 2) / 2)
    assert found.margin.high - found.margin.mean == pytest.approx(1.96 * spread / sqrt(3))
    assert found.elo.mean == pytest.approx(elo(0.75))
    assert (found.one, found.others) == ("greedy", ("random",))


def test_a_shared_first_place_is_a_share() -> None:
    game = GameResult((1, 0, 1), (40, 40, 12), (1, 1, 3))
    assert (share(game, 0), share(game, 1)) == (0.5, 0.5)
    assert margin(game, 0) == 0


# Ratings


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fit_finds_the_ratings_behind_the_results(seats: int) -> None:
    real = [-200.0, -50.0, 50.0, 200.0]
    tallies = []
    for a, b in combinations(range(4), 2):
        for one, other in ((a, b), (b, a)):
            score = expected(real[one] - real[other], seats)
            lineup = tuple(sorted((one, *[other] * (seats - 1))))
            firsts = {one: 100 * score, other: 100 * (1 - score)}
            tallies.append(Contribution(firsts, Counter({lineup: 100})))
    assert fit(4, tallies) == pytest.approx(real, abs=0.5)


def test_ratings_of_two_agree_with_their_score() -> None:
    played = [pair(n, (50, 40), (50, 40) if n % 2 else (40, 50)) for n in range(100)]
    low, high = sorted(ratings(ONE_EACH, [played]), key=lambda found: found.mean)
    assert high.mean - low.mean == pytest.approx(elo(150.5 / 201), abs=0.5)
    assert high.low < high.mean < high.high
    assert 20 < high.high - high.low < 60  # half of about 100 Elo between the two


def test_ratings_without_a_loss_are_finite_and_uncertain() -> None:
    best, _ = ratings(ONE_EACH, [[pair(n, (50, 40), (50, 40)) for n in range(20)]])
    assert 200 < best.mean < 400
    assert best.low < best.mean - 50


# The sequential test


def test_claims() -> None:
    hypotheses = parse_hypotheses("0,50", 2)
    assert hypotheses.low == 0.5
    assert hypotheses.high == pytest.approx(0.5714631)
    assert parse_hypotheses("50%, 60%", 2)[:2] == (0.5, 0.6)
    assert parse_hypotheses("0,50", 4).low == 0.25


@pytest.mark.parametrize("text", ["", "5", "1,2,3", "a,b", "50,0", "0,0", "50%,200%", "0,1e999"])
def test_bad_claims(text: str) -> None:
    with pytest.raises(ValueError, match=r"--sprt .*: "):
        parse_hypotheses(text, 2)


def test_the_ratio_of_clear_pairs_is_that_of_coins() -> None:
    hypotheses = parse_hypotheses("0,50", 2)
    by_hand = 30 * log(hypotheses.high / hypotheses.low) + 20 * log(
        (1 - hypotheses.high) / (1 - hypotheses.low)
    )
    assert ratio([1.0] * 30 + [0.0] * 20, hypotheses) == pytest.approx(by_hand, abs=0.01)


def test_the_ratio_of_many_close_pairs_is_the_normal_one() -> None:
    hypotheses = parse_hypotheses("0,5", 2)
    scores = [0.0] * 40 + [0.25] * 240 + [0.5] * 430 + [0.75] * 250 + [1.0] * 40
    mean = sum(scores) / len(scores)
    variance = sum((score - mean) ** 2 for score in scores) / len(scores)
    steps = (hypotheses.high - hypotheses.low) * (2 * mean - hypotheses.low - hypotheses.high)
    assert ratio(scores, hypotheses) == pytest.approx(
        len(scores) * steps / (2 * variance), rel=0.01
    )


def test_errors_of_the_test_are_rare() -> None:
    hypotheses, rng = parse_hypotheses("0,100", 2), Random(5)
    for truth, wrong in ((hypotheses.low, "high"), (hypotheses.high, "low")):
        ends = Counter[str]()
        for _ in range(60):
            scores: list[float] = []
            while not (end := verdict(scores, hypotheses)):
                scores.append((int(rng.random() < truth) + int(rng.random() < truth)) / 2)
            ends[end] += 1
        assert ends[wrong] <= 8  # 3 expected
    assert pytest.approx(2.944, abs=0.001) == BOUND
