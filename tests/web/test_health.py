"""Metrics, readiness, and what describes them: the docs, the dashboard and the alerts."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from prometheus_client import Metric
from prometheus_client.parser import text_string_to_metric_families

from tests.faults.proxy import Proxy
from tests.web.client import Person, play_on, receive
from tests.web.servers import Node, redis, running
from tilewright import metrics
from tilewright.web.errors import STATUS
from tilewright.web.health import HouseCollector
from tilewright.web.house import House
from tilewright.web.settings import Settings

ROOT = Path(__file__).parent.parent.parent
DASHBOARD = (ROOT / "deploy" / "grafana.json").read_text(encoding="utf-8")
ALERTS = (ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8")


def families() -> dict[str, str]:
    """The kind of every metric, by its name."""
    found: list[Metric] = list(metrics.REGISTRY.collect())
    found += HouseCollector(House(Settings(database="sqlite:///unused.db"))).collect()
    return {
        family.name + ("_total" if family.type == "counter" else ""): family.type
        for family in found
    }


def used(text: str) -> set[str]:
    """The metrics that a text names; a histogram has several names."""
    names = set(re.findall(r"\b(?:tilewright|process)_\w+", text))
    return {re.sub("_(bucket|sum|count)$", "", name) for name in names}


def test_the_page_has_every_metric_with_its_kind() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(tilewright_\w+)` \| (\w+) \|", page, re.MULTILINE))
    assert told == {name: kind for name, kind in families().items() if "process" not in name}


@pytest.mark.parametrize("text", [DASHBOARD, ALERTS], ids=["dashboard", "alerts"])
def test_nothing_is_drawn_or_watched_that_is_not_measured(text: str) -> None:
    assert used(text)
    assert used(text) - set(families()) == set()


def test_the_dashboard_draws_everything() -> None:
    ours = {name for name in families() if name.startswith("tilewright_")}
    assert ours - used(DASHBOARD) == set()
    panels = json.loads(DASHBOARD)["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 10
    for panel in panels:
        for target in panel["targets"]:
            assert target["expr"].count("(") == target["expr"].count(")")


def test_the_alerts_are_rules() -> None:
    rules = import_module("yaml").safe_load(ALERTS)["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules) > 5
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert {"summary", "description"} == set(rule["annotations"])
        assert set(re.findall('code="(.*?)"', rule["expr"])) <= set(STATUS)


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    with redis() as bus, Proxy(urlsplit(bus).port or 0) as between:
        yield between


@pytest.fixture(scope="module")
def node(proxy: Proxy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    database = f"sqlite:///{tmp_path_factory.mktemp('health') / 'tw.db'}"
    with running(Node(database, f"redis://127.0.0.1:{proxy.port}")) as server:
        yield server


def numbers(node: Node) -> dict[str, float]:
    """All samples of a node by name, summed over labels."""
    found: dict[str, float] = {}
    text = httpx2.get(f"{node.url}/metrics").text
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def test_what_happens_is_measured(node: Node) -> None:
    before = numbers(node)
    held: dict[str, float] = {}

    async def story() -> None:
        async with Person(node.url) as ann:
            game = await ann.make_table(seats=["me", "bot:greedy"], options={"round_limit": 1})
            async with ann.sit(game) as socket:
                await receive(socket)  # from then on it is counted
                held.update(await asyncio.to_thread(numbers, node))
            await play_on(ann, game)
            assert (await ann.http.get("/api/games/nowhere")).status_code == 404

    asyncio.run(story())
    after = numbers(node)
    for name in (
        "tilewright_request_seconds_count",
        "tilewright_move_seconds_count",
        "tilewright_errors_total",
        "tilewright_commits_total",
        "tilewright_events_total",
        "tilewright_commit_seconds_count",
        "tilewright_commit_events_sum",
        "tilewright_bot_seconds_count",
    ):
        assert after[name] > before.get(name, 0), name
    routes = re.findall(
        'request_seconds_count{route="(.*?)"', httpx2.get(f"{node.url}/metrics").text
    )
    assert {"/api/games/{id}", "/api/tables", "/metrics"} <= set(routes)
    assert held["tilewright_tables"] == held["tilewright_viewers"] == 1
    assert held["tilewright_connections"] == 1
    assert after["tilewright_bus_up"] == 1
    assert 0 < after["tilewright_bus_lag_seconds"] < 5


async def until(node: Node, status: int, word: str) -> str:
    """Wait until a node says that it is ready, or why it is not."""
    async with asyncio.timeout(60), httpx2.AsyncClient(base_url=node.url, timeout=120) as client:
        while True:
            assert (await client.get("/healthz")).status_code == 200
            answer = await client.get("/readyz")
            if answer.status_code == status and word in answer.text:
                return answer.text
            await asyncio.sleep(0.1)


def test_ready_means_that_writes_succeed(node: Node) -> None:
    async def story() -> None:
        await until(node, 200, "ready")
        with closing(sqlite3.connect(node.database.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            assert (await until(node, 503, "database: ")).count("\n") == 1
        await until(node, 200, "ready")

    asyncio.run(story())


def test_ready_means_that_the_bus_is_heard(node: Node, proxy: Proxy) -> None:
    async def story() -> None:
        await until(node, 200, "ready")
        proxy.freeze()  # until it is seen: a line that can be had anew is back within a second
        await until(node, 503, "bus: nothing heard for ")
        while (await asyncio.to_thread(numbers, node))["tilewright_bus_losses_total"] < 1:
            await asyncio.sleep(0.1)
        proxy.mend()
        await until(node, 200, "ready")

    asyncio.run(asyncio.wait_for(story(), 120))
