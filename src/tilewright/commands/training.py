"""Training in the terminal: a bar for what is being done, and a line for every generation."""

from __future__ import annotations

import json
import re
import shlex
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskID,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)

from tilewright.bots import nets
from tilewright.bots.nets import Net
from tilewright.commands import curve
from tilewright.compute import Pool
from tilewright.game import expected
from tilewright.games import game, new_game
from tilewright.train.fit import LOSS_WEIGHTS
from tilewright.train.gate import Trial
from tilewright.train.jobs import Configuration
from tilewright.train.play import Effort
from tilewright.train.run import Generation, Plan, Training
from tilewright.tui.files import BadInput
from tilewright.tui.terminal import Terminal
from tilewright.writing import write

UNREADABLE = (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile)
STEPS = {"play": "playing", "fit": "fitting", "compare": "comparing"}


@dataclass(frozen=True)
class TrainingArguments:
    """What was asked for on the command line."""

    game: str
    players: int
    board: str
    folder: str | None = None
    generations: int | None = None  # in the end; endless if neither this nor minutes is set
    minutes: float | None = None  # after which no generation is started
    games: int = 3000
    full: int = 500  # simulations
    quick: int = 100
    pairs: int = 200
    trust: float | None = None  # share of the search in what is learned
    ends: float | None = None  # how much the ends of rounds count
    start: str | None = None  # a file, or a shipped net's name
    units: int | None = None  # of the first layer
    compute: str | None = None
    together: bool = False  # one net for every number of players and side of the boards

    @property
    def configuration(self) -> Configuration:
        """What is to be learned."""
        if self.together:
            return Configuration.every(self.game)
        return Configuration(self.game, self.players, self.board)

    @property
    def command(self) -> str:
        """The command that made a folder, without where and for how long it ran."""
        words = ["tilewright", "train", self.game, *(["--together"] if self.together else [])]
        table = () if self.together else ("players", "board")
        for name in (*table, "games", "full", "quick", "pairs"):
            words += [f"--{name}", str(getattr(self, name))]
        for name in ("units", "trust", "ends"):
            value = getattr(self, name)
            words += [] if value is None else [f"--{name}", str(value)]
        return shlex.join([*words, *(["--from", self.start] if self.start else [])])


def train(wish: TrainingArguments, terminal: Terminal) -> None:
    """Make generations, and report each."""
    configuration = wish.configuration
    for each in configuration.each:
        new_game(each.game, each.players, {game(each.game).SIDE: each.board})
    effort = Effort(full=wish.full, quick=wish.quick)
    plan = Plan(games=wish.games, effort=effort, trial=trial_of(wish))
    if wish.units:
        plan = plan._replace(units=wish.units)
    asked = {name: getattr(wish, name) for name in ("trust", "ends")}
    weights = {name: value for name, value in asked.items() if value is not None}
    plan = plan._replace(loss_weights=LOSS_WEIGHTS._replace(**weights))
    folder = Path(wish.folder or f"training/{configuration.name}")
    start = begin(folder, configuration, wish)
    with Pool(wish.compute) as pool:
        try:
            training = Training(configuration, folder, plan, pool, start)
        except UNREADABLE as error:
            raise BadInput(f"{folder}: its contents cannot be read: {error}") from None
        check_fit(training.net, wish.game, str(folder / "net.npz"))
        try:
            learn(training, wish, terminal)
        except KeyboardInterrupt:
            made = len(training.generations)
            count = "1 generation is" if made == 1 else f"{made or 'no'} generations are"
            print(
                f"Stopped; {count} kept, the same command resumes from {folder}.", file=sys.stderr
            )
            raise


def trial_of(wish: TrainingArguments) -> Trial:
    """What a net has to pass. Evaluations are checked against four times the search they learn
    from."""
    trial = Trial(pairs=wish.pairs, others=wish.pairs // 5)
    return trial._replace(effort=trial.effort._replace(full=4 * wish.full))


# The folder


def begin(folder: Path, configuration: Configuration, wish: TrainingArguments) -> Net | None:
    """Make the folder, or check that it belongs to this configuration; returns the net to start
    from, None for the hand-made estimate."""
    told, first = read_table(folder), folder / "start.npz"
    if told is None:
        start = None if wish.start is None else find_net(wish.start, configuration)
        told = {**configuration._asdict(), "from": wish.start, "commands": []}
        if start is not None and wish.units:
            try:
                start = nets.with_units(start, wish.units)
            except ValueError as error:
                raise BadInput(f"--units: {error}") from None
        folder.mkdir(parents=True, exist_ok=True)
        if start is not None:
            nets.save(start, first)
    there = Configuration(told["game"], int(told["players"]), told["board"]).name
    if there != configuration.name:
        raise BadInput(f"{folder} is for training {there}, not {configuration.name}")
    if wish.start not in (None, told["from"]):
        begun = told["from"] or "hand-made games"
        raise BadInput(f"{folder} was begun from {begun}; choose another folder")
    if told["commands"][-1:] != [wish.command]:
        told["commands"].append(wish.command)
    write(folder / "table.json", json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    return load_net(first, configuration.game) if first.exists() else None


def read_table(folder: Path) -> dict[str, Any] | None:
    """What is learned in a folder, and by which commands; None if there is nothing yet. If there is
    no note of it, the folder's name tells."""
    try:
        told: dict[str, Any] = json.loads((folder / "table.json").read_text(encoding="utf-8"))
        return {"from": None, "commands": [], **told}
    except FileNotFoundError:
        if not (folder / "log.jsonl").exists():
            return None
    except UNREADABLE as error:
        raise BadInput(f"{folder / 'table.json'} cannot be read: {error}") from None
    name = re.fullmatch(r"(\w+)-([2-4])-(\w+)", folder.resolve().name)
    if not name:
        raise BadInput(f"{folder} does not say what is being learned there")
    game, players, board = name.groups()
    return {"game": game, "players": players, "board": board, "from": None, "commands": []}


def find_net(name: str, configuration: Configuration) -> Net:
    """A net to start from, given as a file or by the name of a shipped one. If its name says that
    it is for fewer players, it is widened for more."""
    weights = Path(str(resources.files("tilewright.bots"))) / "weights"
    shipped = sorted(path.stem for path in weights.glob("*.npz"))
    path = weights / f"{name}.npz" if name in shipped else Path(name)
    if not path.is_file():
        raise BadInput(f"{name}: there is no such net: {expected(name, ['a file', *shipped])}")
    net = load_net(path, configuration.game)
    players = re.search(r"-([2-4])-", path.stem)
    if players and int(players[1]) < max([each.players for each in configuration.each]):
        net = nets.widen(net, configuration.game, int(players[1]))
    return net


def load_net(path: Path, game: str) -> Net:
    """A net of a game."""
    try:
        net = nets.load(path)
    except UNREADABLE:
        raise BadInput(f"{path} is not a net") from None
    check_fit(net, game, str(path))
    return net


def check_fit(net: Net | None, game: str, name: str) -> None:
    """Check that a net belongs to this game and to this version's features."""
    if net is not None and not nets.is_of(net, game):
        raise BadInput(f"{name} is not a net of {game}, or one of another version")


# Generations


def learn(training: Training, wish: TrainingArguments, terminal: Terminal) -> None:
    """Make generations until there are enough of them or the time is up."""
    seats, begun = training.configuration.seats, time.monotonic()
    with bar() as progress:
        task = progress.add_task("", total=1.0, rate="", elo="")
        while wish.generations is None or len(training.generations) < wish.generations:
            if wish.minutes is not None and time.monotonic() - begun >= 60 * wish.minutes:
                break
            so_far = curve.sum_of(training.generations, seats)
            watch = TrainingBar(progress, task, training, so_far)
            made = training.generation(watch.tell)
            print(line(made, training), flush=True)  # goes above the bar, if there is one
            draw(training, wish)
    if not training.generations:
        raise BadInput("--minutes or --generations leave no time for a generation")
    draw(training, wish)
    so_far = curve.sum_of(training.generations, seats)
    terminal.say(f"{training.folder / 'net.npz'}: {so_far:+z.0f} Elo over the beginning")


def draw(training: Training, wish: TrainingArguments) -> None:
    """Redraw the curves."""
    picture = curve.plot(wish.command, training.generations, training.configuration.seats)
    write(training.folder / "training.svg", picture)


def line(made: Generation, training: Training) -> str:
    """A generation in a line."""
    so_far = curve.sum_of(training.generations, training.configuration.seats)
    by_hand = made.number == 0 and not (training.folder / "start.npz").exists()
    return (
        f"generation {made.number}: {made.games} games, {made.positions} positions, "
        f"losses {' '.join([f'{loss:.3f}' for loss in made.losses])}, "
        f"{100 * made.score:.1f} ± {100 * made.error:.1f} % against "
        f"{'the hand-made search' if by_hand else 'the net before'} "
        f"({made.margin:+.1f} points), {made.seconds / 60:.1f} min: "
        f"{f'{so_far:+z.0f} Elo' if made.kept else f'not kept, {made.reason}'}"
    )


class TrainingBar:
    """Shows on the bar what a generation is doing."""

    def __init__(self, progress: Progress, task: TaskID, training: Training, so_far: float) -> None:
        self.progress, self.task = progress, task
        self.number, self.games = len(training.generations), training.plan.games
        self.elo = f"{so_far:+z.0f} Elo" if training.generations else ""
        self.step = ""
        self.begun = time.monotonic()
        self.show("getting ready")

    def show(self, words: str) -> None:
        """Restart the bar."""
        description = f"Generation {self.number}: {words}"
        self.progress.reset(self.task, description=description, total=1.0, rate="", elo=self.elo)

    def tell(self, step: str, part: float) -> None:
        """Show how much of a step is done."""
        if step != self.step:
            self.step = step
            self.show(STEPS[step])
        self.progress.update(self.task, completed=part)
        if step == "play":
            rate = part * self.games / (time.monotonic() - self.begun)
            self.progress.update(self.task, rate=f"{rate:.3g} games/s")


@contextmanager
def bar() -> Iterator[Progress]:
    """A bar on standard error, if that is a terminal; lines printed meanwhile go above it."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TextColumn("{task.fields[elo]}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
    ) as progress:
        yield progress
