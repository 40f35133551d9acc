"""Is it alive, is it ready, how is it doing."""

from __future__ import annotations

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest
from starlette.responses import PlainTextResponse, Response

from tilewright.web.people import TheHouse

router = APIRouter()


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """The process answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def ready(house: TheHouse) -> PlainTextResponse:
    """The database answers and the server is not stopping."""
    if not house.ready:
        return PlainTextResponse("stopping\n", 503)
    async with house.database.read() as connection:
        await connection.exec_driver_sql("SELECT 1")
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(house: TheHouse) -> Response:
    """What Prometheus reads."""
    registry = CollectorRegistry()
    tables = house.hall.tables.values()
    for name, text, value in (
        ("tables", "open tables on this node", len(tables)),
        ("viewers", "sockets at tables on this node", sum(len(t.viewers) for t in tables)),
        ("commits", "transactions that committed events", house.hall.writer.commits),
        ("events", "events committed by this node", house.hall.writer.events),
        ("commit_failures", "events that could not be committed", house.hall.writer.failures),
        ("clock_jumps", "jumps of the time of day", house.hall.clock.jumps),
        ("unreadable_games", "games that were set aside", len(house.hall.unreadable)),
    ):
        Gauge(f"tilewright_{name}", text, registry=registry).set(value)
    failures = Gauge("tilewright_task_failures", "failures of tasks", ["task"], registry=registry)
    for task, count in house.hall.tasks.failures.items():
        failures.labels(task).set(count)
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)
