"""Gymnasium: one seat is the agent, bots sit at the others.

Importing this module registers every game, such as `tilewright/Classic-v0`, as
`gymnasium.make("module:id")` expects, and the batches of `tilewright.envs.vector`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, SupportsInt, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces

from tilewright.bots import SEARCHING, Choose, Limit, find, warming
from tilewright.envs import actions, observation, raster
from tilewright.envs.play import (
    begin,
    check_reward,
    make_rng,
    outcome_rewards,
    score_rewards,
    settle,
)
from tilewright.game import OVER, expected
from tilewright.games import AnyState, games_with

Info: TypeAlias = dict[str, Any]

IDS = {game: f"tilewright/{game.capitalize()}-v0" for game in games_with("envs")}
BATCH_IDS = {game: f"tilewright/{game.capitalize()}Batch-v0" for game in games_with("envs")}
ILLEGAL_REWARD = -1.0
METADATA: dict[str, Any] = {"render_modes": ["ansi", "human", "rgb_array"], "render_fps": 2}


class SeatEnv(gymnasium.Env[observation.Tensor, SupportsInt]):
    """A game seen from one seat: a step is a move of the agent, then all moves up to its next one.

    `info["action_mask"]` has a 1 for every legal action. An illegal action ends the game with a
    reward of -1 and `info["illegal"]`. `position` is the full state; `str(position)` gives it as
    text.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = 0,
        reward: str = "outcome",
        limit: Limit | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        check_reward(reward)
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode {render_mode!r}: {expected(render_mode, modes)}")
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat {seat}: expected 0 to {players - 1}, or None to draw it")
        self.game = game
        self.start = begin(game, players, options)
        self.bots = seat_bots(opponents, players - 1, game)
        self.own_seat = seat  # None: drawn for every game
        self.reward = reward
        self.limit = limit or Limit()
        self.render_mode = render_mode
        self.seat = seat or 0
        self.position: AnyState = self.start
        self.paid: AnyState = self.start  # rewards have been given up to here
        self.rng = make_rng(0)
        high = observation.bounds(game, players)
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        self.action_space = spaces.Discrete(actions.action_count(game))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[observation.Tensor, Info]:
        super().reset(seed=seed)
        self.rng = make_rng(int(self.np_random.integers(2**62)))
        players = len(self.start.scores)
        self.seat = self.rng.randrange(players) if self.own_seat is None else self.own_seat
        self.paid = self.start  # the others may score before the agent's first move
        self.position = self._until_own_turn(settle(self.start, self.rng))
        if self.render_mode == "human":
            self.render()
        return self._look()

    def step(self, action: SupportsInt) -> tuple[observation.Tensor, float, bool, bool, Info]:
        before = self.position
        if before.turn == OVER:
            raise RuntimeError("the game is over: reset() begins the next one")
        move = actions.to_move(self.game, int(action))
        if move not in before.legal_moves():
            seen, info = self._look()
            return seen, ILLEGAL_REWARD, True, False, {**info, "illegal": True}
        self.position = after = self._until_own_turn(settle(before.play(move), self.rng))
        over = after.turn == OVER
        gain = 0.0
        if self.reward == "score":
            gain = score_rewards(self.paid, after)[self.seat]
            self.paid = after
        elif over:
            gain = outcome_rewards(after)[self.seat]
        if self.render_mode == "human":
            self.render()
        seen, info = self._look()
        return seen, gain, over, False, info

    def render(self) -> Any:  # noqa: ANN401 as in gymnasium.Env
        if self.render_mode == "rgb_array":
            return raster.draw(self.position)
        if self.render_mode == "ansi":
            return self.position.describe()
        if self.render_mode == "human":
            print(self.position.describe())
        return None

    def _look(self) -> tuple[observation.Tensor, Info]:
        seen = observation.observe(self.position, self.seat)
        return seen, {"action_mask": actions.legal_mask(self.position), "seat": self.seat}

    def _until_own_turn(self, state: AnyState) -> AnyState:
        """Let the bots move until the agent is to move or the game is over."""
        while state.turn not in (self.seat, OVER):
            bot = self.bots[(state.turn - self.seat) % len(state.scores) - 1]
            state = settle(state.play(bot(state, self.limit, self.rng).move), self.rng)
        return state


def seat_bots(names: str | Sequence[str], seats: int, game: str) -> tuple[Choose, ...]:
    """The bots of the other seats, from the one after the agent on; one name serves them all."""
    listed = [names] * seats if isinstance(names, str) else list(names)
    if len(listed) != seats:
        raise ValueError(f"{len(listed)} opponents for {seats} seats")
    bots = tuple([find(name) for name in listed])
    if not set(listed).isdisjoint(SEARCHING):
        warming.require(game)  # now, not in the middle of an episode
    return bots


for _game, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id, entry_point="tilewright.envs.gymnasium:SeatEnv", kwargs={"game": _game}
        )
for _game, _id in BATCH_IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id, vector_entry_point="tilewright.envs.vector:BatchEnv", kwargs={"game": _game}
        )
