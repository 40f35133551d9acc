"""The batches: the same ids, observations, masks and results as the reference rules."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright.envs import actions, observation
from tilewright.envs.gymnasium import BATCH_IDS
from tilewright.envs.play import outcome_rewards
from tilewright.envs.vector import KERNELS, OBSERVE, BatchEnv
from tilewright.game import OVER

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("classic", {}),
    ("classic", {"players": 3, "wall": "grey"}),
    ("classic", {"players": 4, "round_limit": 2}),
    ("pavilion", {}),
    ("pavilion", {"players": 3, "board": "neutral", "edition": "mini"}),
    ("pavilion", {"players": 4, "joker_order": "alternative", "last_round_discard": "at_pass"}),
]


@pytest.mark.parametrize("game", tw.GAMES)
def test_ids_are_those_of_the_kernel(game: str) -> None:
    kernel = KERNELS[game]
    assert actions.action_count(game) == kernel.MOVES
    for number, move in enumerate(actions.MOVES[game]):
        assert kernel.encode_move(move) == number
        assert kernel.decode_move(number) == move


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_observations_are_those_of_the_reference(name: str) -> None:
    for seed in (0, 1):
        for state, _, _ in playthrough(CONFIGURATIONS[name](), seed):
            if state.turn < 0:
                continue
            players = len(state.scores)
            seen = np.full((1, observation.size(state.game, players)), 7, np.float32)
            OBSERVE[state.game](KERNELS[state.game].from_state(state), seen)
            assert np.array_equal(seen[0], observation.observe(state, state.turn))


def choose(masks: Any, rng: np.random.Generator) -> Any:
    return np.argmax(masks * rng.random(masks.shape), axis=1)


@pytest.mark.parametrize("game, options", KINDS)
def test_games_follow_the_rules(game: str, options: dict[str, Any]) -> None:
    """Every step: the move as the reference makes it, then nature, then what is seen."""
    envs: Any = gymnasium.make_vec(BATCH_IDS[game], num_envs=4, **options).unwrapped
    rng = np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    assert seen in envs.observation_space
    ended = 0
    for _ in range(250):
        before = [envs.position(at) for at in range(4)]
        for at, state in enumerate(before):
            assert state.turn == info["turn"][at]
            assert np.array_equal(info["action_mask"][at], actions.legal_mask(state))
            assert np.array_equal(seen[at], observation.observe(state, state.turn))
        moves = choose(info["action_mask"], rng)
        seen, rewards, done, truncated, info = envs.step(moves)
        assert not truncated.any()
        for at, state in enumerate(before):
            after = state.play(actions.to_move(game, int(moves[at])))
            assert done[at] == (after.turn == OVER)
            if after.turn == OVER:
                ended += 1
                assert info["rewards"][at] == pytest.approx(outcome_rewards(after))
                assert rewards[at] == info["rewards"][at, state.turn]
                assert tuple(info["final_scores"][at]) == after.scores
                assert envs.position(at).round == 1
            else:
                assert rewards[at] == 0 and not info["rewards"][at].any()
                assert envs.position(at).scores == after.scores
                if after.turn >= 0:
                    assert envs.position(at) == after
    assert ended or game == "pavilion"


def test_the_same_seed_is_the_same_games() -> None:
    logs = []
    for seed in (1, 1, 2):
        envs, rng = BatchEnv("classic", 8), np.random.default_rng(5)
        seen, info = envs.reset(seed=seed)
        log = [seen]
        for _ in range(60):
            seen, *_, info = envs.step(choose(info["action_mask"], rng))
            log.append(seen)
        logs.append(np.array(log))
    assert np.array_equal(logs[0], logs[1]) and not np.array_equal(logs[0], logs[2])
    assert not np.array_equal(logs[0][0][0], logs[0][0][1])  # every game has its own deals


def test_arrays_are_new_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = BatchEnv("classic", 2, copy=copy)
        seen, info = envs.reset(seed=1)
        again, *_, later = envs.step(info["action_mask"].argmax(axis=1))
        assert (again is not seen) == copy
        assert (later["action_mask"] is not info["action_mask"]) == copy


def test_an_illegal_action_changes_nothing() -> None:
    envs = BatchEnv("pavilion", 3)
    _, info = envs.reset(seed=1)
    before = [envs.position(at) for at in range(3)]
    moves = info["action_mask"].argmax(axis=1)
    moves[1] = 1787
    with pytest.raises(tw.IllegalMove, match="game 1: action 1787"):
        envs.step(moves)
    assert [envs.position(at) for at in range(3)] == before


def test_rendering() -> None:
    envs = BatchEnv("classic", 2, render_mode="ansi")
    envs.reset(seed=1)
    assert envs.render() == tuple(envs.position(at).describe() for at in range(2))
    pictures = BatchEnv("pavilion", 2, render_mode="rgb_array")
    pictures.reset(seed=1)
    assert [picture.shape[2] for picture in pictures.render() or ()] == [3, 3]
    with pytest.raises(ValueError, match="expected ansi or rgb_array"):
        BatchEnv("classic", render_mode="human")
