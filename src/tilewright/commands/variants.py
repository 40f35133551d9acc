"""The options of the games as options of a command."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Annotated, TypeAlias

import typer

from tilewright.game import Option
from tilewright.games import GAMES, option, option_names

Variant: TypeAlias = Mapping[str, str]  # what was said, by the names of the options
NONE: Variant = MappingProxyType({})


def owners() -> dict[str, list[str]]:
    """The names of all options, each with the games that have it."""
    found: dict[str, list[str]] = {}
    for game in GAMES:
        for name in option_names(game):
            found.setdefault(name, []).append(game)
    return found


def about(each: Option) -> str:
    """What may be said for an option."""
    return each.about or f"{', '.join(each.values[:-1])} or {each.values[-1]}"


def with_variants(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for every option of the games, such as --wall, in place of its
    parameter `variant`, which gets those that were given: {"wall": "grey"}."""
    signature = inspect.signature(command, eval_str=True)
    options = []
    for name, games in owners().items():
        shown = [option(game, name) for game in games]
        text = "; ".join([f"{game}: {about(each)}" for game, each in zip(games, shown)])
        said = Annotated[str | None, typer.Option(metavar=shown[0].form, help=f"{text}.")]
        options.append(
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=said)
        )

    @wraps(command)
    def ready(**given: object) -> None:
        words = {each.name: given.pop(each.name) for each in options}
        command(**given, variant={name: word for name, word in words.items() if word is not None})

    parameters: list[inspect.Parameter] = []
    for each in signature.parameters.values():
        parameters += options if each.name == "variant" else [each]
    everything = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    ready.__signature__ = signature.replace(parameters=everything)  # type: ignore[attr-defined]
    ready.__annotations__ = {each.name: each.annotation for each in everything}
    return ready
