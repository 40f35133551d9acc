"""Guessing passwords: the guesser is stopped, not the owner; nothing is revealed about anybody."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI
from sqlalchemy import event

from tests.web.servers import Node, running
from tests.web.test_accounts import PASSWORD, Visitor, fresh_name, refusal, rows
from tilewright.store import accounts as kept
from tilewright.store.places import MOST
from tilewright.web import attempts
from tilewright.web.app import create_app
from tilewright.web.settings import Settings

WRONG = "wrong horse battery"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    """A server that counts failures as usual."""
    path = tmp_path_factory.mktemp("attempts") / "tilewright.db"
    usual = {"TILEWRIGHT_FAILURES": str(Settings().failures), "TILEWRIGHT_PROXIES": "127.0.0.1"}
    with running(Node(f"sqlite:///{path}", settings=usual)) as server:
        yield server


@pytest.fixture
def ann(node: Node) -> Iterator[Visitor]:
    with Visitor(node) as visitor:
        visitor.settle()
        yield visitor


def stranger(node: Node, host: str) -> Visitor:
    """A browser at an address that nobody has signed in from."""
    return Visitor(node, guest=False, headers={"x-forwarded-for": host})


def test_ten_wrong_passwords_stop_the_guesser_not_the_owner(node: Node, ann: Visitor) -> None:
    name = ann.me["name"]
    with stranger(node, "192.0.2.1") as guesser:
        for spelling in (name, name.upper()) * 5:
            assert refusal(guesser.login(spelling, WRONG)) == "login"
        assert refusal(guesser.login(name, WRONG)) == "too_many"
        assert refusal(guesser.login(name)) == "too_many"  # even with the right one
        assert refusal(guesser.login(fresh_name())) == "login"
    with stranger(node, "192.0.2.2") as owner:
        assert owner.login(name).status_code == 200  # on a journey
    with Visitor(node, guest=False) as owner:
        assert owner.login(name).status_code == 200  # at home, with a new browser
    body = {"current": PASSWORD, "new": "another good horse"}
    assert ann.put("/api/account/password", json=body).status_code == 204
    ann.post("/api/logout")
    ann.headers["x-forwarded-for"] = "192.0.2.1"  # behind the guesser's own router
    assert ann.login(name, "another good horse").status_code == 200


def test_a_browser_that_is_known_has_a_count_of_its_own(node: Node, ann: Visitor) -> None:
    name = ann.me["name"]
    ann.post("/api/logout")
    assert [refusal(ann.login(name, WRONG)) for _ in range(11)] == ["login"] * 10 + ["too_many"]
    with Visitor(node, guest=False) as elsewhere:  # another browser at the same address
        assert elsewhere.login(name).status_code == 200


def test_guessing_from_one_address_is_stopped(node: Node) -> None:
    with stranger(node, "2001:db8::1") as guesser:
        codes = [refusal(guesser.login(fresh_name())) for _ in range(41)]
    assert codes == ["login"] * 40 + ["too_many"]
    with stranger(node, "2001:db8::2") as neighbour:
        assert refusal(neighbour.login(fresh_name())) == "too_many"
        asked = neighbour.post("/api/passkeys/login/begin").json()  # a passkey is no guess
        answer = {"id": "x", "rawId": "x", "type": "public-key", "response": {}}
        body = {"token": asked["token"], "credential": answer}
        assert refusal(neighbour.post("/api/passkeys/login/finish", json=body)) == "passkey"
    with stranger(node, "2001:db8:1::2") as other:
        assert refusal(other.login(fresh_name())) == "login"


def test_who_knows_his_password_is_never_stopped(node: Node, ann: Visitor) -> None:
    name = ann.me["name"]
    for _ in range(12):
        with stranger(node, "192.0.2.3") as visitor:
            assert visitor.login(name).status_code == 200


def test_a_name_that_nobody_has_is_held_back_alike(node: Node, ann: Visitor) -> None:
    codes = []
    for name, host in ((ann.me["name"], "192.0.2.4"), (fresh_name(), "192.0.2.5")):
        with stranger(node, host) as guesser:
            codes.append([guesser.login(name, WRONG).text for _ in range(12)])
    assert codes[0] == codes[1]


def test_the_cookie_of_a_browser(node: Node, ann: Visitor) -> None:
    name, id = ann.me["name"], ann.me["id"]
    device = ann.cookies["device"]
    answer = ann.login(name)
    assert ann.cookies["device"] == device
    [cookie] = [line for line in answer.headers.get_list("set-cookie") if "device=" in line]
    for part in ("httponly", "samesite=strict", "path=/"):
        assert part in cookie.lower()
    kept = rows(node, "SELECT place FROM places WHERE user = ?", id)
    assert len(kept) == 2 and not any(device in place for (place,) in kept)
    for n in range(MOST):
        rows(node, "INSERT INTO places VALUES (?, ?, ?)", id, f"old {n}", n)
    assert ann.login(name).status_code == 200
    kept = rows(node, "SELECT place FROM places WHERE user = ? ORDER BY seen", id)
    assert len(kept) == MOST and kept[0] == ("old 2",)
    with Visitor(node) as guest:
        assert "device" not in guest.cookies


# In this process, to look behind the door


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[FastAPI]:
    app = create_app(
        Settings(database=f"sqlite:///{path / 'attempts.db'}", warm=False, compute="1")
    )
    async with app.router.lifespan_context(app):
        yield app


async def login(app: FastAPI, name: str, password: str, host: str) -> httpx2.Response:
    there = httpx2.ASGITransport(app, client=(host, 1))
    async with httpx2.AsyncClient(transport=there, base_url="http://tiles.example") as visitor:
        return await visitor.post("/api/login", json={"name": name, "password": password})


async def settled(app: FastAPI, name: str) -> None:
    there = httpx2.ASGITransport(app, client=("192.0.2.1", 1))
    async with httpx2.AsyncClient(transport=there, base_url="http://tiles.example") as visitor:
        await visitor.post("/api/guest")
        body = {"name": name, "password": PASSWORD}
        assert (await visitor.post("/api/account", json=body)).status_code == 201


def test_many_strangers_get_one_try_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert attempts.BY_STRANGERS.most == 100
    few = attempts.BY_STRANGERS._replace(most=5)
    monkeypatch.setattr(attempts, "BY_STRANGERS", few)

    async def story() -> None:
        async with opened(tmp_path) as app:
            name = fresh_name()
            await settled(app, name)

            async def code(password: str, host: str) -> str:
                answer = await login(app, name, password, host)
                return "" if answer.is_success else refusal(answer)

            for n in range(5):
                assert await code(WRONG, f"198.51.100.{n}") == "login"
            for n in (5, 6):
                assert await code(WRONG, f"198.51.100.{n}") == "login"
                assert await code(WRONG, f"198.51.100.{n}") == "too_many"
            assert await code(PASSWORD, "203.0.113.1") == ""  # the owner, wherever they are
            assert await code(WRONG, "192.0.2.1") == "login"  # mistyped, at home
            assert await code(PASSWORD, "192.0.2.1") == ""

    asyncio.run(story())


def test_a_wrong_login_takes_the_same_work_for_every_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work: Counter[str] = Counter()
    verify = kept._verify

    def counted(password: str | None, given: str) -> bool:
        work["argon2"] += 1
        return verify(password, given)

    monkeypatch.setattr(kept, "_verify", counted)

    async def story() -> None:
        async with opened(tmp_path) as app:
            name = fresh_name()
            await settled(app, name)

            def statement(*args: Any) -> None:
                work[args[2]] += 1

            event.listen(
                app.state.house.database.engine.sync_engine, "before_cursor_execute", statement
            )
            done = []
            for who in (name, fresh_name()):
                work.clear()
                assert refusal(await login(app, who, WRONG, "203.0.113.9")) == "login"
                done.append(dict(work))
            assert done[0] == done[1] and done[0]["argon2"] == 1
            assert len([words for words in done[0] if words.startswith("SELECT")]) == 2

    asyncio.run(story())
