"""Puzzles at the prompt: a position is shown, and the solver types the move they think is best."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.analysis.collection import HARDEST, Puzzle
from tilewright.analysis.report import Reason
from tilewright.games import AnyMove, AnyState, parse
from tilewright.tui import entry, screen, story, study
from tilewright.tui.game import on_screen
from tilewright.tui.language import decimal
from tilewright.tui.story import text
from tilewright.tui.terminal import Leave, Terminal


def solve(puzzles: Iterable[Puzzle], terminal: Terminal) -> None:
    """Ask one puzzle after another; only the first try at each counts."""
    solved = tried = 0
    try:
        for puzzle in puzzles:
            first = ask(puzzle, terminal)
            tried += first is not None
            solved += bool(first)
    except (EOFError, KeyboardInterrupt, Leave):
        terminal.say("")
    if tried:
        terminal.say(text("puzzle.solved", solved=solved, tried=tried))


def ask(puzzle: Puzzle, terminal: Terminal) -> bool | None:
    """Ask until the best move is found or shown; returns whether the first try was right, None if
    there was none."""
    state = parse(puzzle.position)
    names = [f"Seat {seat + 1}" for seat in range(puzzle.players)]
    terminal.show(
        screen.position(state, names, width=terminal.width, height=terminal.height, seat=state.turn)
    )
    told = {"difficulty": puzzle.difficulty, "hardest": HARDEST}
    terminal.say(text("puzzle.find", name=story.called(names[state.turn]), **told))
    terminal.say(text("puzzle.type", **entry.words()))
    first: bool | None = None
    while True:
        typed = terminal.ask(f"{text('puzzle.prompt')}> ")
        match entry.meaning(typed, ("quit", "next", "moves", "answer")) or typed:
            case "quit" | "q" | "exit":
                raise Leave
            case "next":
                return first
            case "moves" | "m":
                terminal.show(on_screen(state).list_moves(state, terminal.width))
            case "answer":
                terminal.say(answer(puzzle, state))
                return first
            case "":
                terminal.say(text("puzzle.type", **entry.words()))
            case _:
                move = read(state, typed, terminal)
                if move is None:
                    continue
                right = str(move) in puzzle.solution
                first = right if first is None else first
                if right:
                    terminal.say(f"{text('puzzle.right')} {answer(puzzle, state)}")
                    return first
                terminal.say(text("puzzle.wrong", **entry.words()))


def read(state: AnyState, typed: str, terminal: Terminal) -> AnyMove | None:
    """The move that was typed; None, after saying why, if it is not a legal one."""
    shown = on_screen(state)
    typed = shown.settle(state, typed, terminal.ask, terminal.say)
    found = entry.matches(state, typed)
    if len(found) == 1:
        return found[0]
    if found:
        terminal.show(shown.some_moves(state, found, terminal.width))
    elif typed:
        try:
            return state.parse(shown.tidy(typed))
        except ValueError as error:
            terminal.say(story.tell_error(state, typed, error))
    return None


def answer(puzzle: Puzzle, state: AnyState) -> str:
    """The best move, what it is about, and how the game may continue."""
    said = on_screen(state).say(state, state.parse(puzzle.solution[0]))
    reasons = [Reason(theme, state.turn, 0.0, 0.0) for theme in puzzle.themes]
    about = story.join([study.tell_reason(puzzle.game, reason) for reason in reasons])
    sentences = [text("puzzle.best", move=puzzle.solution[0], said=said)]
    if puzzle.line[1:]:
        sentences.append(text("puzzle.then", line=" ".join(puzzle.line[1:])))
    sentences.append(text("puzzle.others", points=decimal(puzzle.gap)))
    if reasons:
        sentences.append(text("puzzle.about", about=about))
    return " ".join(sentences)
