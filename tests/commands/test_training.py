"""The training command: generations, resuming, what is refused, and the cards of nets."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.children import child, wait_until
from tests.tui.table import Table
from tilewright.bots.nets import is_of, load, new_net, save
from tilewright.commands import curve, nets
from tilewright.train.jobs import Configuration
from tilewright.train.run import Generation
from tools import cards

TINY = ("--games", 2, "--full", 8, "--quick", 4, "--pairs", 2, "--compute", 1)
WEIGHTS = Path(str(cards.WEIGHTS))


def made(number: int, score: float, *, kept: bool = True) -> Generation:
    """A generation as the log describes it."""
    return Generation(number, 10, 180, (0.6, 0.1, 2.5), score, 0.1, 1.5, 90.0, kept)


def begun(folder: Path, *generations: Generation, net: str = "classic") -> Path:
    """A folder as a training run leaves it."""
    folder.mkdir(parents=True)
    lines = [json.dumps(one._asdict()) + "\n" for one in generations]
    (folder / "log.jsonl").write_text("".join(lines), encoding="utf-8")
    save(new_net(net), folder / "net.npz")
    return folder


# Learning


def test_a_training_goes_on_where_it_stopped(run: Table) -> None:
    words = ("train", "classic", "--folder", "f", *TINY)
    answer = run(*words, "--generations", 1)
    assert (answer.code, answer.error) == (0, "")
    first, last = answer.out.splitlines()
    assert first.startswith("generation 0: 2 games, ")
    assert "against the hand-made search" in first
    assert last.startswith("f/net.npz: ") and last.endswith(" Elo over the beginning")
    answer = run(*words, "--generations", 2)
    assert answer.code == 0
    assert answer.out.startswith("generation 1: 2 games, ")
    assert "against the net before" in answer.out
    folder = Path("f")
    log = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    assert [one["number"] for one in log] == [0, 1]
    told = json.loads((folder / "table.json").read_text(encoding="utf-8"))
    command = "tilewright train classic --players 2 --board coloured"
    assert (told["game"], told["players"], told["board"]) == ("classic", 2, "coloured")
    assert told["commands"] == [f"{command} --games 2 --full 8 --quick 4 --pairs 2"]
    picture = ElementTree.fromstring((folder / "training.svg").read_text(encoding="utf-8"))
    texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Elo, against the net before, added up", "Loss: moves"} <= set(texts)
    assert run(*words, "--generations", 2).out.startswith("f/net.npz: ")  # nothing left to do
    assert run("train", "classic", "--folder", "g", *TINY, "--generations", 1).code == 0
    same = [load(Path(name, "net-000.npz")) for name in "fg"]
    assert all(np.array_equal(one, other) for one, other in zip(*same, strict=True))


def test_a_net_gets_more_units(run: Table) -> None:
    words = ("train", "classic", "--from", "classic-2-grey", "--folder", "f", "--minutes", 0)
    assert "leave no time" in run(*words, *TINY, "--units", 256).error
    assert load(Path("f/start.npz")).first.shape == (256,)
    (command,) = json.loads(Path("f/table.json").read_text(encoding="utf-8"))["commands"]
    assert command.endswith(" --units 256 --from classic-2-grey")
    words = ("train", "classic", "--from", "f/start.npz", "--folder", "g", "--minutes", 0)
    assert "--units: 192 units: the net has 256" in run(*words, *TINY, "--units", 192).error
    assert not Path("g").exists()


def test_all_tables_are_learned_together(run: Table) -> None:
    words = ("train", "classic", "--together", "--from", "classic-2-coloured", "--folder", "f")
    assert "leave no time" in run(*words, *TINY, "--minutes", 0).error
    told = json.loads(Path("f/table.json").read_text(encoding="utf-8"))
    assert (told["game"], told["players"], told["board"]) == ("classic", 0, "every")
    (command,) = told["commands"]
    assert command.startswith("tilewright train classic --together --games 2")
    start, shipped = load(Path("f/start.npz")), load(WEIGHTS / "classic-2-coloured.npz")
    assert not np.array_equal(start.rows, shipped.rows)  # it is made ready for four
    other = run("train", "classic", "--folder", "f", *TINY)
    assert "f is for training classic-every, not classic-2-coloured" in other.error


def test_a_training_begins_with_a_net(run: Table) -> None:
    save(new_net("classic"), Path("own.npz"))
    words = ("train", "classic", "--folder", "f", "--board", "grey", *TINY, "--generations", 1)
    answer = run(*words, "--from", "own.npz")
    assert (answer.code, answer.error) == (0, "")
    assert "against the net before" in answer.out
    Path("own.npz").unlink()
    assert run(*words).code == 0  # the folder has its own copy
    answer = run(*words, "--from", "other.npz")
    assert answer.code == 2
    assert answer.error == "tilewright: f was begun from own.npz; choose another folder\n"


@pytest.mark.parametrize("sig", [signal.SIGINT, signal.SIGTERM])
def test_what_is_finished_is_kept(tmp_path: Path, sig: signal.Signals) -> None:
    folder = begun(tmp_path / "f", made(0, 0.6))
    (folder / "table.json").write_text('{"game": "classic", "players": 2, "board": "coloured"}')
    words = ["train", "classic", "--folder", "f", "--compute", "1"]
    command = [sys.executable, "-m", "tilewright.cli", *words]
    with child(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        wait_until(lambda: "--games 3000" in (folder / "table.json").read_text("utf-8"), process)
        time.sleep(1)  # it learns by now, or is about to: both must end well
        if sig == signal.SIGINT:
            os.killpg(process.pid, sig)  # as a terminal does: to everybody
        else:
            process.send_signal(sig)
        _, error = process.communicate(timeout=60)
    assert process.returncode == 128 + sig
    assert error == "Stopped; 1 generation is kept, the same command resumes from f.\n"
    assert len((folder / "log.jsonl").read_text(encoding="utf-8").splitlines()) == 1


def test_a_net_of_fewer_players_sees_more(run: Table) -> None:
    net = new_net("classic")
    save(net, Path("classic-2-coloured.npz"))
    words = ("--players", 3, "--from", "./classic-2-coloured.npz", "--folder", "f", "--minutes", 0)
    assert "leave no time" in run("train", "classic", *words).error
    start = load(Path("f/start.npz"))
    assert np.array_equal(start.heads[2], start.heads[1])
    assert np.array_equal(start.heads[:2], load(Path("classic-2-coloured.npz")).heads[:2])
    assert json.loads(Path("f/table.json").read_text())["from"] == "./classic-2-coloured.npz"


# What is refused


@pytest.mark.parametrize(
    "words, error",
    [
        (["chess"], "unknown game 'chess'"),
        (["classic", "--board", "neutral"], "wall=neutral: expected coloured or grey"),
        (["pavilion", "--board", "grey"], "board=grey: expected coloured or neutral"),
        (["classic", "--players", "5"], "players=5: expected a number from 2 to 4"),
        (["classic", "--from", "nothing.npz"], "nothing.npz: there is no such net"),
        (["classic", "--from", "text.npz"], "text.npz is not a net"),
        (["classic", "--from", "pavilion.npz"], "pavilion.npz is not a net of classic"),
        (["classic", "--compute", "many"], "TILEWRIGHT_COMPUTE=many: expected a number"),
        (["classic", "--games", "0"], "Invalid value for '--games'"),
        (["classic", "--minutes", "0"], "leave no time for a generation"),
    ],
)
def test_errors_are_one_line(run: Table, words: list[str], error: str) -> None:
    Path("text.npz").write_text("Dear diary,\n", encoding="utf-8")
    save(new_net("pavilion"), Path("pavilion.npz"))
    answer = run("train", *words)
    assert answer.code == 2
    assert answer.out == ""
    assert error in answer.error
    assert answer.error.startswith("tilewright: ")
    assert answer.error.count("\n") == 1


def test_a_folder_of_another_configuration_is_refused(run: Table) -> None:
    begun(Path("classic-2-coloured"), made(0, 0.6))  # its name tells
    answer = run("train", "classic", "--players", 3, "--folder", "classic-2-coloured")
    assert answer.code == 2
    assert answer.error == (
        "tilewright: classic-2-coloured is for training classic-2-coloured, "
        "not classic-3-coloured\n"
    )
    assert not Path("classic-2-coloured/table.json").exists()
    begun(Path("f"), made(0, 0.6))
    Path("f/table.json").write_text('{"game": "pavilion", "players": 4, "board": "neutral"}')
    answer = run("train", "classic", "--folder", "f")
    assert "f is for training pavilion-4-neutral, not classic-2-coloured" in answer.error
    Path("f/table.json").write_text('{"game": "pavil')
    assert "table.json cannot be read" in run("train", "classic", "--folder", "f").error
    begun(Path("g"), made(0, 0.6), net="pavilion")
    Path("g/table.json").write_text('{"game": "classic", "players": 2, "board": "coloured"}')
    assert "is not a net of classic" in run("train", "classic", "--folder", "g").error
    Path("g/net.npz").write_bytes(Path("g/net.npz").read_bytes()[:1000])  # half a file
    assert "cannot be read" in run("train", "classic", "--folder", "g").error


# The curve


def test_only_kept_generations_add_up() -> None:
    steps = [made(0, 0.5), made(1, 0.64), made(2, 0.36, kept=False), made(3, 0.64)]
    points = [round(point.mean) for point in curve.strength(steps, 2)]
    assert points == [0, 100, 0, 200]
    assert round(curve.sum_of(steps, 2)) == 200
    assert round(curve.sum_of(steps[:3], 2)) == 100
    assert curve.sum_of([], 2) == 0
    assert round(curve.sum_of([made(0, 1 / 3)], 3)) == 0  # a fair share
    assert 700 < curve.sum_of([made(0, 1.0)], 2) < 900
    picture = curve.plot("a < b", steps, 2)
    assert (
        len(list(ElementTree.fromstring(picture).iter("{http://www.w3.org/2000/svg}circle"))) == 16
    )


# Cards


def test_a_card_is_written_and_listed(
    run: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    last = made(1, 0.5)._replace(rivals=(("uct", 0.9, 0.05, 20),))
    folder, shipped = begun(Path("f/classic-3-grey"), made(0, 0.3), last), tmp_path / "w"
    shipped.mkdir()
    command = "tilewright train classic --players 3 --board grey --from classic-2-grey --full 700"
    assert cards.main([str(folder), "--command", command], shipped) == 0
    arena = ("arena", "greedy", "random", "--pairs", 2, "--players", 3, "--wall", "grey")
    assert run(*arena, "--json", "a.json").code == 0
    assert cards.main(["classic-3-grey", "a.json"], shipped) == 0
    net = shipped / "classic-3-grey.npz"
    told = nets.card(net)
    assert (told["game"], told["players"], told["board"]) == ("classic", 3, "grey")
    assert told["licence"] == "MIT"
    assert told["made"]["command"] == [command]
    assert told["made"]["from"] == "classic-2-grey"
    assert told["made"]["simulations"] == {"full": [700], "quick": [100]}
    facts = [told["made"][name] for name in ("generations", "games", "positions", "minutes")]
    assert facts == [2, 20, 360, 3]
    assert told["net"]["bytes"] == net.stat().st_size < cards.LARGEST
    assert told["net"]["weights"] == sum(one.size for one in load(net))
    assert [one["score"] for one in told["last"]] == [0.3, 0.5]
    gate, found, *_ = told["strength"].values()
    assert gate == {"score": [0.9, 0.85, 0.95], "games": 60}
    assert found["games"] == 6 and found["command"].startswith("tilewright arena greedy random")

    again = command.replace("classic-2-grey", "classic-3-grey")
    for _ in range(2):  # to ship it twice changes nothing
        assert cards.main([str(folder), "--command", again], shipped) == 0
        assert nets.card(net)["before"] == [told["made"]]
    assert cards.main([str(folder), "--command", command, "--command", again], shipped) == 0
    assert nets.card(net)["before"] == []  # a training from another net
    net.with_suffix(".json").write_text(json.dumps(told), encoding="utf-8")

    def net_file(_game: str, players: int, board: str) -> Path | None:
        return net if players < 4 and board == "grey" else None

    monkeypatch.setattr("tilewright.bots.shipped.net_file", net_file)
    listed = run("bots", "--nets").out
    rows = {line.split()[0]: line.split()[1:] for line in listed.splitlines() if "-" in line}
    assert rows["classic-3-grey"][:5] == ["its", "own", "net", "2", "20"]
    assert rows["classic-2-grey"] == ["the", "net", "classic-3-grey"]
    assert rows["classic-4-grey"] == ["hand", "evaluation"]
    data = json.loads(run("bots", "--nets", "--json").out)
    assert [one["net"] for one in data[3:6]] == ["classic-3-grey", "classic-3-grey", None]
    assert [one["shared"] for one in data[3:6]] == [True, False, False]
    assert data[4]["card"] == told


def test_a_shipped_net_is_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TILEWRIGHT_COMPUTE", "1")
    monkeypatch.setattr(cards, "SIMULATIONS", 3)
    for path in WEIGHTS.glob("classic-3-coloured.*"):
        shutil.copy(path, tmp_path)
    assert cards.main(["classic-3-coloured", "--measure", "1"], tmp_path) == 0
    told = nets.card(tmp_path / "classic-3-coloured.npz")["strength"]
    (found,) = [one for key, one in told.items() if key.endswith(": master@3 – uct@3")]
    assert found["games"] == 3
    assert "arena master@3 uct@3" in found["command"]


def test_what_cannot_be_shipped_is_told(
    run: Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("empty").mkdir()
    assert cards.main(["empty"], tmp_path) == 2
    assert cards.main(["nothing"], tmp_path) == 2
    folder = begun(Path("classic-2-coloured"), made(0, 0.6))
    Path("a.json").write_text('{"game": "pavilion"}', encoding="utf-8")
    assert cards.main([str(folder), "a.json"], tmp_path) == 2
    error = capsys.readouterr().err
    assert "no net was trained there" in error
    assert "an arena of pavilion, not of classic" in error
    assert not list(tmp_path.glob("*.npz"))


@pytest.mark.parametrize("net", sorted(WEIGHTS.glob("*.npz")), ids=lambda path: str(path.stem))
def test_shipped_nets_fit_and_have_cards(net: Path) -> None:
    told = nets.card(net)
    of = Configuration(told["game"], told["players"], told["board"])
    assert told["name"] == net.stem == of.name
    assert told["net"]["bytes"] == net.stat().st_size < cards.LARGEST
    assert told["made"]["command"] and told["made"]["games"] > 0
    assert told["made"]["from"] == cards.origin(told["made"]["command"])
    assert told["strength"], "measure it: python -m tools.cards NAME --measure PAIRS"
    assert all(one["games"] > 0 and one["score"] for one in told["strength"].values())
    loaded = load(net)
    assert is_of(loaded, told["game"])
    assert all(np.isfinite(one).all() for one in loaded)


def test_a_shipped_net_can_be_begun_with(run: Table) -> None:
    for net in sorted(WEIGHTS.glob("*.npz"))[:1]:
        game, players, board = net.stem.split("-")
        words = ("--players", players, "--board", board, "--folder", "f", "--minutes", 0)
        answer = run("train", game, "--from", net.stem, *words)
        assert "leave no time" in answer.error
        for one, other in zip(load(Path("f/start.npz")), load(net), strict=True):
            assert np.array_equal(one, other)
