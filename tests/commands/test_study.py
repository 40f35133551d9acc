"""The commands of study: review, insights, analyse, rollout, puzzle, puzzles."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

import tilewright as tw
from tests.analysis.games import ending
from tests.tui.table import Table, sit_down
from tilewright.analysis import Analysis, Insights, Review, Rollout, kept, puzzles
from tilewright.analysis.collection import Puzzle, read, shipped
from tilewright.analysis.grade import is_bad
from tilewright.analysis.notes import Note, NotesFile
from tilewright.analysis.report import Decision
from tilewright.drawing import INK, PANEL

pytestmark = pytest.mark.usefixtures("compiled_search")

WHO = ("pupil", "mason")


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    return sit_down(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_game_is_reviewed_in_words(
    run: Table, game: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))  # nothing is kept from earlier runs
    record = ending(game, WHO, 25)
    Path("game.tw").write_text(str(record))
    answer = run("review", "game.tw", "--effort", 16, "--all", "--svg", "course.svg")
    assert (answer.code, answer.error) == (0, "")
    assert "Seat 1" in answer.out
    assert "Round" in answer.out
    assert "better" in answer.out
    picture = ElementTree.fromstring(Path("course.svg").read_text())
    assert picture.tag.endswith("svg")
    told = run("review", "game.tw", "--effort", 16, "--json")
    review = msgspec.json.decode(told.out, type=Review)
    assert review == tw.review(record, 16)
    bad = [ply for ply in review.plies if isinstance(ply, Decision) and is_bad(ply.grade)]
    wanted = [INK if ply.seat == 0 else PANEL for ply in bad]  # those of others are hollow
    assert wanted == [one.get("fill") for one in picture.iter() if one.tag.endswith("circle")]


def test_a_review_is_kept(run: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    Path("game.tw").write_text(str(ending("classic", WHO, 12)))
    first = run("review", "game.tw", "--effort", 8, "--json")
    monkeypatch.setattr("tilewright.analysis.review", None)  # it would fail if it were called
    assert run("review", "game.tw", "--effort", 8, "--json").out == first.out


def test_a_review_that_was_broken_off_goes_on(
    run: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    Path("game.tw").write_text(str(ending("classic", WHO, 12)))
    real, heard = NotesFile.add, list[int]()

    def add(notes: NotesFile, note: Note) -> None:
        real(notes, note)
        heard.append(note.at)
        if len(heard) == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(NotesFile, "add", add)
    assert run("review", "game.tw", "--effort", 8, "--json").code != 0
    told = run("review", "game.tw", "--effort", 8, "--json")
    assert msgspec.json.decode(told.out, type=Review) == tw.review(ending("classic", WHO, 12), 8)
    assert heard[0] not in heard[5:17]  # nothing is looked at twice
    assert not list(tmp_path.rglob("*.notes"))


def test_insights_are_told_of_all_games(
    run: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TILEWRIGHT_CACHE", str(tmp_path))
    names = {"one.tw": ("Ann", "Bob"), "two.tw": ("Cyd", "Ann"), "three.tw": ("Ann", "Bob")}
    games = dict(zip(names, ("classic", "classic", "pavilion"), strict=True))
    records = {
        file: replace(ending(games[file], WHO, 20), seats=seats) for file, seats in names.items()
    }
    for file, record in records.items():
        Path(file).write_text(str(record))
    answer = run("insights", *names, "--effort", 8)
    assert (answer.code, answer.error) == (0, "")
    assert "Ann: 2 games of Azul," in answer.out
    assert "Ann: 1 game of Azul: Summer Pavilion," in answer.out
    monkeypatch.setattr("tilewright.analysis.review", None)  # all of them are kept
    told = run("insights", *names, "--player", "Ann", "--effort", 8, "--json")
    classic, pavilion = msgspec.json.decode(told.out, type=list[Insights])
    kept_reviews = [kept.find(record, 8) for record in records.values()]
    found = [review for review in kept_reviews if review]
    assert classic == tw.insights(found[:2], "Ann")
    assert pavilion == tw.insights(found[2:], "Ann")
    assert "--player is one of Ann, Bob" in run("insights", "one.tw", "three.tw").error
    wrong = run("insights", *names, "--player", "Bob").error
    assert "two.tw: Bob is not one of Cyd, Ann" in wrong


def test_what_cannot_be_reviewed_is_said(run: Table) -> None:
    Path("game.tw").write_text(str(tw.Record(tw.classic.new_game())))
    assert "no moves" in run("review", "game.tw").error
    Path("game.tw").write_text(str(ending("classic", WHO, 5)))
    assert "2 seats" in run("review", "game.tw", "--seat", 3).error


def test_a_position_is_analysed(run: Table) -> None:
    state = ending("classic", WHO, 8).start
    answer = run("analyse", str(state), "--effort", 50, "--lines", 2)
    assert answer.code == 0
    assert answer.out.count("%") >= 2
    told = run("analyse", str(state), "--effort", 50, "--lines", 2, "--json")
    assert msgspec.json.decode(told.out, type=Analysis) == tw.analyse(state, 50, lines=2)


def test_a_position_is_played_out(run: Table) -> None:
    state = ending("classic", WHO, 20).start
    while state.turn == tw.CHANCE:
        state = state.play(ending("classic", WHO, 20).moves[0])
    told = run("rollout", str(state), "--games", 4, "--json")
    found = msgspec.json.decode(told.out, type=Rollout)
    assert (found.games, len(found.moves), found.seat) == (4, 2, state.turn)
    assert found.moves[0].margin >= found.moves[1].margin
    assert found.moves[0].behind == 0
    assert run("rollout", str(state), "--games", 4, "--json").out == told.out
    assert "4 games a move" in run("rollout", str(state), "--games", 4).out
    assert "nothing to compare" in run("rollout", str(tw.classic.new_game())).error


def test_puzzles_are_added_to_a_file(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_COMPUTE", "1")
    words = ("puzzles", "classic", "--count", 1, "--seed", 700047, "-o", "puzzles.jsonl")
    assert run(*words).code == 0
    text, *_ = Path("puzzles.jsonl").read_text().splitlines()
    puzzle = msgspec.json.decode(text, type=Puzzle)
    state = tw.parse(puzzle.position)
    state.after(*puzzle.line)
    assert puzzle.solution[0] == puzzle.line[0]
    assert puzzle.gap >= 3
    assert 1 <= puzzle.difficulty <= 8
    assert puzzle in puzzles.from_game(tw.classic.new_game(), puzzle.seed)
    assert run(*words).out == ""
    assert json.loads(text)["game"] == "classic"


def test_puzzles_are_found_in_games_that_were_played(
    run: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are played on from shipped puzzles, where the best move was missed."""
    monkeypatch.setenv("TILEWRIGHT_COMPUTE", "1")
    easy = [one for one in shipped("classic").values() if one.difficulty == 1][:2]
    lines = ""
    for puzzle in easy:
        start = tw.parse(puzzle.position)
        wrong = next(move for move in start.legal_moves() if str(move) not in puzzle.solution)
        lines += json.dumps({"record": str(tw.Record(start, moves=(wrong,)))}) + "\n"
    Path("games.jsonl").write_text(lines, "utf-8")
    words = ("puzzles", "--games", "games.jsonl", "-o", "found.jsonl")
    assert run(*words).code == 0
    found = read(Path("found.jsonl").read_bytes())
    assert {puzzle.id for puzzle in found} & {puzzle.id for puzzle in easy}
    assert all(puzzle.seed < 0 for puzzle in found)
    assert run(*words).out == ""  # each is added once
    Path("games.jsonl").write_text(lines + "{}\n", "utf-8")
    assert "games.jsonl, line 3: no record" in run(*words).error


@pytest.mark.parametrize("game", tw.GAMES)
def test_puzzles_are_solved_at_the_prompt(run: Table, game: str) -> None:
    command = ("puzzle", game, "--seed", "x", "--no-color")
    chosen = list(shipped(game).values())
    random.Random("x").shuffle(chosen)
    first, second = chosen[:2]
    legal = [str(move) for move in tw.parse(first.position).legal_moves()]
    wrong = next(move for move in legal if move not in first.solution)
    lines = ["moves", "nonsense", wrong, first.solution[0], second.solution[0], "quit"]
    told = run(*command, typed=lines)
    assert (told.code, told.error) == (0, "")
    assert "not the best move" in told.out and "Right. The best move is" in told.out
    assert "1 of 2 solved on the first try." in told.out
    shown = run(*command, typed=["answer"]).out
    assert f"The best move is {first.line[0]}:" in " ".join(shown.split())
    assert "--theme chess: expected " in run("puzzle", game, "--theme", "chess").error
