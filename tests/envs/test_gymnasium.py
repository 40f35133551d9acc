"""Gymnasium's own check, and what it does not cover."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import tilewright as tw
from tilewright.bots import BOTS, Choice, Choose, Limit, random
from tilewright.envs.gymnasium import IDS, SeatEnv
from tilewright.game import Rng
from tilewright.games import AnyState

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"players": 4, "wall": "grey", "opponents": ("greedy", "random", "random")}),
    ("classic", {"seat": 1, "reward": "score"}),
    ("pavilion", {}),
    ("pavilion", {"players": 3, "board": "neutral", "seat": None, "reward": "score"}),
]


def play(env: Any, seed: int) -> tuple[float, list[float]]:
    """Play random legal moves; return the sum of rewards and all observations."""
    rng = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    total, over, log = 0.0, False, [float(seen.sum())]
    while not over:
        assert seen in env.observation_space
        assert env.unwrapped.position.turn == info["seat"]
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
        total += reward
        log.append(float(seen.sum()))
    return total, log


@pytest.mark.parametrize("game, options", KINDS)
@pytest.mark.filterwarnings("error")
def test_check_env(game: str, options: dict[str, Any]) -> None:
    env = gymnasium.make(IDS[game], render_mode="rgb_array", **options)
    check_env(env.unwrapped)


@pytest.mark.parametrize("game, options", KINDS)
def test_the_same_seed_is_the_same_game(game: str, options: dict[str, Any]) -> None:
    first, second = (gymnasium.make(IDS[game], **options) for _ in range(2))
    assert play(first, 1) == play(second, 1)
    assert play(first, 2) != play(second, 3)


@pytest.mark.parametrize("game, options", KINDS)
def test_rewards_are_the_result(game: str, options: dict[str, Any]) -> None:
    env: Any = gymnasium.make(IDS[game], **options)
    for seed in range(3):
        total, _ = play(env, seed)
        table = env.unwrapped
        state, seat = table.position, table.seat
        assert state.turn == tw.OVER
        if options.get("reward") == "score":
            gains = [b - a for a, b in zip(table.start.scores, state.scores, strict=True)]
            others = [gain for other, gain in enumerate(gains) if other != seat]
            assert total == pytest.approx(gains[seat] - sum(others) / len(others))
        else:
            ranks = state.outcome()
            beaten = sum((rank > ranks[seat]) - (rank < ranks[seat]) for rank in ranks)
            assert total == beaten / (len(ranks) - 1)


def test_bots_sit_in_turn_order(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = set()

    def watched(name: str) -> Choose:
        def choose(state: AnyState, limit: Limit, rng: Rng) -> Choice:
            calls.add((name, state.turn))
            return random.choose(state, limit, rng)

        return choose

    monkeypatch.setitem(BOTS, "next", watched("next"))
    monkeypatch.setitem(BOTS, "last", watched("last"))
    play(SeatEnv("classic", 3, opponents=("next", "last"), seat=1), 1)
    assert calls == {("next", 2), ("last", 0)}


def test_an_illegal_action_ends_the_game() -> None:
    env = SeatEnv("classic")
    env.reset(seed=1)
    _, reward, over, truncated, info = env.step(324)
    assert (reward, over, truncated, info["illegal"]) == (-1.0, True, False, True)


def test_after_the_end_comes_a_reset() -> None:
    env = SeatEnv("classic", round_limit=1)
    play(env, 1)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    text = SeatEnv("pavilion", render_mode="ansi")
    text.reset(seed=1)
    assert text.render() == text.position.describe()
    SeatEnv("classic", render_mode="human").reset(seed=1)
    assert "Classic, 2 players" in capsys.readouterr().out
    assert SeatEnv("classic").render() is None


@pytest.mark.usefixtures("compiled_search")
def test_opponents_by_level() -> None:
    env = SeatEnv("classic", 3, opponents=("pupil", "mason"))
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert env.position.turn == tw.OVER


@pytest.mark.parametrize(
    "options, message",
    [
        ({"opponents": "nobody"}, "unknown bot 'nobody': expected random, greedy, uct, pupil"),
        ({"opponents": ("random", "random")}, "2 opponents for 1 seats"),
        ({"seat": 2}, "seat 2: expected 0 to 1"),
        ({"reward": "x"}, "reward 'x': expected outcome or score"),
        ({"render_mode": "svg"}, "render_mode 'svg'"),
    ],
)
def test_wrong_arguments_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("(", r"\(")):
        SeatEnv("classic", **options)


def test_gymnasium_can_run_several_side_by_side() -> None:
    envs = gymnasium.make_vec(IDS["classic"], num_envs=3, vectorization_mode="sync")
    _, info = envs.reset(seed=1)
    assert info["action_mask"].shape == (3, 325)
    envs.step(info["action_mask"].argmax(axis=1))
