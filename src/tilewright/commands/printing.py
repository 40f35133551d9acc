"""What commands that play nothing print: show, draw, convert, verify, bots, and data as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from tilewright.bots import levels, shown
from tilewright.fairness import UnfairDeal, verify
from tilewright.game import Step
from tilewright.games import AnyState
from tilewright.record import Record
from tilewright.tui import screen
from tilewright.tui.files import (
    BadInput,
    cut,
    is_json,
    parse_either,
    read_either,
    read_record,
    read_text,
)
from tilewright.tui.story import bot_lines
from tilewright.tui.terminal import Terminal
from tilewright.writing import write


def print_json(data: object) -> None:
    """Print data for programs."""
    print(json.dumps(data, ensure_ascii=False, indent=1))


def state_data(state: AnyState) -> dict[str, object]:
    """A position for programs: its text, whose turn it is, the scores and the legal moves."""
    return {
        "game": state.game,
        "options": str(state.options),
        "position": str(state),
        "round": state.round,
        "turn": state.turn,
        "scores": list(state.scores),
        "end": state.end,
        "legal": [str(move) for move in state.legal_moves()],
    }


def step_data(step: Step) -> dict[str, object]:
    """A step of scoring for programs."""
    return {
        "seat": step.seat,
        "kind": step.kind,
        "code": step.code,
        "points": step.points,
        "numbers": dict(step.numbers),
    }


def show(source: str, terminal: Terminal, *, plain: bool = False, as_json: bool = False) -> None:
    """Print a position."""
    record = read_either(source)
    state = record.state
    if as_json:
        print_json(state_data(state))
    elif plain:
        terminal.write(state.describe(record.names))
    else:
        terminal.show(screen.position(state, record.seats, width=terminal.width))


def draw(source: str, output: str | None, ply: int | None) -> None:
    """Draw a position as SVG, into a file or to standard output."""
    put(read_either(source, ply)._repr_svg_(), output)


def put(text: str, output: str | None) -> None:
    """Write a text into a file, or to standard output."""
    text = text.rstrip("\n") + "\n"
    if output is None or output == "-":
        print(text, end="")
    else:
        write(Path(output), text)


def convert(name: str, output: str | None) -> None:
    """Turn a record from text into JSON or back."""
    text = read_text(name)
    try:
        record = parse_either(text)
    except ValueError as error:
        raise BadInput(f"{name}: {error}") from None
    put(str(record) if is_json(text) else record.to_json(), output)


def check_deals(name: str, *, as_json: bool = False) -> bool:
    """Verify the deals of a record and print the result; returns whether they are fair."""
    record = read_record(name)
    try:
        proof = verify(record)
    except UnfairDeal as error:
        if as_json:
            print_json({"fair": False, "reason": str(error)})
        else:
            print(f"Not verified: {error}.")
        return False
    if as_json:
        print_json({"fair": True, **asdict(proof)})
    else:
        since = "" if proof.whole else " from its start position on"
        until = "" if proof.over else " so far, for the game is not over"
        deals = f"all {proof.draws} deals follow" if proof.draws != 1 else "its one deal follows"
        print(f"Fair{since}{until}: {deals} from the commitment {proof.commitment}.")
    if not (proof.whole or as_json):
        print("Not covered: how the start position came about.")
    return True


def list_bots(*, as_json: bool = False) -> None:
    """Print the bots there are, the weakest first."""
    numbers = {name: number for number, name in enumerate(levels.NAMES, 1)}
    if as_json:
        print_json(
            [
                {"name": name, "number": numbers.get(name, 0), "about": levels.ABOUT.get(name, "")}
                for name in shown()
            ]
        )
    else:
        for line in bot_lines([numbers.get(name, "-") for name in shown()]):
            print(line.removeprefix("  "))


def record_data(record: Record, ply: int | None = None) -> dict[str, object]:
    """A record for programs: every move with its scoring and the position after it."""
    data: dict[str, object] = {
        "game": record.start.game,
        "options": str(record.start.options),
        "seats": list(record.seats),
        "tags": dict(record.tags),
    }
    if ply is not None:
        return {**data, "ply": ply, **state_data(cut(record, ply).state)}
    plies: list[dict[str, object]] = []
    state = record.start
    for number, move in enumerate(record.moves, 1):
        after, steps = state.step(move)
        plies.append(
            {
                "ply": number,
                "turn": state.turn,
                "move": str(move),
                "steps": [step_data(step) for step in steps],
                "position": str(after),
                "scores": list(after.scores),
            }
        )
        state = after
    return {**data, "start": str(record.start), "plies": plies, "final": state_data(state)}
