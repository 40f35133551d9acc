"""Whole games at the prompt, and what people do besides moving."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tilewright as tw
from tests.tui.table import Table, greedy_script
from tilewright.bots import warming
from tilewright.tui import compiled, result, session
from tilewright.tui.files import read_record
from tilewright.tui.story import bot_name

GAMES = [
    ("classic", 2, {}),
    ("classic", 3, {"wall": "grey"}),
    ("classic", 4, {"round_limit": "3"}),
    ("pavilion", 2, {}),
    ("pavilion", 3, {"board": "neutral", "edition": "mini", "joker_order": "alternative"}),
    ("pavilion", 4, {"last_round_discard": "at_pass"}),
]


def flags(variant: dict[str, str]) -> list[str]:
    """Variant options as they are typed."""
    return [f"--{name.replace('_', '-')}={value}" for name, value in variant.items()]


@pytest.mark.parametrize("game, players, variant", GAMES, ids=lambda value: str(value))
def test_a_whole_game(run: Table, game: str, players: int, variant: dict[str, str]) -> None:
    typed = greedy_script(game, "whole", players, variant)
    words = ["play", game, "--players", players, "--seed", "whole", "--save", "game.txt"]
    answer = run(*words, *flags(variant), typed=typed)
    assert (answer.code, answer.error) == (0, "")
    record = read_record("game.txt")
    assert record.state.turn == tw.OVER
    assert tw.verify(record).draws > 2
    scores = record.state.scores
    for name, score in zip(record.seats, scores, strict=True):
        assert re.search(rf"^ +\d +{name} .* {score} *$", answer.out, re.MULTILINE)
    assert f"with {max(scores)} points." in answer.out
    assert "tilewright verify game.txt" in answer.out
    assert not Path("game.txt.secret").exists()
    assert run("verify", "game.txt").code == 0


def test_the_final_table_adds_up(run: Table) -> None:
    run("play", "pavilion", "--seed", "sum", "--save", "a.txt", "--seat=random", "--seat=greedy")
    run("play", "classic", "--seed", "sum", "--save", "b.txt", "--seat=random", "--seat=greedy")
    for name in ("a.txt", "b.txt"):
        record = read_record(name)
        totals = [sum(parts.values()) for parts in result.sums(record)]
        assert totals == list(record.state.scores)


def test_the_same_seed_gives_the_same_game(run: Table) -> None:
    bots = ("--seat", "greedy", "--seat", "random")
    run("play", "--seed", "again", *bots, "--save", "a.txt")
    run("play", "--seed", "again", *bots, "--save", "b.txt")
    run("play", "--seed", "other", *bots, "--save", "c.txt")
    a, b, c = [Path(name).read_text() for name in ("a.txt", "b.txt", "c.txt")]
    assert a == b != c


def test_leave_and_come_back(run: Table) -> None:
    typed = greedy_script("pavilion", "back")
    half = len(typed) // 2
    first = run("play", "pavilion", "--seed", "back", "--save", "g.txt", typed=typed[:half])
    assert first.code == 0
    assert "tilewright play --load g.txt" in first.out
    assert "secret" not in read_record("g.txt").tags
    assert session.secret_path(Path("g.txt")).stat().st_mode & 0o077 == 0
    second = run("play", "--load", "g.txt", "--seed", "back", typed=typed[half:])
    assert f"Continuing after move {len(read_record('g.txt').moves)}" not in second.out
    assert "points." in second.out
    whole = read_record("g.txt")
    assert tw.verify(whole).draws > 6
    run("play", "pavilion", "--seed", "back", "--save", "whole.txt", typed=typed)
    assert read_record("whole.txt") == whole


def test_without_its_secret_a_game_goes_on_but_proves_nothing(run: Table) -> None:
    run("play", "classic", "--save", "g.txt", typed=["0", "1"])
    Path("g.txt.secret").unlink()
    answer = run("play", "--load", "g.txt", "--seat", "greedy", "--seat", "random")
    assert "cannot be verified" in answer.out
    assert read_record("g.txt").state.turn == tw.OVER
    assert run("verify", "g.txt").code == 1


def test_saved_without_being_asked(run: Table) -> None:
    typed = greedy_script("classic", "kept")[:3]
    answer = run("play", "classic", "--seed", "kept", typed=typed)
    (path,) = Path("home/games").glob("classic-*.txt")
    assert str(path.absolute()) in answer.out
    assert len(read_record(str(path)).moves) == 7


def test_nothing_is_saved_when_nobody_has_moved(run: Table) -> None:
    answer = run("play", "classic", typed=["moves", "quit"])
    assert answer.code == 0
    assert "nothing is saved" in answer.out
    assert not Path("home").exists()


def test_a_save_that_fails_leaves_the_file_before(run: Table) -> None:
    typed = greedy_script("classic", "kept")[:3]
    Path("folder").mkdir()
    for name in ("folder", ".", "x" * 300, "folder/../a.txt/b"):
        said = [typed[0], f"save {name}", *typed[1:]]
        answer = run("play", "classic", "--seed", "kept", "--save", "a.txt", typed=said)
        assert answer.code == 0
        assert f"Cannot save in {name[:40]}" in answer.out.replace("\n", "")
        assert "tilewright play --load a.txt" in answer.out
        assert len(read_record("a.txt").moves) == 7
        assert sorted(path.name for path in Path().iterdir()) == ["a.txt", "a.txt.secret", "folder"]
        Path("a.txt").unlink()


def test_saving_as_json(run: Table) -> None:
    run("play", "classic", "--seed", "j", "--save", "g.json", typed=["hint"])
    assert Path("g.json").read_text().startswith("{")
    assert run("play", "--load", "g.json", typed=["quit"]).code == 0


def test_undo_and_redo(run: Table) -> None:
    typed = greedy_script("classic", "undo")[:3]
    run("play", "classic", "--seed", "undo", "--save", "a.txt", typed=typed)
    there_and_back = [*typed, "undo", "u", "redo", "redo", "redo"]
    answer = run("play", "classic", "--seed", "undo", "--save", "b.txt", typed=there_and_back)
    assert "Nothing was taken back." in answer.out
    assert read_record("a.txt") == read_record("b.txt")
    again = [*typed, "undo", "undo", *typed[1:]]
    run("play", "classic", "--seed", "undo", "--save", "c.txt", typed=again)
    assert read_record("a.txt") == read_record("c.txt")


def test_undo_at_the_start(run: Table) -> None:
    assert "no decision of yours" in run("play", "classic", typed=["undo"]).out


def test_redo_is_forgotten_after_a_new_move(run: Table) -> None:
    typed = [greedy_script("classic", "redo")[0], "undo", "moves", "hint"]
    answer = run("play", "classic", "--seed", "redo", typed=[*typed, typed[0], "redo"])
    assert "Nothing was taken back." in answer.out


def test_undo_goes_back_over_a_deal(run: Table) -> None:
    typed = greedy_script("classic", "over")
    words = ["play", "classic", "--seed", "over"]
    whole = run(*words, typed=typed).out
    before = whole[: whole.index("Round 2 is dealt.")]
    decisions = before.count("You> ")
    answer = run(*words, "--save", "g.txt", typed=[*typed[:decisions], "undo"])
    assert "Round 2 is dealt." in answer.out
    assert read_record("g.txt").state.round == 1


@pytest.mark.parametrize(
    "typed, said",
    [
        ("zz", "'zz' is not a move; expected source, colour and line"),
        ("9r1", "9r1: there is no factory 9 (legal: "),
        ("", "Type a move, moves, hint, or help."),
        ("position", "classic players=2 wall=coloured round_limit=40 round=1 phase=take"),
        ("POSITION", "classic players=2 wall=coloured"),
        ("help", "2r4   take the red tiles from factory 2"),
        ("?", "Commands, some with a short form:"),
        ("rules", "every full line sends one tile to the wall"),
        ("hint", "Look at the "),
        ("m", "take            1      2"),
        ("draw", "draw needs a file name"),
        ("draw no/such/folder.svg", "Cannot write no/such/folder.svg: Not a directory"),
        ("draw p.svg", "Drawn in p.svg."),
        ("save", "There is nothing to save yet."),
        ("save x.txt", "Saved in x.txt."),
        ("save no/such/file/", "Cannot save in no/such/file"),
        ("resign", "You resign. You 0, greedy 0."),
    ],
)
@pytest.mark.usefixtures("compiled_search")  # a hint would compile it
def test_commands(run: Table, typed: str, said: str) -> None:
    Path("no").write_text("")
    answer = run("play", "classic", "--seed", "1", typed=[typed])
    assert said in answer.out
    assert (answer.code, answer.error) == (0, "")


def test_moves_may_be_typed_loosely(run: Table) -> None:
    first = greedy_script("classic", "loose")[0]
    loose = f"  {first[0]} {first[1].upper()}  {first[2]} "
    answer = run("play", "classic", "--seed", "loose", typed=[loose])
    assert f"You {first}: " in answer.out


def test_a_unique_beginning_is_enough(run: Table) -> None:
    position = (
        "classic players=2 wall=grey round_limit=40 round=1 phase=tile seat=0 starter=0"
        " marker=1 market=-/-/-/-/-/- bag=b20y20r19k20w20 lid=-"
        " seat0=0,r/-/-/-/-,...../...../...../...../.....,-"
        " seat1=0,-/-/-/-/-,...../...../...../...../.....,-"
    )
    answer = run("play", "--from", position, typed=["1c"])
    assert "1c1 +1   1c2 +1   1c3 +1   1c4 +1   1c5 +1" in answer.out
    answer = run("play", "--from", position, typed=["1 C 4"])
    assert "You 1c4: red from line 1 to column 4." in answer.out
    assert "You: red to row 1: alone = 1" in answer.out


PLACING = (
    "pavilion players=2 edition=2019 board=coloured joker_order=pgoybr"
    " last_round_discard=after_bonuses round={round} phase=place seat=0 starter=0 marker=0 picks=0"
    " market=-/-/-/-/-/- supply=ppggooyybb bag=p15g19o20y20b18r22 tower={tower}"
    " seat0=20,....../....../....../....b./....../....../......,{hand},in"
    " seat1=20,....../....../....../....../....../....../......,-,in"
)


def placing(hand: str, round: int = 1) -> str:
    """A position in which seat 0 holds some tiles."""
    tower = {"pppppbg": "-", "ppgb": "p3", "": "p5g1b1"}[hand]
    return PLACING.format(hand=hand or "-", tower=tower, round=round)


def test_pass_never_discards_silently(run: Table) -> None:
    question = "Enter for pass:pppg, none to discard all 7, n to keep playing:"
    for answers, played in [
        (["pass", ""], "You pass:pppg: out for this round, 3 purple and 1 green kept, 3 tiles"),
        (["pass", "none"], "You pass: out for this round, nothing kept, 7 tiles to the tower: -7"),
        (["pass", "bgpp"], "You pass:ppgb: out for this round"),
        (["PASS", "pass:p"], "You pass:p: out for this round"),
    ]:
        answer = run("play", "--from", placing("pppppbg"), typed=answers)
        assert question in answer.out
        assert played in " ".join(answer.out.split())
    answer = run("play", "--from", placing("pppppbg"), typed=["pass", "n", "pass", "rrr"])
    assert "out for this round" not in answer.out
    assert "pass:rrr: not all of these tiles are beside the board" in " ".join(answer.out.split())


def test_pass_in_the_last_round_says_what_it_costs(run: Table) -> None:
    answer = run("play", "--from", placing("ppgb", round=6), typed=["pass", "n", "pass", ""])
    assert "Pass and lose a point for each of 4 tiles? Enter for yes, n for no:" in answer.out
    assert "You pass: out for this round, nothing kept, 4 tiles to the tower: -4" in answer.out


def test_a_plain_pass_with_an_empty_hand_is_played(run: Table) -> None:
    answer = run("play", "--from", placing(""), "--ask-always", typed=["pass"])
    assert "You pass: out for this round, nothing kept." in answer.out


def test_forced_moves_are_played_unless_asked(run: Table) -> None:
    forced = run("play", "--from", placing(""))
    assert "You: only one move, played for you." in forced.out
    asked = run("play", "--from", placing(""), "--ask-always", typed=["quit"])
    assert "only one move" not in asked.out


def test_placements_are_listed_by_space(run: Table) -> None:
    answer = run("play", "--from", placing("pppppbg"), typed=["moves", "e6", "E6b5", "g", "*p"])
    assert "E1 b0 +1   E2 b1 +1   E3 b2 +1   E4 b3 +2   E6 b5 +2 and 3 tiles" in answer.out
    assert "pass:pppg -3   pass:ppgb -3   pass:pppp -3   pass:pppb -3" in answer.out
    assert (
        "You E6b5: blue on E6 for 1 blue and 5 purple; run of 2 = 2; window at E: 3" in answer.out
    )
    assert "Pick 3 bonus tiles by letter:" in answer.out
    assert "You *g: green from the supply." in answer.out


def test_files_are_not_written_over(run: Table) -> None:
    Path("old.txt").write_text("dear diary\n")
    answer = run("play", "classic", "--save", "old.txt")
    assert (answer.code, answer.out) == (2, "")
    assert answer.error.startswith("tilewright: old.txt already exists")
    answer = run("play", "classic", typed=["save old.txt"])
    assert "old.txt already exists" in answer.out
    assert Path("old.txt").read_text() == "dear diary\n"


def test_seats(run: Table) -> None:
    assert session.seat_names([], 3) == ("You", "greedy", "greedy 2")
    assert session.seat_names(["Ann", "Ann", "Random"], 4) == ("Ann", "Ann 2", "random", "greedy")
    assert bot_name("greedy 2") == "greedy"
    assert bot_name("greedy people") is None
    answer = run("play", "--seat", "Ann", "--seat", "Bob", "--seat", "Eve", typed=["quit"])
    assert "Classic: Ann, Bob and Eve." in answer.out
    assert "Ann> quit" in answer.out


def test_people_are_told_while_the_bots_warm_up(
    run: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([False, False, False, False, True])
    monkeypatch.setattr(warming, "is_ready", lambda game="": next(answers, False))
    monkeypatch.setattr(warming, "load", lambda game="": False)
    beside = compiled.BackgroundCompile("classic")
    assert "warming up; until they are ready, they play at a basic level" in beside.notice()
    assert [beside.notice() for _ in range(3)] == [""] * 3
    assert "play as well as they can" in beside.notice()
    answer = run("play", "--seat", "Ann", "--seat", "tiler", typed=["0", "1"])
    assert "Classic: Ann and tiler." in answer.out
    monkeypatch.setattr(warming, "is_possible", lambda: False)
    assert "pip install numba" in compiled.BackgroundCompile("classic").notice()


@pytest.mark.usefixtures("compiled_search")
@pytest.mark.parametrize("seats", [["Ann", "Bob"], ["Ann", "greedy"], ["Ann", "tiler"]])
def test_a_hint_has_three_steps(run: Table, seats: list[str]) -> None:
    words = [word for seat in seats for word in ("--seat", seat)]
    told = [run("play", *words, typed=["hint"] * times + ["quit"]).out for times in range(1, 5)]
    where, move, why, again = told
    assert "Look at the " in where and "Best is " not in where
    assert "Best is " in move and "Expected lead" not in move
    assert "Expected lead at the end: " in why and "The next best, " in why
    assert again.count("Expected lead at the end: ") == 2


def test_a_hint_of_another_says_so(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_ready", set())
    monkeypatch.setattr(warming, "find_spec", lambda name: None)
    answer = run("play", "--seat", "Ann", "--seat", "Bob", typed=["hint", "quit"])
    assert "For a hint from the master, pip install numba." in answer.out
    assert "greedy plays " in answer.out


def test_nobody_has_to_wait_for_a_hint(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(warming, "require", interrupted)
    answer = run("play", "--seat", "Ann", "--seat", "Bob", typed=["hint", "quit"])
    assert "No hint, then." in answer.out
    assert "plays" not in answer.out


def test_the_secret_stays_hidden(run: Table) -> None:
    typed = greedy_script("classic", "hush")
    secret = session.seed_secret("hush").hex()
    answer = run("play", "classic", "--seed", "hush", "--save", "g.txt", typed=typed[:-1])
    assert secret not in answer.out
    assert secret not in Path("g.txt").read_text()
    assert f"Deal commitment: {tw.commitment(session.seed_secret('hush'))}" in answer.out


def test_ctrl_c_leaves_politely(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    answer = run("play", "classic", "--save", "g.txt")
    assert answer.code == 0
    assert "tilewright play --load g.txt" in answer.out


def test_a_full_disk_does_not_stop_the_game(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tilewright.tui.session.write_record", fail)
    typed = greedy_script("classic", "full")[:3]
    answer = run("play", "classic", "--seed", "full", typed=typed)
    assert answer.out.count("No space left on device.") == 2  # when it happens and at the end
    assert answer.out.count("You> ") == 4
