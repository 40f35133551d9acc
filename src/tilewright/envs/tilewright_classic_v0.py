"""Classic for PettingZoo, version 0: `env()` with the usual wrappers, `raw_env()` without."""

from __future__ import annotations

from functools import partial

from tilewright.envs.pettingzoo import TableEnv, make

# Arguments: players, render_mode, reward, max_cycles; the options are `wall` and `round_limit`.
env = partial(make, "classic")
raw_env = partial(TableEnv, "classic")
