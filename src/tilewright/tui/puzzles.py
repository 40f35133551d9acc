"""Puzzles at the prompt: a position, and people type the move that they think is the best."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.analysis.collection import HARDEST, Puzzle
from tilewright.analysis.wording import ENGLISH, words
from tilewright.games import AnyMove, AnyState, parse
from tilewright.tui import entry, screen, story
from tilewright.tui.game import on_screen
from tilewright.tui.terminal import Terminal

ASK = "Type a move, or moves, answer, next, quit."


class Leave(Exception):
    """Someone has had enough."""


def solve(puzzles: Iterable[Puzzle], terminal: Terminal) -> None:
    """Ask one puzzle after the other; only the first try at each counts."""
    solved = tried = 0
    try:
        for puzzle in puzzles:
            first = ask(puzzle, terminal)
            tried += first is not None
            solved += bool(first)
    except (EOFError, KeyboardInterrupt, Leave):
        terminal.say("")
    if tried:
        terminal.say(f"{solved} of {tried} solved at the first try.")


def ask(puzzle: Puzzle, terminal: Terminal) -> bool | None:
    """Ask until the best move is found or shown; tells whether the first try was right, None if
    there was none."""
    state = parse(puzzle.position)
    names = [f"Seat {seat + 1}" for seat in range(puzzle.players)]
    terminal.show(
        screen.position(state, names, width=terminal.width, height=terminal.height, seat=state.turn)
    )
    level = f"Difficulty {puzzle.difficulty} of {HARDEST}."
    terminal.say(f"{names[state.turn]} to move: find the best move. {level}")
    terminal.say(ASK)
    first: bool | None = None
    while True:
        match text := terminal.ask("puzzle> "):
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
                terminal.say(ASK)
            case _:
                move = typed(state, text, terminal)
                if move is None:
                    continue
                right = str(move) in puzzle.solution
                first = right if first is None else first
                if right:
                    terminal.say(f"Right. {answer(puzzle, state)}")
                    return first
                terminal.say("That is not the best move. Try again, or type answer.")


def typed(state: AnyState, text: str, terminal: Terminal) -> AnyMove | None:
    """The move that someone has typed; if it is none, why."""
    shown = on_screen(state)
    text = shown.settle(state, text, terminal.ask, terminal.say)
    found = entry.matches(state, text)
    if len(found) == 1:
        return found[0]
    if found:
        terminal.show(shown.some_moves(state, found, terminal.width))
    elif text:
        try:
            return state.parse(shown.tidy(text))
        except ValueError as error:
            terminal.say(str(error))
    return None


def answer(puzzle: Puzzle, state: AnyState) -> str:
    """The best move, what it is about, and how the game may go on."""
    said = on_screen(state).say(state, state.parse(puzzle.solution[0]))
    about = [words(puzzle.game)[ENGLISH].kinds[theme] for theme in puzzle.themes]
    then = f" Then {' '.join(puzzle.line[1:])}." if puzzle.line[1:] else ""
    return (
        f"The best move is {puzzle.solution[0]}: {said}.{then} Every other move loses at least "
        f"{puzzle.gap:.1f} points. It is about {story.join(about)}."
    )
