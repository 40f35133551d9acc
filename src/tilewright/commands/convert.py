"""The command `convert`."""

from __future__ import annotations

from tilewright.commands import printing
from tilewright.commands.options import (
    FileArgument,
    OutputOption,
)


def convert(file: FileArgument, output: OutputOption = None) -> None:
    """Turn a record from text into JSON, or from JSON into text.

    \b
    Example:
      tilewright convert game.txt -o game.json
    """
    printing.convert(file, output)
