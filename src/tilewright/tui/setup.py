"""Before the game: who plays what, from the options or by a few friendly questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright import games
from tilewright.bots import DEFAULT, shown
from tilewright.game import OVER
from tilewright.games import GAMES, AnyState, game
from tilewright.tui import session
from tilewright.tui.files import BadInput, is_taken, read_either, read_record
from tilewright.tui.play import Play
from tilewright.tui.session import LocalGame
from tilewright.tui.story import bot_called, bot_lines, bot_name, called_bot, text
from tilewright.tui.terminal import Terminal


@dataclass
class GameArguments:
    """What was asked for on the command line; None means not asked for."""

    game: str | None = None
    players: int | None = None
    variant: Mapping[str, str] = field(default_factory=dict)  # only what was given
    seats: list[str] = field(default_factory=list)
    seed: str | None = None
    load: str | None = None
    position: str | None = None
    save: str | None = None

    def says_something(self) -> bool:
        """Whether anything was asked for, in which case no question is needed."""
        asked = (self.game, self.players, self.load, self.position)
        return asked != (None,) * len(asked) or bool(self.seats or self.variant)


def play_game(wish: GameArguments, terminal: Terminal, *, ask_always: bool = False) -> None:
    """Sit down and play."""
    if terminal.asks and not wish.says_something():
        try:
            ask(wish, terminal)
        except (EOFError, KeyboardInterrupt):
            terminal.say("\n" + text("goodbye"))
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


def wished_game(wish: GameArguments) -> AnyState:
    """The position that was asked for: the beginning of a game, unless one was given."""
    if wish.position is None:
        players = max(2, len(wish.seats)) if wish.players is None else wish.players
        return new_game(wish.game or games.DEFAULT, players, wish.variant)
    if wish.players is not None or wish.variant:
        raise BadInput("--from says how the game is played; leave out --players and the options")
    state = read_either(wish.position).state
    if wish.game not in (None, state.game):
        raise BadInput(f"the position is one of {state.game}, not of {wish.game}")
    return state


def sit_down(wish: GameArguments) -> LocalGame:
    """The session that was asked for: a new game, one from a position, or a saved one."""
    if wish.load is None:
        state = wished_game(wish)
        if state.turn == OVER:
            raise BadInput(text("over.position"))
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


def load(name: str, wish: GameArguments) -> LocalGame:
    """A saved game, with other people on its seats if that was asked for."""
    record = read_record(name)
    if record.state.turn == OVER:
        raise BadInput(text("over.record", file=name))
    if wish.seats:
        record = replace(record, seats=session.seat_names(wish.seats, len(record.seats)))
    return session.resume(record, Path(name), wish.seed)


def save_in(found: LocalGame, path: Path) -> None:
    """Choose the file to save in, which must not hold another game, and try to write it."""
    if path != found.path and is_taken(path):
        raise BadInput(f"{path} already exists; continue it with --load, or choose another --save")
    found.path = path
    found.save()


# Questions


def ask_game(terminal: Terminal) -> str:
    """Ask which game."""
    for number, name in enumerate(GAMES, 1):
        terminal.say(f"  {number} {name:<9} {GAMES[name].TITLE}")
    return ask_choice(terminal, text("ask.game"), {name: name for name in GAMES})


def ask(wish: GameArguments, terminal: Terminal) -> None:
    """Ask which game, how many players and which opponents; Enter takes the suggestion."""
    wish.game = ask_game(terminal)
    counts = {number: number for number in ("2", "3", "4")}
    wish.players = int(ask_choice(terminal, text("ask.players"), counts, numbered=False))
    me = ask_name(terminal)
    for line in bot_lines(range(1, len(shown()) + 1)):
        terminal.say(line)
    while True:
        answer = terminal.ask(text("ask.against", suggested=called_bot(DEFAULT)))
        others = [opponent(name.strip()) for name in answer.split(",") if name.strip()]
        others = others or [DEFAULT]
        try:
            session.seat_names([me, *others], len(others) + 1)
        except ValueError as error:
            terminal.say(f"{error}.")
            continue
        if len(others) < wish.players:
            break
        terminal.say(text("ask.room", count=wish.players, more=wish.players - 1))
    if bot_name(session.sitter(others[-1])):
        others += others[-1:] * (wish.players - 1 - len(others))
    wish.seats = [me, *others]


def ask_name(terminal: Terminal) -> str:
    """The name of the player, which is not that of a bot."""
    while True:
        name = terminal.ask(text("ask.name", suggested=text("you"))) or "me"
        if not (bot_name(name) or bot_called(name)):
            return name if name == "me" else f"me:{name}"
        terminal.say(text("ask.bot", name=name))


def opponent(word: str) -> str:
    """The opponent that an answer means: a bot by its number, otherwise a name."""
    bots = shown()
    return bots[int(word) - 1] if word.isdecimal() and 1 <= int(word) <= len(bots) else word


def ask_choice(
    terminal: Terminal, question: str, choices: Mapping[str, str], *, numbered: bool = True
) -> str:
    """One of several choices, by the beginning of its name or of its translation, or by its number;
    the first is suggested."""
    names = list(choices)
    while True:
        answer = terminal.ask(f"{question} [{choices[names[0]]}] ").lower()
        if not answer:
            return names[0]
        if numbered and answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        for spelled in (choices, dict(zip(names, names))):
            for name, word in spelled.items():
                if word.lower().startswith(answer):
                    return name
        *words, last = choices.values()
        terminal.say(text("ask.please", words=", ".join(words), last=last))
