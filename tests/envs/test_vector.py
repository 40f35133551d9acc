"""The batches: the same ids, observations, masks and results as the reference rules."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright import fast
from tilewright.envs import actions, observation
from tilewright.envs.batch import worth_table
from tilewright.envs.game import observer
from tilewright.envs.gymnasium import BATCH_IDS
from tilewright.envs.play import outcome_rewards
from tilewright.envs.vector import DTYPES, BatchEnv
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
    kernel = fast.kernels(game)
    assert actions.action_count(game) == kernel.MOVES
    for number, move in enumerate(actions.moves(game)):
        assert kernel.encode_move(move) == number
        assert kernel.decode_move(number) == move


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_observations_are_those_of_the_reference(name: str) -> None:
    for seed in (0, 1):
        for state, _, _ in playthrough(CONFIGURATIONS[name](), seed):
            if state.turn < 0:
                continue
            array, size = fast.from_state(state), len(state.scores)
            for dtype in DTYPES:
                seen = np.full((1, observation.size(state.game, size)), 7, dtype)
                observer(state.game).observe(array, seen, worth_table(state.game, dtype))
                assert np.array_equal(seen[0], observation.observe(state, state.turn, dtype))


def test_scores_beyond_a_byte() -> None:
    state = CONFIGURATIONS["classic-2-coloured"]()
    array = fast.from_state(state)
    array["score"][0, :2] = 300, 254
    for dtype, scores in (("uint8", [255, 254]), ("float32", [3, 2.54])):
        seen = np.zeros((1, observation.size("classic", 2)), dtype)
        observer("classic").observe(array, seen, worth_table("classic", dtype))
        parts = observation.split("classic", 2, seen[0])
        assert [parts["score 0"].item(), parts["score 1"].item()] == pytest.approx(scores)


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


@pytest.mark.parametrize("game", tw.GAMES)
def test_counts_as_bytes_are_the_same_games(game: str) -> None:
    scaled, counted = BatchEnv(game, 8), BatchEnv(game, 8, dtype="uint8", copy=False)
    rng = np.random.default_rng(3)
    seen, info = scaled.reset(seed=1)
    counts, _ = counted.reset(seed=1)
    for _ in range(150):
        assert counts in counted.observation_space
        assert np.array_equal(counts / observation.scales(game, 2), seen)
        moves = choose(info["action_mask"], rng)
        seen, gains, done, _, info = scaled.step(moves)
        counts, same_gains, same_done, _, _ = counted.step(moves)
        assert np.array_equal(gains, same_gains) and np.array_equal(done, same_done)
    with pytest.raises(ValueError, match="expected float32 or uint8"):
        BatchEnv(game, dtype="int8")


def given(answer: Any) -> list[Any]:
    """All arrays that a step or a reset returns."""
    return [*answer[:-1], *answer[-1].values()]


@pytest.mark.parametrize("copy", [True, False])
def test_arrays_are_new_unless_asked_otherwise(copy: bool) -> None:
    envs, rng = BatchEnv("classic", 4, copy=copy), np.random.default_rng(1)
    first: Any = envs.reset(seed=1)
    answer: Any = envs.step(choose(first[-1]["action_mask"], rng))
    for _ in range(100):  # a game ends in these
        kept = [array.copy() for array in given(answer)]
        later: Any = envs.step(choose(answer[-1]["action_mask"], rng))
        for old, new, before in zip(given(answer), given(later), kept, strict=True):
            assert (new is not old) == copy and (not copy or np.array_equal(old, before))
        answer = later
    assert (answer[0] is not first[0]) == copy


def test_an_illegal_action_changes_nothing() -> None:
    envs = BatchEnv("pavilion", 3)
    _, info = envs.reset(seed=1)
    before = [envs.position(at) for at in range(3)]
    for wrong in (1787, 1788, -1):
        moves = info["action_mask"].argmax(axis=1)
        moves[1] = wrong
        with pytest.raises(tw.IllegalMove, match=f"game 1: action {wrong} is not legal"):
            envs.step(moves)
    with pytest.raises(ValueError, match="expected"):
        envs.step(moves[:2])
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
