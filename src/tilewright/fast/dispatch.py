"""One function for all games.

A dispatched function has a name and documentation, but no code. Called from Python with a record,
it calls the function of that name of the record's game; in a kernel, a call to it is compiled as a
call to that function. So a kernel that calls dispatched functions is compiled once per game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeAlias, TypeVar, cast

import numba
from numba.core import types
from numba.core.typing.templates import AbstractTemplate, infer_global

from tilewright.fast.compiling import StateRecord
from tilewright.fast.contract import game_of, kernels, names

F = TypeVar("F", bound=Callable[..., object])
Loader: TypeAlias = Callable[[str], object]  # from a game's name to the module of its functions

_declare: Any = infer_global  # tells numba what a global name means in a kernel


@cache
def _game(record: types.Record) -> str:
    """The name of the game whose records have a type of numba's."""
    return next(name for name in names() if numba.from_dtype(kernels(name).STATE) == record)


def dispatched(part: Loader) -> Callable[[F], F]:
    """Make a function stand for those of the same name in some part of each game."""

    def declare(function: F) -> F:
        name = function.__name__

        @wraps(function)
        def call(s: StateRecord, *rest: object) -> object:
            return getattr(part(game_of(s.dtype)), name)(s, *rest)

        def chosen(record: types.Record) -> types.Dispatcher:
            return types.Dispatcher(getattr(part(_game(record)), name))

        class Template(AbstractTemplate):
            """Types and compiles a call as a call to the game's own kernel."""

            key = call

            def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> object:
                return chosen(args[0]).get_call_type(self.context, args, kws)

            def get_impl_key(self, sig: Any) -> object:  # noqa: ANN401
                return chosen(sig.args[0]).get_impl_key(sig)

        _declare(call, types.Function(Template))
        return cast(F, call)

    return declare
