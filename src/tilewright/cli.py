"""The command line: what `tilewright` offers. The work is done in the modules of `tui`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, cast

try:
    import typer

    from tilewright.tui import (
        compiled,
        contest,
        count,
        engines,
        look,
        nets,
        options,
        reference,
        replay,
        setup,
        training,
    )
    from tilewright.tui.files import BadInput
    from tilewright.tui.options import (
        Board,
        Edition,
        File,
        From,
        GameName,
        JokerOrder,
        Json,
        LastRoundDiscard,
        NoColor,
        Output,
        Players,
        Ply,
        Position,
        RoundLimit,
        Wall,
    )
    from tilewright.tui.terminal import Terminal
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] not in ("typer", "rich"):
        raise
    print("tilewright: the command line needs more: install tilewright[terminal]", file=sys.stderr)
    raise SystemExit(2) from None

from tilewright import __version__
from tilewright.engine import register
from tilewright.game import IllegalMove, InvalidNotation

app = typer.Typer(
    name="tilewright",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        print(f"tilewright {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def tilewright(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", is_eager=True, callback=print_version),
    ] = False,
) -> None:
    """Play and study two tile-laying games: Azul (classic) and Azul: Summer Pavilion (pavilion).

    Exit codes: 0 fine; 1 the answer is no (verify); 2 bad usage or unreadable input.

    \b
    Example:
      tilewright play
    """
    if context.invoked_subcommand is None:
        print(context.get_help())
    else:
        register(os.environ.get("TILEWRIGHT_ENGINES", ""))  # they sit at tables of the terminal too


@app.command()
def play(
    game: GameName = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Who sits there, in order: me, a person's name, or a bot (see tilewright bots). "
            "Repeat it; the default is me against the apprentice.",
        ),
    ] = None,
    players: Players = None,
    wall: Wall = None,
    round_limit: RoundLimit = None,
    edition: Edition = None,
    board: Board = None,
    joker_order: JokerOrder = None,
    last_round_discard: LastRoundDiscard = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help="The same deals and bots for the same seed.")
    ] = None,
    load: Annotated[
        str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")
    ] = None,
    start: From = None,
    save: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Save there after every move; JSON if the name ends in .json. "
            "Without it the game is saved in your data folder.",
        ),
    ] = None,
    no_color: NoColor = False,
    fast: Annotated[bool, typer.Option("--fast", help="No pauses between moves.")] = False,
    ask_always: Annotated[
        bool, typer.Option("--ask-always", help="Ask even when there is only one move.")
    ] = False,
) -> None:
    """Play at the prompt, against bots or with friends.

    Without any option it asks what you would like to play. At the prompt, help explains
    the rest. The deals are promised at the start and can be verified after the game.

    \b
    Example:
      tilewright play pavilion --seat Ann --seat mason --save game.txt
    """
    chosen = (wall, round_limit, edition, board, joker_order, last_round_discard)
    wish = setup.Wish(game, players, options.variant(*chosen), seat or [], seed, load, start, save)
    setup.play_game(wish, Terminal(color=not no_color, fast=fast), ask_always=ask_always)


@app.command("replay")
def replay_record(
    file: File,
    everything: Annotated[bool, typer.Option("--all", help="All moves at once.")] = False,
    ply: Ply = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Look back at a game, move by move.

    The scoring is told in words. Without --all it waits at a prompt after each move.

    \b
    Example:
      tilewright replay game.txt --all
    """
    terminal = Terminal(color=not no_color)
    replay.replay(file, terminal, everything=everything, ply=ply, as_json=json)


@app.command()
def verify(file: File, json: Json = False) -> None:
    """Check that the deals of a game were fair.

    Every deal of a finished game must follow from the secret that was promised at its start.

    Exit code 0 if it does, 1 if it does not or the record cannot prove it.

    \b
    Example:
      tilewright verify game.txt
    """
    if not look.check_deals(file, as_json=json):
        raise typer.Exit(1)


@app.command()
def show(
    position: Position,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain text without frames, for screen readers.")
    ] = False,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Print a position, or what may be played in it.

    With --json it prints turn, scores and legal moves; turn is the seat to move, -1 for
    nature, -2 when the game is over.

    \b
    Example:
      tilewright show game.txt --json
    """
    terminal = Terminal(color=not no_color)
    look.show(" ".join(position), terminal, plain=plain, as_json=json)


@app.command()
def draw(position: Position, output: Output = None, ply: Ply = None) -> None:
    """Draw a position as an SVG picture.

    \b
    Example:
      tilewright draw game.txt --ply 12 -o position.svg
    """
    look.draw(" ".join(position), output, ply)


@app.command()
def perft(
    game: GameName = None,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="How many moves deep.")] = 3,
    table: Annotated[
        bool, typer.Option("--table", help="Both games, all numbers of players, both sides.")
    ] = False,
    players: Players = None,
    wall: Wall = None,
    round_limit: RoundLimit = None,
    edition: Edition = None,
    board: Board = None,
    joker_order: JokerOrder = None,
    last_round_discard: LastRoundDiscard = None,
    start: From = None,
    json: Json = False,
) -> None:
    """Count the lines of play.

    It serves to compare implementations of the rules. The deals are those of a secret of
    32 zero bytes; only the players' moves are counted.

    \b
    Example:
      tilewright perft pavilion --depth 3 --players 4 --board neutral
    """
    chosen = (wall, round_limit, edition, board, joker_order, last_round_discard)
    wish = setup.Wish(game, players, options.variant(*chosen), position=start)
    if not table:
        count.count(setup.wished_game(wish), depth, as_json=json)
    elif wish.says_something():
        raise BadInput("--table counts everything: leave out the game and its options")
    else:
        count.count_table(Terminal(), depth, as_json=json)


@app.command()
def convert(file: File, output: Output = None) -> None:
    """Turn a record from text into JSON, or from JSON into text.

    \b
    Example:
      tilewright convert game.txt -o game.json
    """
    look.convert(file, output)


@app.command()
def arena(
    bot: Annotated[
        list[str],
        typer.Argument(
            metavar="BOT...",
            help="Who plays: a bot (see tilewright bots) or cmd:COMMAND for an engine, "
            "each with a limit of its own if you like: master@50ms, uct@1s, master@400.",
        ),
    ],
    game: Annotated[str, typer.Option(metavar="NAME", help="classic or pavilion.")] = "classic",
    players: Players = None,
    wall: Wall = None,
    round_limit: RoundLimit = None,
    edition: Edition = None,
    board: Board = None,
    joker_order: JokerOrder = None,
    last_round_discard: LastRoundDiscard = None,
    pairs: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, help="How often each pairing plays all its seats on one deal."
        ),
    ] = 50,
    gauntlet: Annotated[
        bool, typer.Option("--gauntlet", help="Only the first against each of the others.")
    ] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Only each against the one named before it.")
    ] = False,
    together: Annotated[
        bool, typer.Option("--together", help="All at one table, as many as there are seats.")
    ] = False,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="LOW,HIGH",
            help="Stop a pairing when one of two claims is accepted: "
            "Elo like 0,50 or scores like 50%,57%.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option(metavar="TEXT", help="The same deals and luck for the same seed.")
    ] = "0",
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Keep finished pairs there, and go on from there."),
    ] = None,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the results there for programs.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw the results there as SVG.")
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Let bots play each other and see who is better.

    Everybody meets everybody, unless told otherwise. Games come in pairs on the same deals with
    the seats changed; intervals are of 95 %, over pairs. TILEWRIGHT_COMPUTE says where to play:
    a number of processes, or ray. See docs/arena.md.

    \b
    Example:
      tilewright arena pupil mason master@50ms --pairs 20 --save arena.jsonl --plot arena.svg
    """
    chosen = (wall, round_limit, edition, board, joker_order, last_round_discard)
    start = setup.new_game(game, 2 if players is None else players, options.variant(*chosen))
    order = contest.schedule(gauntlet=gauntlet, ladder=ladder, together=together)
    wish = contest.Wish(bot, start, seed, order, pairs, sprt, save, json, plot)
    contest.hold(wish, Terminal(color=not no_color))


@app.command()
def bots(
    list_nets: Annotated[
        bool, typer.Option("--nets", help="List what they have learned instead.")
    ] = False,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """List the bots that you can play against, the weakest first.

    With --nets it lists every configuration of the games with the net that the bots play it with.

    \b
    Example:
      tilewright bots
    """
    if not list_nets:
        look.list_bots(as_json=json)
    elif json:
        look.print_json(nets.to_data())
    else:
        nets.show(Terminal(color=not no_color))


@app.command()
def train(
    game: Annotated[str, typer.Argument(metavar="classic|pavilion", help="Which game.")],
    players: Annotated[int, typer.Option(metavar="N", help="2, 3 or 4 players.")] = 2,
    board: Annotated[
        str, typer.Option(metavar="SIDE", help="coloured; or grey (classic), neutral (pavilion).")
    ] = "coloured",
    folder: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Where it is kept; training/GAME-PLAYERS-BOARD if not set."
        ),
    ] = None,
    generations: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="How many there shall be; no end if not set."),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(metavar="M", min=0, help="Begin no generation after so many minutes."),
    ] = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Games that a generation learns from.")
    ] = 3000,
    full: Annotated[
        int, typer.Option(metavar="N", min=2, help="Simulations where a move is learned from.")
    ] = 500,
    quick: Annotated[
        int, typer.Option(metavar="N", min=2, help="Simulations for the other moves.")
    ] = 100,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=2, help="Deals to compare with the net before.")
    ] = 60,
    start: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NET",
            help="Begin with a net: a file, or a name of tilewright bots --nets.",
        ),
    ] = None,
    compute: Annotated[
        str | None,
        typer.Option(metavar="WHERE", help="A number of processes, ray, or ray://HOST:PORT."),
    ] = None,
    no_color: NoColor = False,
) -> None:
    """Let the bots learn: they play against themselves, and a net is fitted to it.

    Every generation is compared with the one before, and kept unless it is worse. Ctrl-C stops;
    the same command goes on from the folder. See docs/training.md.

    \b
    Example:
      tilewright train classic --from classic-2-coloured --minutes 60
    """
    wish = training.Wish(
        game,
        players,
        board,
        folder=folder,
        generations=generations,
        minutes=minutes,
        games=games,
        full=full,
        quick=quick,
        pairs=pairs,
        start=start,
        compute=compute,
    )
    training.train(wish, Terminal(color=not no_color))


@app.command()
def engine(
    bot: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Who answers; the strongest bot if not set."),
    ] = None,
    competition: Annotated[
        bool,
        typer.Option(
            "--competition",
            help="Speak the text protocol of the Digital Tabletop Competition instead of JSON.",
        ),
    ] = False,
) -> None:
    """Answer other programs: a position in, a move and its value out, in lines of JSON.

    It ends with its input. See docs/engine.md.

    \b
    Example:
      echo '{"id": 1, "hello": 1}' | tilewright engine --bot greedy
    """
    engines.answer(bot, competition=competition)


@app.command("engine-check", context_settings={"allow_interspersed_args": False})
def engine_check(
    command: Annotated[
        list[str], typer.Argument(metavar="CMD...", help="The engine, with its own options.")
    ],
    grace: Annotated[
        float,
        typer.Option(metavar="SECONDS", min=0.1, help="How late an answer may be."),
    ] = 1.0,
    json: Json = False,
) -> None:
    """Try whether an engine keeps to the protocol.

    Exit code 0 if it does, 1 if it does not.

    \b
    Example:
      tilewright engine-check node examples/engine.js
    """
    if not engines.try_engine(command, Terminal(), grace=grace, as_json=json):
        raise typer.Exit(1)


def server_part(name: str) -> ModuleType:
    """A module of the server, which needs more packages than the terminal does."""
    try:
        return import_module(f"tilewright.web.{name}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("tilewright"):
            raise
        raise BadInput("the server needs more: install tilewright[web]") from None


@app.command()
def serve(
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1 if not set.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port to listen on; 8000 if not set.")
    ] = None,
    open: Annotated[
        bool,
        typer.Option("--open", help="Open the site in a browser; another port if 8000 is taken."),
    ] = False,
) -> None:
    """Serve the site and its games.

    Settings come from the environment (TILEWRIGHT_DATABASE, TILEWRIGHT_BUS, ...); without
    any, games are kept in the SQLite file tilewright.db. See docs/operations.md.

    \b
    Example:
      tilewright serve --port 8000
    """
    server_part("command").run_server(host, port, open=open)


@app.command()
def warmup() -> None:
    """Compile the bots and the fast rules ahead of their first use.

    The result is kept for later, until the bots, the rules or the compiler change.

    \b
    Example:
      tilewright warmup
    """
    compiled.warm_up()


db = typer.Typer(rich_markup_mode=None)
app.add_typer(db, name="db")


@db.callback()
def look_after() -> None:
    """Look after the server's database, the one that TILEWRIGHT_DATABASE names.

    \b
    Example:
      tilewright db upgrade
    """


@db.command()
def upgrade() -> None:
    """Bring the tables of the database up to date; nothing is lost.

    \b
    Example:
      TILEWRIGHT_DATABASE=postgresql://me@localhost/tilewright tilewright db upgrade
    """
    server_part("command").upgrade_database()
    print("The database is up to date.")


@app.command()
def dump(
    output: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write.")],
) -> None:
    """Write the finished public games of a server as open data, one JSON object a line.

    \b
    Example:
      tilewright dump games.jsonl
    """
    print(f"{server_part('command').dump_games(output)} games written to {output}")


@app.command("docs-cli", hidden=True)
def docs_cli() -> None:
    """Print docs/cli.md.

    \b
    Example:
      tilewright docs-cli > docs/cli.md
    """
    print(reference.page(cast(reference.Command, typer.main.get_command(app))), end="")


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; an error is one sentence on standard error. Returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without · or │ is no reason to stop
    try:
        code = app(words, prog_name="tilewright", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except (BadInput, IllegalMove, InvalidNotation, ValueError) as error:
        problem = str(error)
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        if not hasattr(error, "format_message"):  # a usage error has it in every release of Typer
            raise
        problem = f"{error.format_message()} (see tilewright --help)"
    print(f"tilewright: {problem}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
