"""PettingZoo's own tests, and what they do not cover."""

from __future__ import annotations

import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils import BaseWrapper
from pettingzoo.utils.conversions import aec_to_parallel

import tilewright as tw
from tilewright.envs import tilewright_classic_v0, tilewright_pavilion_v0
from tilewright.envs.actions import legal_ids
from tilewright.envs.pettingzoo import Version

MODULES = [tilewright_classic_v0, tilewright_pavilion_v0]
KINDS: list[tuple[Version, dict[str, Any]]] = [
    (tilewright_classic_v0, {}),
    (tilewright_classic_v0, {"players": 3, "wall": "grey"}),
    (tilewright_classic_v0, {"players": 4, "round_limit": 3, "reward": "score"}),
    (tilewright_pavilion_v0, {}),
    (tilewright_pavilion_v0, {"players": 3, "board": "neutral", "edition": "mini"}),
    (tilewright_pavilion_v0, {"players": 4, "joker_order": "alternative", "reward": "score"}),
]
pytestmark = pytest.mark.filterwarnings("ignore:Observation", "ignore:The base environment")


def play_on(env: Any, seed: int, moves: int | None = None) -> dict[str, float]:
    """Play random legal moves to the end; return what every agent got."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    got = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter(moves or 2**40):
        seen, reward, terminated, truncated, _ = env.last()
        got[agent] += reward
        done = terminated or truncated
        env.step(None if done else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return got


@pytest.mark.parametrize("module, options", KINDS)
def test_api(module: Version, options: dict[str, Any]) -> None:
    api_test(module.env(**options), num_cycles=300)


@pytest.mark.parametrize("module, options", KINDS)
def test_seeds(module: Version, options: dict[str, Any]) -> None:
    seed_test(lambda: module.env(**options), num_cycles=200)


@pytest.mark.parametrize("module", MODULES)
def test_rendering(module: Version, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(module.env)
    assert "Seat 1" in capsys.readouterr().out
    with pytest.raises(ValueError, match="expected ansi, human or rgb_array"):
        module.env(render_mode="svg")


class FirstLegal(BaseWrapper[str, Any, Any]):  # type: ignore[misc]
    """Plays the first legal action whatever is asked for: `max_cycles_test` knows no masks."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=5, options=options)

    def step(self, action: int | None) -> None:
        legal = legal_ids(self.unwrapped.position)
        super().step(None if action is None else legal[0])


@pytest.mark.parametrize("module", MODULES)
def test_max_cycles(module: Version) -> None:
    def first_legal(**options: Any) -> Any:
        env = FirstLegal(module.raw_env(**options))
        # Seats take turns for the whole of this test, so that it may be run in parallel too.
        env.metadata = {**env.metadata, "is_parallelizable": True}
        return env

    def parallel(**options: Any) -> Any:
        return aec_to_parallel(first_legal(**options))

    max_cycles_test(SimpleNamespace(env=first_legal, parallel_env=parallel))


@pytest.mark.parametrize("module", MODULES)
def test_performance_benchmark(
    module: Version, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ticks = iter(np.arange(0, 100, 0.02))  # the benchmark's five seconds pass in 250 cycles
    monkeypatch.setattr("time.time", lambda: float(next(ticks)))
    performance_benchmark(module.env())
    assert "turns per second" in capsys.readouterr().out


def test_names_have_versions() -> None:
    for module in MODULES:
        name = module.name
        assert module.env().metadata["name"] == name
        assert module.raw_env().metadata["name"] == name


@pytest.mark.parametrize("module, options", KINDS)
def test_rewards_are_the_result(module: Version, options: dict[str, Any]) -> None:
    env = module.env(**options)
    got = play_on(env, seed=3)
    state = env.unwrapped.position
    assert state.turn == tw.OVER
    assert sum(got.values()) == pytest.approx(0)
    if options.get("reward") == "score":
        start = tw.begin(state.game, str(state.options)).scores
        gains = [b - a for a, b in zip(start, state.scores, strict=True)]
        mean = sum(gains) / len(gains)
        others = len(gains) - 1
        assert [*got.values()] == pytest.approx([(g - mean) * (1 + 1 / others) for g in gains])
    else:
        best = max(got, key=lambda agent: got[agent])
        assert state.outcome()[env.possible_agents.index(best)] == 1


def test_the_position_is_the_state_as_text() -> None:
    env = tilewright_pavilion_v0.env(render_mode="ansi")
    play_on(env, seed=1, moves=30)
    position = env.unwrapped.position
    assert tw.parse(str(position)) == position
    assert env.render() == position.describe()


def test_only_the_agent_to_move_has_a_mask() -> None:
    env = tilewright_classic_v0.env(players=3)
    env.reset(seed=1)
    assert [int(env.observe(agent)["action_mask"].any()) for agent in env.agents] == [1, 0, 0]


def test_an_illegal_move_loses() -> None:
    env = tilewright_classic_v0.env()
    env.reset(seed=1)
    env.step(324)  # nothing is to be laid
    assert env.rewards["player_0"] == -1 and all(env.terminations.values())
    raw = tilewright_classic_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(tw.IllegalMove, match="5c5: not legal here"):
        raw.step(324)
    with pytest.raises(ValueError, match="player_0 is to move"):
        raw.step(None)


def test_a_copy_has_the_same_options() -> None:
    env = tilewright_classic_v0.raw_env(players=3, wall="grey", reward="score", max_cycles=5)
    copy = pickle.loads(pickle.dumps(env))
    assert copy.start == env.start and copy.reward == "score" and copy.max_cycles == 5


@pytest.mark.parametrize(
    "options, error",
    [({"players": 5}, ValueError), ({"wall": "pink"}, ValueError), ({"reward": "x"}, ValueError)],
)
def test_wrong_options_are_refused(options: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        tilewright_classic_v0.env(**options)
    with pytest.raises(
        ValueError, match="colour is not an option of classic: expected wall or round"
    ):
        tilewright_classic_v0.env(colour="blue")
