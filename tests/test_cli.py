"""The command line: its answers, exit codes, errors and documentation."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.children import follow
from tests.tui.table import Table, sit_down
from tilewright import games
from tilewright.bots import LEVELS, warming
from tilewright.tui.files import read_record

ROOT = Path(__file__).parent.parent
PYTHON = (sys.executable, "-m", "tilewright.cli")


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    """The command line in an empty folder."""
    return sit_down(tmp_path, monkeypatch, capsys)


@pytest.fixture
def game(run: Table) -> str:
    """A finished game of two bots in a file."""
    run("play", "--seed", "cli", "--seat", "greedy", "--seat", "random", "--save", "game.txt")
    return "game.txt"


@pytest.fixture(params=["classic", "pavilion"])
def either(request: pytest.FixtureRequest, run: Table) -> str:
    """A finished game of each kind in a file."""
    name = request.param
    run("play", name, "--seed", "cli", "--seat", "greedy", "--seat", "random", "--save", "game.txt")
    return "game.txt"


# The program itself


def test_version(run: Table) -> None:
    assert run("--version").out == f"tilewright {tw.__version__}\n"


def test_alone_it_prints_its_help(run: Table) -> None:
    alone, asked = run(), run("--help")
    assert alone == asked
    assert alone.code == 0
    assert "Exit codes: 0 fine; 1 the answer is no" in alone.out


@pytest.mark.parametrize(
    "command", ["play", "replay", "verify", "show", "draw", "perft", "convert", "bots"]
)
def test_every_command_has_help_with_an_example(run: Table, command: str) -> None:
    answer = run(command, "--help")
    assert answer.code == 0
    assert re.search(rf"Example:\n +tilewright {command}\b", answer.out)


@pytest.mark.parametrize(
    "words, error",
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["play", "--nonsense"], "No such option"),
        (["play", "chess"], "unknown game 'chess': expected classic or pavilion"),
        (["play", "--players", "5"], "players=5: expected a number from 2 to 4"),
        (["play", "--players", "0"], "players=0: expected a number from 2 to 4"),
        (["play", "--wall", "plaid"], "wall=plaid: expected coloured or grey"),
        (["play", "--round-limit", "x"], "round_limit=x: expected a number from 1 to 9999"),
        (["play", "--board", "neutral"], "--board is an option of pavilion, not of classic"),
        (["play", "pavilion", "--round-limit", "3"], "--round-limit is an option of classic"),
        (["play", "pavilion", "--joker-order", "ppp"], "joker_order=ppp: expected the letters"),
        (["play", "--seat", " "], "--seat needs a name"),
        (["play", "--players", "2", *["--seat=x"] * 3], "3 seats for 2 players"),
        (["play", "--load", "missing.txt"], "missing.txt: No such file or directory"),
        (["play", "classic", "--load", "x"], "--load says which game it is"),
        (["play", "--from", "classic x=1"], "position without players="),
        (["play", "--players=2", "--from", "classic x=1"], "--from says how the game is played"),
        (["play", "--save", "no/such/folder"], "No such file or directory"),
        (["replay", "missing.txt"], "missing.txt: No such file or directory"),
        (["replay", "bad.txt"], "bad.txt: line 1: expected 'tilewright 1', found 'hello'"),
        (["replay", "bad.json"], "bad.json: format: expected 'tilewright 1'"),
        (["verify", "binary"], "binary: not a text file"),
        (["show", "missing"], "missing: No such file or directory"),
        (["show", "bad.txt"], "bad.txt: unknown game 'hello': expected classic or pavilion"),
        (["show", "empty.txt"], "empty.txt: unknown game '': expected classic or pavilion"),
        (["puzzle", "clasic"], "unknown game 'clasic': did you mean classic?"),
        (["puzzle", "classic", "--theme", "flor"], "--theme flor: did you mean floor?"),
        (["puzzle", "classic", "--difficulty", "99"], "--difficulty 99: the hardest puzzles of "),
        (["play", "--save", "."], ".: Is a directory"),
        (["show", "deep.json"], "not JSON: "),
        (["draw", "classic", "players=9"], "players=9: expected a number from 2 to 4"),
        (["convert", "bad.txt"], "bad.txt: line 1:"),
        (["play", "--seat", "\x1b[2J"], "--seat needs a name"),
        (["replay", "rude.txt"], "rude.txt: seat 1: expected one line of text, not '\\x1b[2J'"),
        (["perft", "--depth", "0"], "Invalid value for '--depth'"),
        (["perft", "--table", "--players", "2"], "--table counts everything"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_errors_are_one_sentence(run: Table, words: list[str], error: str) -> None:
    Path("bad.txt").write_text("hello\n")
    Path("bad.json").write_text("{}")
    Path("empty.txt").touch()
    Path("deep.json").write_text('{"a":' * 100_000)
    Path("binary").write_bytes(b"\xff\xfe\x00")
    rude = str(tw.Record(tw.classic.new_game(), seats=("Ann", "Bo"))).replace("Bo", "\x1b[2J")
    Path("rude.txt").write_text(rude)
    answer = run(*words)
    assert (answer.code, answer.out) == (2, "")
    assert answer.error.startswith("tilewright: ")
    assert error in answer.error
    assert answer.error.count("\n") == 1


@pytest.mark.parametrize("missing", ["typer", "rich"])
def test_without_its_packages_it_says_what_to_install(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from tilewright.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stdout == ""
    needs = f"the command line needs {missing}: install tilewright with its dependencies"
    assert done.stderr == f"tilewright: {needs}\n"


@pytest.mark.parametrize(
    "words, part, missing",
    [
        ("serve", "the server", "fastapi"),
        ("analyse x", "study", "numba"),
        ("train classic", "training", "numba"),
    ],
)
def test_a_command_says_what_it_needs(words: str, part: str, missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; from tilewright.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words.split()], capture_output=True, text=True
    )
    needs = f"{part} needs {missing}: install tilewright with its dependencies"
    assert done.stderr == f"tilewright: {needs}\n"


@pytest.mark.parametrize("words", [["engine"], ["arena", "master@9", "greedy"]])
def test_without_numba_it_says_what_to_install(
    run: Table, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(warming, "_ready", set())
    monkeypatch.setattr(warming, "find_spec", lambda name: None)
    answer = run(*words)
    assert answer.code == 2
    assert "pip install numba" in answer.error
    assert answer.error.count("\n") == 1


# Records


def test_verify(run: Table, game: str) -> None:
    answer = run("verify", game)
    assert (answer.code, answer.error) == (0, "")
    assert answer.out.startswith("Fair: all ")
    proof = tw.verify(read_record(game))
    whole = {"whole": True, "over": True}
    expected = {"fair": True, "commitment": proof.commitment, "draws": proof.draws, **whole}
    assert json.loads(run("verify", game, "--json").out) == expected


def test_verify_says_no(run: Table, game: str) -> None:
    text = Path(game).read_text()
    secret = read_record(game).tags["secret"]
    other = "0" * len(secret)
    Path("forged.txt").write_text(text.replace(secret, other))
    answer = run("verify", "forged.txt")
    assert (answer.code, answer.error) == (1, "")
    assert answer.out == "Not verified: the secret does not match the commitment.\n"
    data = json.loads(run("verify", "forged.txt", "--json").out)
    assert data == {"fair": False, "reason": "the secret does not match the commitment"}


def test_verify_says_what_it_does_not_cover(run: Table) -> None:
    made = str(tw.classic.new_game()).replace("seat=0 starter=0", "seat=1 starter=1")
    seats = ("--seat", "greedy", "--seat", "random")
    assert run("play", "--from", made, *seats, "--save", "made.txt").code == 0
    answer = run("verify", "made.txt")
    assert (answer.code, answer.error) == (0, "")
    assert answer.out.startswith("Fair from its start position on: all ")
    assert "Not covered: how the start position came about" in answer.out
    data = json.loads(run("verify", "made.txt", "--json").out)
    assert (data["fair"], data["whole"]) == (True, False)


def test_verify_says_that_more_deals_may_come(run: Table) -> None:
    run("play", "--seed", "s", "--seat", "Ann", "--seat", "Bo", "--save", "g.txt", typed=["0", "1"])
    record, secret = read_record("g.txt"), Path("g.txt.secret").read_text().strip()
    Path("g.txt").write_text(str(replace(record, tags={**record.tags, "secret": secret})))
    begun = "Fair so far, for the game is not over: its one deal follows from the commitment "
    assert run("verify", "g.txt").out.startswith(begun)


def test_verify_refuses_nonces_of_nobody(run: Table, game: str) -> None:
    text = Path(game).read_text()
    Path("grind.txt").write_text(text.replace("nonces: - -", "nonces: - - -"))
    answer = run("verify", "grind.txt")
    assert (answer.code, answer.error) == (1, "")
    assert answer.out == "Not verified: 3 nonces for 2 seats: expected one each.\n"
    assert json.loads(run("verify", "grind.txt", "--json").out)["fair"] is False


def test_convert_there_and_back(run: Table, either: str) -> None:
    text = Path(either).read_text()
    as_json = run("convert", either)
    assert json.loads(as_json.out)["format"] == "tilewright 1"
    assert run("convert", "-", text=as_json.out).out == text
    assert run("convert", either, "-o", "game.json").out == ""
    assert Path("game.json").read_text() == as_json.out
    assert run("verify", "game.json").code == 0


def test_replay_as_data(run: Table, either: str) -> None:
    record = read_record(either)
    data: dict[str, Any] = json.loads(run("replay", either, "--json").out)
    assert data["seats"] == ["greedy", "random"]
    assert [ply["move"] for ply in data["plies"]] == [str(move) for move in record.moves]
    positions = [data["start"], *[ply["position"] for ply in data["plies"]]]
    assert positions == [str(state) for state in record.states()]
    steps = [[step["code"] for step in ply["steps"]] for ply in data["plies"]]
    assert steps == [[step.code for step in steps] for steps in record.steps()]
    assert data["final"]["turn"] == tw.OVER
    assert data["final"]["end"] == record.state.end
    one = json.loads(run("replay", either, "--json", "--ply", "3").out)
    assert one["position"] == positions[3]


def test_replay_in_words(run: Table, either: str) -> None:
    record = read_record(either)
    answer = run("replay", either, "--all")
    assert answer.out.count("to be dealt") == record.state.round - 1
    for ply, move in enumerate(record.moves, 1):
        assert re.search(rf"^{ply}\. .*{re.escape(str(move))}:", answer.out, re.MULTILINE)
    assert "wins with" in answer.out or "share the victory" in answer.out
    assert run("replay", either) == answer  # nobody there to press Enter


def test_replay_of_one_move(run: Table, either: str) -> None:
    record = read_record(either)
    assert run("replay", either, "--ply", "0").out.startswith("╭─ ")
    last = run("replay", either, "--ply", len(record.moves)).out
    assert last.startswith(f"{len(record.moves)}. ")
    answer = run("replay", either, "--ply", 9999)
    assert answer.code == 2
    assert f"--ply 9999: the record has moves 0 to {len(record.moves)}" in answer.error


# Positions


def test_show(run: Table, either: str) -> None:
    record = read_record(either)
    middle = record.undo(7).state
    for words, text in [
        (["show", str(middle)], None),
        (["show", *str(middle).split()], None),
        (["show", "-"], f"{middle}\n"),
        (["show", "middle.txt"], None),
    ]:
        Path("middle.txt").write_text(f"{middle}\n")
        drawn = run(*words, text=text)
        assert drawn.code == 0
        assert f"Seat 1: {middle.scores[0]}" in drawn.out
        data = json.loads(run(*words, "--json", text=text).out)
        assert data["position"] == str(middle)
        assert data["turn"] == middle.turn
        assert data["scores"] == list(middle.scores)
        assert data["legal"] == [str(move) for move in middle.legal_moves()]
    assert run("show", str(middle), "--plain").out.strip() == middle.describe().strip()
    assert "greedy: " in run("show", either).out
    assert "greedy: " in run("show", either, "--plain").out


def test_draw(run: Table, either: str) -> None:
    record = read_record(either)
    picture = run("draw", either, "--ply", "5").out
    early = record.undo(len(record.moves) - 5)
    assert picture.strip() == early.state.draw(["greedy", "random"]).strip()
    assert picture.strip() == early._repr_svg_().strip() != early.state._repr_svg_().strip()
    assert ">greedy<" in picture and ">random<" in picture and "Seat 1" not in picture
    assert run("draw", either, "--ply", "5", "-o", "p.svg").out == ""
    assert Path("p.svg").read_text() == picture
    assert run("draw", *str(record.state).split()).out.strip() == record.state.draw().strip()
    assert run("draw", str(record.state), "--ply", "1").code == 2


# Counting


def test_perft(run: Table) -> None:
    words = ["perft", "pavilion", "--players", "3", "--board", "neutral", "--depth", "2"]
    state = tw.pavilion.new_game(3, board="neutral")
    expected = [tw.perft(state, 1), tw.perft(state, 2)]
    data = json.loads(run(*words, "--json").out)
    assert data == {"game": "pavilion", "options": str(state.options), "counts": expected}
    assert run(*words).out.splitlines()[1:] == [
        f"depth {depth}: {number}" for depth, number in enumerate(expected, 1)
    ]
    assert (
        run("perft", "--from", str(state), "--depth", "2", "--json").out
        == json.dumps(data, indent=1) + "\n"
    )


def test_perft_table(run: Table) -> None:
    rows = json.loads(run("perft", "--table", "--depth", "1", "--json").out)
    assert len(rows) == 12
    assert rows[0] == {"game": "classic", "players": 2, "side": "coloured", "counts": [84]}
    table = run("perft", "--table", "--depth", "1").out
    for row in rows:
        cells = [row["game"], row["players"], row["side"], *row["counts"]]
        assert re.search(r"\s+".join(map(str, cells)), table)
    sides = {(row["game"], row["side"]) for row in rows}
    assert sides == {(name, side) for name in tw.GAMES for side in games.sides(name)}


def test_bots(run: Table) -> None:
    names = [bot["name"] for bot in json.loads(run("bots", "--json").out)]
    assert names == list(LEVELS)
    told = [line.split()[:2] for line in run("bots").out.splitlines()]
    assert told == [[str(number), name] for number, name in enumerate(names, 1)]


# Documentation


def test_the_page_of_commands_is_up_to_date(run: Table) -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    assert run("docs-cli").out == page, "write it anew: tilewright docs-cli > docs/cli.md"


def transcripts() -> list[tuple[str, list[str]]]:
    """The transcripts of docs/play.md: the command and the lines that follow."""
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```text\n\$ tilewright (.*)\n((?:.*\n)*?)```", page)
    return [(command, lines.splitlines()) for command, lines in blocks]


@pytest.mark.parametrize("command, lines", transcripts(), ids=lambda value: str(value)[:13])
def test_the_transcripts_of_the_play_page(
    run: Table,
    command: str,
    lines: list[str],
) -> None:
    prompt = re.compile(r"(?:Ann> |Bob> |Enter for .*:)(.*)")
    typed = [found[1].strip() for line in lines if (found := prompt.match(line))]
    answer = run(*command.split(), typed=typed)
    printed = "\n".join([line.rstrip() for line in answer.out.splitlines()])
    at = 0
    for part in "\n".join(lines).split("\n…\n"):
        assert part in printed[at:]
        at = printed.index(part, at) + len(part)


def test_the_page_names_every_command_of_the_prompt() -> None:
    from tilewright.tui.entry import COMMANDS

    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    for word in COMMANDS:
        assert re.search(rf"`{word}\b", page), f"docs/play.md does not mention {word}"


# In a process of its own


def environment(folder: Path) -> dict[str, str]:
    """Variables for a process that saves in a folder."""
    return {**os.environ, "TILEWRIGHT_HOME": str(folder), "COLUMNS": "80", "TERM": "xterm-256color"}


def test_input_that_ends(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PYTHON, "play"],
        input="moves\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**environment(tmp_path), "PYTHONIOENCODING": "utf-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("You> \nNobody has moved, so nothing is saved. Goodbye.\n")
    assert "\x1b" not in done.stdout


def test_a_terminal_with_few_letters(tmp_path: Path) -> None:
    done = subprocess.run(
        [*PYTHON, "play"],
        input=b"moves\n\xff\xfe\n",
        capture_output=True,
        env={**environment(tmp_path), "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"+- Classic, round 1, taking tiles -" in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pty")
@pytest.mark.parametrize("no_color", [False, True])
def test_the_first_minute_at_a_terminal(tmp_path: Path, no_color: bool) -> None:
    import pty

    leader, follower = pty.openpty()
    settings = {**environment(tmp_path), **({"NO_COLOR": "1"} if no_color else {})}
    process = subprocess.Popen(
        [*PYTHON, "play", "--fast"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=settings,
        preexec_fn=follow,
    )
    os.close(follower)
    shown = ""
    for answer in ("x", "", "", "Mason", "Ann", "3, 4", "3", "1", "undo", "quit"):
        shown += read_until(leader, ("] ", "> "))
        os.write(leader, f"{answer}\n".encode())
    shown += read_until(leader, ())
    assert process.wait(timeout=20) == 0
    os.close(leader)
    assert "Please answer classic or pavilion." in shown
    assert "2 players leave room for 1 more." in shown
    assert "Mason is the name of a bot" in shown
    assert "Classic: Ann and tiler." in shown
    assert ("48;2;" in shown or "48;5;" in shown) is not no_color


def read_until(leader: int, endings: tuple[str, ...]) -> str:
    """What a terminal shows until it asks for input or its program ends."""
    text = b""
    while not endings or not text.decode(errors="ignore").endswith(endings):
        try:
            some = os.read(leader, 4096)
        except OSError:  # Linux: the program has ended
            break
        if not some:
            break
        text += some
    return text.decode(errors="ignore")
