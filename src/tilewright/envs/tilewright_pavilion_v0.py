"""Pavilion for PettingZoo, version 0: `env()` with the usual wrappers, `raw_env()` without."""

from __future__ import annotations

from functools import partial

from tilewright.envs.pettingzoo import TableEnv, make

# Arguments: players, render_mode, reward, max_cycles; the options are `edition`, `board`,
# `joker_order` and `last_round_discard`.
env = partial(make, "pavilion")
raw_env = partial(TableEnv, "pavilion")
