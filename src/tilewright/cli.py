"""The command line: what `tilewright` offers, in the order of its help."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import partial
from typing import Annotated, cast

try:
    import typer

    from tilewright.commands import (
        analyse,
        arena,
        bots,
        convert,
        db,
        draw,
        dump,
        engine,
        engine_check,
        insights,
        menu,
        perft,
        play,
        puzzle,
        puzzles,
        reference,
        replay,
        review,
        rollout,
        serve,
        show,
        train,
        verify,
        warmup,
        where,
    )
    from tilewright.tui.ending import until_asked_to_end
    from tilewright.tui.files import BadInput, told
    from tilewright.tui.language import preferred, speak
    from tilewright.tui.letters import make_plain
    from tilewright.tui.terminal import Terminal
except ModuleNotFoundError as missing:
    package = (missing.name or "").partition(".")[0]
    if package not in ("typer", "rich"):
        raise
    needs = f"the command line needs {package}: install tilewright with its dependencies"
    print(f"tilewright: {needs}", file=sys.stderr)
    raise SystemExit(2) from None

from tilewright import __version__
from tilewright.bots.warming import NotInstalled
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

    Without a command it opens a menu at a terminal, and prints this elsewhere.

    Exit codes: 0 fine; 1 the answer is no (verify); 2 bad usage or unreadable input;
    130 stopped with Ctrl-C.

    \b
    Example:
      tilewright play
    """
    alone, terminal = context.invoked_subcommand is None, Terminal()
    if alone and not terminal.asks:
        print(context.get_help())
        return
    speak(preferred())
    register(os.environ.get("TILEWRIGHT_ENGINES", ""))  # they sit at tables of the terminal too
    if alone:
        menu.open_menu(terminal)


def docs_cli() -> None:
    """Print docs/cli.md.

    \b
    Example:
      tilewright docs-cli > docs/cli.md
    """
    print(reference.page(cast(reference.Command, typer.main.get_command(app))), end="")


app.command()(play.play)
app.command("replay")(replay.replay_record)
app.command()(review.review)
app.command()(insights.insights)
app.command()(analyse.analyse)
app.command()(rollout.rollout)
app.command()(puzzle.puzzle)
app.command()(puzzles.puzzles)
app.command()(verify.verify)
app.command()(show.show)
app.command()(draw.draw)
app.command()(perft.perft)
app.command()(convert.convert)
app.command()(arena.arena)
app.command()(bots.bots)
app.command()(train.train)
app.command()(engine.engine)
app.command("engine-check", context_settings={"allow_interspersed_args": False})(
    engine_check.engine_check
)
app.command()(serve.serve)
app.command()(warmup.warmup)
app.command()(dump.dump)
app.command()(where.where)
app.command("docs-cli", hidden=True)(docs_cli)

tables = typer.Typer(rich_markup_mode=None)
tables.callback()(db.look_after)
tables.command()(db.upgrade)
app.add_typer(tables, name="db")


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; an error is one sentence on standard error. Returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        make_plain(stream)  # a terminal without · or │ is no reason to stop
    try:
        run = partial(app, words, prog_name="tilewright", standalone_mode=False)
        code = until_asked_to_end(run)
        return code if isinstance(code, int) else 0
    except (BadInput, IllegalMove, InvalidNotation, ValueError, NotInstalled) as error:
        problem = str(error)
    except OSError as error:
        problem = told(error)
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
