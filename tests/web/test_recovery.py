"""Confirmed mail addresses, a forgotten password, and fresh proof before an account changes."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi import FastAPI

from tests.web.servers import Node
from tests.web.sinks import Letter, Post
from tests.web.test_accounts import PASSWORD, Visitor, fresh_name, refusal, rows
from tests.web.test_notifications import until
from tests.web.test_passkeys import Device, finish, register
from tilewright.web.app import create_app
from tilewright.web.languages import WORDS
from tilewright.web.settings import Settings

NEW = "another good horse"
MINUTE = 60_000


class Place:
    """A server in this process, its mailbox, and a look into its database."""

    def __init__(self, app: FastAPI, post: Post, path: Path) -> None:
        self.app, self.post, self.path = app, post, path

    @asynccontextmanager
    async def visitor(self, name: str = "", **account: Any) -> AsyncIterator[httpx2.AsyncClient]:
        """A browser; given a name, that of someone with an account and perhaps a mail address."""
        there = httpx2.ASGITransport(self.app)
        async with httpx2.AsyncClient(transport=there, base_url="http://tiles.example") as visitor:
            if name:
                await visitor.post("/api/guest")
                body = {"name": name, "password": PASSWORD}
                assert (await visitor.post("/api/account", json=body)).status_code == 201
            if account:
                answer = await visitor.put("/api/me/notifications", json=account)
                assert answer.status_code == 200, answer.text
            yield visitor

    async def letter(self) -> Letter:
        """The next mail."""
        await until(lambda: self.post.letters)
        return self.post.letters.pop(0)

    async def confirmed(self, visitor: httpx2.AsyncClient) -> None:
        """Confirm the address of a visitor."""
        assert (await visitor.post("/api/me/mail/confirm")).status_code == 202
        secret = secret_of(await self.letter(), "confirm")
        answer = await visitor.post("/api/mail/confirm", json={"secret": secret})
        assert answer.status_code == 200, answer.text

    def rows(self, query: str, *values: object) -> list[Any]:
        with closing(sqlite3.connect(self.path, timeout=10)) as database:
            found = database.execute(query, values).fetchall()
            database.commit()
            return found


@asynccontextmanager
async def opened(tmp_path: Path, **settings: Any) -> AsyncIterator[Place]:
    path = tmp_path / "recovery.db"
    async with Post() as post:
        words = {"smtp": post.address, "public_url": "https://tiles.example", **settings}
        app = create_app(Settings(database=f"sqlite:///{path}", warm=False, compute="1", **words))
        async with app.router.lifespan_context(app):
            yield Place(app, post, path)


def secret_of(letter: Letter, page: str) -> str:
    """What follows the # of the link in a mail."""
    [secret] = re.findall(rf"^https://tiles\.example/{page}#([\w-]{{43}})$", letter.text, re.M)
    return str(secret)


# Addresses


@pytest.mark.parametrize("language", WORDS)
def test_an_address_is_confirmed_by_the_link_that_was_sent_there(
    tmp_path: Path, language: str
) -> None:
    async def story() -> None:
        name = fresh_name()
        async with (
            opened(tmp_path) as place,
            place.visitor(name, mail="ann@example.org") as ann,
            place.visitor() as phone,
        ):
            await ann.put("/api/me/preferences", json={"language": language})
            assert (await ann.get("/api/account")).json()["mail_confirmed"] is False
            assert (await ann.post("/api/me/mail/confirm")).status_code == 202
            letter = await place.letter()
            assert letter.to == ["ann@example.org"]
            assert (
                letter.message["Subject"]
                == f"Tilewright: {WORDS[language].links['confirm'].subject}"
            )
            assert name in letter.text
            body = {"secret": secret_of(letter, "confirm")}
            assert body["secret"] not in "".join(map(str, place.rows("SELECT * FROM links")))
            answer = await phone.post("/api/mail/confirm", json=body)  # wherever the mail is read
            assert answer.json() == {"mail": "ann@example.org"}
            assert (await ann.get("/api/account")).json()["mail_confirmed"] is True
            assert refusal(await phone.post("/api/mail/confirm", json=body)) == "link"

    asyncio.run(story())


def test_another_address_is_to_be_confirmed_anew(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            opened(tmp_path) as place,
            place.visitor(fresh_name(), mail="ann@example.org") as ann,
        ):
            await place.confirmed(ann)
            await ann.post("/api/me/mail/confirm")
            old = {"secret": secret_of(await place.letter(), "confirm")}
            same = {"mail": "ann@example.org", "webhook": "https://hooks.example.org/"}
            await ann.put("/api/me/notifications", json=same)
            assert (await ann.get("/api/account")).json()["mail_confirmed"] is True
            await ann.put("/api/me/notifications", json={"mail": "ann@example.com"})
            letter = await place.letter()  # to the address that was
            assert letter.to == ["ann@example.org"]
            assert WORDS["en"].changes["mail"] in letter.text
            assert (await ann.get("/api/account")).json()["mail_confirmed"] is False
            assert refusal(await ann.post("/api/mail/confirm", json=old)) == "link"
            await ann.put("/api/me/notifications", json={})
            assert refusal(await ann.post("/api/me/mail/confirm")) == "mail"
            assert not place.post.letters  # nobody is told at an address that nobody confirmed

    asyncio.run(story())


def test_letters_are_limited(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            opened(tmp_path) as place,
            place.visitor(fresh_name(), mail="ann@example.org") as ann,
        ):
            for _ in range(6):
                assert (await ann.post("/api/me/mail/confirm")).status_code == 202
            assert refusal(await ann.post("/api/me/mail/confirm")) == "too_many"
            async with place.visitor(fresh_name(), mail="Ann@example.org") as bob:  # her address
                assert refusal(await bob.post("/api/me/mail/confirm")) == "too_many"

    asyncio.run(story())


def test_without_a_mail_server_nothing_is_promised(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            opened(tmp_path, smtp="") as place,
            place.visitor(fresh_name(), mail="ann@example.org") as ann,
        ):
            assert refusal(await ann.post("/api/me/mail/confirm")) == "no_mail"
            body = {"who": "ann@example.org"}
            assert refusal(await ann.post("/api/password/forgotten", json=body)) == "no_mail"
            assert (await ann.get("/api/about")).json()["mail"] is False

    asyncio.run(story())


# A forgotten password


def test_a_forgotten_password_is_set_anew(tmp_path: Path) -> None:
    async def story() -> None:
        name = fresh_name()
        async with (
            opened(tmp_path) as place,
            place.visitor(name, mail="Ann@example.org") as ann,
            place.visitor() as thief,
            place.visitor() as phone,
        ):
            login = {"name": name, "password": PASSWORD}
            assert (await thief.post("/api/login", json=login)).status_code == 200
            await place.confirmed(ann)
            for who in (name.upper(), "ann@EXAMPLE.org"):
                answer = await phone.post("/api/password/forgotten", json={"who": who})
                assert (answer.status_code, answer.text) == (202, "null")
            secrets = [secret_of(await place.letter(), "reset") for _ in range(2)]
            kept = "".join(map(str, place.rows("SELECT * FROM links")))
            assert not any(secret in kept for secret in secrets)

            async def code(secret: str, password: str = NEW) -> str:
                body = {"secret": secret, "password": password}
                answer = await phone.post("/api/password/reset", json=body)
                return "" if answer.is_success else refusal(answer)

            assert await code("x" * 43) == "link"
            assert await code(secrets[0], "password123") == "password"
            assert await code(secrets[0], name) == "password"
            assert await code(secrets[0]) == ""
            assert (await phone.get("/api/me")).json()["name"] == name  # signed in
            notice = await place.letter()
            assert WORDS["en"].changes["reset_done"] in notice.text and notice.to == [
                "Ann@example.org"
            ]
            assert await code(secrets[0]) == "link"  # once
            assert await code(secrets[1]) == "link"  # and the others with it
            for other in (ann, thief):
                assert refusal(await other.get("/api/me")) == "who"
            assert refusal(await thief.post("/api/login", json=login)) == "login"
            new = {"name": name, "password": NEW}
            assert (await ann.post("/api/login", json=new)).status_code == 200

    asyncio.run(story())


def test_nobody_learns_who_has_an_account(tmp_path: Path) -> None:
    async def story() -> None:
        name = fresh_name()
        async with (
            opened(tmp_path) as place,
            place.visitor(name, mail="ann@example.org"),
            place.visitor() as guest,
            place.visitor() as phone,
        ):
            await guest.post("/api/guest")
            whos = [name, "ann@example.org", fresh_name(), "nobody@example.org", "", "\u202e"]
            answers = [await phone.post("/api/password/forgotten", json={"who": w}) for w in whos]
            assert {(a.status_code, a.text) for a in answers[:4]} == {(202, "null")}
            await until(lambda: not place.app.state.house.hall.tasks.running["mail"])
            assert not place.post.letters and not place.rows("SELECT * FROM links")

    asyncio.run(story())


def test_an_account_with_passkeys_alone_is_not_opened_by_mail(tmp_path: Path) -> None:
    async def story() -> None:
        name = fresh_name()
        async with (
            opened(tmp_path) as place,
            place.visitor(name, mail="ann@example.org") as ann,
            place.visitor() as phone,
        ):
            await place.confirmed(ann)
            place.rows("UPDATE users SET password = NULL WHERE name = ?", name)
            answer = await phone.post("/api/password/forgotten", json={"who": name})
            assert (answer.status_code, answer.text) == (202, "null")
            await until(lambda: not place.app.state.house.hall.tasks.running["mail"])
            assert not place.post.letters and not place.rows("SELECT * FROM links")

    asyncio.run(story())


def test_a_link_holds_for_half_an_hour_and_for_one_address(tmp_path: Path) -> None:
    async def story() -> None:
        name = fresh_name()
        async with (
            opened(tmp_path) as place,
            place.visitor(name, mail="ann@example.org") as ann,
            place.visitor() as phone,
        ):
            await place.confirmed(ann)

            async def link() -> dict[str, str]:
                await phone.post("/api/password/forgotten", json={"who": name})
                return {"secret": secret_of(await place.letter(), "reset"), "password": NEW}

            old = await link()
            place.rows("UPDATE links SET created = created - ?", 31 * MINUTE)
            assert refusal(await phone.post("/api/password/reset", json=old)) == "link"
            moved = await link()
            confirm = {"secret": moved["secret"]}
            assert refusal(await phone.post("/api/mail/confirm", json=confirm)) == "link"
            await ann.put("/api/me/notifications", json={"mail": "ann@example.com"})
            assert refusal(await phone.post("/api/password/reset", json=moved)) == "link"

    asyncio.run(story())


def test_every_letter_is_in_every_language() -> None:
    settings = Path(__file__).parents[2] / "frontend" / "project.inlang" / "settings.json"
    assert sorted(WORDS) == sorted(json.loads(settings.read_text("utf-8"))["locales"])
    english = WORDS["en"]
    for words in WORDS.values():
        assert (set(words.links), set(words.changes)) == (set(english.links), set(english.changes))
        assert all("{name}" in link.before for link in words.links.values())
        assert not any("{" in text for text in words.changes.values())
        assert "{name}" in words.after_change
        assert "{title}" in words.turn.subject and "{until}" in words.turn.until
        assert "{title}" in words.turn.about and "{names}" in words.turn.about


# Fresh proof


@pytest.fixture
def ann(node: Node) -> Iterator[Visitor]:
    with Visitor(node) as visitor:
        visitor.settle()
        yield visitor


def make_stale(node: Node, visitor: Visitor) -> None:
    """Let the proof of a session be eleven minutes old."""
    old = "UPDATE sessions SET created = created - ? WHERE user = ?"
    rows(node, old, 11 * MINUTE, visitor.me["id"])


SENSITIVE = [
    ("POST", "/api/passkeys/register/begin", {}),
    ("DELETE", "/api/passkeys/x", None),
    ("PUT", "/api/me/notifications", {"mail": "ann@example.org"}),
    ("POST", "/api/me/tokens", {"name": "x", "scopes": ["read"]}),
    ("DELETE", "/api/me/sessions", None),
    ("DELETE", "/api/me/sessions/" + "0" * 64, None),
    ("DELETE", "/api/me", None),
]


@pytest.mark.parametrize(("method", "path", "body"), SENSITIVE)
def test_what_changes_an_account_asks_for_fresh_proof(
    node: Node, ann: Visitor, method: str, path: str, body: object
) -> None:
    make_stale(node, ann)
    assert refusal(ann.request(method, path, json=body)) == "not_fresh"
    assert refusal(ann.post("/api/me/proof", json={"password": "wrong horse"})) == "wrong_password"
    assert refusal(ann.request(method, path, json=body)) == "not_fresh"
    assert ann.post("/api/me/proof", json={"password": PASSWORD}).status_code == 204
    answer = ann.request(method, path, json=body)
    assert answer.is_success or refusal(answer) == "not_found"


def test_a_guest_has_nothing_to_prove(node: Node) -> None:
    with Visitor(node) as guest:
        make_stale(node, guest)
        assert guest.put("/api/me/notifications", json={}).status_code == 200
        assert guest.delete("/api/me").status_code == 204


def test_proof_by_passkey(node: Node) -> None:
    device, stolen = Device(node.url), Device(node.url)
    with Visitor(node) as ann, Visitor(node) as eve:
        register(ann, device, name=fresh_name())
        register(eve, stolen, name=fresh_name())

        def prove(visitor: Visitor, key: Device) -> httpx2.Response:
            asked = visitor.post("/api/passkeys/prove/begin").json()
            return finish(visitor, "prove", asked["token"], key.use(asked["options"]))

        make_stale(node, ann)
        new = {"new": PASSWORD}
        assert refusal(ann.put("/api/account/password", json=new)) == "not_fresh"
        assert refusal(prove(ann, stolen)) == "passkey"  # a key, but not hers
        asked = eve.post("/api/passkeys/prove/begin").json()
        answer = device.use(asked["options"])
        assert refusal(finish(ann, "prove", asked["token"], answer)) == "challenge"
        assert refusal(ann.put("/api/account/password", json=new)) == "not_fresh"
        [allowed] = ann.post("/api/passkeys/prove/begin").json()["options"]["allowCredentials"]
        assert allowed["id"] == ann.get("/api/passkeys").json()[0]["id"]
        assert prove(ann, device).status_code == 204
        assert ann.put("/api/account/password", json=new).status_code == 204


def test_proof_begins_a_new_session(node: Node, ann: Visitor) -> None:
    old = ann.cookies["session"]
    assert ann.post("/api/me/proof", json={"password": PASSWORD}).status_code == 204
    assert ann.cookies["session"] != old and ann.me["kind"] == "person"
    with Visitor(node, guest=False, headers={"cookie": f"session={old}"}) as thief:
        assert refusal(thief.get("/api/me")) == "who"


def test_proof_counts_for_its_session_alone(node: Node, ann: Visitor) -> None:
    with Visitor(node, guest=False) as other:
        other.login(ann.me["name"])
        make_stale(node, ann)
        assert other.post("/api/me/proof", json={"password": PASSWORD}).status_code == 204
        assert other.put("/api/me/notifications", json={}).status_code == 200
        assert refusal(ann.put("/api/me/notifications", json={})) == "not_fresh"


def test_the_owner_is_told_of_changes(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            opened(tmp_path) as place,
            place.visitor(fresh_name(), mail="ann@example.org") as ann,
        ):
            await ann.put("/api/me/preferences", json={"language": "sv"})
            await place.confirmed(ann)
            body = {"current": PASSWORD, "new": NEW}
            await ann.put("/api/account/password", json=body)
            assert WORDS["sv"].changes["password"] in (await place.letter()).text
            await ann.post("/api/me/tokens", json={"name": "x", "scopes": ["read"]})
            letter = await place.letter()
            assert letter.message["Subject"] == f"Tilewright: {WORDS['sv'].changes['token']}"
            assert "https://tiles.example/account" in letter.text
            assert json.dumps(PASSWORD) not in letter.text

    asyncio.run(story())
