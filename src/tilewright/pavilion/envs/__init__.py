"""Pavilion as an environment: actions and observations."""

from tilewright.pavilion.envs.actions import BLOCKS, NOTES
from tilewright.pavilion.envs.observation import BOARD, TABLE

__all__ = ["BLOCKS", "BOARD", "NOTES", "TABLE"]
