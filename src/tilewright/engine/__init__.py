"""Engines: bots in programs of their own, asked in lines of JSON. See docs/engine.md."""

from __future__ import annotations

from tilewright.engine.client import Client, EngineError
from tilewright.engine.protocol import PROTOCOL
from tilewright.engine.seats import kill_engines, log_as_json, register

__all__ = ["PROTOCOL", "Client", "EngineError", "kill_engines", "log_as_json", "register"]
