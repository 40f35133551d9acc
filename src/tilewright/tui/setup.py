"""Before the game: who plays what, from the options or by a few friendly questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright import games
from tilewright.bots import DEFAULT, levels, shown
from tilewright.game import OVER
from tilewright.games import GAMES, AnyState, game
from tilewright.tui import session
from tilewright.tui.files import BadInput, is_taken, read_either, read_record
from tilewright.tui.play import Play
from tilewright.tui.session import Session
from tilewright.tui.terminal import Terminal

WELCOME = "Tilewright: tile-laying games. Enter takes what stands in [brackets]."


@dataclass
class Wish:
    """What was asked for on the command line; None is not asked for."""

    game: str | None = None
    players: int | None = None
    variant: Mapping[str, str] = field(default_factory=dict)  # only what was given
    seats: list[str] = field(default_factory=list)
    seed: str | None = None
    load: str | None = None
    position: str | None = None
    save: str | None = None

    def says_something(self) -> bool:
        """Tell whether anything was asked for, so that no question is needed."""
        asked = (self.game, self.players, self.load, self.position)
        return asked != (None,) * len(asked) or bool(self.seats or self.variant)


def play_game(wish: Wish, terminal: Terminal, *, ask_always: bool = False) -> None:
    """Sit down and play."""
    if terminal.asks and not wish.says_something():
        try:
            ask(wish, terminal)
        except (EOFError, KeyboardInterrupt):
            terminal.say("\nGoodbye.")
            return
    found = sit_down(wish)
    found.ask_always = ask_always
    Play(found, terminal).run()


def new_game(name: str, players: int, variant: Mapping[str, str]) -> AnyState:
    """The beginning of a game; an option of another game is an error."""
    game(name)
    for option in variant:
        owners = [each for each in GAMES if option in games.option_names(each)]
        if name not in owners:
            flag = f"--{option.replace('_', '-')}"
            raise BadInput(f"{flag} is an option of {', '.join(owners)}, not of {name}")
    return games.new_game(name, players, variant)


def wished_game(wish: Wish) -> AnyState:
    """The position that was wished for: the beginning of a game, unless it is told."""
    if wish.position is None:
        players = max(2, len(wish.seats)) if wish.players is None else wish.players
        return new_game(wish.game or games.DEFAULT, players, wish.variant)
    if wish.players is not None or wish.variant:
        raise BadInput("--from says how the game is played; leave out --players and the options")
    state = read_either(wish.position).state
    if wish.game not in (None, state.game):
        raise BadInput(f"the position is one of {state.game}, not of {wish.game}")
    return state


def sit_down(wish: Wish) -> Session:
    """The session that was wished for: a new game, one from a position, or a saved one."""
    if wish.load is None:
        state = wished_game(wish)
        if state.turn == OVER:
            raise BadInput("the game is over in this position: tilewright show prints it")
        seats = session.seat_names(wish.seats, len(state.scores))
        found = session.start(state, seats, wish.seed)
    else:
        if replace(wish, load=None, seats=[]).says_something():
            raise BadInput(
                "--load says which game it is; leave out the game, its options and --from"
            )
        found = load(wish.load, wish)
    if wish.save:
        save_in(found, Path(wish.save))
    return found


def load(name: str, wish: Wish) -> Session:
    """A saved game, with other people on its seats if that was asked for."""
    record = read_record(name)
    if record.state.turn == OVER:
        raise BadInput(f"{name}: this game is over; tilewright replay {name} shows it")
    if wish.seats:
        record = replace(record, seats=session.seat_names(wish.seats, len(record.seats)))
    return session.resume(record, Path(name), wish.seed)


def save_in(found: Session, path: Path) -> None:
    """Choose the file to save in, which must not hold another game, and try it."""
    if is_taken(path, found.path):
        raise BadInput(f"{path} already exists; continue it with --load, or choose another --save")
    found.path = path
    found.save()


# Questions


def ask_game(terminal: Terminal) -> str:
    """Ask which game."""
    for number, name in enumerate(GAMES, 1):
        terminal.say(f"  {number} {name:<9} {GAMES[name].TITLE}")
    return ask_choice(terminal, "Which game?", list(GAMES))


def ask(wish: Wish, terminal: Terminal) -> None:
    """Ask which game, how many players and which opponents; Enter takes the suggestion."""
    wish.game = ask_game(terminal)
    players = ask_choice(terminal, "How many players?", ["2", "3", "4"], numbered=False)
    wish.players = int(players)
    me = ask_name(terminal)
    for number, name in enumerate(shown(), 1):
        terminal.say(f"  {number} {name:<10} {levels.ABOUT.get(name, '')}".rstrip())
    while True:
        answer = terminal.ask(f"Against whom? Bots or names, with commas: [{DEFAULT}] ")
        others = [opponent(name.strip()) for name in answer.split(",") if name.strip()]
        others = others or [DEFAULT]
        try:
            session.seat_names([me, *others], len(others) + 1)
        except ValueError as error:
            terminal.say(f"{error}.")
            continue
        if len(others) < wish.players:
            break
        terminal.say(f"{wish.players} players leave room for {wish.players - 1} more.")
    if session.bot_name(others[-1]):
        others += others[-1:] * (wish.players - 1 - len(others))
    wish.seats = [me, *others]


def ask_name(terminal: Terminal) -> str:
    """The name of the player, which is not that of a bot."""
    while True:
        name = terminal.ask("Your name? [You] ") or "me"
        if not session.bot_name(name):
            return name if name == "me" else f"me:{name}"
        terminal.say(f"{name} is the name of a bot; please choose another.")


def opponent(word: str) -> str:
    """Whom an answer means: a bot by its number, or else a name."""
    bots = shown()
    return bots[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(bots) else word


def ask_choice(
    terminal: Terminal, question: str, choices: list[str], *, numbered: bool = True
) -> str:
    """One of several words, by its beginning or its number."""
    while True:
        answer = terminal.ask(f"{question} [{choices[0]}] ").lower()
        if not answer:
            return choices[0]
        if numbered and answer.isdecimal() and 1 <= int(answer) <= len(choices):
            return choices[int(answer) - 1]
        for choice in choices:
            if choice.startswith(answer):
                return choice
        terminal.say(f"Please answer {', '.join(choices[:-1])} or {choices[-1]}.")
