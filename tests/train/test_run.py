"""Generations in a folder, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.bots import plain
from tests.bots.positions import same
from tilewright import fast
from tilewright.bots import nets
from tilewright.compute import Pool
from tilewright.train import run
from tilewright.train.game import learned
from tilewright.train.gate import GateResult, Rival, Trial
from tilewright.train.jobs import Configuration, Score
from tilewright.train.play import Effort
from tilewright.train.run import Plan, Training

TRIAL = Trial(pairs=2, others=2, simulations=4, games=0)
PLAN = Plan(games=3, effort=Effort(full=8, quick=3, share=0.5), trial=TRIAL, window=2)
PASSED = GateResult({"the net before": Score(0.5, 0.1, 0.0, 2)})


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """One worker."""
    with Pool("1") as pool:
        yield pool


@pytest.mark.parametrize("game", fast.names())
def test_generations(
    game: str, tmp_path: Path, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learned(game), "TEACHER", (8, 3))
    monkeypatch.setattr(run, "decide", lambda *_, progress, **__: progress("compare", 1) or PASSED)
    configuration, folder = Configuration.usual(game), tmp_path / "learned"
    training = Training(configuration, folder, PLAN, pool)
    assert training.net is None
    heard: list[str] = []
    made = [training.generation(lambda what, part: heard.append(what)) for _ in range(2)]
    assert [one.number for one in made] == [0, 1]
    assert all(one.games == 3 and one.kept and one.positions > 10 for one in made)
    assert {"play", "fit", "compare"} == set(heard)

    again = Training(configuration, folder, PLAN, pool)
    assert [one.score for one in again.generations] == [one.score for one in made]
    assert again.net is not None
    assert training.net is not None
    rounded = nets.load(folder / "net-001.npz")
    for one, other in zip(again.net, rounded, strict=True):
        assert one.tobytes() == other.tobytes()
    third = again.generation()
    assert third.number == 2
    assert sorted(path.name for path in folder.iterdir()) == [
        "log.jsonl",
        *[f"net-00{number}.npz" for number in range(3)],
        "net.npz",
        *[f"samples-00{number}.npz" for number in range(3)],
    ]
    assert len((folder / "log.jsonl").read_text().splitlines()) == 3
    assert [one.number for one in Training(configuration, folder, PLAN, pool).generations] == [
        0,
        1,
        2,
    ]


def test_samples_in_a_file(tmp_path: Path, pool: Pool) -> None:
    for game in fast.names():
        net = plain.lively_net(nets.new_net(game, 1))
        training = Training(Configuration.usual(game), tmp_path / game, PLAN, pool, start=net)
        before, games = run.join_all(training.self_play_games(5, lambda what, part: None))
        assert games == 3
        with training.samples(0).open("wb") as file:
            np.savez(file, **before._asdict())
        loaded = training.load(0)
        assert loaded.states.dtype == before.states.dtype
        assert same(before.states, loaded.states)
        for one, other in zip(before[1:], loaded[1:], strict=True):
            assert np.array_equal(np.asarray(one), np.asarray(other))


def test_a_net_that_is_refused_does_not_take_over(tmp_path: Path, pool: Pool) -> None:
    net = plain.lively_net(nets.new_net("classic", 1))
    trial = TRIAL._replace(others=20, simulations=40)  # it knows nothing: the search by hand does
    training = Training(
        Configuration.usual("classic"), tmp_path, PLAN._replace(trial=trial), pool, start=net
    )
    made = training.generation()
    assert not made.kept
    assert made.reason.startswith("no better than ")
    assert training.net is net
    assert not (tmp_path / "net.npz").exists()
    again = Training(Configuration.usual("classic"), tmp_path, PLAN, pool, start=net)
    assert again.generations[0].reason == made.reason


def test_a_net_meets_earlier_ones_and_the_search_by_hand(
    tmp_path: Path, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[list[str]] = []

    def decide(
        _: Configuration, net: nets.Net, rivals: list[Rival], *__: object, **___: object
    ) -> GateResult:
        met.append([rival.name for rival in rivals])
        return PASSED

    monkeypatch.setattr(run, "decide", decide)
    net = plain.lively_net(nets.new_net("classic", 1))
    training = Training(Configuration.usual("classic"), tmp_path, PLAN, pool, start=net)
    for _ in range(5):
        training.generation()
    assert met == [
        ["the net before", "uct"],
        ["the net before", "start", "uct"],
        ["the net before", "start", "net-000", "uct"],
        ["the net before", "start", "net-000", "uct"],
        ["the net before", "start", "net-001", "uct"],
    ]


def test_every_table_of_a_game_can_be_learned_together(
    tmp_path: Path, pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[tuple[Configuration, bool, int]] = []

    def decide(
        at: Configuration, _net: nets.Net, _rivals: object, trial: Trial, *_: object, **more: object
    ) -> GateResult:
        tried.append((at, bool(more["must_win"]), trial.pairs))
        return GateResult({"the net before": Score(1.2 / at.players, 0.1, 3.0, 2)})

    monkeypatch.setattr(run, "decide", decide)
    monkeypatch.setattr(run, "CHUNK", 1)
    every = Configuration.every("classic")
    assert every.name == "classic-every"
    plan = PLAN._replace(games=6, trial=TRIAL._replace(pairs=30))
    net = plain.lively_net(nets.new_net("classic", 1))
    training = Training(every, tmp_path, plan, pool, start=net)
    made = training.generation()
    states = training.load(0).states
    assert {(int(s["players"]), bool(s["grey"])) for s in states} == {
        (players, grey) for players in (2, 3, 4) for grey in (False, True)
    }
    assert [at for at, _, _ in tried] == list(every.each)
    assert not any(must_win for _, must_win, _ in tried)
    assert {pairs for _, _, pairs in tried} == {5}
    assert made.kept
    assert made.score == pytest.approx(0.6)  # as if there were two players
    assert made.error == pytest.approx(0.1 * sum([1, 1, 2.25, 2.25, 4, 4]) ** 0.5 / 6)
    assert [name for name, *_ in made.rivals[:2]] == [
        "the net before",
        "classic-2-coloured: the net before",
    ]
