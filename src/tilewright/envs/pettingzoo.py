"""PettingZoo: every seat is an agent of an AEC environment. `tilewright.envs` has the games under
names such as `tilewright_classic_v0`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tilewright.envs import actions, observation, raster
from tilewright.envs.canvas import Pixels
from tilewright.envs.play import (
    begin,
    check_reward,
    make_rng,
    outcome_rewards,
    score_rewards,
    settle,
)
from tilewright.game import OVER, expected, refuse
from tilewright.games import AnyState

AgentID: TypeAlias = str
Observation: TypeAlias = dict[str, Any]

ILLEGAL_REWARD = -1.0
METADATA: dict[str, Any] = {
    "render_modes": ["ansi", "human", "rgb_array"],
    "is_parallelizable": False,
    "render_fps": 2,
}


class TableEnv(AECEnv[AgentID, Observation, int | None], EzPickle):  # type: ignore[misc]
    """A game in which every seat is an agent, `player_0` to `player_3`.

    An observation is `{"observation": tensor, "action_mask": mask}`; the mask is empty for all but
    the agent to move. Nature moves by itself. `position` is the full state; `str(position)` is it
    as text.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        render_mode: str | None = None,
        reward: str = "outcome",
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        EzPickle.__init__(
            self,
            game,
            players,
            render_mode=render_mode,
            reward=reward,
            max_cycles=max_cycles,
            **options,
        )
        super().__init__()
        check_reward(reward)
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode {render_mode!r}: {expected(render_mode, modes)}")
        self.metadata = {**METADATA, "name": Version(game).name}
        self.game = game
        self.render_mode = render_mode
        self.reward = reward
        self.max_cycles = max_cycles  # moves of each seat before the game is cut short
        self.start = begin(game, players, options)
        self.position: AnyState = self.start
        self.moves = 0
        self.rng = make_rng(None)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[AgentID] = []
        high = observation.bounds(game, players)
        actions_there = actions.action_count(game)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(high), high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (actions_there,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(actions_there) for agent in self.possible_agents
        }

    def observation_space(self, agent: AgentID) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: AgentID) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = make_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[AgentID, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.moves = 0
        self.position = settle(self.start, self.rng)
        self.agent_selection = self.possible_agents[self.position.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: AgentID) -> Observation:
        seat = self.possible_agents.index(agent)
        legal = actions.legal_ids(self.position) if seat == self.position.turn else []
        return {
            "observation": observation.observe(self.position, seat),
            "action_mask": actions.make_mask(self.game, legal),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to move: None is the action of agents that are done")
        before, move = self.position, actions.to_move(self.game, action)
        legal = before.legal_moves()
        if move not in legal:
            raise refuse(str(move), "not legal here", legal)
        self.position = after = settle(before.play(move), self.rng)
        self.moves += 1
        self._cumulative_rewards[agent] = 0.0
        if self.reward == "score":
            gains = score_rewards(before, after)
        elif after.turn == OVER:
            gains = outcome_rewards(after)
        else:
            gains = (0.0,) * len(self.agents)
        self.rewards = dict(zip(self.agents, gains, strict=True))
        if after.turn == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            seat = (before.turn + 1) % len(self.agents)
        else:
            seat = after.turn
        limit = self.max_cycles
        if limit is not None and self.moves >= limit * len(self.agents):
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[seat]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | Pixels | None:
        if self.render_mode is None:
            logger.warn("render() needs a render_mode: ansi, human or rgb_array")
            return None
        if self.render_mode == "rgb_array":
            return raster.draw(self.position)
        if self.render_mode == "ansi":
            return self.position.describe()
        print(self.position.describe())
        return None

    def close(self) -> None:
        """There is nothing to close."""


def make(game: str, players: int = 2, **options: Any) -> Any:  # noqa: ANN401
    """An environment with PettingZoo's usual wrappers: an illegal move loses the game."""
    table = TableEnv(game, players, **options)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_REWARD)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


class Version(NamedTuple):
    """A game, version 0: `env()` with the usual wrappers, `raw_env()` without.

    Arguments are players, render_mode, reward, max_cycles and the options of the game.
    """

    game: str

    @property
    def name(self) -> str:
        """As PettingZoo would name it."""
        return f"tilewright_{self.game}_v0"

    @property
    def env(self) -> Callable[..., AECEnv[AgentID, Observation, int | None]]:
        """Makes an environment with the usual wrappers."""
        return partial(make, self.game)

    @property
    def raw_env(self) -> Callable[..., TableEnv]:
        """Makes an environment without them."""
        return partial(TableEnv, self.game)
