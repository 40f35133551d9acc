"""Pictures of classic positions: plain text and SVG."""
from __future__ import annotations
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from tilewright.classic.state import State

def describe(state: State) -> str:
    return ""

def draw(state: State) -> str:
    return ""
