"""Whether the server is alive and ready, and its metrics."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.responses import PlainTextResponse, Response

from tilewright import metrics as measured
from tilewright.table.bus import RedisBus
from tilewright.web.house import House
from tilewright.web.people import TheHouse

router = APIRouter()


class HouseCollector(Collector):
    """The state of a house at this moment."""

    def __init__(self, house: House) -> None:
        self.house = house

    def collect(self) -> Iterator[Metric]:
        """All that is counted or can be seen now."""
        hall, writer = self.house.hall, self.house.hall.writer
        tables = hall.tables.values()
        yield gauge("tables", "open tables", len(tables))
        yield gauge("viewers", "viewers at tables", sum(len(table.viewers) for table in tables))
        yield gauge("connections", "sockets and streams of users", len(self.house.connections.open))
        yield counter("commits", "transactions that committed events", writer.commits)
        yield counter("events", "events committed", writer.events)
        yield counter("commit_failures", "events that could not be committed", writer.failures)
        yield gauge("commit_waiting", "events that wait to be committed", writer.waiting)
        yield gauge("bot_waiting", "decisions that wait for a worker", hall.thinking.waiting)
        waiting = gauge("study_waiting", "what waits for the processes of studies", None, "kind")
        waiting.add_metric(["search"], self.house.searches.waiting)
        waiting.add_metric(["review"], self.house.reviewing.waiting)
        waiting.add_metric(["picture"], self.house.pictures.waiting)
        yield waiting
        yield gauge(
            "study_followers", "requests that wait for an edit", self.house.followers.waiting
        )
        yield counter("clock_jumps", "jumps of the time of day", hall.clock.jumps)
        yield gauge("unreadable_games", "games that were set aside", len(hall.unreadable))
        failures = counter("task_failures", "failures of tasks", None, "task")
        for task, count in hall.tasks.failures.items():
            failures.add_metric([task], count)
        yield failures
        yield from self._pool()
        yield from self._bus()

    def _pool(self) -> Iterator[Metric]:
        pool = gauge("pool_connections", "connections to the database", None, "state")
        for state, count in self.house.database.connections().items():
            pool.add_metric([state], count)
        yield pool

    def _bus(self) -> Iterator[Metric]:
        bus = self.house.hall.bus
        redis = bus if isinstance(bus, RedisBus) else None
        yield gauge("bus_up", "whether other nodes are heard", 0 if bus.trouble else 1)
        yield gauge(
            "bus_lag_seconds", "the time a note takes through the bus", redis.lag if redis else 0
        )
        yield gauge("bus_waiting", "notes that wait to be sent", redis.waiting if redis else 0)
        yield counter("bus_losses", "how often the bus was lost", redis.losses if redis else 0)
        yield counter(
            "bus_misunderstood", "notes that could not be read", redis.misunderstood if redis else 0
        )


def gauge(name: str, about: str, value: float | None, *labels: str) -> GaugeMetricFamily:
    """A number that goes up and down."""
    return GaugeMetricFamily(f"tilewright_{name}", about, value, labels or None)


def counter(name: str, about: str, value: float | None, *labels: str) -> CounterMetricFamily:
    """A number that only grows."""
    return CounterMetricFamily(f"tilewright_{name}", about, value, labels or None)


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """The process answers."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def ready(house: TheHouse) -> PlainTextResponse:
    """Whether the database can be written to, the bus is heard, and the server is not stopping; if
    not, which part is in trouble."""
    if not house.ready:
        return PlainTextResponse("server: stopping\n", 503)
    parts = {"database": await house.probe.trouble(), "bus": house.hall.bus.trouble}
    troubles = [f"{part}: {trouble}\n" for part, trouble in parts.items() if trouble]
    return PlainTextResponse("".join(troubles) or "ready\n", 503 if troubles else 200)


@router.get("/metrics")
async def metrics(house: TheHouse) -> Response:
    """What Prometheus reads."""
    standing = CollectorRegistry()
    standing.register(HouseCollector(house))
    body = generate_latest(measured.REGISTRY) + generate_latest(standing)
    return Response(body, media_type=CONTENT_TYPE_LATEST)
