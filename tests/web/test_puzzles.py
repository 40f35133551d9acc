"""Puzzles over HTTP: chosen, tried, rated; the answer is told after the first try."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

import tilewright as tw
from tests.web.client import Person
from tests.web.servers import Node
from tilewright.analysis.collection import Puzzle, shipped
from tilewright.web.heads import head_of_puzzle
from tilewright.web.puzzles import of_day

GAMES = ("classic", "pavilion")


async def fetch(person: Person, path: str, **query: str) -> dict[str, Any]:
    answer = await person.http.get(f"/api/puzzles{path}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def book(person: Person, game: str) -> dict[str, Any]:
    """How somebody does with the puzzles of a game."""
    found = (await person.http.get("/api/puzzles")).json()
    return dict(next(one for one in found if one["game"] == game))


async def attempt(person: Person, puzzle: Puzzle, *, right: bool) -> dict[str, Any]:
    legal = [str(move) for move in tw.parse(puzzle.position).legal_moves()]
    move = next(move for move in legal if (move in puzzle.solution) == right)
    answer = await person.http.post(f"/api/puzzles/{puzzle.id}", json={"move": move})
    assert answer.status_code == 200, answer.text
    assert answer.json()["move"] == move
    return dict(answer.json())


@pytest.mark.parametrize("game", GAMES)
def test_the_first_try_counts_and_then_the_answer_is_told(node: Node, game: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            before = await book(ann, game)
            assert (before["tried"], before["rating"], before["provisional"]) == (0, 1500, True)
            seen = await fetch(ann, "/next", game=game)
            puzzle = shipped(game)[seen["id"]]
            assert (seen["position"], seen["mine"]) == (puzzle.position, None)
            assert seen["seat"] == tw.parse(puzzle.position).turn
            assert not {"solution", "line", "themes"} & seen.keys()
            wrong = await attempt(ann, puzzle, right=False)
            assert (wrong["solved"], wrong["first"], wrong["streak"]) == (False, True, 0)
            assert wrong["solution"] == list(puzzle.solution) and wrong["line"] == list(puzzle.line)
            assert wrong["rating"]["before"] == 1500 > wrong["rating"]["after"]
            again = await attempt(ann, puzzle, right=True)
            assert (again["solved"], again["first"], again["rating"]) == (True, False, None)
            looked = await fetch(ann, f"/{puzzle.id}")
            assert not looked["mine"]["solved"] and looked["tries"] > seen["tries"]
            assert looked["rating"] > seen["rating"]  # one more has failed
            other = shipped(game)[(await fetch(ann, "/next", game=game))["id"]]
            assert other.id != puzzle.id
            solved = await attempt(ann, other, right=True)
            assert solved["solved"] and solved["streak"] == 1
            assert solved["rating"]["before"] == wrong["rating"]["after"]
            after = await book(ann, game)
            assert after["rating"] == solved["rating"]["after"] > solved["rating"]["before"]
            assert (after["tried"], after["solved"], after["streak"]) == (2, 1, 1)

    asyncio.run(story())


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_the_day_is_the_same_for_everybody(node: Node, game: str) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            today = (await book(ann, game))["today"]
            assert (await book(bob, game))["today"] == today
            assert (await fetch(bob, f"/{today}"))["day"]
            assert (await attempt(ann, shipped(game)[today], right=True))["days"] == 1
            mine, theirs = await book(ann, game), await book(bob, game)
            assert (mine["today_solved"], mine["days"]) == (True, 1)
            assert (theirs["today_solved"], theirs["days"]) == (None, 0)

    asyncio.run(story())


@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_of_the_day_comes_twice_before_all_have_come(game: str) -> None:
    count = len(shipped(game))
    days = [f"{2000 + n // 336}-{1 + n // 28 % 12:02}-{1 + n % 28:02}" for n in range(28)]
    found = [of_day(game, day) for day in days]
    assert len(set(found)) == min(28, count)


def test_a_theme_is_asked_for_until_none_is_left(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            themes = (await book(ann, "classic"))["themes"]
            theme = min(themes, key=themes.__getitem__)
            for _ in range(themes[theme]):
                puzzle = shipped("classic")[
                    (await fetch(ann, "/next", game="classic", theme=theme))["id"]
                ]
                assert theme in puzzle.themes
                await attempt(ann, puzzle, right=True)
            refused = await ann.http.get(f"/api/puzzles/next?game=classic&theme={theme}")
            assert (refused.status_code, refused.json()["code"]) == (404, "no_puzzle")

    asyncio.run(story())


def test_what_is_no_puzzle_or_no_move_is_refused(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            id = next(iter(shipped("classic")))
            missing = await ann.http.get("/api/puzzles/0123456789")
            assert (missing.status_code, missing.json()["code"]) == (404, "no_puzzle")
            for move, code in (("nonsense", "notation"), ("9b1", "illegal")):
                refused = await ann.http.post(f"/api/puzzles/{id}", json={"move": move})
                assert refused.json()["code"] == code, refused.text
            assert (await book(ann, "classic"))["tried"] == 0

    asyncio.run(story())


def test_the_tries_of_a_guest_stay_theirs_and_leave_with_them(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            puzzle = shipped("classic")[(await fetch(ann, "/next", game="classic"))["id"]]
            await attempt(ann, puzzle, right=True)
            account = {"name": f"Solver {ann.me['id'][:6].strip('-_')}x"}
            made = await ann.http.post(
                "/api/account", json={**account, "password": "correct horse"}
            )
            assert made.status_code == 201, made.text
            assert (await book(ann, "classic"))["solved"] == 1
            (told,) = (await ann.http.get("/api/me/export")).json()["puzzles"]
            assert (told["puzzle"], told["solved"]) == (puzzle.id, True)

    asyncio.run(story())


def test_a_shared_puzzle_says_what_it_is() -> None:
    puzzle = next(iter(shipped("pavilion").values()))
    seat = tw.parse(puzzle.position).turn + 1
    for spoken, title in (("en", "Puzzle: "), ("hu", "Feladvány: "), ("ru", "Задача: ")):
        head = head_of_puzzle(puzzle, spoken)
        assert head.title == title + "Azul: Summer Pavilion" and str(seat) in head.text
        (position,) = parse_qs(urlsplit(head.picture).query)["position"]
        assert position == puzzle.position


def test_the_page_of_a_puzzle_has_its_head(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            page = (await ann.http.get(f"/puzzles/{next(iter(shipped('classic')))}")).text
            assert 'property="og:title" content="Puzzle: Azul"' in page

    asyncio.run(story())
