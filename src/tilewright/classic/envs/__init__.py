"""Classic as an environment: actions and observations."""

from tilewright.classic.envs.actions import BLOCKS, NOTES
from tilewright.classic.envs.observation import BOARD, TABLE

__all__ = ["BLOCKS", "BOARD", "NOTES", "TABLE"]
