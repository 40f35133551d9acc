"""What a server measures as it goes, for Prometheus; docs/operations.md explains each.

How things stand at the moment of asking is added by `web/health.py`.
"""

from __future__ import annotations

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each began is of no use
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500)

requests = Histogram(
    "tilewright_request_seconds",
    "time to answer a request, streams apart",
    ["route", "status"],
    buckets=SECONDS,
    registry=REGISTRY,
)
moves = Histogram(
    "tilewright_move_seconds",
    "time from a person's move to its acknowledgement",
    buckets=SECONDS,
    registry=REGISTRY,
)
errors = Counter("tilewright_errors", "errors told to clients", ["code"], registry=REGISTRY)
commit_seconds = Histogram(
    "tilewright_commit_seconds",
    "time of a transaction that commits events",
    buckets=SECONDS,
    registry=REGISTRY,
)
commit_events = Histogram(
    "tilewright_commit_events",
    "events in a transaction",
    buckets=SIZES,
    registry=REGISTRY,
)
bot_seconds = Histogram(
    "tilewright_bot_seconds",
    "time from a bot's turn to its choice, the queue included",
    ["bot"],
    buckets=SECONDS,
    registry=REGISTRY,
)
log_lines_lost = Counter(
    "tilewright_log_lines_lost", "lines of the log that could not be written", registry=REGISTRY
)
bot_restarts = Counter(
    "tilewright_bot_restarts", "worker processes that died and were replaced", registry=REGISTRY
)
