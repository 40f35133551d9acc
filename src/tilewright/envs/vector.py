"""Many games at once on the batch kernels, as a Gymnasium vector environment for self-play.

`gymnasium.make_vec("tilewright/ClassicBatch-v0", num_envs=4096)` after importing
`tilewright.envs.gymnasium`. Needs numba.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilewright.envs import actions, observation, raster
from tilewright.envs.batch import worth_table, write_gains
from tilewright.envs.game import observer
from tilewright.envs.gymnasium import Info
from tilewright.envs.play import begin
from tilewright.fast import batch_start, batch_step, first_illegal, from_state, seeded, to_state
from tilewright.game import IllegalMove
from tilewright.games import AnyState

DTYPES = ("float32", "uint8")
METADATA: dict[str, Any] = {
    "render_modes": ["ansi", "rgb_array"],
    "render_fps": 2,
    "autoreset_mode": AutoresetMode.SAME_STEP,
}


class BatchEnv(VectorEnv[observation.Tensor, NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind; in every step the seat to move makes its move in each of them.

    Observations are those of the seat to move, `info["turn"]`; `info["action_mask"]` has its legal
    actions. The reward of a step is that of the seat that has moved; `info["rewards"]` has those
    of all seats. A finished game restarts in the same step; `info["final_scores"]` keeps
    the scores of the last one that ended. With `dtype="uint8"` counts are seen as they are, not
    scaled; with `copy=False` the arrays are used again in the next step. Both are faster.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        dtype: str = "float32",
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None and render_mode not in METADATA["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r}: expected ansi or rgb_array")
        if dtype not in DTYPES:
            raise ValueError(f"dtype {dtype!r}: expected {' or '.join(DTYPES)}")
        self.game = game
        self.observe = observer(game).observe
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.start = from_state(begin(game, players, options))
        self.states = np.repeat(self.start, num_envs)
        self.rng = seeded(0, num_envs)
        high = observation.bounds(game, players, dtype)
        self.worth = worth_table(game, dtype)
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=high.dtype.type)
        self.single_action_space = spaces.Discrete(actions.action_count(game))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.turns = np.zeros(num_envs, np.int8)
        self.scores = np.zeros((num_envs, players), np.int32)
        self.truncated = np.zeros(num_envs, np.bool_)
        self._renew()

    def _renew(self) -> None:
        """New arrays to return; the kernels write every number in them."""
        n, players = self.scores.shape
        self.seen = np.empty(self.observation_space.shape or (), self.observation_space.dtype)
        self.masks = np.empty((n, actions.action_count(self.game)), np.bool_)
        self.rewards = np.empty((n, players), np.float32)
        self.gains = np.empty(n, np.float32)
        self.done = np.empty(n, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[observation.Tensor, Info]:
        super().reset(seed=seed)
        if self.copy:
            self._renew()
        self.states[:] = self.start
        self.rng = seeded(int(self.np_random.integers(2**63)), self.num_envs)
        self.rewards[:] = 0
        self.scores[:] = 0
        batch_start(self.states, self.rng, self.turns, self.masks)
        self.observe(self.states, self.seen, self.worth)
        return self.seen, self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[observation.Tensor, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        moves = np.ascontiguousarray(actions, np.int64)
        if moves.shape != (self.num_envs,):
            raise ValueError(f"actions of shape {moves.shape}: expected ({self.num_envs},)")
        illegal = first_illegal(self.states, moves)
        if illegal >= 0:
            raise IllegalMove(f"game {illegal}: action {moves[illegal]} is not legal here")
        if self.copy:
            self._renew()
        movers = self.turns.copy()
        batch_step(
            self.states,
            moves,
            self.rng,
            self.turns,
            self.rewards,
            self.scores,
            self.done,
            self.masks,
        )
        write_gains(self.rewards, movers, self.gains)
        self.observe(self.states, self.seen, self.worth)
        truncated = self.truncated.copy() if self.copy else self.truncated
        return self.seen, self.gains, self.done, truncated, self._info()

    def _info(self) -> Info:
        """What is reported besides the observations; `turns` and `scores` change step by step."""
        return {
            "action_mask": self.masks,
            "turn": self.turns.copy() if self.copy else self.turns,
            "rewards": self.rewards,
            "final_scores": self.scores.copy() if self.copy else self.scores,
        }

    def position(self, at: int) -> AnyState:
        """The state of a game; `str(position)` gives it as text."""
        return to_state(self.states[at : at + 1])

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        positions = [self.position(at) for at in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple([position.describe() for position in positions])
        return tuple([raster.draw(position) for position in positions])
