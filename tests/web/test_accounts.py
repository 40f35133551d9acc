"""Accounts on the real server: arrive, stay, sign in, change things, leave."""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Self, TypeAlias

import httpx2
import pytest

from tests.web.client import Person, play_on, receive
from tests.web.servers import Node
from tilewright.record import parse_record
from tilewright.store.accounts import hasher
from tilewright.store.database import Database
from tilewright.store.games import Games
from tilewright.store.users import LOOK_ALIKES, name_key
from tilewright.table.event import Refused
from tilewright.table.table import fold_stored
from tilewright.web.app import create_app
from tilewright.web.naming import clean_name
from tilewright.web.settings import Settings

PASSWORD = "correct horse battery"
HOUR = 3_600_000
ANSWER = {"id": "x", "rawId": "x", "type": "public-key", "response": {}}
Headers: TypeAlias = dict[str, str]
JSON = {"content-type": "application/json"}


class Visitor(httpx2.Client):
    """A browser with its own cookies."""

    def __init__(self, node: Node, *, guest: bool = True, headers: Headers | None = None) -> None:
        super().__init__(base_url=node.url, timeout=120, headers=headers)
        self.is_guest = guest

    def __enter__(self) -> Self:
        super().__enter__()
        if self.is_guest:
            assert self.post("/api/guest").status_code == 201
        return self

    @property
    def me(self) -> dict[str, Any]:
        return dict(self.get("/api/me").json())

    def settle(self, name: str = "", password: str = PASSWORD) -> dict[str, Any]:
        """Make an account."""
        name = name or fresh_name()
        answer = self.post("/api/account", json={"name": name, "password": password})
        assert answer.status_code == 201, answer.text
        return dict(answer.json())

    def login(self, name: str, password: str = PASSWORD) -> httpx2.Response:
        return self.post("/api/login", json={"name": name, "password": password})


def bearer(token: str) -> Headers:
    return {"authorization": f"Bearer {token}"}


def fresh_name() -> str:
    return f"Ann {secrets.token_hex(6)}"


def refusal(answer: httpx2.Response) -> str:
    """The code of a refusal, which has the same shape as all errors."""
    assert 400 <= answer.status_code < 500, (answer.status_code, answer.text)
    body = answer.json()
    assert set(body) == {"type", "code", "text"} and body["type"] == "error"
    assert PASSWORD not in answer.text
    return str(body["code"])


def rows(node: Node, query: str, *values: object) -> list[Any]:
    """Look into the database, or change it, behind the server's back."""
    with closing(sqlite3.connect(node.database.removeprefix("sqlite:///"), timeout=10)) as database:
        found = database.execute(query, values).fetchall()
        database.commit()
        return found


@pytest.fixture
def guest(node: Node) -> Iterator[Visitor]:
    with Visitor(node) as visitor:
        yield visitor


@pytest.fixture
def ann(node: Node) -> Iterator[Visitor]:
    with Visitor(node) as visitor:
        visitor.settle()
        yield visitor


# Names


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann ", "Ann"),
        ("Ａｎｎ", "Ann"),
        ("Ann\u00a0Lee", "Ann Lee"),
        ("J. R. Smith-Jones_2", "J. R. Smith-Jones_2"),
        ("Þóra", "Þóra"),
        ("Ö\u0308mer", "Ö\u0308mer"),
        ("Анна", "Анна"),
        ("Νίκος", "Νίκος"),
        ("田中 Ken", "田中 Ken"),
        ("ひらがな カタカナ", "ひらがな カタカナ"),
        ("김민수", "김민수"),
        ("अनीता", "अनीता"),
        ("سارة ١٢", "سارة ١٢"),
        ("X" * 24, "X" * 24),
        ("Seaton 1", "Seaton 1"),
    ],
)
def test_names_that_are_taken(given: str, shown: str) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("A", "name"),
        ("", "name"),
        ("X" * 25, "name"),
        ("Ann  Lee", "name"),
        ("Ann\tLee", "name"),
        ("Ann\n", "name"),
        ("Ann\u200bLee", "name"),
        ("Ann\u200dLee", "name"),
        ("Ann\u202eeeL", "name"),
        ("Ann\ufeff", "name"),
        ("An\u3164n", "name"),
        ("An\u1160n", "name"),
        ("An\ufe0fn", "name"),
        ("Ann\x00", "name"),
        ("Ann\ud800", "name"),
        ("Ann!", "name"),
        ("Ann/Lee", "name"),
        ("<b>Ann", "name"),
        ("👍👍", "name"),
        ("-Ann", "name"),
        ("Ann_", "name"),
        ("..", "name"),
        ("1234", "name"),
        ("\u0301Ann", "name"),
        ("A" + "\u0316" * 4 + "nn", "name"),
        ("Аnn", "name"),  # a Cyrillic А before Latin letters
        ("Ann ১", "name"),  # a Bengali digit
        ("Αнна", "name"),  # a Greek Α before Cyrillic letters
        ("admin", "name_reserved"),
        ("A.d-m_i n", "name_reserved"),
        ("Admin 2", "name_reserved"),
        ("Tilewright Team", "name_reserved"),
        ("Greedy", "name_reserved"),
        ("Tiler 3", "name_reserved"),
        ("random", "name_reserved"),
        ("Seat 1", "name_reserved"),
        ("gone", "name_reserved"),
        ("Guest 17", "name_reserved"),
    ],
)
def test_names_that_are_not(given: str, code: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(given)
    assert caught.value.code == code


def test_names_are_compared_as_they_look() -> None:
    assert name_key("ANN") == name_key("ann") == name_key("Ａnn")
    assert name_key("Сосо") == name_key("Coco")
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("Ann") != name_key("Anna")
    assert all(look < 128 < letter for letter, look in LOOK_ALIKES.items())
    assert len(name_key("ß" * 24)) <= 64


# Come in


def test_a_guest_stays_and_keeps_his_games(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            game = await person.make_table(game="classic", seats=["me", "bot:random"])
            running = await person.make_table(game="classic", seats=["me", "open"])
            await play_on(person, game)
            name, old = fresh_name(), person.cookie
            body = {"name": name, "password": PASSWORD}
            answer = await person.http.post("/api/account", json=body)
            assert answer.status_code == 201
            assert answer.json() == {**person.me, "name": name, "kind": "person"}
            assert person.cookie != old
            over = (await person.http.get("/api/me/games?status=over")).json()
            assert [row["game"] for row in over] == [game]
            current = (await person.http.get("/api/me/games")).json()
            assert [row["game"] for row in current] == [running]
            assert (await person.view(running))["you"] == [0]
            async with httpx2.AsyncClient(base_url=node.url, headers={"cookie": old}) as stale:
                assert (await stale.get("/api/me")).status_code == 401
            again = await person.http.post("/api/account", json={**body, "name": fresh_name()})
            assert refusal(again) == "account"

    asyncio.run(story())


def test_what_a_new_account_needs(node: Node, guest: Visitor, ann: Visitor) -> None:
    def code(name: str, password: str = PASSWORD, **more: str) -> str:
        body = {"name": name, "password": password, **more}
        return refusal(guest.post("/api/account", json=body))

    taken = ann.me["name"]
    assert code(taken) == code(taken.upper()) == code(f" {taken} ") == "name_taken"
    assert code("Ann  Lee") == "name"
    assert code("seat 2") == "name_reserved"
    assert code("Ann\x00") == code("") == "bad_request"
    half = json.dumps({"name": "Ann\ud800", "password": PASSWORD}).encode()
    answer = guest.post("/api/account", content=half, headers=JSON)
    assert refusal(answer) == "bad_request"
    assert code(fresh_name(), "1234567") == code(fresh_name(), "x" * 201) == "bad_request"
    assert code(fresh_name(), "Password123") == code(fresh_name(), "aaaaaaaaa") == "password"
    assert code("Ann Annabel", "ann annabel") == "password"
    assert code(fresh_name(), "Qwerty123456") == code(fresh_name(), "corvette") == "password"
    assert code(fresh_name(), "Tilewright-2026!") == "password"
    assert code(fresh_name(), more="x") == "bad_request"
    assert guest.me["kind"] == "guest"
    with Visitor(node, guest=False) as nobody:
        body = {"name": fresh_name(), "password": PASSWORD}
        assert refusal(nobody.post("/api/account", json=body)) == "who"
        assert refusal(nobody.get("/api/me")) == "who"


def test_a_guest_may_keep_his_name(guest: Visitor) -> None:
    name = guest.me["name"]
    assert guest.settle(name)["name"] == name


def test_sign_in_and_out(node: Node) -> None:
    name = fresh_name()
    with Visitor(node) as first:
        id = first.settle(name)["id"]
        assert first.post("/api/logout").status_code == 204
        assert "session" not in first.cookies
        assert refusal(first.get("/api/me")) == "who"
        assert first.post("/api/logout").status_code == 204
    with Visitor(node) as second:
        guest = second.me
        answer = second.login(name.upper())
        assert answer.status_code == 200 and answer.json()["id"] == id
        assert second.me == {"id": id, "name": name, "kind": "person", "preferences": {}}
        assert rows(node, "SELECT * FROM sessions WHERE user = ?", guest["id"]) == []
        cookie = answer.headers["set-cookie"].lower()
        for part in ("session=", "httponly", "samesite=lax", "path=/"):
            assert part in cookie
        assert "secure" not in cookie and "domain" not in cookie


def test_a_wrong_login_tells_nothing(node: Node, ann: Visitor, guest: Visitor) -> None:
    with Visitor(node, guest=False) as visitor:
        answers = [
            visitor.login(ann.me["name"], "wrong horse battery"),
            visitor.login(fresh_name()),
            visitor.login(guest.me["name"]),
        ]
        assert {refusal(answer) for answer in answers} == {"login"}
        assert len({answer.text for answer in answers}) == 1
        assert not any("set-cookie" in answer.headers for answer in answers)
        assert refusal(visitor.login("x" * 65)) == "bad_request"


def test_half_a_character_breaks_nothing(node: Node, guest: Visitor) -> None:
    half = "\ud800 and a horse"

    def send(method: str, path: str, body: object) -> httpx2.Response:
        return guest.request(method, path, content=json.dumps(body).encode(), headers=JSON)

    name = fresh_name()
    assert send("POST", "/api/login", {"name": name, "password": half}).status_code < 500
    assert send("POST", "/api/account", {"name": name, "password": half}).status_code < 500
    for method, path, body in (
        ("POST", "/api/login", {"name": half, "password": PASSWORD}),
        ("PUT", "/api/me/notifications", {"mail": half}),
        ("PUT", "/api/me/notifications", {"webhook": half}),
        ("POST", "/api/me/tokens", {"name": half, "scopes": ["read"]}),
        ("POST", "/api/passkeys/register/begin", {"name": half}),
        ("POST", "/api/passkeys/register/finish", {"token": half, "credential": {}}),
        ("POST", "/api/passkeys/login/finish", {"token": half, "credential": ANSWER}),
        ("PUT", "/api/me/preferences", {half: half}),
    ):
        refusal(send(method, path, body))


def test_passwords_are_kept_as_argon2id(node: Node, ann: Visitor) -> None:
    [(kept,)] = rows(node, "SELECT password FROM users WHERE id = ?", ann.me["id"])
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert hasher.verify(kept, PASSWORD)


def test_behind_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async def story() -> None:
        app = create_app(
            Settings(database=f"sqlite:///{tmp_path / 'tls.db'}", https=True, warm=False)
        )
        there = httpx2.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=there, base_url="https://tiles.example") as visitor,
        ):
            cookie = (await visitor.post("/api/guest")).headers["set-cookie"]
            name, _, rest = cookie.partition("=")
            assert name == "__Host-session"
            flags = {part.strip().lower() for part in rest.split(";")[1:]}
            assert {"secure", "httponly", "path=/", "samesite=lax"} <= flags
            assert not any(flag.startswith("domain") for flag in flags)
            assert (await visitor.get("/api/me")).status_code == 200
            gone = (await visitor.post("/api/logout")).headers["set-cookie"]
            assert gone.startswith('__Host-session="";')
            assert "Secure" in gone and "Max-Age=0" in gone
            old = {"cookie": cookie.partition(";")[0]}
            assert refusal(await visitor.get("/api/me", headers=old)) == "who"

    asyncio.run(story())


# The account


def test_pages_of_other_sites_are_refused(ann: Visitor) -> None:
    foreign = {"origin": "https://elsewhere.example"}
    assert refusal(ann.delete("/api/me", headers=foreign)) == "origin"
    assert refusal(ann.post("/api/logout", headers={"sec-fetch-site": "cross-site"})) == "origin"
    assert ann.me["kind"] == "person"


def test_a_new_password(node: Node, ann: Visitor) -> None:
    name, new = ann.me["name"], "another good horse"
    with Visitor(node, guest=False) as other:
        other.login(name)

        def code(**body: str) -> str:
            return refusal(ann.put("/api/account/password", json=body))

        assert code(current="wrong horse", new=new) == "wrong_password"
        assert code(new=new) == "wrong_password"
        assert code(current=PASSWORD, new="short") == "bad_request"
        assert code(current=PASSWORD, new=name) == "password"
        assert other.me["name"] == name
        cookies = dict(ann.cookies)

        def change(n: int) -> int:
            body = {"current": PASSWORD, "new": f"{new} {n}"}
            path = f"{node.url}/api/account/password"
            return httpx2.put(path, json=body, cookies=cookies, timeout=60).status_code

        with ThreadPoolExecutor(4) as several:
            changed = list(several.map(change, range(4)))
        assert sorted(changed) == [204, 403, 403, 403], "the current password is only current once"
        new += f" {changed.index(204)}"
        assert ann.me["name"] == name
        assert refusal(other.get("/api/me")) == "who"
        assert refusal(other.login(name)) == "login"
        assert other.login(name, new).status_code == 200


def test_a_guest_has_no_password(guest: Visitor) -> None:
    body = {"new": "another good horse"}
    assert refusal(guest.put("/api/account/password", json=body)) == "guest"
    assert refusal(guest.post("/api/account/bot")) == "guest"
    token = {"name": "x", "scopes": ["read"]}
    assert refusal(guest.post("/api/me/tokens", json=token)) == "guest"


def test_my_account_and_my_profile(node: Node, ann: Visitor) -> None:
    mine = ann.get("/api/account").json()
    assert mine["has_password"] is True and mine["mail"] is None and mine["webhook"] is None
    with Visitor(node, guest=False) as nobody:
        profile = nobody.get(f"/api/users/{mine['name'].lower()}").json()
        wanted = ("id", "name", "kind", "created")
        assert profile == {key: mine[key] for key in wanted}
        assert refusal(nobody.get(f"/api/users/{fresh_name()}")) == "not_found"
        assert refusal(nobody.get("/api/users/gone")) == "not_found"
        assert refusal(nobody.get("/api/users/a%00b")) == "bad_request"
        assert refusal(nobody.get("/api/account")) == "who"


def test_a_bot_is_labelled(node: Node, ann: Visitor) -> None:
    name = ann.me["name"]
    assert ann.post("/api/account/bot").json()["kind"] == "bot"
    assert ann.post("/api/account/bot").json()["kind"] == "bot"
    assert ann.me["kind"] == "bot"
    assert ann.get(f"/api/users/{name}").json()["kind"] == "bot"


def test_a_rated_player_does_not_become_a_bot(ann: Visitor) -> None:
    rated = {"game": "classic", "seats": ["me", "open"], "rated": True}
    assert ann.post("/api/tables", json=rated).status_code == 201
    assert refusal(ann.post("/api/account/bot")) == "not_new"
    assert ann.me["kind"] == "person"


# Sessions


def test_my_sessions(node: Node) -> None:
    name = fresh_name()
    with (
        Visitor(node, headers={"user-agent": "Browser One"}) as one,
        Visitor(node, guest=False, headers={"user-agent": "Browser Two"}) as two,
        Visitor(node, guest=False) as three,
        Visitor(node) as stranger,
    ):
        one.settle(name)
        two.login(name)
        three.login(name)
        listed = one.get("/api/me/sessions").json()
        assert len(listed) == 3
        [current] = [row for row in listed if row["current"]]
        assert current["agent"] == "Browser One" and current["created"] == current["seen"] > 0
        [other] = [row for row in listed if row["agent"] == "Browser Two"]
        path = f"/api/me/sessions/{other['id']}"
        assert refusal(stranger.delete(path)) == "not_found"
        assert two.me["name"] == name
        assert one.delete(path).status_code == 204
        assert refusal(two.get("/api/me")) == "who"
        assert refusal(one.delete(path)) == "not_found"
        assert refusal(one.delete("/api/me/sessions/x")) == "bad_request"
        assert three.me["name"] == name
        assert one.delete("/api/me/sessions").status_code == 204
        assert refusal(three.get("/api/me")) == "who"
        assert [row["current"] for row in one.get("/api/me/sessions").json()] == [True]


def test_visits_are_noted_once_an_hour(node: Node, guest: Visitor) -> None:
    id = guest.me["id"]
    [(seen,)] = rows(node, "SELECT seen FROM sessions WHERE user = ?", id)
    for back, moves in ((HOUR // 2, False), (2 * HOUR, True)):
        rows(node, "UPDATE sessions SET seen = ? WHERE user = ?", seen - back, id)
        assert guest.me["id"] == id
        [(after,)] = rows(node, "SELECT seen FROM sessions WHERE user = ?", id)
        assert (after != seen - back) == moves
    rows(node, "UPDATE sessions SET seen = ? WHERE user = ?", seen - 91 * 24 * HOUR, id)
    assert refusal(guest.get("/api/me")) == "who"


def test_no_session_holds_for_ever(node: Node, guest: Visitor) -> None:
    old = "UPDATE sessions SET created = created - ? WHERE user = ?"
    rows(node, old, 399 * 24 * HOUR, guest.me["id"])
    assert guest.me["kind"] == "guest"
    rows(node, old, 2 * 24 * HOUR, guest.me["id"])
    assert refusal(guest.get("/api/me")) == "who"


def test_a_socket_ends_with_its_session(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            game = await person.make_table(game="classic", seats=["me", "open"])
            async with person.sit(game) as socket:
                assert (await receive(socket))["you"] == [0]
                assert (await person.http.post("/api/logout")).status_code == 204
                await asyncio.wait_for(socket.wait_closed(), 60)
                assert socket.close_code == 4401

    asyncio.run(story())


# Tokens


def test_tokens_do_what_their_scopes_say(node: Node, ann: Visitor) -> None:
    def token(*scopes: str) -> Visitor:
        answer = ann.post("/api/me/tokens", json={"name": "my bot", "scopes": scopes})
        assert answer.status_code == 201 and answer.json()["token"].startswith("tw_")
        return Visitor(node, guest=False, headers=bearer(answer.json()["token"]))

    game = ann.post("/api/tables", json={"game": "classic", "seats": ["me", "open"]}).json()["game"]
    with token("read") as reader, token("play", "chat", "tables") as player:
        assert reader.me["id"] == player.me["id"] == ann.me["id"]
        leave = {"leave": True}
        assert refusal(reader.post(f"/api/games/{game}/ask", json=leave)) == "forbidden"
        assert player.post(f"/api/games/{game}/ask", json=leave).status_code == 200
        for method, path, body in (
            ("POST", "/api/account", {"name": fresh_name(), "password": PASSWORD}),
            ("GET", "/api/account", None),
            ("POST", "/api/account/bot", None),
            ("PUT", "/api/account/password", {"current": PASSWORD, "new": "another good horse"}),
            ("PUT", "/api/me/preferences", {"sound": False}),
            ("PUT", "/api/me/notifications", {}),
            ("PUT", "/api/me/muted/somebody", None),
            ("DELETE", "/api/me/muted/somebody", None),
            ("GET", "/api/me/sessions", None),
            ("DELETE", "/api/me/sessions", None),
            ("DELETE", "/api/me/sessions/" + "0" * 64, None),
            ("GET", "/api/me/tokens", None),
            ("POST", "/api/me/tokens", {"name": "more", "scopes": ["read"]}),
            ("DELETE", "/api/me/tokens/" + "0" * 64, None),
            ("GET", "/api/passkeys", None),
            ("POST", "/api/passkeys/register/begin", {}),
            ("DELETE", "/api/passkeys/x", None),
            ("GET", "/api/me/export", None),
            ("DELETE", "/api/me", None),
        ):
            assert refusal(player.request(method, path, json=body)) == "forbidden", path


def test_tokens_are_shown_once_and_end(node: Node, ann: Visitor) -> None:
    made = ann.post("/api/me/tokens", json={"name": "one", "scopes": ["play", "read"]}).json()
    [listed] = ann.get("/api/me/tokens").json()
    assert listed == {key: value for key, value in made.items() if key != "token"}
    assert listed["scopes"] == ["play", "read"] and listed["used"] is None
    [(id, kept)] = rows(node, "SELECT id, scopes FROM tokens WHERE user = ?", ann.me["id"])
    assert made["token"] not in (id, kept)
    with Visitor(node, guest=False, headers=bearer(made["token"])) as program:
        assert program.me["id"] == ann.me["id"]
        assert ann.get("/api/me/tokens").json()[0]["used"] > 0
        with Visitor(node) as stranger:
            assert refusal(stranger.delete(f"/api/me/tokens/{id}")) == "not_found"
        assert ann.delete(f"/api/me/tokens/{id}").status_code == 204
        assert refusal(ann.delete(f"/api/me/tokens/{id}")) == "not_found"
        assert refusal(program.get("/api/me")) == "who"
    for wrong in (
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["admin"]},
        {"name": "", "scopes": ["read"]},
        {"name": "a\x00", "scopes": ["read"]},
        {"name": "x"},
    ):
        assert refusal(ann.post("/api/me/tokens", json=wrong)) == "bad_request"
    for n in range(20):
        ann.post("/api/me/tokens", json={"name": f"{n}", "scopes": ["read"]})
    more = ann.post("/api/me/tokens", json={"name": "21", "scopes": ["read"]})
    assert refusal(more) == "too_many"


# Preferences and news


def test_preferences(guest: Visitor) -> None:
    likes = {"automatic": False, "language": "hu", "theme": "dark", "animation": "off"}
    likes |= {"sound": False, "confirm": True, "muted": [], "board": {"zoom": [1, 1.5, None]}}
    answer = guest.put("/api/me/preferences", json=likes)
    assert answer.status_code == 200 and answer.json() == likes
    assert guest.me["preferences"] == likes
    wrong: object
    for wrong in (
        {"automatic": "yes"},
        {"language": "xx"},
        {"theme": 1},
        {"muted": ["a b"]},
        {"muted": ["x"] * 151},
        {"sound": None},
        [],
        "text",
    ):
        assert refusal(guest.put("/api/me/preferences", json=wrong)) == "bad_request"
    deep = b'{"x":' + b"[" * 7 + b"]" * 7 + b"}"
    for text in (b'{"x": NaN}', b'{"x": "\\ud800"}', deep, b'{"x":"' + b"y" * 4096 + b'"}'):
        answer = guest.put("/api/me/preferences", content=text, headers=JSON)
        assert refusal(answer) in ("preferences", "bad_request"), text[:20]
    for depth in (500, 5000, 30_000):
        text = b'{"x":' + b"[" * depth + b"]" * depth + b"}"
        answer = guest.put("/api/me/preferences", content=text, headers=JSON)
        assert refusal(answer) in ("preferences", "bad_request")
    assert guest.me["preferences"] == likes


def test_muting(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as one, Person(node.url) as two:
            game = await one.make_table(game="classic", seats=["me", "open"])
            await two.ask(game, sit=1)
            path = f"/api/me/muted/{two.me['id']}"
            async with one.sit(game) as socket:
                await receive(socket)
                await two.ask(game, say="hello")
                assert (await receive(socket, "said"))["text"] == "hello"
                assert (await one.http.put(path)).status_code == 204
                assert (await one.http.put(path)).status_code == 204
                await two.ask(game, say="oops")
                await one.ask(game, say="thanks")
                assert (await receive(socket, "said"))["text"] == "thanks"
                likes = (await one.http.get("/api/me")).json()["preferences"]
                assert likes == {"muted": [two.me["id"]]}
                assert (await one.http.delete(path)).status_code == 204
                await two.ask(game, say="sorry")
                assert (await receive(socket, "said"))["text"] == "sorry"
            for wrong in (one.me["id"], "nobody"):
                assert refusal(await one.http.put(f"/api/me/muted/{wrong}")) == "not_found"
            await asyncio.gather(*[one.http.put(path) for _ in range(5)])
            likes = (await one.http.get("/api/me")).json()["preferences"]
            assert likes == {"muted": [two.me["id"]]}

    asyncio.run(story())


def test_addresses_for_news(ann: Visitor) -> None:
    news = {"mail": "ann@example.org", "webhook": "https://hooks.example.org/turn?x=1"}
    assert ann.put("/api/me/notifications", json=news).json() == news
    account = ann.get("/api/account").json()
    assert {key: account[key] for key in news} == news
    for mail in ("ann", "@example.org", "a b@example.org", "a@b@c", "a@b Bcc: c@d", "A <a@b.c>"):
        assert refusal(ann.put("/api/me/notifications", json={"mail": mail})) == "mail"
    injected = {"mail": "a@b\r\nBcc: c@d"}
    assert refusal(ann.put("/api/me/notifications", json=injected)) == "bad_request"
    for url in (
        "ftp://example.org/",
        "https://",
        "http://localhost/",
        "http://127.0.0.1:8000/api",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://10.1.2.3/",
        "http://169.254.169.254/latest",
        "https://user:secret@example.org/",
        "https://printer.local/",
        "javascript:alert(1)",
    ):
        assert refusal(ann.put("/api/me/notifications", json={"webhook": url})) == "webhook", url
    assert ann.put("/api/me/notifications", json={}).json() == {"mail": None, "webhook": None}


# Take it along, and leave


def test_the_export_has_everything(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as person:
            over = await person.make_table(game="pavilion", seats=["me", "bot:random"])
            await play_on(person, over)
            open_ = await person.make_table(game="classic", seats=["me", "bot:random"])
            await person.ask(open_, say="my words")
            await person.http.put("/api/me/preferences", json={"sound": False})
            position = (await person.view(open_))["view"]["position"]
            study = {"title": "A thought", "position": position}
            assert (await person.http.post("/api/studies", json=study)).status_code == 201
            answer = await person.http.get("/api/me/export")
            assert answer.status_code == 200, answer.text
            data = answer.json()
            assert data["account"]["id"] == person.me["id"]
            assert data["preferences"] == {"sound": False}
            assert len(data["sessions"]) == 1 and data["tokens"] == data["passkeys"] == []
            assert [line["text"] for line in data["chat"]] == ["my words"]
            assert [study["branches"]["position"] for study in data["studies"]] == [position]
            records = {game["game"]: parse_record(game["record"]) for game in data["games"]}
            assert set(records) == {over, open_}
            assert "secret" in records[over].tags and "secret" not in records[open_].tags
            assert "password" not in answer.text.replace("has_password", "")
            for _ in range(5):
                assert (await person.http.get("/api/me/export")).status_code == 200
            assert refusal(await person.http.get("/api/me/export")) == "too_many"

    asyncio.run(story())


def test_leaving_deletes_what_is_mine(node: Node) -> None:
    async def story() -> None:
        async with Person(node.url) as one, Person(node.url) as two:
            name = fresh_name()
            await one.http.post("/api/account", json={"name": name, "password": PASSWORD})
            one.me = (await one.http.get("/api/me")).json()
            id = one.me["id"]
            over = await one.make_table(game="classic", seats=["me", "bot:random", "me:Berta"])
            await play_on(one, over)
            playing = await one.make_table(game="classic", seats=["me", "open", "open"])
            await two.ask(playing, sit=1)
            waiting = await one.make_table(game="classic", seats=["me", "open"])
            stood = await two.make_table(game="classic", seats=["me", "open"])
            await one.ask(stood, sit=1)
            async with Person(node.url) as three:
                await three.ask(playing, sit=2)
            await one.ask(playing, say="my words")
            token = {"name": "x", "scopes": ["read"]}
            await one.http.post("/api/me/tokens", json=token)
            news = {"mail": "one@example.org", "webhook": "https://hooks.example.org/"}
            await one.http.put("/api/me/notifications", json=news)
            rows(node, "UPDATE sessions SET created = created - ? WHERE user = ?", HOUR, id)

            assert refusal(await one.http.delete("/api/me")) == "not_fresh"
            proof = await one.http.post("/api/me/proof", json={"password": PASSWORD})
            assert proof.status_code == 204
            async with two.sit(playing) as socket, one.sit(playing) as mine:
                await receive(mine)
                answer = await one.http.delete("/api/me")
                assert answer.status_code == 204, answer.text
                await asyncio.wait_for(mine.wait_closed(), 60)
                view = await receive(socket)
                while view["view"]["seats"][0]["name"] != "gone":
                    view = await receive(socket)
                assert view["view"]["seats"][0]["out"] == "left"

            assert refusal(await one.http.get("/api/me")) == "who"
            body = {"name": name, "password": PASSWORD}
            assert refusal(await one.http.post("/api/login", json=body)) == "login"
            assert refusal(await two.http.get(f"/api/users/{name}")) == "not_found"
            for table in ("sessions", "tokens", "passkeys", "places", "links", "chat"):
                assert rows(node, f"SELECT * FROM {table} WHERE user = ?", id) == []
            [row] = rows(node, "SELECT * FROM users WHERE id = ?", id)
            assert row == (id, "gone", f"!{id}", "gone", None, None, None, "{}", 0, None, None)
            assert (await two.view(waiting))["view"]["ending"] == "aborted"
            record = parse_record((await two.http.get(f"/api/games/{over}/record.tw")).text)
            assert record.seats == ("gone", "random", "gone")
            assert [seat["plan"] for seat in (await two.view(over))["view"]["seats"]] == [
                "me",
                "bot:random",
                "me:gone",
            ]
            with closing(sqlite3.connect(node.database.removeprefix("sqlite:///"))) as kept:
                for line in kept.iterdump():
                    assert name not in line and "Berta" not in line, line
            database = Database(node.database)
            for game in (over, playing, waiting, stood):
                stored = await Games(database).load(game)
                assert stored is not None
                assert "gone" in fold_stored(stored).record().seats or game == stood
            await database.close()
            again = await two.http.post("/api/account", json=body)
            assert again.status_code == 201  # the name is free

    asyncio.run(story())


def test_who_sits_down_while_leaving_is_not_missed(node: Node) -> None:
    """No seat stays theirs, and no name, whichever request comes first."""

    async def story() -> None:
        async with Person(node.url) as host, Person(node.url) as one:
            name = fresh_name()
            await one.http.post("/api/account", json={"name": name, "password": PASSWORD})
            tables = [await host.make_table(seats=["me", "open"]) for _ in range(8)]
            sits = [one.ask(game, sit=1) for game in tables]
            await asyncio.gather(*sits[:4], one.http.delete("/api/me"), *sits[4:])
            for game in tables:
                other = (await host.view(game))["view"]["seats"][1]
                assert other["name"] in ("", "gone") and bool(other["name"]) == bool(other["out"])
            kept = rows(node, "SELECT text FROM events WHERE text LIKE ?", f"%{name}%")
            assert kept == []

    asyncio.run(story())


def test_just_after_signing_in_no_password_is_needed_to_leave(node: Node, ann: Visitor) -> None:
    id = ann.me["id"]
    assert ann.delete("/api/me").status_code == 204
    assert rows(node, "SELECT kind FROM users WHERE id = ?", id) == [("gone",)]
    assert refusal(ann.get("/api/me")) == "who"
