"""Many games at once on the batch kernels, as a Gymnasium vector environment for self-play.

`gymnasium.make_vec("tilewright/ClassicBatch-v0", num_envs=4096)` after importing
`tilewright.envs.gymnasium`. Needs numba.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilewright.envs import actions, observation, raster
from tilewright.envs.batch import observe_classic, observe_pavilion
from tilewright.envs.play import begin
from tilewright.fast import classic, pavilion
from tilewright.fast.compiling import seeded
from tilewright.game import IllegalMove
from tilewright.games import AnyState

Info: TypeAlias = dict[str, Any]

KERNELS: dict[str, Any] = {"classic": classic, "pavilion": pavilion}
OBSERVE = {"classic": observe_classic, "pavilion": observe_pavilion}
METADATA: dict[str, Any] = {
    "render_modes": ["ansi", "rgb_array"],
    "render_fps": 2,
    "autoreset_mode": AutoresetMode.SAME_STEP,
}


class BatchEnv(VectorEnv[observation.Tensor, NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind; in every step the seat to move makes its move in each of them.

    What is seen is seen by the seat to move, `info["turn"]`; `info["action_mask"]` has its legal
    actions. The reward of a step is that of the seat that has moved; `info["rewards"]` has those
    of all seats. A game that is over begins anew in the same step; `info["final_scores"]` keeps
    the scores of the last one that ended. With `copy=False` the arrays are used again in the next
    step.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        *,
        copy: bool = True,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None and render_mode not in METADATA["render_modes"]:
            raise ValueError(f"render_mode {render_mode!r}: expected ansi or rgb_array")
        self.game = game
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.kernel = KERNELS[game]
        self.start = self.kernel.from_state(begin(game, players, options))
        self.states = np.repeat(self.start, num_envs)
        self.rng = seeded(0, num_envs)
        high = observation.bounds(game, players)
        self.single_observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        self.single_action_space = spaces.Discrete(actions.action_count(game))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.seen = np.zeros((num_envs, len(high)), np.float32)
        self.masks = np.zeros((num_envs, actions.action_count(game)), np.bool_)
        self.turns = np.zeros(num_envs, np.int8)
        self.rewards = np.zeros((num_envs, players), np.float32)
        self.scores = np.zeros((num_envs, players), np.int32)
        self.done = np.zeros(num_envs, np.bool_)
        self.rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[observation.Tensor, Info]:
        super().reset(seed=seed)
        self.states[:] = self.start
        self.rng = seeded(int(self.np_random.integers(2**63)), self.num_envs)
        self.rewards[:] = 0
        self.scores[:] = 0
        self.kernel.batch_start(self.states, self.rng, self.turns, self.masks)
        return self._look()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[observation.Tensor, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        moves = np.asarray(actions, np.int64)
        legal = self.masks[self.rows, moves]
        if not legal.all():
            at = int(np.argmin(legal))
            raise IllegalMove(f"game {at}: action {moves[at]} is not legal here")
        movers = self.turns.copy()
        self.kernel.batch_step(
            self.states,
            moves,
            self.rng,
            self.turns,
            self.rewards,
            self.scores,
            self.done,
            self.masks,
        )
        gains = self.rewards[self.rows, movers]
        seen, info = self._look()
        return seen, gains, self.done.copy(), np.zeros(self.num_envs, np.bool_), info

    def position(self, at: int) -> AnyState:
        """The state of a game; `str(position)` is it as text."""
        state: AnyState = self.kernel.to_state(self.states[at : at + 1])
        return state

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode is None:
            return None
        positions = [self.position(at) for at in range(self.num_envs)]
        if self.render_mode == "ansi":
            return tuple([position.describe() for position in positions])
        return tuple([raster.draw(position) for position in positions])

    def _look(self) -> tuple[observation.Tensor, Info]:
        OBSERVE[self.game](self.states, self.seen)
        info = {
            "action_mask": self.masks,
            "turn": self.turns,
            "rewards": self.rewards,
            "final_scores": self.scores,
        }
        if not self.copy:
            return self.seen, info
        return self.seen.copy(), {name: array.copy() for name, array in info.items()}
