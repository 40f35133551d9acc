"""Ship a net: copy it from the folder it was trained in, and write its card beside it.

python -m tools.cards FOLDER [ARENA.json ...]   the net of a training run, with what arenas measured
python -m tools.cards NAME ARENA.json ...       more figures for a net that is already shipped
python -m tools.cards NAME --measure PAIRS      let it play uct, 400 simulations each, and record it

If a training run was not started by `tilewright train`, give --command "tilewright train ...".
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tilewright import __version__
from tilewright.arena import Contest, ContestState, report, run
from tilewright.arena.contest import GAUNTLET
from tilewright.arena.report import to_data
from tilewright.commands import curve
from tilewright.commands.training import read_table
from tilewright.compute import Pool
from tilewright.games import game, new_game
from tilewright.train.jobs import Configuration
from tilewright.train.play import Effort
from tilewright.train.run import Generation

WEIGHTS = Path(__file__).parents[1] / "src" / "tilewright" / "bots" / "weights"
LARGEST = 2_000_000  # bytes
LAST = 5  # generations whose scores are listed
SIMULATIONS = 400  # per move, when a shipped net is measured


def card_of(folder: Path, commands: Sequence[str] = ()) -> dict[str, Any]:
    """What the card says about the net of a training run."""
    told = read_table(folder)
    if told is None or not (folder / "net.npz").exists():
        raise ValueError(f"{folder}: no net was trained there")
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    made = [Generation(**json.loads(line)) for line in lines]
    configuration = Configuration(told["game"], int(told["players"]), told["board"])
    players = configuration.seats
    used = list(commands) or told["commands"]
    return {
        "name": configuration.name,
        **configuration._asdict(),
        "licence": "MIT",
        "made": {
            "command": used,
            "version": __version__,
            "from": told["from"] or origin(used),
            "seed": "7919 * (generation + 1)",
            "generations": len(made),
            "kept": sum(one.kept for one in made),
            "games": sum(one.games for one in made),
            "positions": sum(one.positions for one in made),
            "simulations": {
                name: [simulations(command, name) for command in used] for name in ("full", "quick")
            },
            "minutes": round(sum(one.seconds for one in made) / 60),
        },
        "before": [],
        "net": size(folder / "net.npz"),
        "elo": round(curve.sum_of(made, players)),
        "last": [
            {
                "generation": one.number,
                "score": round(one.score, 3),
                "error": round(one.error, 3),
                "margin": round(one.margin, 2),
                "kept": one.kept,
            }
            for one in made[-LAST:]
        ],
        "strength": passed(made, players),
    }


def earlier(card: dict[str, Any], shipped: dict[str, Any]) -> list[dict[str, Any]]:
    """How the net that a training run continued was made, run by run, the first one first."""
    if card["made"]["from"] != card["name"]:
        return []
    runs = [*shipped["before"], shipped["made"]]
    return [made for made in runs if made["command"] != card["made"]["command"]]


def passed(made: Sequence[Generation], players: int) -> dict[str, Any]:
    """What the gate found about the net kept last, by rival."""
    kept = [one for one in made if one.kept]
    return {
        f"gate: {name}": {
            "score": [round(value, 4) for value in (score, score - error, score + error)],
            "games": deals * seats_at(name, players),
        }
        for name, score, error, deals in (kept[-1].rivals if kept else ())
    }


def seats_at(name: str, seats: int) -> int:
    """How many seats there are at the tables that a figure of the gate refers to."""
    found = re.match(r"\w+-(\d)-\w+: ", name)
    return int(found[1]) if found else seats


def measured(card: dict[str, Any], pairs: int) -> list[dict[str, Any]]:
    """What arenas find about a shipped net against the hand-made search."""
    configuration = Configuration(card["game"], card["players"], card["board"])
    return [measured_at(one, pairs) for one in configuration.each]


def measured_at(at: Configuration, pairs: int) -> dict[str, Any]:
    """What an arena finds in one configuration."""
    start = new_game(at.game, at.players, {game(at.game).SIDE: at.board})
    names = (f"master@{SIMULATIONS}", f"uct@{SIMULATIONS}")
    contest = Contest(names, start.game, str(start.options), schedule=GAUNTLET)
    course = ContestState(contest, pairs, None)
    with Pool() as pool:
        run(course, pool)
    return to_data(report(course))


def origin(commands: Sequence[str]) -> str:
    """What a training run started from: the net its first command names, or hand-made games."""
    found = re.search(r"--from[ =](\S+)", commands[0]) if commands else None
    return found[1] if found else "hand-made games"


def simulations(command: str, name: str) -> int:
    """How many a command asks for."""
    found = re.search(rf"--{name}[ =](\d+)", command)
    return int(found[1]) if found else int(getattr(Effort(), name))


def size(path: Path) -> dict[str, Any]:
    """How large a net is."""
    with np.load(path) as file:
        shapes = {name: list(file[name].shape) for name in file.files}
    weights = sum(int(np.prod(shape)) for shape in shapes.values())
    return {"weights": weights, "bytes": path.stat().st_size, "shapes": shapes}


def strength(data: dict[str, Any]) -> dict[str, Any]:
    """What an arena found, by who met whom."""
    return {
        f"{data['game']} {data['options']}: {pairing['one']} – {', '.join(pairing['others'])}": {
            **{name: pairing[name] for name in ("score", "margin", "elo", "games")},
            "command": data["command"],
        }
        for pairing in data["pairings"]
    }


def main(words: Sequence[str], weights: Path = WEIGHTS) -> int:
    """Write a card; if there is a net to go with it, that is copied first."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", metavar="FOLDER|NAME")
    parser.add_argument("arena", nargs="*", type=Path, metavar="ARENA.json")
    parser.add_argument("--command", action="append", default=[], metavar="TEXT")
    parser.add_argument("--measure", type=int, default=0, metavar="PAIRS")
    wish = parser.parse_args(words)
    folder = Path(wish.net)
    try:
        if folder.is_dir():
            card = card_of(folder, wish.command)
            if (shipped := weights / f"{card['name']}.json").exists():
                card["before"] = earlier(card, json.loads(shipped.read_text(encoding="utf-8")))
        else:
            card = json.loads((weights / f"{wish.net}.json").read_text(encoding="utf-8"))
        arenas = [json.loads(path.read_text(encoding="utf-8")) for path in wish.arena]
        if wish.measure:
            arenas += measured(card, wish.measure)
        for data in arenas:
            if data["game"] != card["game"]:
                raise ValueError(f"an arena of {data['game']}, not of {card['game']}")
            card["strength"].update(strength(data))
        if card["net"]["bytes"] >= LARGEST:
            raise ValueError(f"{wish.net}: a net of {card['net']['bytes']} bytes is too large")
    except (OSError, ValueError, KeyError) as error:
        print(f"cards: {error}", file=sys.stderr)
        return 2
    if folder.is_dir():
        shutil.copyfile(folder / "net.npz", weights / f"{card['name']}.npz")
    text = json.dumps(card, ensure_ascii=False, indent=1) + "\n"
    (weights / f"{card['name']}.json").write_text(text, encoding="utf-8")
    print(f"{card['name']}: {card['net']['bytes']} bytes, {len(card['strength'])} figures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
