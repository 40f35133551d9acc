"""Turn notifications: webhooks and mails, sent to real servers."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from structlog.testing import capture_logs

from tests.web.client import Person
from tests.web.servers import Node, redis, running
from tests.web.sinks import Hook, Post
from tilewright.games import game
from tilewright.store.schema import users
from tilewright.store.users import User
from tilewright.table.clock import now
from tilewright.table.control import TimeControl
from tilewright.table.setup import Setup
from tilewright.table.table import Table
from tilewright.web.house import House
from tilewright.web.languages import WORDS
from tilewright.web.mail import letter
from tilewright.web.notifications import MAILS, Notifier
from tilewright.web.settings import Settings
from tilewright.web.webhook import DeliveryFailed, callee, is_allowed, post, resolve, webhook_key

DAYS = TimeControl("days", days=3)
PAUSES = (0.05, 0.1)


@asynccontextmanager
async def opened(path: Path, **settings: Any) -> AsyncIterator[House]:
    """A house whose notifier may call webhooks on this machine."""
    database = f"sqlite:///{path}/news.db"
    house = House(Settings(database=database, compute="1", bot_delay=0.0, warm=False, **settings))
    await house.open()
    others = [hear for hear in house.hall.on_turn if not hasattr(hear.__self__, "tell")]  # type: ignore[attr-defined]
    assert len(others) == len(house.hall.on_turn) - 1
    house.hall.on_turn[:] = [*others, Notifier(house, private=True, pauses=PAUSES).turned]
    try:
        yield house
    finally:
        await house.close()


async def person(house: House, name: str, **columns: object) -> User:
    """Someone with a webhook or a mail address."""
    user = await house.users.create(name, "person", now())
    if columns:
        columns = {"confirmed": 1, **columns}
        async with house.database.write() as connection:
            await connection.execute(update(users).where(users.c.id == user.id).values(columns))
    return user


async def started(
    house: House, *people: User, rules: str = "classic", clock: TimeControl = DAYS
) -> Table:
    """A table where these people play."""
    plans = ("me",) + ("open",) * (len(people) - 1)
    options = str(game(rules).new_game(len(people)).options)
    table = await house.hall.create(
        Setup(rules, options, plans, clock), people[0].id, people[0].name
    )
    for seat, user in enumerate(people[1:], 1):
        await sit(table, seat, user)
    await until(lambda: table.match.status == "playing")
    return table


async def sit(table: Table, seat: int, user: User) -> None:
    await table.ask(lambda match, time: match.sit(seat, user.id, user.name, b"", time))


async def play(table: Table, move: str = "") -> None:
    """The seat to move plays its first legal move, or the given one."""
    seat = table.match.seats[table.match.turn]
    await table.play(seat.user, table.match.at, move or str(table.match.state.legal_moves()[0]))


async def until(is_so: Callable[[], object], patience: float = 120.0) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)


async def settle(house: House) -> None:
    """Wait until all notifications have been sent."""
    await until(lambda: not house.hall.tasks.running["notifications"])


def test_a_turn_is_told_once_by_webhook_and_mail(tmp_path: Path) -> None:
    async def story() -> None:
        async with Hook() as hook, Post(login="post:pass word") as post:
            smtp = post.address.replace(" ", "%20")
            settings = {"smtp": smtp, "public_url": "https://tiles.example/", "mail_from": "a@b.c"}
            async with opened(tmp_path, **settings) as house:
                ann = await person(house, "Ann")
                bob = await person(house, "Bob", webhook=hook.url, mail="bob@example.org")
                table = await started(house, ann, bob)
                await settle(house)
                assert not hook.calls and not post.letters  # it is Ann's turn, who wants none
                await play(table)
                await until(lambda: hook.calls and post.letters)
                await settle(house)
                [call], [letter] = hook.calls, post.letters

                told = call.json
                assert told.pop("time") <= now()
                assert abs(told.pop("deadline") - (table.match.deadline or 0)) < 1000
                assert told == {
                    "type": "turn",
                    "game": table.id,
                    "at": table.match.at,
                    "ply": 2,
                    "rules": "classic",
                    "seat": 1,
                    "user": bob.id,
                    "names": ["Ann", "Bob"],
                    "url": f"https://tiles.example/games/{table.id}",
                }
                key = webhook_key(house.secret, bob.id)
                signature = hmac.new(key.encode(), call.body, hashlib.sha256).hexdigest()
                assert call.path == "/news"
                assert call.headers["x-tilewright-signature"] == f"sha256={signature}"
                assert call.headers["host"] == f"127.0.0.1:{hook.port}"

                assert (letter.sender, letter.to) == ("a@b.c", ["bob@example.org"])
                assert letter.message["Subject"] == "Your turn: Azul"
                assert f"\nhttps://tiles.example/games/{table.id}\n" in letter.text
                assert "Ann, Bob" in letter.text

                await play(table)  # Bob, then Ann
                await play(table)
                await until(lambda: len(hook.calls) == 2 and len(post.letters) == 2)

    asyncio.run(story())


def test_who_is_at_the_table_is_not_told(tmp_path: Path) -> None:
    class Looker:
        previews, muted = True, frozenset[str]()

        def __init__(self, user: str) -> None:
            self.user = user

        def send(self, frame: bytes) -> None: ...
        def close(self) -> None: ...

    async def story() -> None:
        async with Hook() as hook, opened(tmp_path) as house:
            ann = await person(house, "Ann", webhook=hook.url)
            bob = await person(house, "Bob", webhook=hook.url)
            table = await started(house, ann, bob)
            await until(lambda: len(hook.calls) == 1)  # Ann is told of the start
            looker = Looker(bob.id)
            table.join(looker)
            await play(table)
            await settle(house)
            assert len(hook.calls) == 1
            table.part(looker)
            await play(table)
            await settle(house)
            await play(table)
            await settle(house)
            assert [call.json["user"] for call in hook.calls] == [ann.id, ann.id, bob.id]

    asyncio.run(story())


@pytest.mark.parametrize("clock", [TimeControl(), TimeControl("live", seconds=600)])
def test_only_games_of_days_make_news(tmp_path: Path, clock: TimeControl) -> None:
    async def story() -> None:
        async with Hook() as hook, opened(tmp_path) as house:
            people = [await person(house, name, webhook=hook.url) for name in ("Ann", "Bob")]
            table = await started(house, *people, clock=clock)
            await play(table)
            await settle(house)
            assert not hook.calls

    asyncio.run(story())


def test_a_turn_of_several_decisions_is_told_once(tmp_path: Path) -> None:
    async def story() -> None:
        async with Hook() as hook, opened(tmp_path) as house:
            people = [await person(house, name, webhook=hook.url) for name in ("Ann", "Bob")]
            table = await started(house, *people, rules="pavilion")
            turns, again = 1, 0
            while table.match.status == "playing":
                seat = table.match.turn
                moves = [str(move) for move in table.match.state.legal_moves()]
                await play(table, moves[len(moves) // 2])
                turns += table.match.turn not in (seat, -1)
                again += table.match.turn == seat
            await settle(house)
            assert again > 0
            assert len(hook.calls) == turns
            assert len({call.json["at"] for call in hook.calls}) == turns

    asyncio.run(story())


def test_undo_is_news_and_a_third_who_leaves_is_not(tmp_path: Path) -> None:
    async def story() -> None:
        async with Hook() as hook, opened(tmp_path) as house:
            names = ("Ann", "Bob", "Cid")
            ann, bob, cid = [await person(house, name, webhook=hook.url) for name in names]
            table = await started(house, ann, bob, cid)
            for _ in range(2):
                await settle(house)
                await play(table)
            await settle(house)
            await table.ask(lambda match, time: match.leave(ann.id, "resigned", time))
            await settle(house)
            assert [call.json["user"] for call in hook.calls] == [ann.id, bob.id, cid.id]
            await table.ask(lambda match, time: match.undo(bob.id, time, at=match.at))
            await settle(house)
            assert [call.json["seat"] for call in hook.calls] == [0, 1, 2, 1]

    asyncio.run(story())


def happened(logs: Sequence[Mapping[str, Any]], channel: str) -> list[str]:
    """What was logged about one channel."""
    return [line["event"] for line in logs if line.get("channel") == channel]


def test_failures_are_tried_again_logged_and_never_block_play(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            Hook(500, 302, 200, 503, 503, 503) as hook,
            Post(451, 550) as post,
            opened(tmp_path, smtp=post.address) as house,
        ):
            ann = await person(house, "Ann")
            bob = await person(house, "Bob", webhook=hook.url, mail="bob@example.org")
            table = await started(house, ann, bob)
            with capture_logs() as logs:
                await play(table)
                await settle(house)
                assert [call.path for call in hook.calls] == ["/news"] * 3  # no redirect
                assert len({call.json["at"] for call in hook.calls}) == 1
                assert happened(logs, "webhook") == [
                    "notification delayed",
                    "notification delayed",
                    "notification sent",
                ]
                assert happened(logs, "mail") == ["notification delayed", "notification failed"]
                assert post.refused == 2 and not post.letters  # later, then never

            await play(table)
            with capture_logs() as logs:
                await play(table)
                await settle(house)
                failed = [line for line in logs if line["event"] == "notification failed"]
                assert [(line["channel"], line["tries"]) for line in failed] == [("webhook", 3)]
                assert failed[0]["log_level"] == "error"
                assert len(post.letters) == 1

            hook.statuses = [0]  # says nothing: play goes on all the same
            await play(table)
            await play(table)
            await until(lambda: not hook.statuses)
            begin = time.monotonic()
            await play(table)
            assert time.monotonic() - begin < 4  # the hook has five seconds
            with capture_logs() as logs:
                await settle(house)
            assert happened(logs, "webhook") == ["notification delayed", "notification too late"]

    asyncio.run(story())


def test_a_mail_server_that_is_away_is_logged(tmp_path: Path) -> None:
    async def story() -> None:
        async with Post() as post:
            pass
        async with opened(tmp_path, smtp=post.address) as house:
            people = [
                await person(house, "Ann"),
                await person(house, "Bob", mail="bob@example.org"),
            ]
            table = await started(house, *people)
            with capture_logs() as logs:
                await play(table)
                await settle(house)
            assert [line["tries"] for line in logs] == [1, 2, 3]
            assert "ConnectionRefusedError" in logs[-1]["reason"]

    asyncio.run(story())


def test_mails_are_in_the_readers_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with Post() as post, opened(tmp_path, smtp=post.address) as house:
            ann = await person(house, "Ann")
            for language, words in WORDS.items():
                wish = {"mail": "b@example.org", "preferences": f'{{"language": "{language}"}}'}
                table = await started(house, ann, await person(house, f"Bob {language}", **wish))
                await play(table)
                await settle(house)
                letter = post.letters.pop()
                assert letter.message["Subject"] == words.turn.subject.format(title="Azul")
                assert f"http://127.0.0.1:8000/games/{table.id}" in letter.text

    asyncio.run(story())


def test_an_address_that_nobody_confirmed_gets_no_mail(tmp_path: Path) -> None:
    async def story() -> None:
        async with Hook() as hook, Post() as post, opened(tmp_path, smtp=post.address) as house:
            ann = await person(house, "Ann")
            addresses = {"webhook": hook.url, "mail": "b@example.org", "confirmed": None}
            table = await started(house, ann, await person(house, "Bob", **addresses))
            await play(table)
            await until(lambda: hook.calls)
            await settle(house)
            assert not post.letters

    asyncio.run(story())


def test_an_address_is_not_flooded(tmp_path: Path) -> None:
    async def story() -> None:
        async with Post() as post, opened(tmp_path, smtp=post.address) as house:
            ann = await person(house, "Ann", mail="victim@example.org")
            bob = await person(house, "Bob", mail="Victim@example.org")
            with capture_logs() as logs:
                table = await started(house, ann, bob)
                for _ in range(MAILS.most + 8):
                    await settle(house)
                    await play(table)
                await settle(house)
            assert len(post.letters) == MAILS.most
            held_back = happened(logs, "mail").count("notification held back")
            assert held_back >= 1  # not 9: who ends a round may start the next, and is not told

    asyncio.run(story())


def test_a_stopping_server_says_what_it_did_not_send(tmp_path: Path) -> None:
    async def story() -> None:
        async with Hook(0) as hook:
            with capture_logs() as logs:
                async with opened(tmp_path) as house:
                    people = [
                        await person(house, "Ann"),
                        await person(house, "B", webhook=hook.url),
                    ]
                    await play(await started(house, *people))
                    await until(lambda: hook.calls)
                await until(lambda: logs)
            assert logs[-1]["event"] == "notification lost, the server stops"

    asyncio.run(story())


def test_of_several_nodes_the_one_that_committed_tells(tmp_path: Path) -> None:
    async def story(bus: str) -> None:
        async with (
            Hook() as hook,
            opened(tmp_path, bus=bus) as one,
            opened(tmp_path, bus=bus) as two,
        ):
            people = [await person(one, name, webhook=hook.url) for name in ("Ann", "Bob")]
            here = await started(one, *people)
            there = await two.hall.fresh(here.id)
            await until(lambda: there.match.at == here.match.at)
            for number in range(8):
                table, other = (here, there) if number % 2 else (there, here)
                await play(table)
                await until(lambda: other.match.at == table.match.at)  # noqa: B023
            await settle(one)
            await settle(two)
            assert len(hook.calls) == len({call.json["at"] for call in hook.calls}) == 9

    with redis() as bus:
        asyncio.run(story(bus))


def test_a_server_sends_mail(tmp_path: Path) -> None:
    async def story() -> None:
        async with Post() as post:
            node = Node(f"sqlite:///{tmp_path}/t.db", settings={"TILEWRIGHT_SMTP": post.address})
            with running(node):
                async with Person(node.url) as ann, Person(node.url) as bob:
                    with sqlite3.connect(f"{tmp_path}/t.db") as database:
                        who = ("bob@example.org", bob.me["id"])
                        database.execute(
                            "UPDATE users SET mail = ?, confirmed = 1 WHERE id = ?", who
                        )
                    clock = {"kind": "days", "days": 1}
                    id = await ann.make_table(seats=["me", "open"], clock=clock)
                    await bob.ask(id, sit=1)
                    async with ann.sit(id) as socket:
                        while not (view := await ann.view(id)).get("legal"):
                            await asyncio.sleep(0.01)
                        await ann.ask(id, play=view["legal"][0]["move"], at=view["view"]["at"])
                        await until(lambda: post.letters)
                        await socket.close()
                    assert post.letters[0].to == ["bob@example.org"]
                    assert f"{node.url}/games/{id}" in post.letters[0].text

    asyncio.run(story())


@pytest.mark.parametrize(
    ("url", "allowed"),
    [
        ("https://example.org/hook?a=b", True),
        ("http://example.org:8080", True),
        ("https://93.184.216.34/", True),
        ("https://[2606:2800:220:1::1]/", True),
        ("ftp://example.org/", False),
        ("https:///hook", False),
        ("example.org", False),
        ("http://example.org:port/", False),
        ("http://example.org:99999/", False),
        ("http://user:secret@example.org/", False),
        ("http://exam ple.org/", False),
        ("http://example.org/\r\nX: y", False),
        ("http://[::1/", False),
        ("http://localhost/", False),
        ("http://a.localhost/", False),
        ("http://printer.local/", False),
        ("http://metadata.google.internal/", False),
        ("http://127.0.0.1/", False),
        ("http://127.8.8.8/", False),
        ("http://0.0.0.0/", False),
        ("http://10.0.0.1/", False),
        ("http://172.16.3.4/", False),
        ("http://192.168.1.1/", False),
        ("http://169.254.169.254/latest", False),
        ("http://100.64.0.1/", False),
        ("http://224.0.0.1/", False),
        ("http://[::1]/", False),
        ("http://[::]/", False),
        ("http://[fe80::1]/", False),
        ("http://[fd00::1]/", False),
        ("http://[::ffff:127.0.0.1]/", False),
        ("http://[::ffff:8.8.8.8]/", True),
        ("http://[64:ff9b::7f00:1]/", False),
        ("http://[2002:7f00:1::]/", False),
        ("http://[64:ff9b:1::7f00:1]/", False),
        ("http://[::127.0.0.1]/", False),
        ("http://[::8.8.8.8]/", False),
        ("http://[::ffff:0:127.0.0.1]/", False),
        ("http://[fec0::1]/", False),
        ("http://[fc00::1]/", False),
        ("http://[ff02::1]/", False),
        ("http://[100::1]/", False),
        ("http://[2001::1]/", False),
        ("http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/", False),
        ("http://[2001:20::1]/", False),
        ("http://[2001:db8::1]/", False),
        ("http://[3fff::1]/", False),
        ("http://[5f00::1]/", False),
        ("http://[2606:4700::1%25eth0]/", False),
        ("http://[2001:4860:4860::8888]/", True),
        ("http://192.0.0.8/", False),
        ("http://192.0.0.170/", False),
        ("http://192.88.99.1/", False),
        ("http://198.18.0.1/", False),
        ("http://203.0.113.1/", False),
        ("http://240.0.0.1/", False),
        ("http://255.255.255.255/", False),
        ("http://127.1/", False),
        ("http://2130706433/", False),
        ("http://0x7f000001/", False),
        ("http://hooks.0x7f/", False),
        ("http://017700000001.:80/", False),
        ("http://3com.example/", True),
    ],
)
def test_which_webhooks_may_be_called(url: str, allowed: bool) -> None:
    assert is_allowed(url) == allowed


def test_a_host_is_counted_once_however_it_is_spelled() -> None:
    spellings = (
        "https://hooks.example/a",
        "http://HOOKS.example:8080/b?c",
        "https://hooks.example:1",
    )
    assert {callee(url) for url in spellings} == {"hooks.example"}


@pytest.mark.parametrize("url", ["http://127.1/", "http://0x7f.0.0.1/", "http://017700000001.:80/"])
def test_a_name_that_leads_home_is_refused_when_resolved(url: str) -> None:
    with pytest.raises(DeliveryFailed, match="may not be called") as refused:
        asyncio.run(resolve(url))
    assert refused.value.for_good


def test_a_name_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that was checked is the one that is called, whatever the name says next."""
    answers = iter(["127.0.0.1"] + ["192.0.2.1"] * 9)

    def resolver(host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        address = next(answers) if host == "hook.example" else host
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    async def story() -> None:
        async with Hook() as hook:
            monkeypatch.setattr(socket, "getaddrinfo", resolver)
            url = f"http://hook.example:{hook.port}/news"
            await post(url, b"{}", key="key", private=True)
            assert [call.headers["host"] for call in hook.calls] == [f"hook.example:{hook.port}"]

    asyncio.run(story())


@pytest.mark.parametrize("hidden", ["127.0.0.1", "64:ff9b:1::7f00:1", "fec0::1", "192.0.0.8"])
def test_one_private_address_of_a_name_is_enough(
    monkeypatch: pytest.MonkeyPatch, hidden: str
) -> None:
    found = [(0, 0, 0, "", (address, 80)) for address in ("93.184.216.34", hidden)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(DeliveryFailed, match="may not be called"):
        asyncio.run(resolve("http://hook.example/"))


@pytest.mark.parametrize("language", WORDS)
def test_a_subject_arrives_as_it_was_written(language: str) -> None:
    """Every blank of it: words that are folded onto a second line may lose theirs."""
    said = WORDS[language]
    subjects = [*said.changes.values(), *[link.subject for link in said.links.values()]]
    for subject in [f"Tilewright: {one}" for one in subjects] + ["— ход Новый эл. адрес" * 3]:
        raw = letter("a@b.example", "c@d.example", subject, "x").as_bytes()
        assert message_from_bytes(raw, policy=policy.default)["Subject"] == subject
