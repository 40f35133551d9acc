"""Starting and stopping `tilewright serve`: what it says, its exit codes, and how long it takes."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import httpx2
import pytest

from tests.children import follow
from tests.tui.table import Table, sit_down
from tests.web.client import Person, receive
from tests.web.servers import Node, free_port, running
from tests.web.test_health import numbers
from tilewright.store.claim import Claimed, claim
from tilewright.store.database import Database
from tilewright.web.serve import listen, reach

SERVE = (sys.executable, "-m", "tilewright.cli", "serve")


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    """The command line in an empty folder, with the database there."""
    monkeypatch.setenv("TILEWRIGHT_DATABASE", f"sqlite:///{tmp_path / 'tw.db'}")
    return sit_down(tmp_path, monkeypatch, capsys)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which another program listens."""
    with closing(socket.create_server(("127.0.0.1", free_port()))) as other:
        yield other.getsockname()[1]


def stop(node: Node) -> tuple[int, float]:
    """Ask a node to stop; returns its exit code and the seconds it took."""
    assert node.process is not None
    begin = time.monotonic()
    node.process.terminate()
    code = node.process.wait(30)
    node.process = None
    return code, time.monotonic() - begin


# The port


def test_a_taken_port_is_told_before_anything_else(run: Table, taken: int) -> None:
    answer = run("serve", "--port", taken)
    assert (answer.code, answer.out) == (2, "")
    assert answer.error == (
        f"tilewright: port {taken} of 127.0.0.1 is taken by another program; "
        f"choose one: --port {taken + 1}\n"
    )
    assert list(Path().iterdir()) == []  # nothing was opened for nothing


def test_answers_do_not_wait_for_acknowledgements() -> None:
    (taken,) = listen("127.0.0.1", free_port())
    with closing(taken):
        assert taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_address_that_is_not_here(run: Table) -> None:
    answer = run("serve", "--host", "192.0.2.1", "--port", free_port())
    assert answer.code == 2
    assert answer.error.startswith("tilewright: cannot listen on 192.0.2.1, port ")
    assert answer.error.count("\n") == 1


def test_it_says_where_it_serves_when_it_does(tmp_path: Path, taken: int) -> None:
    settings = {
        "TILEWRIGHT_DATABASE": f"sqlite:///{tmp_path / 'tw.db'}",
        "TILEWRIGHT_PORT": str(taken),
        "TILEWRIGHT_WARM": "0",
        "DISPLAY": "",
        "WAYLAND_DISPLAY": "",
        "BROWSER": "",
    }
    process = subprocess.Popen(
        [*SERVE, "--open"],
        env={**os.environ, **settings},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=follow,
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        said = re.fullmatch(r"Serving on http://127\.0\.0\.1:(\d+) \(Ctrl-C stops\)\n", line)
        assert said is not None, line
        assert int(said[1]) > taken
        Node("", port=int(said[1])).ask_ready()  # at the first try
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.communicate()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_log_that_cannot_be_written_harms_nobody(tmp_path: Path) -> None:
    file = tmp_path / "tw.db"
    node = Node(f"sqlite:///{file}")
    settings = {
        "TILEWRIGHT_DATABASE": node.database,
        "TILEWRIGHT_PORT": str(node.port),
        "TILEWRIGHT_WARM": "0",
    }
    with Path("/dev/full").open("w") as full:
        process = subprocess.Popen(
            SERVE, env={**os.environ, **settings}, stderr=full, preexec_fn=follow
        )
    try:
        node.process = process
        node.wait()
        with httpx2.Client(base_url=node.url, timeout=60) as http:
            assert http.post("/api/guest").is_success
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            answer = http.post("/api/tables", json={"game": "classic", "seats": ["me", "open"]})
            assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
            other.close()
            made = http.post("/api/tables", json={"game": "classic", "seats": ["me", "open"]})
            assert made.is_success, made.text
            assert numbers(node)["tilewright_log_lines_lost_total"] > 0
        assert node.stop() == 0
    finally:
        process.kill()
        process.wait()


def test_what_was_killed_is_not_called_leaky(tmp_path: Path) -> None:
    """Python's tracker removes the semaphores that a killed server shared with its workers: it ends
    when they have ended, and so does what it could say."""
    node = Node(f"sqlite:///{tmp_path / 'tw.db'}")

    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["bot:random", "me"])
            while not (await ann.view(game)).get("legal"):
                await asyncio.sleep(0.05)

    settings = {"DATABASE": node.database, "PORT": str(node.port), "WARM": "0", "LOG": "error"}
    process = subprocess.Popen(
        SERVE,
        env={**os.environ, **{f"TILEWRIGHT_{name}": value for name, value in settings.items()}},
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=follow,
    )
    try:
        assert process.stderr is not None
        process.stderr.readline()  # it serves
        asyncio.run(story())
    finally:
        process.kill()
        _, said = process.communicate(timeout=60)
    assert said == ""


# One file, one server


def test_a_second_server_on_a_file_says_so_and_stops(run: Table, tmp_path: Path) -> None:
    with running(Node(f"sqlite:///{tmp_path / 'tw.db'}", program=True)) as node:
        assert node.process is not None
        holder = f"process {node.process.pid} on {node.url}"
        answer = run("serve", "--port", free_port())
        assert answer.code == 2
        assert f"{tmp_path / 'tw.db'} is being served by {holder}; " in answer.error
        assert "TILEWRIGHT_BUS" in answer.error
        assert answer.error.count("\n") == 1
        node.kill()  # as a power cut would: the claim ends with its holder
        node.start()
        assert stop(node)[0] == 0


def test_it_waits_for_its_database_and_gives_up_in_one_line(tmp_path: Path) -> None:
    nobody = f"postgresql://ann:secret@127.0.0.1:{free_port()}/games"
    with pytest.raises(ValueError, match="the database does not answer") as told:
        asyncio.run(reach(Database(nobody), 1.5))
    assert "secret" not in str(told.value)
    file = tmp_path / "folder" / "games.db"
    held = claim(f"sqlite:///{file}", shared=False, holder="a test")  # makes the folder
    assert held is not None
    with closing(held):
        asyncio.run(reach(Database(f"sqlite:///{file}"), 0.0))
    assert file.is_file()


def test_what_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "text.db"
    file.write_text("hello\n" * 200)
    with pytest.raises(ValueError, match=r"text\.db: file is not a database$"):
        asyncio.run(reach(Database(f"sqlite:///{file}"), 0.0))
    with pytest.raises(ValueError, match="is a folder, not a database"):
        claim(f"sqlite:///{tmp_path}", shared=False, holder="a test")


def test_it_serves_without_a_bus_and_says_so(tmp_path: Path) -> None:
    node = Node(
        f"sqlite:///{tmp_path / 'games.db'}", f"redis://127.0.0.1:{free_port()}/0", program=True
    )
    node.start(wait=False)
    try:
        with httpx2.Client(base_url=node.url, timeout=30) as client:
            end = time.monotonic() + 60
            while time.monotonic() < end:
                with suppress(httpx2.TransportError):
                    ready = client.get("/readyz")
                    break
                time.sleep(0.1)
            assert (ready.status_code, ready.text[:18]) == (503, "bus: nothing heard")
            assert client.post("/api/guest").status_code == 201
    finally:
        node.kill()


def test_servers_that_hear_of_each_other_share_a_file(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tw.db'}"
    first, second = (claim(database, shared=True, holder=name) for name in "ab")
    with pytest.raises(Claimed, match="served by b;"):
        claim(database, shared=False, holder="deaf")
    assert first is not None and second is not None
    first.close()
    second.close()
    alone = claim(database, shared=False, holder="alone")
    with pytest.raises(Claimed, match="served by alone;"):
        claim(database, shared=True, holder="late")
    assert alone is not None
    alone.close()


# Stopping


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    with running(Node(f"sqlite:///{tmp_path / 'tw.db'}", program=True)) as server:
        yield server


def test_a_connection_is_kept_longer_than_clients_keep_theirs(node: Node) -> None:
    # httpx and uvicorn both give up after 5 s: a request sent just then was lost.
    with closing(HTTPConnection("127.0.0.1", node.port, timeout=10)) as line:
        line.connect()
        first = line.sock
        for rest in (5.5, 0.0):
            line.request("GET", "/healthz")
            assert line.getresponse().read()
            assert line.sock is first  # it connects anew where it was closed
            time.sleep(rest)


def test_it_stops_in_time_with_open_sockets_streams_and_half_requests(node: Node) -> None:
    async def story() -> None:
        place = ("127.0.0.1", node.port)
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["me", "open"])
            head, body = socket.create_connection(place), socket.create_connection(place)
            head.sendall(b"GET / HTT")
            body.sendall(b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n")
            async with ann.sit(game) as table, ann.http.stream("GET", "/api/stream") as lines:
                await receive(table)
                assert await anext(lines.aiter_lines())
                code, seconds = await asyncio.to_thread(stop, node)
                assert (code, seconds < 10) == (0, True), seconds
            head.close()
            body.close()

    asyncio.run(story())


def test_it_stops_in_time_while_another_program_locks_the_file(node: Node, tmp_path: Path) -> None:
    async def story() -> None:
        async with Person(node.url) as ann, Person(node.url) as bob:
            game = await ann.make_table(seats=["me", "open"])
            with closing(sqlite3.connect(tmp_path / "tw.db")) as other:
                other.execute("BEGIN IMMEDIATE")
                asked = [
                    asyncio.create_task(bob.ask(game, sit=1)),
                    asyncio.create_task(ann.make_table(seats=["me", "open"])),
                ]
                await asyncio.sleep(0.3)  # they wait for the lock now
                assert (await asyncio.to_thread(stop, node))[1] < 10
                await asyncio.gather(*asked, return_exceptions=True)
        with running(node):  # nothing is half there
            async with Person(node.url) as ann:
                assert (await ann.view(game))["view"]["status"] == "waiting"

    asyncio.run(story())


HELD = ("followers", "waiting")


def test_who_waits_for_a_study_or_the_search_is_told_that_it_stops(
    node: Node, capfd: pytest.CaptureFixture[str]
) -> None:
    async def story() -> None:
        async with Person(node.url) as ann:
            line = {"game": "pavilion", "players": 4, "moves": ["?"]}
            position = (await ann.http.post("/api/positions", json=line)).json()["position"]
            body = {"title": "T", "position": position}
            study = (await ann.http.post("/api/studies", json=body)).json()
            deep = {"position": position, "effort": 64_000}
            small = {"position": position, "effort": 1}
            assert (await ann.http.post("/api/analysis", json=small)).status_code == 200
            following = asyncio.create_task(ann.http.get(f"/api{study['url']}?after=1"))
            waits = [asyncio.create_task(ann.http.post("/api/analysis", json=deep)) for _ in "123"]
            held: dict[str, float] = {}
            while sum(held.get(f"tilewright_study_{name}", 0) for name in HELD) < 4:
                held = await asyncio.to_thread(numbers, node)
            code, seconds = await asyncio.to_thread(stop, node)
            assert (code, seconds < 10) == (0, True), seconds
            assert (await following).json()["version"] == 1
            codes = [(await wait).json().get("code", "found") for wait in waits]
            assert codes.count("busy") >= 2 and set(codes) <= {"busy", "found"}

    asyncio.run(story())
    assert "Traceback" not in capfd.readouterr().err


HANGS = """
import json, sys, time, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(json.dumps({"id": json.loads(sys.stdin.readline())["id"], "hello": 1, "name": "hanging",
                  "games": {"classic": {}}}), flush=True)
open(sys.argv[1], "w").write(str(__import__("os").getpid()))
time.sleep(120)  # much longer than anybody waits, and not for ever
"""


def test_it_stops_in_time_while_a_bot_hangs(tmp_path: Path) -> None:
    program, mark = tmp_path / "hangs.py", tmp_path / "pid"
    program.write_text(HANGS)
    engines = {"TILEWRIGHT_ENGINES": f"hanging={sys.executable} {program} {mark}"}

    async def story(node: Node) -> None:
        async with Person(node.url) as ann:
            await ann.make_table(game="classic", seats=["bot:hanging", "me"])
            for _ in range(600):
                if mark.exists() and mark.read_text():
                    break
                await asyncio.sleep(0.05)
        code, seconds = await asyncio.to_thread(stop, node)
        assert (code, seconds < 10) == (0, True), seconds

    address = f"sqlite:///{tmp_path / 'tw.db'}"
    with running(Node(address, settings=engines, program=True)) as node:
        asyncio.run(story(node))
    end = time.monotonic() + 10
    while is_running(int(mark.read_text())):
        assert time.monotonic() < end, "the engine is left running"
        time.sleep(0.05)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
