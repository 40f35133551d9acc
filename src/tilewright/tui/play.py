"""The game at the prompt: nature deals, bots think, people type."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.bots import LEVELS, SEARCHING, Limit, find, warming
from tilewright.game import CHANCE, OVER, InvalidNotation, Step, nearest
from tilewright.games import AnyMove, AnyState
from tilewright.tui import compiled, entry, manual, result, screen, story
from tilewright.tui.files import is_taken
from tilewright.tui.game import on_screen
from tilewright.tui.language import column
from tilewright.tui.saved import free_path
from tilewright.tui.session import LIKENESS, LocalGame
from tilewright.tui.story import bot_name, text
from tilewright.tui.terminal import LINE_PAUSE, Leave, Terminal
from tilewright.writing import write

if TYPE_CHECKING:
    from tilewright.analysis.report import Hint


class Play:
    """One game between a session and a terminal."""

    def __init__(self, session: LocalGame, terminal: Terminal) -> None:
        self.session, self.terminal = session, terminal
        self.seen: AnyState | None = None  # the last position shown
        self.advice: tuple[AnyState, Hint] | None = None  # the last hint, and where
        self.hinted = 0  # how many steps of it were shown
        self.cannot_save = ""
        searching = any(bot_name(name) in SEARCHING for name in session.record.seats)
        self.compiling = compiled.BackgroundCompile(self.state.game) if searching else None

    @property
    def state(self) -> AnyState:
        """The position."""
        return self.session.state

    @property
    def has_people(self) -> bool:
        """Whether any seat belongs to a person."""
        return any(not bot_name(name) for name in self.session.record.seats)

    def run(self) -> None:
        """Play until the game is over or the player quits."""
        try:
            self.welcome()
            while self.state.turn != OVER:
                self.turn()
            self.finish()
        except (EOFError, KeyboardInterrupt):
            self.terminal.say("")
            self.leave()
        except Leave:
            self.leave()

    def welcome(self) -> None:
        """Say who plays, and publish the commitment to the deals."""
        session, say = self.session, self.terminal.say
        names = story.join(list(map(story.called, session.record.seats)))
        say(f"{on_screen(self.state).text('name')}: {names}.")
        promise = session.record.tags.get("commitment")
        if promise:
            self.terminal.write(text("welcome.promise", promise=promise))
        else:
            say(text("welcome.no_secret"))
        if session.record.moves:
            say(text("welcome.going_on", number=len(session.record.moves)))
        if self.has_people:
            example = on_screen(self.state).EXAMPLE
            say(text("welcome.type", example=example, **entry.words()))

    def turn(self) -> None:
        """One move of nature, a bot or a person."""
        session, state = self.session, self.state
        if state.turn == CHANCE:
            self.play(session.draw())
        elif session.bot(state.turn):
            if self.compiling and (notice := self.compiling.notice()):
                self.terminal.say(notice)
            self.play(session.think())
            self.terminal.pause()
        elif not session.is_decision(state):
            self.terminal.say(text("only_move", name=session.name(state.turn)))
            self.play(state.legal_moves()[0])
        else:
            self.decide()

    def play(self, move: AnyMove) -> None:
        """Play a move and describe it."""
        before = self.state
        steps = self.session.play(move)
        self.tell(before, move, steps)
        self.save()

    def tell(self, before: AnyState, move: AnyMove, steps: Sequence[Step]) -> None:
        """Describe a move, and the scoring of the round if it ended one."""
        session, say = self.session, self.terminal.say
        if before.turn == CHANCE:
            if not isinstance(move, on_screen(before).UNTOLD):
                say(story.sentence(on_screen(before).say(before, move)), style="bold")
        else:
            say(f"{story.move_line(session.name(before.turn), before, move, steps)}.")
        chapters = story.chapters(steps, before.round)
        for heading, scored in chapters:
            say(heading, style="bold")
            for step in scored:
                say(f"  {session.name(step.seat)}: {on_screen(before).tell(step)}")
                self.terminal.pause(LINE_PAUSE)
        if chapters:
            say(f"  {result.score_line(session.record.seats, self.state.scores)}")
            if self.has_people:
                self.terminal.wait(sum(len(scored) + 1 for _, scored in chapters))

    # People

    def decide(self) -> None:
        """Ask a person until a move is played or the table changes."""
        seat = self.state.turn
        self.show_table()
        typed = self.terminal.ask(f"{self.session.name(seat)}> ")
        if not typed:
            self.terminal.say(text("type_again", **entry.words()))
            return
        asked = entry.command(typed)
        if asked:
            self.obey(*asked)
            return
        shown, terminal = on_screen(self.state), self.terminal
        typed = shown.settle(self.state, typed, terminal.ask, terminal.say)
        found = entry.matches(self.state, typed)
        if not typed:
            return
        if len(found) == 1:
            self.play(found[0])
        elif found:
            terminal.show(shown.some_moves(self.state, found, terminal.width))
        elif short := entry.short_command(typed):
            self.obey(short, "")
        else:
            self.try_move(typed)

    def try_move(self, typed: str) -> None:
        """Play the move that was typed, or say why it cannot be played."""
        try:
            self.play(self.state.parse(on_screen(self.state).tidy(typed)))
        except ValueError as error:
            words = map(entry.word_for, entry.COMMANDS)
            near = nearest(typed.split()[0], (*entry.COMMANDS, *words), likeness=LIKENESS)
            if near and isinstance(error, InvalidNotation):
                self.terminal.say(text("did_you_mean", typed=typed, near=near))
            else:
                self.terminal.say(story.tell_error(self.state, typed, error))

    def show_table(self, *, whole: bool = False) -> None:
        """Show the position once, briefly where that is enough."""
        state, terminal = self.state, self.terminal
        if state is self.seen and not whole:
            return
        if not whole and (brief := on_screen(state).brief(state)):
            terminal.show(brief)
        else:
            height = None if whole else terminal.height
            names = self.session.record.seats
            terminal.show(
                screen.position(state, names, width=terminal.width, height=height, seat=state.turn)
            )
        self.seen = state

    def obey(self, word: str, rest: str) -> None:
        """Carry out a command."""
        terminal, session, state = self.terminal, self.session, self.state
        match word:
            case "moves":
                terminal.show(on_screen(state).list_moves(state, terminal.width))
            case "hint":
                self.hint()
            case "board":
                self.show_table(whole=True)
            case "undo" | "redo":
                self.step(word)
            case "save":
                self.save_as(rest)
            case "position":
                terminal.write(str(state))
            case "draw":
                self.draw(rest)
            case "rules":
                terminal.say(manual.rules_text(state))
            case "help":
                terminal.say(manual.help_text(state))
            case "resign":
                self.resign(session.record.seats[state.turn])
            case "quit":
                raise Leave

    def hint(self) -> None:
        """Say where to look; asked again, which move; the third time, why. The search is compiled
        first if need be; where that is impossible, a simple bot says what it would play."""
        state, say = self.state, self.terminal.say
        try:
            if self.compiling:
                self.compiling.wait(self.terminal.console)
            warming.require(state.game)
        except KeyboardInterrupt:
            say(text("hint.none"))
        except warming.NotInstalled:
            say(text("hint.simple", name=story.called_bot(LEVELS[-1])))
            choice = find("greedy")(state, Limit(), self.session.rng())
            said = on_screen(state).say(state, choice.move)
            say(text("hint.plays", name=story.called_bot("greedy"), move=choice.move, said=said))
        else:
            for line in self.advise():
                say(line)

    def advise(self) -> Iterator[str]:
        """The next step of a hint; the search has been compiled."""
        from tilewright.analysis.hints import hint  # needs numba
        from tilewright.tui.study import hint_lines

        if self.advice is None or self.advice[0] is not self.state:
            self.advice, self.hinted = (self.state, hint(self.state)), 0
        names, word = self.session.record.seats, entry.word_for("hint")
        yield from hint_lines(*self.advice, names, step=self.hinted, word=word)
        self.hinted += 1

    def resign(self, name: str) -> None:
        """Give up: the record says so, and can still be resumed."""
        record = self.session.record
        key = "resigns.you" if name == story.YOU else "resigns.name"
        words = text(key, name=story.called(name))
        notes = [*filter(None, [record.comments.get(len(record.moves))]), words]
        comments = {**record.comments, len(record.moves): "\n".join(notes)}
        self.session.record = replace(record, comments=comments)
        self.terminal.say(f"{words}. {result.score_line(record.seats, self.state.scores)}.")
        raise Leave

    def step(self, word: str) -> None:
        """Undo or redo."""
        if word == "undo":
            done, said, nothing = self.session.undo(), "undo.done", "undo.nothing"
        else:
            done, said, nothing = self.session.redo(), "redo.done", "redo.nothing"
        number = len(self.session.record.moves)
        self.terminal.say(text(said if done else nothing, number=number))
        self.save()

    def draw(self, name: str) -> None:
        """Write the position as a picture."""
        picture = self.session.record._repr_svg_()
        if not name or not picture:
            self.terminal.say(text("drawn.none") if name else text("drawn.needs", **entry.words()))
            return
        try:
            write(Path(name).expanduser(), picture)
            self.terminal.say(text("drawn.done", file=name))
        except OSError as error:
            self.terminal.say(text("drawn.error", file=name, error=error.strerror))

    # The saved file

    def save(self) -> None:
        """Save after a move; a failure is reported once and the game continues."""
        if self.session.path is None:
            if not self.session.has_moves:
                return
            self.session.path = free_path(self.state.game)
        try:
            self.session.path.parent.mkdir(parents=True, exist_ok=True)
            self.session.save()
            self.cannot_save = ""
        except OSError as error:
            if not self.cannot_save:
                told = {"file": self.session.path, "error": error.strerror}
                self.terminal.say(text("kept.error", **told))
            self.cannot_save = str(error.strerror)

    def save_as(self, name: str) -> None:
        """Save, from now on in another file if one is named and can be written."""
        before, self.cannot_save = self.session.path, ""
        self.session.path = Path(name).expanduser() if name else before
        if self.session.path and self.session.path != before and is_taken(self.session.path):
            self.terminal.say(text("kept.exists", file=self.session.path))
            self.session.path = before
            return
        self.save()
        if self.cannot_save:
            self.session.path = before
        elif self.session.path:
            self.terminal.say(text("kept.done", file=self.session.path))
        else:
            self.terminal.say(text("kept.nothing"))

    def finish(self) -> None:
        """The last position, the final table, and how to verify the deals."""
        session, terminal = self.session, self.terminal
        names = session.record.seats
        self.save()
        terminal.show(screen.position(self.state, names, width=terminal.width))
        terminal.show(result.table(session.record))
        terminal.say(result.verdict(names, self.state), style="bold")
        if session.path and not self.cannot_save:
            place = shlex.quote(str(session.path))
            terminal.write(text("finish.saved", file=session.path))
            ways = {"finish.look_back": f"tilewright replay {place}"}
            if "secret" in session.record.tags:
                ways["finish.check"] = f"tilewright verify {place}"
            width = column(list(map(text, ways)), 15)
            for key, command in ways.items():
                terminal.write(f"{text(key):<{width}}{command}")

    def leave(self) -> None:
        """Say how to come back."""
        self.save()
        path = self.session.path
        if path is None:
            self.terminal.say(text("leave.nothing"))
        elif self.cannot_save:
            self.terminal.say(text("leave.error", error=self.cannot_save))
        else:
            self.terminal.write(text("leave.saved", file=path))
            command = f"tilewright play --load {shlex.quote(str(path))}"
            self.terminal.write(text("leave.go_on", command=command))
