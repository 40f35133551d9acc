"""What the commands of study do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count as numbers
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress

from tilewright import analysis
from tilewright.analysis import collection, kept, picture, reviewing
from tilewright.analysis.puzzles import from_game
from tilewright.analysis.rollouts import rollouts
from tilewright.analysis.wording import ENGLISH
from tilewright.compute import Pool
from tilewright.game import expected
from tilewright.games import AnyState
from tilewright.tui import study
from tilewright.tui.files import BadInput, read_either, read_record
from tilewright.tui.terminal import Terminal
from tilewright.writing import write


@contextmanager
def bar(words: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(words, total=1.0)
        yield lambda share: progress.update(task, completed=share)


def print_json(thing: msgspec.Struct) -> None:
    """Print a struct for programs."""
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
    language: str = ENGLISH,
) -> None:
    """Review a game, unless that was done before, and tell it."""
    if language not in study.WORDS:
        raise BadInput(f"--language {language}: {expected(language, study.WORDS)}")
    record = read_record(file)
    if not record.moves:
        raise BadInput(f"{file}: there are no moves to review")
    if seat >= len(record.seats):
        raise BadInput(f"--seat {seat + 1}: the game has {len(record.seats)} seats")
    found = kept.find(record, effort)
    if found is None:
        with bar("Reviewing") as progress:
            notes = kept.notes(record, effort)
            found = analysis.review(record, effort, progress=progress, notes=notes, compute=compute)
        kept.keep(record, effort, found)
    if svg is not None:
        write(svg, picture.draw(found, seat))
    if as_json:
        print_json(found)
        return
    terminal.show(study.seats_table(found, language))
    for line in study.review_lines(record, found, everything=everything, language=language):
        terminal.say(line)


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
    """Play a position out and tell what came of it."""
    state = read_either(source, ply).state
    with bar("Playing") as progress:
        for found in rollouts(state, games, moves):
            progress(found.games / games)
    if as_json:
        print_json(found)
        return
    for line in study.rollout_lines(found):
        terminal.say(line)


def puzzles(start: AnyState, terminal: Terminal, *, output: Path, count: int, seed: int) -> None:
    """Add puzzles to a file until it has enough of this kind of game, in the workers."""
    kind, kept_there = str(start.options), output.read_bytes() if output.exists() else b""
    have = [puzzle for puzzle in collection.read(kept_there) if puzzle.options == kind]
    first = max([puzzle.seed + 1 for puzzle in have if puzzle.seed >= seed], default=seed)
    with Pool() as pool, output.open("a", encoding="utf-8") as file:
        for puzzle in pool.map(partial(from_game, start), numbers(first)):
            if len(have) >= count:
                break
            if puzzle:
                have.append(puzzle)
                file.write(msgspec.json.encode(puzzle).decode() + "\n")
                file.flush()
                terminal.say(f"{len(have)} of {count}: {puzzle.difficulty} {puzzle.themes[0]}")
