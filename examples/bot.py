"""A bot for a Tilewright server: it plays the move that scores most, by the server's own previews.

python examples/bot.py http://127.0.0.1:8000 --make classic     against a bot of the server
python examples/bot.py https://… --token TOKEN --join=GAME:1    take seat 1 of a table
python examples/bot.py https://… --token TOKEN                  continue all my games
"""

import argparse
import json
from typing import Any

import httpx2

parser = argparse.ArgumentParser()
parser.add_argument("url")
parser.add_argument("--token", help="an API token with the scope play; without one, a guest")
parser.add_argument("--make", choices=["classic", "pavilion"], help="create a table, play one game")
parser.add_argument("--join", metavar="GAME:SEAT", help="take a seat, play one game")
words = parser.parse_args()
headers = {"Authorization": f"Bearer {words.token}"} if words.token else {}
server = httpx2.Client(base_url=words.url, headers=headers, timeout=60)  # pings come every 15 s


def post(path: str, **body: object) -> Any:
    answer = server.post(path, json=body)
    if answer.is_error and answer.json()["code"] != "stale":  # the next line has the new version
        raise SystemExit(answer.text)
    return answer.json()


def points(choice: dict[str, Any]) -> int:
    return sum(step["points"] for step in choice["steps"])


if not words.token:
    post("/api/guest")
game, _, seat = (words.join or "").partition(":")
if words.make:
    game = post("/api/tables", game=words.make, seats=["me", "bot:apprentice"])["game"]
elif words.join:
    post(f"/api/games/{game}/ask", sit=int(seat))
with server.stream("GET", "/api/stream") as stream:
    for message in map(json.loads, stream.iter_lines()):
        if message["type"] == "view" and "legal" in message:
            view, best = message["view"], max(message["legal"], key=points)
            move = {"play": best["move"], "at": view["at"], "id": f"bot-{view['at']}"}
            post(f"/api/games/{view['game']}/ask", **move)
        elif message["type"] == "over":
            print(message["game"], message["ending"], *message["scores"], flush=True)
            if message["game"] == game:
                break
