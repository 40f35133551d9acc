"""Which nets take over from the previous one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots import plain
from tilewright.arena.sequential import verdict
from tilewright.bots import nets, shipped
from tilewright.compute import Pool
from tilewright.train import jobs
from tilewright.train.calibration import Error
from tilewright.train.gate import (
    CALIBRATED,
    FEW,
    NO_WORSE,
    GateResult,
    Rival,
    Trial,
    decide,
    hypotheses_of,
    misjudged,
    together,
)
from tilewright.train.jobs import BY_HAND, Configuration, Score, compare
from tilewright.train.play import Effort

CLASSIC = Configuration.usual("classic")
EARLY = Path(__file__).parents[2] / "benchmarks" / "classic-2-generation-5.npz"
TRIAL = Trial(pairs=60, others=20, simulations=12, games=0)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """One worker."""
    with Pool("1") as pool:
        yield pool


def learned() -> nets.Net:
    """The shipped net."""
    path = shipped.net_file(*CLASSIC)
    assert path is not None
    return nets.load(path)


def ignorant() -> nets.Net:
    """A net with opinions that mean nothing."""
    return plain.lively_net(nets.new_net("classic", 1))


def test_a_net_is_as_good_as_itself(pool: Pool) -> None:
    net, heard = ignorant(), list[float]()
    score = compare(
        CLASSIC, (net, net), (5, 5), 7, pool, progress=lambda _, part: heard.append(part)
    )
    assert score == (0.5, 0.0, 0.0, 7, 0.0, "")
    assert heard == [5 / 7, 1.0]


@pytest.mark.parametrize("players", [2, 3])
def test_a_comparison_ends_when_it_is_decided(pool: Pool, players: int) -> None:
    """One simulation against many is known after the first look, either way."""
    configuration = Configuration.usual("classic", players)
    found = [
        compare(
            configuration,
            (nets.no_net(), nets.no_net()),
            times,
            100,
            pool,
            configs=(BY_HAND, BY_HAND),
            hypotheses=hypotheses_of(configuration, NO_WORSE),
        )
        for times in ((1, 60), (60, 1))
    ]
    assert [score.verdict for score in found] == ["low", "high"]
    assert [score.deals for score in found] == [jobs.BATCH] * 2
    assert found[0].share < 1 / players < found[1].share


def test_few_deals_seldom_refuse_a_net_that_is_as_good() -> None:
    """Ten deals at a table, as in a training of one net for six tables."""
    luck, refused = random.Random(1), {0.5: 0, 0.2: 0}
    hypotheses = hypotheses_of(CLASSIC, NO_WORSE)
    for strength in refused:
        for _ in range(200):
            wins = [(luck.random() < strength) + (luck.random() < strength) for _ in range(10)]
            refused[strength] += verdict([count / 2 for count in wins], hypotheses) == "low"
    assert refused[0.5] <= 5
    assert refused[0.2] >= 100


def test_the_better_net_passes(pool: Pool) -> None:
    rivals = [Rival("the net before", ignorant()), Rival("uct", nets.no_net(), BY_HAND)]
    decision = decide(CLASSIC, learned(), rivals, TRIAL, pool)
    assert decision.passed
    assert list(decision.scores) == ["the net before", "uct"]
    assert all(score.verdict == "high" for score in decision.scores.values())


def test_a_net_that_is_no_better_is_refused_at_once(pool: Pool) -> None:
    rivals = [Rival("the net before", learned()), Rival("uct", nets.no_net(), BY_HAND)]
    decision = decide(CLASSIC, ignorant(), rivals, TRIAL, pool)
    assert decision.reason == "no better than the net before"
    assert list(decision.scores) == ["the net before"]
    same = decide(CLASSIC, learned(), rivals, TRIAL, pool)
    assert same.scores["the net before"].share == 0.5
    assert not same.passed


def test_a_net_that_has_forgotten_is_refused(pool: Pool) -> None:
    """It beats the previous net, but not a much earlier one."""
    rivals = [Rival("the net before", ignorant()), Rival("net-000", learned())]
    decision = decide(CLASSIC, nets.load(EARLY), rivals, TRIAL, pool)
    assert decision.scores["the net before"].verdict == "high"
    assert decision.reason == "no better than net-000"


def test_a_net_that_favours_whoever_moves_is_refused(pool: Pool) -> None:
    """It plays as well as ever, because what it adds is the same in all positions of a round."""
    net = learned()
    net.head_biases[0] += 3.0
    trial = TRIAL._replace(games=6, effort=Effort(full=300, quick=30, share=0.3))
    decision = decide(CLASSIC, net, [Rival("the net before", nets.load(EARLY))], trial, pool)
    assert decision.scores["the net before"].verdict == "high"
    assert decision.reason.startswith("off by 0.")


def test_what_is_held_against_a_net() -> None:
    before = {1: Error(0.04, 3.0, 20), 2: Error(0.2, 3.0, 20)}
    assert misjudged(before, before) == 0
    assert misjudged({1: Error(CALIBRATED, 9.0, 20), 2: Error(0.24, 9.0, 20)}, before) == 0
    assert misjudged({1: Error(0.11, 3.0, 20)}, before) == 1
    assert misjudged({2: Error(0.26, 3.0, 20)}, before) == 2
    assert misjudged({1: Error(0.9, 3.0, FEW - 1), 3: Error(0.2, 3.0, FEW)}, before) == 3
    assert misjudged({1: Error(0.16, 3.0, 20, 0.04)}, before) == 0  # that may be chance
    assert misjudged({1: Error(0.19, 3.0, 20, 0.04)}, before) == 1
    assert misjudged({2: Error(0.30, 3.0, 20)}, {2: Error(0.2, 3.0, 20, 0.04)}) == 0


@pytest.mark.parametrize(
    ("ratios", "reasons", "refused"),
    [
        ((1.2, 0.9), ("", ""), ""),  # better on the average
        ((1.0, 1.0), ("", ""), "no better than the net before"),
        ((0.9, 1.0), ("", ""), "no better than the net before"),
        ((1.5, 0.6), ("", "no better than uct"), "classic-3-coloured: no better than uct"),
    ],
)
def test_a_net_for_several_tables(
    ratios: tuple[float, float], reasons: tuple[str, str], refused: str
) -> None:
    tables = (CLASSIC, Configuration.usual("classic", 3))
    found = {
        table: GateResult({"the net before": Score(ratio / table.players, 0.1, 1.0, 20)}, reason)
        for table, ratio, reason in zip(tables, ratios, reasons, strict=True)
    }
    decision = together(found)
    assert decision.reason == refused
    score = decision.scores["the net before"]
    assert score.share == pytest.approx(sum(ratios) / 4)
    assert score.deals == 40
    assert decision.scores["classic-3-coloured: the net before"].share == ratios[1] / 3


def test_where_a_net_need_not_win_it_must_not_lose_clearly(pool: Pool) -> None:
    same, worse = learned(), ignorant()
    trial = TRIAL._replace(others=0)
    before = [Rival("the net before", same)]
    assert not decide(CLASSIC, same, before, trial, pool).passed
    assert decide(CLASSIC, same, before, trial, pool, must_win=False).passed
    assert not decide(CLASSIC, worse, before, trial, pool, must_win=False).passed
