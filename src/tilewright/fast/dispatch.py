"""One name for what every game has.

A function that is dispatched only says what it does. Called from Python it is the function of the
same name of the game whose record it is given; in a kernel a call to it is compiled as a call to
that function. So a kernel that calls such functions is compiled once for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeAlias, TypeVar, cast

import numba
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global

from tilewright.fast.compiling import Record
from tilewright.fast.contract import game_of, kernels, names

F = TypeVar("F", bound=Callable[..., object])
Part: TypeAlias = Callable[[str], object]  # where a game has its functions, by the name of the game

_declare: Any = infer_global  # to numba: what a global name means in a kernel


@cache
def _game(record: types.Record) -> str:
    """The name of the game that has records of a type of numba's."""
    return next(name for name in names() if numba.from_dtype(kernels(name).STATE) == record)


def dispatched(part: Part) -> Callable[[F], F]:
    """Let a function stand for those of its name that the games have in some part of them."""

    def declare(function: F) -> F:
        name = function.__name__

        @wraps(function)
        def call(s: Record, *rest: object) -> object:
            return getattr(part(game_of(s.dtype)), name)(s, *rest)

        def chosen(record: types.Record) -> types.Dispatcher:
            return types.Dispatcher(getattr(part(_game(record)), name))

        class Template(AbstractTemplate):
            """Types and compiles a call as one of the game's own kernel."""

            key = call

            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> object:
                return chosen(args[0]).get_call_type(self.context, args, kws)

            def get_impl_key(self, sig: Any) -> object:  # noqa: ANN401
                return chosen(sig.args[0]).get_impl_key(sig)

        _declare(call, types.Function(Template))
        return cast(F, call)

    return declare
