"""OpenSpiel's own tests, and that its chance nodes match our rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.observation import make_observation

import tilewright as tw
import tilewright.envs.openspiel
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright.envs.actions import to_id
from tilewright.envs.observation import observe

NAMES = [
    "tilewright_classic",
    "tilewright_classic(players=3,wall=grey)",
    "tilewright_classic(players=4,round_limit=3)",
    "tilewright_pavilion",
    "tilewright_pavilion(players=3,board=neutral,mini=true)",
    "tilewright_pavilion(players=4,joker_order=alternative,last_round_discard=at_pass)",
]


@pytest.mark.parametrize("name", NAMES)
def test_random_sim(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["tilewright_classic(round_limit=1)", "tilewright_pavilion"])
def test_a_playthrough_is_the_same_again(name: str, tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # slow to read

    flags.FLAGS.mark_as_parsed()  # the reader of playthroughs asks for one
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, None, seed=7), encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again and len(original) > 1000


@pytest.mark.parametrize("name", ["tilewright_classic", "tilewright_pavilion"])
def test_the_type(name: str) -> None:
    game = pyspiel.load_game(name)
    kind = game.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert game.num_distinct_actions() == {"c": 325, "p": 1788}[name[11]]
    assert game.max_chance_outcomes() == {"c": 5, "p": 6}[name[11]]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)


def follow(state: Any, move: Any) -> None:
    """Make a move of the reference rules; a deal is drawn tile by tile."""
    if state.current_player() >= 0:
        state.apply_action(to_id(state.position.game, move))
        return
    groups = move[0] if isinstance(move[0][0], tuple) else move
    for group in groups:
        tiles = [color for color, count in enumerate(group) for _ in range(count)]
        # what is left in the bag comes before what is poured into it
        while tiles:
            chances = dict(state.chance_outcomes())
            assert sum(chances.values()) == pytest.approx(1)
            color = next(color for color in tiles if color in chances)
            tiles.remove(color)
            state.apply_action(color)


@pytest.mark.parametrize(
    "name, game",
    [
        ("classic-2-coloured", "tilewright_classic"),
        ("classic-3-grey", "tilewright_classic(players=3,wall=grey)"),
        ("pavilion-2-coloured", "tilewright_pavilion"),
        ("pavilion-4-neutral", "tilewright_pavilion(players=4,board=neutral)"),
    ],
)
def test_it_is_the_same_game(name: str, game: str) -> None:
    rules = pyspiel.load_game(game)
    assert rules.new_initial_state().position == CONFIGURATIONS[name]()
    for seed in (0, 1):
        state, moves, draws = rules.new_initial_state(), 0, 0
        for before, move, after in playthrough(CONFIGURATIONS[name](), seed):
            follow(state, move)
            assert state.position == after
            moves += before.turn != tw.CHANCE
            draws = len(state.history()) - moves
            if after.turn >= 0:
                assert str(state) == str(after)
                assert state.current_player() == after.turn
        assert state.is_terminal() and sum(state.returns()) == pytest.approx(0)
        assert moves <= rules.max_game_length()
        assert draws <= rules.max_chance_nodes_in_history()


def test_chances_follow_the_bag() -> None:
    state = pyspiel.load_game("tilewright_classic").new_initial_state()
    assert state.chance_outcomes() == [(color, 0.2) for color in range(5)]
    for _ in range(4):
        state.apply_action(2)
    chances = dict(state.chance_outcomes())
    assert chances == pytest.approx({0: 20 / 96, 1: 20 / 96, 2: 16 / 96, 3: 20 / 96, 4: 20 / 96})
    assert state.shown.sources[1] == (0, 0, 4, 0, 0) and "market=-/rrrr/-" in str(state)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 3) == "=k"


def test_the_lid_is_poured_when_the_bag_is_empty() -> None:
    state = pyspiel.load_game("tilewright_classic").new_initial_state()
    state.position = tw.classic.parse(
        "classic players=2 wall=coloured round_limit=40 round=4 phase=deal seat=0 starter=0 "
        "marker=centre market=-/-/-/-/-/- bag=b1 lid=b19y20r20k20w20 "
        "seat0=0,-/-/-/-/-,...../...../...../...../.....,- "
        "seat1=0,-/-/-/-/-,...../...../...../...../.....,-"
    )
    state._begin_draw()
    assert state.chance_outcomes() == [(0, 1.0)]
    state.apply_action(0)
    assert dict(state.chance_outcomes()) == pytest.approx(
        {0: 19 / 99} | dict.fromkeys(range(1, 5), 20 / 99)
    )


@pytest.mark.parametrize("name", ["tilewright_classic", "tilewright_pavilion"])
def test_observations_are_those_of_the_other_environments(name: str) -> None:
    game = pyspiel.load_game(name)
    observer = make_observation(game)
    state = game.new_initial_state()
    rng = np.random.default_rng(1)
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(actions, p=chances)))
            continue
        for seat in range(2):
            observer.set_from(state, seat)
            assert np.array_equal(observer.tensor, observe(state.position, seat))
            assert state.observation_tensor(seat) == pytest.approx(observer.tensor)
        assert str(state.position) in state.observation_string(0)
        assert state.information_state_string(0) == state.history_str()
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_it_can_be_imported_again() -> None:
    names = pyspiel.registered_names()
    assert names.count("tilewright_classic") == names.count("tilewright_pavilion") == 1
