"""Names that are nearly right: whatever reads a name suggests the one that was meant."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import tilewright as tw
from tests.tui.table import Table, sit_down
from tilewright.bots import find
from tilewright.engine import server
from tilewright.envs.play import check_reward
from tilewright.table.setup import Setup
from tilewright.tui import session, setup
from tilewright.tui.terminal import Terminal
from tilewright.web.settings import load

DEALT = str(tw.classic.new_game().after("=bkww/brkw/bykw/rrrk/yykw"))


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Table:
    return sit_down(tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("plai", "'play'"),
        ("play --seat mastr", "master"),
        ("play --seat bot:mastr", "master"),
        ("play clasic", "classic"),
        ("play --wall gray", "grey"),
        ("play pavilion --board netral", "neutral"),
        ("play pavilion --edition min", "mini"),
        ("play pavilion --joker-order alternate", "alternative"),
        ("play pavilion --last-round-discard atpass", "at_pass"),
        ("perft pavillion", "pavilion"),
        ("arena mason mastr", "master"),
        ("arena mason mastr@50ms", "master"),
        ("arena mason tiler --game clasic", "classic"),
        ("engine --bot gredy", "greedy"),
        ("train classic --from classic-2-gray", "classic-2-grey"),
        ("train clasic", "classic"),
    ],
)
def test_commands_suggest_what_was_meant(run: Table, words: str, meant: str) -> None:
    answer = run(*words.split())
    assert (answer.code, answer.out) == (2, "")
    assert f"did you mean {meant}" in answer.error.replace("Did", "did")
    assert answer.error.count("\n") == 1


def test_what_is_like_nothing_is_answered_by_all_names() -> None:
    with pytest.raises(ValueError, match=r"unknown bot 'zzz': expected random, greedy, .* or mast"):
        find("zzz")
    with pytest.raises(ValueError, match="unknown game 'zzz': expected classic or pavilion"):
        tw.begin("zzz", "")


@pytest.mark.parametrize(
    ("asked", "field", "meant"),
    [
        ({"positon": ""}, "positon", "position"),
        ({"bot": "mastr"}, "bot", "master"),
        ({"position": DEALT, "limit": {"tim": 1}}, "limit.tim", "time"),
    ],
)
def test_engines_suggest_what_was_meant(asked: dict[str, object], field: str, meant: str) -> None:
    error = json.loads(server.respond(json.dumps(asked).encode(), "greedy"))["error"]
    assert error["field"] == field
    assert f"did you mean {meant}?" in error["message"]


def test_tables_settings_and_environments_suggest_what_was_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = "players=2 wall=coloured round_limit=40"
    for seats, meant in ((("me", "bot:mastr"), "master"), (("me", "opne"), "open")):
        with pytest.raises(ValueError, match=rf"did you mean {meant}\?"):
            Setup("classic", options, seats)
    path = tmp_path / "settings.toml"
    path.write_text("databse = 'x'")
    monkeypatch.setenv("TILEWRIGHT_SETTINGS", str(path))
    with pytest.raises(ValueError, match=r"did you mean database\?"):
        load()
    with pytest.raises(ValueError, match=r"did you mean outcome\?"):
        check_reward("outcom")


# People


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (["me", "tiler"], ("You", "tiler")),
        (["Ann", "ann", "Mason", "bot:mason"], ("Ann", "ann", "mason", "mason 2")),
        (["Tyler", "me:tyler", "me: Jo Ann", "ME"], ("Tyler", "tyler", "Jo Ann", "You")),
    ],
)
def test_people_and_bots_are_told_apart(wanted: list[str], names: tuple[str, ...]) -> None:
    assert session.seat_names(wanted, len(wanted)) == names


@pytest.mark.parametrize(
    ("seat", "error"),
    [
        ("mastr", r"mastr: did you mean master\? A person of that name is me:mastr"),
        ("tyler", r"tyler: did you mean tiler\? A person of that name is me:tyler"),
        ("me:mason", "mason is the name of a bot; a person needs another"),
        ("me:", "--seat needs a name"),
        ("bot:", "unknown bot ''"),
    ],
)
def test_who_could_be_mistaken_is_refused(seat: str, error: str) -> None:
    with pytest.raises(ValueError, match=error):
        session.seat_names([seat], 2)


def test_questions_suggest_what_was_meant(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = ["", "", "tyler", "mastr", "greedy"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers)))
    wish = setup.GameArguments()
    setup.ask(wish, Terminal())
    told = " ".join(capsys.readouterr().out.split())
    assert "mastr: did you mean master? A person of that name is me:mastr." in told
    assert session.seat_names(wish.seats, 2) == ("tyler", "greedy")


def test_a_mistyped_command_is_suggested(run: Table) -> None:
    answer = run("play", "--seat", "Ann", "--seat", "Bob", typed=["hnit", "quit"])
    assert "hnit: did you mean hint?" in answer.out
