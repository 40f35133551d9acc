"""Looking back at a game, move by move."""

from __future__ import annotations

from tilewright.game import CHANCE, OVER
from tilewright.record import Record
from tilewright.tui import entry, result, screen, story
from tilewright.tui.files import cut, read_record
from tilewright.tui.game import on_screen
from tilewright.tui.story import text
from tilewright.tui.terminal import Terminal


def replay(
    name: str,
    terminal: Terminal,
    *,
    everything: bool = False,
    ply: int | None = None,
) -> None:
    """Show a record: at one move, all of it, or step by step at the prompt."""
    record = read_record(name)
    if ply is not None:
        show_ply(cut(record, ply), ply, terminal)
    elif everything or not terminal.asks:
        show_all(record, terminal)
    else:
        step_through(record, terminal)


def show_ply(record: Record, ply: int, terminal: Terminal, *, whole: bool = False) -> None:
    """The move that led to a position, its scoring, and the position itself, with all boards if
    `whole`."""
    if ply:
        tell_move(record, ply, terminal)
    seat = max(0, cut(record, max(0, ply - 1)).state.turn)
    record = cut(record, ply)
    state = record.state
    height = terminal.height if terminal.asks and not whole else None
    terminal.show(
        screen.position(state, record.seats, width=terminal.width, height=height, seat=seat)
    )
    if state.turn == OVER:
        terminal.show(result.table(record))
        terminal.say(result.verdict(record.seats, state), style="bold")


def tell_move(record: Record, ply: int, terminal: Terminal) -> None:
    """Describe a move: its number, what it scored, and the comment on it."""
    before, move = cut(record, ply - 1).state, record.moves[ply - 1]
    steps = before.explain(move)
    if before.turn == CHANCE:
        terminal.say(f"{ply}. {move}: {on_screen(before).say(before, move)}.")
    else:
        name = story.called(record.seats[before.turn])
        terminal.say(f"{ply}. {story.move_line(name, before, move, steps)}.")
    for heading, scored in story.chapters(steps, before.round):
        terminal.say(heading, style="bold")
        for step in scored:
            name = story.called(record.seats[step.seat])
            terminal.say(f"  {name}: {on_screen(before).tell(step)}")
    tell_comment(record, ply, terminal)


def tell_comment(record: Record, ply: int, terminal: Terminal) -> None:
    """Print the comment on a position."""
    for line in record.comments.get(ply, "").splitlines():
        terminal.say(f"  # {line}")


def show_all(record: Record, terminal: Terminal) -> None:
    """Every move in words, and the position at the end of every round."""
    for name, value in {"game": record.start.game, **record.tags}.items():
        terminal.write(f"{name}: {value}")
    tell_comment(record, 0, terminal)
    state = record.start
    for ply, move in enumerate(record.moves, 1):
        after = state.play(move)
        tell_move(record, ply, terminal)
        if after.round != state.round:
            terminal.show(screen.position(after, record.seats, width=terminal.width))
        state = after
    terminal.show(screen.position(state, record.seats, width=terminal.width))
    if state.turn == OVER:
        terminal.show(result.table(record))
        terminal.say(result.verdict(record.seats, state), style="bold")


def step_through(record: Record, terminal: Terminal) -> None:
    """Step back and forth with short answers at the prompt."""
    last = len(record.moves)
    ply: int | None = 0
    at = -1
    terminal.say(text("replay.keys", **entry.words()))
    while ply is not None:
        if ply != at:
            at = ply
            show_ply(record, at, terminal)
        try:
            answer = terminal.ask(text("replay.prompt", number=at, last=last)).lower()
        except (EOFError, KeyboardInterrupt):
            terminal.say("")
            return
        if entry.meaning(answer, ("board",)):
            show_ply(record, at, terminal, whole=True)
            continue
        ply = target(record, at, answer)
        if ply is None and answer not in ("", "n", "q", "quit", entry.word_for("quit")):
            terminal.say(text("replay.keys", **entry.words()))
            ply = at


def target(record: Record, at: int, answer: str) -> int | None:
    """The move number to go to; None past the end, to quit, or for an answer that makes no
    sense."""
    last = len(record.moves)
    if answer in ("", "n"):
        return at + 1 if at < last else None
    if answer == "b":
        return max(at - 1, 0)
    if answer == "r":
        rounds = [state.round for state in record.states()]
        return next((ply for ply in range(at, last) if rounds[ply] != rounds[at]), last)
    return int(answer) if answer.isdecimal() and int(answer) <= last else None
