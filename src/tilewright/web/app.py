"""The application: the parts of the server put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

import tilewright
from tilewright.engine import register
from tilewright.web import (
    about,
    accounts,
    daily,
    description,
    errors,
    export,
    health,
    insights,
    ladders,
    passkeys,
    positions,
    profiles,
    puzzles,
    records,
    recovery,
    site,
    socket,
    stream,
    studies,
    study,
    tables,
)
from tilewright.web.guard import Guard
from tilewright.web.house import House
from tilewright.web.meter import Meter
from tilewright.web.quotas import Quotas
from tilewright.web.settings import Settings, load
from tilewright.web.wire import Peers

ABOUT = """Play Azul (classic) and Azul: Summer Pavilion (pavilion) over the network.
Unofficial, not affiliated with the publisher. The socket is described in docs/protocol.md."""


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own house."""
    settings = settings or load()
    register(settings.engines)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = House(settings, app.state.quotas)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="Tilewright",
        version=tilewright.__version__,
        description=ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,  # to an address made from whatever host the request names
    )
    app.state.quotas, app.state.peers = Quotas(settings.bus), Peers(settings)
    errors.install(app)
    description.install(app)
    for part in (
        accounts,
        export,
        passkeys,
        recovery,
        tables,
        positions,
        records,
        study,
        puzzles,
        studies,
        insights,
        health,
        socket,
        stream,
        ladders,
        profiles,
        daily,
        about,
    ):
        app.include_router(part.router)
    root = Path(settings.site) if settings.site else site.BUILT
    site.install(app, root, settings.public_url)
    app.add_middleware(Guard, settings=settings, quotas=app.state.quotas)
    app.add_middleware(Meter)
    return app
