"""Positions without a table, tables that begin in one, and whole games at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx2
import pytest
from typer.testing import CliRunner

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tests.web.client import Person, play_on
from tests.web.servers import Node
from tilewright.bots import LEVELS
from tilewright.cli import app
from tilewright.engine.protocol import plain
from tilewright.games import AnyState
from tilewright.web.chat import PHRASES, REACTIONS

FRESH = str(tw.classic.new_game(2))
DEAL = "=bbbb/yyyy/rrrr/kkkk/wwww"


def ask(node: Node, **line: Any) -> dict[str, Any]:
    """What the server says about a position."""
    return dict(httpx2.post(f"{node.url}/api/positions", json=line).json())


def late(name: str, *, nature: bool = False) -> AnyState:
    """A position from the second half of a game, with a decision to make or a deal to come."""
    states = [state for state, _, _ in playthrough(CONFIGURATIONS[name](), 0)]
    half = states[len(states) // 2 :]
    return next(state for state in half if (state.turn == tw.CHANCE) == nature)


def test_moves_are_played_from_a_position(node: Node) -> None:
    answer = ask(node, position=FRESH, moves=[DEAL, "1b4"])
    state = tw.parse(answer["position"])
    assert (answer["rules"], answer["options"]) == ("classic", str(state.options))
    assert (answer["turn"], answer["round"], answer["scores"]) == (1, 1, [0, 0])
    assert answer["state"]["players"][0]["lines"][3] == [0, 4]
    assert [move["move"] for move in answer["legal"]] == [str(m) for m in state.legal_moves()]
    assert all(move["steps"] for move in answer["legal"] if move["move"].endswith("-"))
    take = {"seat": 0, "kind": "taking", "code": "take", "points": 0, "color": 0}
    take |= {"tiles": 4, "laid": 4, "floor": 0, "lid": 0, "marker": 0}
    assert answer["log"] == [
        {"seat": -1, "move": DEAL, "steps": []},
        {"seat": 0, "move": "1b4", "steps": [take]},
    ]
    assert (answer["description"], answer["ranks"]) == (state.describe(), [])
    bare = ask(node, position=answer["position"], previews=False)
    assert bare["legal"] == [{"move": move["move"]} for move in answer["legal"]]


def test_a_fresh_beginning_and_nature(node: Node) -> None:
    fresh = ask(node, game="pavilion", options={"board": "neutral"}, players=3)
    assert fresh["position"] == str(tw.pavilion.new_game(3, board="neutral"))
    assert (fresh["turn"], fresh["legal"]) == (tw.CHANCE, [])
    drawn = ask(node, game="pavilion", moves=["?", "?"])
    assert [move["move"][0] for move in drawn["log"]] == ["+", "="]
    assert drawn["turn"] == 0
    assert ask(node)["position"] == FRESH
    assert ask(node, moves=["?", "?"])["code"] == "illegal"


def test_a_game_to_its_end(node: Node) -> None:
    game = list(playthrough(tw.classic.new_game(2), 0))
    answer = ask(node, moves=[str(move) for _, move, _ in game])
    assert (answer["turn"], answer["legal"]) == (tw.OVER, [])
    assert answer["ranks"] == list(game[-1][2].outcome())
    assert answer["end"] == game[-1][2].end == "row"
    steps = [step for move in answer["log"] for step in move["steps"]]
    assert {"tile", "row"} <= {step["code"] for step in steps}
    assert ask(node, position=answer["position"], moves=["1b1"])["code"] == "illegal"


@pytest.mark.parametrize(
    ("line", "code", "word"),
    [
        ({"position": "chess"}, "position", "chess"),
        ({"position": FRESH.replace("bag=b20", "bag=b19")}, "position", "blue"),
        ({"position": FRESH.replace("seat=0", "seat=7")}, "position", "seat="),
        ({"position": FRESH, "moves": ["hello"]}, "notation", "hello"),
        ({"position": FRESH, "moves": [DEAL, "1y1"]}, "illegal", "1y1"),
        ({"position": FRESH, "game": "pavilion"}, "bad_request", "classic"),
        ({"position": FRESH, "players": 3}, "bad_request", "players=2"),
        ({"position": FRESH, "options": {"wall": "grey"}}, "bad_request", "wall=coloured"),
        ({"options": {"board": "neutral"}}, "bad_request", "board"),
        ({"position": "x" * 1001}, "bad_request", "1000"),
        ({"moves": ["?"] * 401}, "bad_request", "400"),
        ({"seats": []}, "bad_request", "seats"),
    ],
)
def test_what_is_refused(node: Node, line: dict[str, Any], code: str, word: str) -> None:
    answer = ask(node, **line)
    assert (answer["type"], answer["code"]) == ("error", code)
    assert word in answer["text"]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_every_position_fits(node: Node, name: str) -> None:
    state = late(name)
    assert ask(node, position=str(state))["state"] == plain(state)
    picture = httpx2.get(f"{node.url}/api/picture.svg", params={"position": str(state)})
    assert picture.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert picture.text == state._repr_svg_()


def test_a_picture_of_nothing(node: Node) -> None:
    answer = httpx2.get(f"{node.url}/api/picture.svg", params={"position": "classic"})
    assert (answer.status_code, answer.json()["code"]) == (400, "position")


# Tables


@pytest.mark.parametrize("nature", [False, True])
@pytest.mark.parametrize("name", ["classic-2-coloured", "classic-3-grey", "pavilion-2-neutral"])
def test_a_table_begins_in_a_position(node: Node, tmp_path: Path, name: str, nature: bool) -> None:
    start = late(name, nature=nature)
    seats = ["bot:greedy", "me", "me:Bo"][: len(start.scores)]

    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(position=str(start), seats=seats, nonce="c0ffee")
            view = await play_on(ann, game)
            assert (view["ending"], view["rules"]) == ("finished", start.game)
            assert view["options"] == str(start.options)
            text = (await ann.http.get(f"/api/games/{game}/record.tw")).text
            record = tw.parse_record(text)
            assert record.start == start
            assert str(record.state) == view["position"]
            path = tmp_path / "game.tw"
            path.write_text(text, encoding="utf-8")
            assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 0
            proof = (await ann.http.get(f"/api/games/{game}/proof")).json()
            draws = [s for s in record.states() if s.turn == tw.CHANCE]
            assert proof["draws"] == len(draws)
            assert proof["whole"] is False, "nobody has proven the position"
            assert view["end"] == record.state.end
            await check_history(ann, game, record)
            assert (await ann.http.get(f"/api/games/{game}/statistics")).status_code == 200
            mine = (await ann.http.get(f"/api/users/{ann.me['name']}/statistics")).json()
            assert mine == [], "a game from a position counts for no statistics"
            link = (await ann.http.post(f"/api/games/{game}/rematch")).json()["game"]
            again = (await ann.view(link))["view"]
            assert [seat["plan"] for seat in again["seats"]] == seats[1:] + seats[:1]
            replay = (await ann.http.get(f"/api/games/{link}/history")).json()
            assert replay["plies"][0]["position"] == str(start)

    asyncio.run(story())


async def check_history(person: Person, game: str, record: tw.Record) -> None:
    """Compare the history of a game with its record."""
    history = (await person.http.get(f"/api/games/{game}/history")).json()
    plies = history["plies"]
    assert history["of"] == len(record.moves) == len(plies) - 1
    assert [ply["ply"] for ply in plies] == list(range(len(plies)))
    assert [ply["position"] for ply in plies] == [str(state) for state in record.states()]
    assert [ply["move"] for ply in plies[1:]] == [str(move) for move in record.moves]
    turns = [state.turn for state in record.states()]
    assert [ply["turn"] for ply in plies] == turns
    assert [ply["seat"] for ply in plies[1:]] == turns[:-1]
    for number in (0, 1, len(record.moves)):
        one = (await person.http.get(f"/api/games/{game}/ply/{number}")).json()
        assert one == {**plies[number], "of": history["of"]}


def test_tables_that_cannot_begin(node: Node) -> None:
    over = list(playthrough(tw.classic.new_game(2), 0))[-1][2]
    high = FRESH.replace("seat1=0", "seat1=10000")
    three = str(tw.classic.new_game(3))

    async def story() -> None:
        async with Person(node.url) as ann:
            for table, code, word in (
                ({"position": str(over)}, "bad_request", "over"),
                ({"position": high}, "bad_request", "9999"),
                ({"position": three}, "bad_request", "players=3"),
                ({"position": FRESH, "game": "pavilion"}, "bad_request", "classic"),
                ({"position": FRESH, "options": {"wall": "grey"}}, "bad_request", "coloured"),
                ({"position": "classic"}, "position", "players"),
            ):
                answer = (await ann.http.post("/api/tables", json=table)).json()
                assert (answer["code"], word in answer["text"]) == (code, True), answer
            options = {"wall": "coloured", "round_limit": 40}
            await ann.make_table(position=FRESH, game="classic", options=options)

    asyncio.run(story())


def test_what_is_wrong_with_a_position_can_be_told_in_any_language(node: Node) -> None:
    answer = httpx2.post(
        f"{node.url}/api/positions", json={"position": FRESH.replace("b20", "b21")}
    )
    assert (answer.status_code, answer.json()) == (
        400,
        {
            "type": "error",
            "code": "position",
            "text": "position with 21 blue tiles: expected 20",
            "why": {"code": "position.tiles", "numbers": {"color": 0, "count": 21, "all": 20}},
        },
    )
    assert answer.headers["content-type"] == "application/json"
    typed = ask(node, position="classic players=2 wall=blue")
    assert typed.keys() == {"type", "code", "text"} and typed["code"] == "position"


def test_the_house(node: Node) -> None:
    answer = httpx2.get(f"{node.url}/api/about").json()
    assert answer == {
        "version": tw.__version__,
        "bots": [{"name": name, "number": n} for n, name in enumerate(LEVELS, 1)],
        "ready": answer["ready"],
        "warming": False,
        "mail": False,
        "phrases": list(PHRASES),
        "reactions": list(REACTIONS),
    }
