"""The menu that `tilewright` without a command offers at a terminal."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tilewright.commands import where
from tilewright.commands.needs import needed_by
from tilewright.commands.words import text
from tilewright.game import OVER
from tilewright.tui import language, replay, saved, setup, story
from tilewright.tui.files import BadInput, read_record, told
from tilewright.tui.terminal import Terminal

SHOWN = 9  # games that a list offers


def open_menu(terminal: Terminal) -> None:
    """Ask what to do, do it, and ask again; a server ends with the program."""
    terminal.say(story.text("hello"))
    if notice := saved.bring_home():
        terminal.say(notice)
    try:
        while (choice := ask(terminal)) != "quit":
            try:
                CHOICES[choice](terminal)
            except OSError as error:
                terminal.say(told(error))
            except ValueError as error:
                terminal.say(str(error))
            if choice == "browser":
                return
    except (EOFError, KeyboardInterrupt):
        terminal.say("")
    terminal.say(story.text("goodbye"))


def ask(terminal: Terminal) -> str:
    """One of the choices."""
    terminal.say("")
    words = {name: text.unless_english(name, f"words.{name}") for name in CHOICES}
    width = language.column(list(words.values()), 9)
    for number, (name, word) in enumerate(words.items(), 1):
        terminal.say(f"  {number} {word:<{width}} {text(f'choices.{name}')}")
    return setup.ask_choice(terminal, text("ask"), words)


def play_in_browser(terminal: Terminal) -> None:
    """Serve the site for this machine and open it."""
    with needed_by("the server"):
        from tilewright.web.command import run_server
    run_server(None, None, open=True)


def play_here(terminal: Terminal) -> None:
    """A game at the prompt, with its questions."""
    setup.play_game(setup.GameArguments(), terminal)


def resume(terminal: Terminal) -> None:
    """Continue a game that is not over."""
    if path := ask_game(terminal, [path for path in saved.saved_games() if not is_over(path)]):
        setup.play_game(setup.GameArguments(load=path), terminal)


def look_back(terminal: Terminal) -> None:
    """Step through a record."""
    if path := ask_game(terminal, saved.saved_games()):
        replay.replay(path, terminal)


def review(terminal: Terminal) -> None:
    """Say what was a mistake in a finished game, and what was luck."""
    with needed_by("study"):
        from tilewright.commands import studying  # numba takes its time
    if path := ask_game(terminal, [path for path in saved.saved_games() if is_over(path)]):
        studying.review(path, terminal)


def solve_puzzles(terminal: Terminal) -> None:
    """Solve puzzles of a game, in any order."""
    from tilewright.analysis.collection import shipped
    from tilewright.tui import puzzles

    found = list(shipped(setup.ask_game(terminal)).values())
    random.shuffle(found)
    puzzles.solve(found, terminal)


def is_over(path: Path) -> bool:
    """Tell whether nothing can be played in a saved game; one that cannot be read is over."""
    try:
        return read_record(str(path)).state.turn == OVER
    except BadInput:
        return True


def ask_game(terminal: Terminal, games: list[Path]) -> str:
    """The file of a game: one of the latest, by its number, or any other; empty for none."""
    for number, path in enumerate(games[:SHOWN], 1):
        terminal.say(f"  {number} {path.stem}")
    question = text("which.some") if games else text("which.none")
    answer = terminal.ask(question) or ("1" if games else "")
    if answer.isdecimal() and 1 <= int(answer) <= len(games[:SHOWN]):
        return str(games[int(answer) - 1])
    return answer and str(Path(answer).expanduser())


def choose_language(terminal: Terminal) -> None:
    """Use another language, now and next time."""
    names = {code: language.NAMES[code] for code in language.most_wanted()}
    for number, name in enumerate(names.values(), 1):
        terminal.say(f"  {number} {name}")
    language.remember(setup.ask_choice(terminal, text("which.language"), names))


def quit(terminal: Terminal) -> None:
    """Leave the menu."""


CHOICES: dict[str, Callable[[Terminal], None]] = {
    "browser": play_in_browser,
    "terminal": play_here,
    "resume": resume,
    "look": look_back,
    "review": review,
    "puzzle": solve_puzzles,
    "where": where.show,
    "language": choose_language,
    "quit": quit,
}
