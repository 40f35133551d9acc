"""A Tilewright engine in twenty lines, without Tilewright: it plays the first legal move that does
not lead to the floor. Try it: tilewright engine-check python examples/engine.py
"""

import json
import sys
from typing import Any

HELLO = {"hello": 1, "name": "first", "version": "1", "games": {"classic": {}, "pavilion": {}}}


def answer(request: dict[str, Any]) -> dict[str, Any]:
    if "hello" in request:
        return HELLO
    if not request.get("legal"):
        return {"error": {"field": "legal", "message": "I know no rules: tell me what is legal"}}
    good = [move for move in request["legal"] if not move.endswith("-")]
    return {"move": (good or request["legal"])[0]}


for line in sys.stdin.buffer:
    request = {}
    try:
        request = dict(json.loads(line))
        reply = answer(request)
    except (ValueError, TypeError, RecursionError) as error:
        reply = {"error": {"field": "", "message": f"no request: {error}"}}
    print(json.dumps({"id": request.get("id"), **reply}), flush=True)
