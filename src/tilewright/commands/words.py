"""What the commands themselves say to people."""

from __future__ import annotations

from tilewright.tui.language import Messages

text = Messages(__file__)
