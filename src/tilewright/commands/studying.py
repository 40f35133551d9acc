"""What the commands of study do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count as numbers
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress

from tilewright import analysis
from tilewright.analysis import collection, kept, picture, reviewing
from tilewright.analysis.collection import Puzzle
from tilewright.analysis.puzzles import from_game, from_record
from tilewright.analysis.rollouts import rollouts
from tilewright.commands.words import text
from tilewright.compute import Pool
from tilewright.games import AnyState
from tilewright.record import Record
from tilewright.tui import insight, study
from tilewright.tui.files import BadInput, read_either, read_open_data, read_record
from tilewright.tui.terminal import Terminal
from tilewright.writing import write


@contextmanager
def bar(words: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words, total=1.0)
        yield lambda share: progress.update(task, completed=share)


def print_json(thing: msgspec.Struct | Sequence[msgspec.Struct]) -> None:
    """Print structs for programs."""
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(thing).decode(), indent=1) + "\n")


def review(
    file: str,
    terminal: Terminal,
    *,
    effort: int = reviewing.DEFAULT,
    everything: bool = False,
    svg: Path | None = None,
    seat: int = 0,
    as_json: bool = False,
    compute: str | None = None,
) -> None:
    """Review a game, unless that was done before, and tell it."""
    record = read_played(file)
    if seat >= len(record.seats):
        raise BadInput(f"--seat {seat + 1}: the game has {len(record.seats)} seats")
    with bar(text("reviewing")) as progress:
        found = reviewed(record, effort, progress, compute)
    if svg is not None:
        write(svg, picture.draw(found, seat))
    if as_json:
        print_json(found)
        return
    terminal.show(study.seats_table(found))
    for line in study.review_lines(record, found, everything=everything):
        terminal.say(line, hang=study.HANG)


def read_played(file: str) -> Record:
    """Read a record that has moves."""
    record = read_record(file)
    if not record.moves:
        raise BadInput(text("no_moves", file=file))
    return record


def reviewed(
    record: Record, effort: int, progress: Callable[[float], None], compute: str | None
) -> analysis.Review:
    """The review of a record, which is made unless that was done before."""
    found = kept.find(record, effort)
    if found is None:
        notes = kept.notes(record, effort)
        found = analysis.review(record, effort, progress=progress, notes=notes, compute=compute)
        kept.keep(record, effort, found)
    return found


def insights(
    files: list[str],
    terminal: Terminal,
    *,
    player: str | None,
    effort: int,
    as_json: bool,
    compute: str | None,
) -> None:
    """Review games, unless that was done before, and tell what they say about a player."""
    records = {file: read_played(file) for file in files}
    who = player or only_player(records)
    for file, record in records.items():
        if who not in record.seats:
            raise BadInput(f"{file}: {who} is not one of {', '.join(record.seats)}")
    by_game: dict[str, list[analysis.Review]] = {}
    with bar(text("reviewing")) as progress:
        for done, record in enumerate(records.values()):

            def tell(share: float, done: int = done) -> None:
                progress((done + share) / len(records))

            review = reviewed(record, effort, tell, compute)
            by_game.setdefault(review.game, []).append(review)
            tell(1.0)
    found = [analysis.insights(reviews, who) for reviews in by_game.values()]
    if as_json:
        print_json(found)
        return
    for one in found:
        terminal.show(*insight.told(who, one))


def only_player(records: Mapping[str, Record]) -> str:
    """The one player who has played in all of these games."""
    names = [set(record.seats) for record in records.values()]
    always = sorted(set.intersection(*names))
    if len(always) != 1:
        choice = ", ".join(sorted(set.union(*names)))
        raise BadInput(f"whose games are meant? --player is one of {choice}")
    return always[0]


def analyse(
    source: str, ply: int | None, terminal: Terminal, *, effort: int, lines: int, as_json: bool
) -> None:
    """Tell the best moves of a position."""
    found = analysis.analyse(read_either(source, ply).state, effort, lines=lines)
    if as_json:
        print_json(found)
        return
    for line in study.analysis_lines(found):
        terminal.say(line)


def rollout(
    source: str, ply: int | None, terminal: Terminal, *, games: int, moves: int, as_json: bool
) -> None:
    """Play a position out and print the results."""
    state = read_either(source, ply).state
    with bar(text("playing")) as progress:
        for found in rollouts(state, games, moves):
            progress(found.games / games)
    if as_json:
        print_json(found)
        return
    for line in study.rollout_lines(found):
        terminal.say(line)


def puzzles(
    start: AnyState, terminal: Terminal, *, output: Path, count: int, seed: int, least: int
) -> None:
    """Add puzzles to a file until it has enough of this kind of game, in the workers."""
    kind = str(start.options)
    have = [puzzle for puzzle in collected(output) if puzzle.options == kind]
    first = max([puzzle.seed + 1 for puzzle in have if puzzle.seed >= seed], default=seed)
    with Pool() as pool:
        found = pool.map(partial(from_game, start, least=least), numbers(first))
        collect(found, output, terminal, have=len(have), count=count)


def puzzles_in_games(
    file: str, terminal: Terminal, *, output: Path, count: int, least: int
) -> None:
    """Add puzzles from games that were played, unless the output has them already."""
    records = read_open_data(file)
    known = {puzzle.id for puzzle in collected(output)}
    with Pool() as pool:
        found = pool.map(partial(from_record, least=least), records)
        fresh = ([puzzle for puzzle in some if puzzle.id not in known] for some in found)
        collect(fresh, output, terminal, have=0, count=count)


def collected(file: Path) -> list[Puzzle]:
    """The puzzles that a file has so far."""
    return collection.read(file.read_bytes()) if file.exists() else []


def collect(
    found: Iterable[list[Puzzle]], output: Path, terminal: Terminal, *, have: int, count: int
) -> None:
    """Add puzzles to a file as they are found, until there are enough."""
    if have >= count:
        return
    with output.open("a", encoding="utf-8") as file:
        for some in found:
            for puzzle in some:
                have += 1
                file.write(msgspec.json.encode(puzzle).decode() + "\n")
                about = ", ".join(puzzle.themes[:1]) or "no theme"
                terminal.say(f"{have} of {max(have, count)}: {puzzle.difficulty} {about}")
            file.flush()
            if have >= count:
                return
