"""What one thread needs to search, and what its tree says about the position at the root."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilewright.bots.config import SearchConfig
from tilewright.bots.evaluate import Workspace
from tilewright.bots.nets import Net
from tilewright.bots.simulation import run_simulations
from tilewright.bots.tree import Tree
from tilewright.fast import compiling
from tilewright.fast.compiling import Records


class Memory(NamedTuple):
    """What one thread needs to search."""

    tree: Tree
    workspace: Workspace
    game: Records

    def run(
        self, start: Records, net: Net, config: SearchConfig, rng: compiling.RngState, times: int
    ) -> None:
        """Run simulations from a position, which becomes the root of an empty tree."""
        tree, workspace, game = self
        run_simulations(tree, start[0], game, net, workspace, config, rng, times)


def is_solved(tree: Tree) -> bool:
    """Tell whether it is known how the round ends if all play for themselves."""
    return bool(tree.nodes[tree.used[2]]["solved"])


def is_decided(tree: Tree) -> bool:
    """Tell whether nothing is left to search: there is one move, or the round is solved."""
    return bool(tree.nodes[tree.used[2]]["count"] == 1) or is_solved(tree)


def outlook(trees: Sequence[Tree], players: int) -> NDArray[np.float64]:
    """The chances and margins of the seats."""
    tree = trees[0]
    root, sums = tree.used[2], np.sum([tree.root_sums[:, :players] for tree in trees], axis=0)
    if is_solved(tree) or not sums[2, 0]:
        return np.array(
            [tree.nodes[root][name][:players] for name in ("chances", "margins")], np.float64
        )
    means: NDArray[np.float64] = sums[:2] / sums[2]
    return means
