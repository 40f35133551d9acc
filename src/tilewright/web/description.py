"""The description of the API for programs: what FastAPI knows, and the views and messages."""

from __future__ import annotations

from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from msgspec import Struct

from tilewright.analysis import Analysis, Hint, Rollout
from tilewright.games import GAMES
from tilewright.table.messages import ANSWERS, MESSAGES, StateView, StepView, shown
from tilewright.web.errors import Problem
from tilewright.web.insight_views import InsightsView
from tilewright.web.reviews import BacklogView, ReviewView
from tilewright.web.study_views import StudyView

STUDIES = (Analysis, Hint, Rollout, ReviewView, StudyView, BacklogView, InsightsView)
PLACE = "#/components/schemas/{name}"

# Every answer that is not what was asked for has the same shape.
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "default": {"model": Problem, "description": "An error; docs/protocol.md lists the codes"}
}


def answer(kind: type[Struct], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a request is answered with, for the description."""
    schema = {"$ref": PLACE.format(name=kind.__name__)}
    return {status: {"content": {"application/json": {"schema": schema}}}}


def schemas() -> dict[str, Any]:
    """The views and messages; a step, and a state, is one of those of some game."""
    games = [shown(name) for name in GAMES]
    steps = [step for game in games for step in game.STEPS.values()]
    states = [game.STATE for game in games]
    kinds = [*MESSAGES, *ANSWERS, *STUDIES, *steps, *states]
    _, found = msgspec.json.schema_components(kinds, ref_template=PLACE)
    for base, parts in ((StepView, steps), (StateView, states)):
        several = [{"$ref": PLACE.format(name=part.__name__)} for part in parts]
        found[base.__name__] = {"title": base.__name__, "anyOf": several}
    return found


def install(app: FastAPI) -> None:
    """Give an app its complete description."""

    def openapi() -> dict[str, Any]:
        if not app.openapi_schema:
            described = get_openapi(
                title=app.title,
                version=app.version,
                description=app.description,
                routes=app.routes,
            )
            known = described["components"]["schemas"]
            own = schemas()
            assert not known.keys() & own.keys(), known.keys() & own.keys()
            known.update(own)
            app.openapi_schema = described
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]
