"""The command: its tables and files, what it refuses, and resuming after a stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.children import PATIENCE, child, wait_until
from tests.tui.table import Table, sit_down
from tilewright.arena import Contest, ContestState, Journal, parse_hypotheses, report, run
from tilewright.arena.entrant import Entrant, parse_entrant
from tilewright.arena.match import play_pair
from tilewright.arena.report import to_data
from tilewright.bots import BOTS, Limit
from tilewright.bots.shipped import net_file
from tilewright.compute import Pool

ENGINE = f"cmd:{sys.executable} -m tilewright.cli engine --bot greedy"
PAVILION = net_file("pavilion", 2, "coloured")
COMMAND = (sys.executable, "-m", "tilewright.cli", "arena")


@pytest.fixture
def arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    """The command line in an empty folder, with one worker."""
    monkeypatch.setenv("TILEWRIGHT_COMPUTE", "1")
    return sit_down(tmp_path, monkeypatch, capsys)


def results(path: str) -> dict[str, Any]:
    """What was written for programs, without the times."""
    data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    for player in data["players"]:
        del player["ms"]
    return data


def test_a_round_robin(arena: Table) -> None:
    files = ("--save", "a.jsonl", "--json", "a.json", "--plot", "a.svg")
    answer = arena("arena", "greedy", "random", "greedy@400", "--pairs", 3, *files)
    assert (answer.code, answer.error) == (0, "")
    assert "against random" in answer.out
    assert "rating" in answer.out
    assert "The same command plays the same games." in answer.out
    again = "tilewright arena greedy random greedy@400 --game classic --seed 0 --pairs 3"
    assert answer.out.endswith(f"{again}\n")
    data = results("a.json")
    assert data["command"] == again
    assert [found["wins"] for found in data["pairings"]] == [6, 3, 0]
    assert data["pairings"][0]["elo"][0] is None  # it has no bound
    assert data["pairings"][1]["score"] == [0.5, 0.5, 0.5]
    assert (
        data["players"][0]["rating"] == data["players"][2]["rating"]
        or abs(data["players"][0]["rating"][0] - data["players"][2]["rating"][0]) < 1
    )
    picture = ElementTree.fromstring(Path("a.svg").read_text(encoding="utf-8"))
    words = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Rating (Elo)", "Score", "greedy – random", "100.0%"} <= set(words)
    assert len(Path("a.jsonl").read_text(encoding="utf-8").splitlines()) == 1 + 9


def test_a_gauntlet_of_four(arena: Table) -> None:
    words = ("greedy", "random", "random", "--gauntlet", "--players", 4, "--wall", "grey")
    answer = arena("arena", *words, "--pairs", 2, "--json", "a.json")
    assert answer.code == 0
    assert "x fair" in answer.out
    data = results("a.json")
    first, second = data["pairings"]
    assert (first["one"], first["others"]) == ("greedy", ["random"])
    assert second["others"] == ["random (2)"]
    assert (first["games"], first["pairs"], first["fair"]) == (8, 2, 0.25)
    assert first["wins"] == 8
    assert "--game classic --players 4 --wall grey --gauntlet --seed 0 --pairs 2" in data["command"]


def test_all_at_one_table(arena: Table) -> None:
    words = ("random", "greedy", "random", "--together", "--players", 3, "--pairs", 2)
    answer = arena("arena", *words, "--json", "a.json")
    assert answer.code == 0
    found = results("a.json")["pairings"]
    assert [entry["one"] for entry in found] == ["random", "greedy", "random (2)"]
    assert sum(entry["score"][0] for entry in found) == pytest.approx(1)
    assert found[1]["wins"] == 6


def test_the_number_of_workers_changes_nothing(
    arena: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("arena", "greedy", "random", "--game", "pavilion", "--pairs", 4, "--sprt", "0,400")
    arena(*words, "--json", "one.json")
    monkeypatch.setenv("TILEWRIGHT_COMPUTE", "3")
    arena(*words, "--json", "three.json")
    assert results("one.json") == results("three.json")


def test_a_clear_match_ends_early(arena: Table) -> None:
    words = ("arena", "greedy", "random", "--pairs", 1000, "--sprt", "0,200", "--json", "a.json")
    answer = arena(*words)
    assert answer.code == 0
    assert "greedy against random: 200 Elo is accepted after" in answer.out
    assert results("a.json")["pairings"][0]["pairs"] < 20


# Going on


def test_a_killed_arena_goes_on(arena: Table, tmp_path: Path) -> None:
    words = ("greedy", "random", "--save", "a.jsonl")
    saved = Path("a.jsonl")
    endless = [*COMMAND, *words, "--pairs", "100000"]
    with child(endless, cwd=tmp_path, stdout=subprocess.DEVNULL) as process:
        wait_until(lambda: lines(saved) >= 5, process)
        process.kill()
    before = saved.read_bytes()
    kept = [line for line in before.split(b"\n")[1:-1] if json.loads(line)["pair"] < 8]
    saved.write_bytes(before + b'{"pairing":0,"pair":77,"ga')  # as if it died while writing
    assert arena("arena", *words, "--pairs", 8, "--json", "on.json").code == 0
    after = saved.read_bytes()
    assert after.startswith(before)
    played = [json.loads(line)["pair"] for line in after[len(before) :].splitlines()]
    assert len(played) + len(kept) == 8  # nothing was played twice
    assert arena("arena", "greedy", "random", "--pairs", 8, "--json", "new.json").code == 0
    assert results("on.json") == results("new.json")


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_or_a_request_to_end_stops_it_at_once(tmp_path: Path, sig: signal.Signals) -> None:
    endless = [*COMMAND, "greedy", "random", "--save", "a.jsonl", "--pairs", "100000"]
    with child(endless, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        wait_until(lambda: lines(tmp_path / "a.jsonl") >= 3, process)
        if sig == signal.SIGINT:
            os.killpg(process.pid, sig)  # as a terminal does: to everybody
        else:
            process.send_signal(sig)
        _, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + sig
    assert error == "Stopped; the same command resumes from a.jsonl.\n"


def test_a_file_of_another_command_is_refused(arena: Table) -> None:
    words = ("arena", "greedy", "random", "--pairs", 1, "--save", "a.jsonl")
    assert arena(*words).code == 0
    before = Path("a.jsonl").read_bytes()
    answer = arena(*words, "--seed", 7)
    assert answer.code == 2
    assert answer.error == (
        "tilewright: a.jsonl belongs to another command: "
        "tilewright arena greedy random --game classic --seed 0\n"
    )
    Path("b.jsonl").write_bytes(before.replace(b'"bots": "', b'"bots": "x'))
    answer = arena(*words[:-1], "b.jsonl")
    assert answer.error == ("tilewright: b.jsonl was begun with other bots; choose another file\n")
    Path("c.jsonl").write_text("Dear diary,\n", encoding="utf-8")
    assert (
        "not a file that tilewright arena --save has written" in arena(*words[:-1], "c.jsonl").error
    )
    assert Path("a.jsonl").read_bytes() == before


def test_more_pairs_may_be_wanted_later(arena: Table) -> None:
    words = ("arena", "greedy", "random", "--save", "a.jsonl", "--json", "a.json")
    for pairs in (2, 4, 3):
        arena(*words, "--pairs", pairs)
        assert results("a.json")["pairings"][0]["pairs"] == pairs
    assert len(Path("a.jsonl").read_text(encoding="utf-8").splitlines()) == 1 + 4


def test_pairs_count_in_order_whatever_comes_first() -> None:
    contest = Contest(("greedy", "random"))
    pairs = [play_pair(contest, 0, number) for number in range(12)]
    found = []
    for order in (pairs, pairs[::-1], pairs[5:] + pairs[:5]):
        course = ContestState(contest, 12, parse_hypotheses("0,400", 2))
        for pair in order:
            course.add(pair)
        found.append(([pair.number for pair in course.played()[0]], course.verdicts))
    assert found[0] == found[1] == found[2]
    assert 0 < len(found[0][0]) < 12
    assert found[0][1] == ["high"]


# Who plays


@pytest.mark.parametrize(
    "text, bot, limit",
    [
        ("greedy", "greedy", Limit()),
        ("greedy@50ms", "greedy", Limit(time=0.05)),
        ("greedy@1.5s", "greedy", Limit(time=1.5)),
        ("greedy@400", "greedy", Limit(simulations=400)),
    ],
)
def test_bots_with_limits(text: str, bot: str, limit: Limit) -> None:
    assert parse_entrant(text) == Entrant(text, bot, limit=limit)


def test_engines_with_limits() -> None:
    found = parse_entrant("cmd:./my-engine --flag 'two words'@100ms")
    assert (found.command, found.limit) == (("./my-engine", "--flag", "two words"), Limit(time=0.1))
    assert parse_entrant("cmd:ssh me@host engine").command == ("ssh", "me@host", "engine")
    assert found.is_timed("classic", 2)


def test_an_engine_plays_as_its_bot_does(arena: Table) -> None:
    answer = arena("arena", ENGINE, "random", "--pairs", 1, "--json", "a.json")
    assert (answer.code, answer.error) == (0, "")
    assert results("a.json")["pairings"][0]["wins"] == 2
    assert "by the clock" in answer.out


@pytest.mark.parametrize(
    "words, error",
    [
        (["greedy"], "an arena needs two bots or more"),
        (["greedy", "nobody"], "unknown bot 'nobody': expected random, greedy, "),
        (["greedy", "random@"], "random@: bad limit '': expected random@50ms, "),
        (["greedy", "random@fast"], "random@fast: bad limit 'fast': expected random@50ms, "),
        (["greedy", "random@-5"], "bad limit '-5'"),
        (["greedy", "random@0ms"], "random@0ms: a limit must be more than 0"),
        (["greedy", "uct"], "uct needs a limit: uct@50ms, uct@1s or uct@400"),
        (["greedy", f"net:{PAVILION}@9"], "not a net of classic, or one of another version"),
        (["greedy", f"net:{__file__}@9"], "not a net: "),
        (["greedy", "cmd:"], "expected a command after cmd:"),
        (["greedy", "cmd:'half"], "No closing quotation"),
        (["greedy", "cmd:./nothing-here"], "./nothing-here: "),
        (["greedy", f"cmd:{sys.executable} -c pass"], "python"),
        (["greedy", "random", "--players", "5"], "players=5: expected a number from 2 to 4"),
        (["greedy", "random", "--game", "chess"], "unknown game 'chess'"),
        (["greedy", "random", "--board", "neutral"], "--board is an option of pavilion"),
        (["greedy", "random", "--sprt", "50"], "--sprt 50: expected two Elo differences like 0,50"),
        (["greedy", "random", "--pairs", "0"], "Invalid value for '--pairs'"),
        (["greedy", "random", "--together", "--players", "3"], "--together: 2 bots for 3 seats"),
        (["greedy", "random", "--together", "--sprt", "0,5"], "it is not for --together"),
        (
            ["greedy", "random", "--together", "--ladder"],
            "--ladder and --together cannot be used together",
        ),
        (["greedy", "random", "--json", "no/where.json"], "no/where.json: there is no such folder"),
    ],
)
def test_errors_are_one_line(arena: Table, words: list[str], error: str) -> None:
    answer = arena("arena", "--pairs", "1", *words)
    assert answer.code == 2
    assert answer.out == ""
    assert error in answer.error
    assert answer.error.startswith("tilewright: ")
    assert answer.error.count("\n") == 1


def test_a_wrong_setting_is_told(arena: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_COMPUTE", "many")
    answer = arena("arena", "greedy", "random")
    assert answer.code == 2
    assert answer.error == (
        "tilewright: TILEWRIGHT_COMPUTE=many: expected a number of processes, ray or ray://…\n"
    )


def test_the_library_does_the_same() -> None:
    contest = Contest(("greedy", "random"), seed="library")
    course, told = ContestState(contest, 2, None), list[tuple[int, int]]()
    with Pool("1") as pool:
        run(course, pool, journal=Journal(contest), progress=lambda *done: told.append(done))
    data = to_data(report(course))
    assert data["reproducible"] is True
    assert (told[0], told[-1]) == ((0, 2), (2, 2))
    assert set(BOTS) >= {"greedy", "random"}
