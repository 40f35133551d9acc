"""The page about security: each requirement once, and everything it names exists."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import httpx2
from structlog.testing import capture_logs

from tests.web.test_accounts import PASSWORD, fresh_name
from tilewright.web.app import create_app
from tilewright.web.passwords import OURS
from tilewright.web.settings import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
LIST = PAGE.split("## ASVS 5.0.0, levels 1 and 2\n")[1]

# By section of ASVS 5.0.0, the last numbers of its requirements of levels 1 and 2.
REQUIREMENTS = """
1.1: 1 2 | 1.2: 1 2 3 4 5 6 7 8 9 | 1.3: 1 2 3 4 5 6 7 8 9 10 11 | 1.4: 1 2 3 | 1.5: 1 2
2.1: 1 2 3 | 2.2: 1 2 3 | 2.3: 1 2 3 4 | 2.4: 1
3.2: 1 2 | 3.3: 1 2 3 4 | 3.4: 1 2 3 4 5 6 | 3.5: 1 2 3 4 5 | 3.7: 1 2
4.1: 1 2 3 | 4.2: 1 | 4.3: 1 2 | 4.4: 1 2 3 4
5.1: 1 | 5.2: 1 2 3 | 5.3: 1 2 | 5.4: 1 2 3
6.1: 1 2 3 | 6.2: 1 2 3 4 5 6 7 8 9 10 11 12 | 6.3: 1 2 3 4 | 6.4: 1 2 3 4 | 6.5: 1 2 3 4 5
6.6: 1 2 3 | 6.8: 1 2 3 4
7.1: 1 2 3 | 7.2: 1 2 3 4 | 7.3: 1 2 | 7.4: 1 2 3 4 5 | 7.5: 1 2 | 7.6: 1 2
8.1: 1 2 | 8.2: 1 2 3 | 8.3: 1 | 8.4: 1
9.1: 1 2 3 | 9.2: 1 2 3 4
10.1: 1 2 | 10.2: 1 2 | 10.3: 1 2 3 4 | 10.4: 1 2 3 4 5 6 7 8 9 10 11 | 10.5: 1 2 3 4 5
10.6: 1 2 | 10.7: 1 2 3
11.1: 1 2 | 11.2: 1 2 3 | 11.3: 1 2 3 | 11.4: 1 2 3 4 | 11.5: 1 | 11.6: 1
12.1: 1 2 3 | 12.2: 1 2 | 12.3: 1 2 3 4
13.1: 1 | 13.2: 1 2 3 4 5 | 13.3: 1 2 | 13.4: 1 2 3 4 5
14.1: 1 2 | 14.2: 1 2 3 4 | 14.3: 1 2 3
15.1: 1 2 3 | 15.2: 1 2 3 | 15.3: 1 2 3 4 5 6 7
16.1: 1 | 16.2: 1 2 3 4 5 | 16.3: 1 2 3 4 | 16.4: 1 2 3 | 16.5: 1 2 3
17.1: 1 | 17.2: 1 2 3 4 | 17.3: 1 2
"""


def test_every_requirement_is_answered_once() -> None:
    wanted = [
        f"{section.strip()}.{last}"
        for part in re.split(r"[|\n]", REQUIREMENTS.strip())
        for section, _, numbers in [part.partition(":")]
        for last in numbers.split()
    ]
    assert len(wanted) == 253
    rows = re.findall(r"^\| ([\d., ]+) \| (\S) \| (.+) \|$", LIST, re.MULTILINE)
    told = [number for numbers, _, _ in rows for number in numbers.split(", ")]
    assert sorted(told) == sorted(wanted)
    assert {mark for _, mark, _ in rows} == {"✓", "–", "△"}
    assert len(rows) == len(re.findall(r"^\| \d", LIST, re.MULTILINE))


def test_what_the_page_names_is_there() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py"))
    named = set(re.findall(r"`([\w./-]+)`", PAGE))
    assert len([name for name in named if name.startswith("test_")]) > 30
    for name in named:
        if name.startswith("test_"):
            assert f"def {name}(" in tests, name
        elif "/" in name and not name.startswith("/") and not name.startswith("package"):
            places = (ROOT, ROOT / "src" / "tilewright", ROOT / "frontend" / "src")
            assert any((place / name).exists() for place in places), name
    for word in OURS:
        assert f"`{word}`" in PAGE


async def visit(path: Path, *requests: tuple[str, str, dict[str, Any]]) -> list[int]:
    """Send requests to a server in this process; returns the statuses."""
    app = create_app(Settings(database=f"sqlite:///{path / 't.db'}", warm=False, compute="1"))
    there = httpx2.ASGITransport(app, client=("192.0.2.7", 1))
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(transport=there, base_url="http://tiles.example") as visitor,
    ):
        await visitor.post("/api/guest")
        return [
            (await visitor.request(method, path, **words)).status_code
            for method, path, words in requests
        ]


def test_refusals_that_may_be_attacks_are_logged(tmp_path: Path) -> None:
    foreign = {"headers": {"origin": "https://elsewhere.example"}}
    rated = {"json": {"seats": ["me", "open"], "rated": True}}
    with capture_logs() as logs:
        story = visit(tmp_path, ("DELETE", "/api/me", foreign), ("POST", "/api/tables", rated))
        assert asyncio.run(story) == [403, 403]
    refused = [line for line in logs if line["event"] == "refused"]
    assert [(line["code"], line["path"], line["address"]) for line in refused] == [
        ("origin", "/api/me", "192.0.2.7"),
        ("forbidden", "/api/tables", "192.0.2.7"),
    ]


def test_what_is_logged_of_sign_ins(tmp_path: Path) -> None:
    name = fresh_name()
    good, bad = [{"name": name, "password": word} for word in (PASSWORD, "wrong horse battery")]
    with capture_logs() as logs:
        statuses = asyncio.run(
            visit(
                tmp_path,
                ("POST", "/api/account", {"json": good}),
                ("POST", "/api/login", {"json": bad}),
                ("POST", "/api/login", {"json": good}),
            )
        )
    assert statuses == [201, 401, 200]
    told = [line for line in logs if "sign" in line["event"]]
    assert [line["event"] for line in told] == ["signed in"] * 2 + ["sign-in failed", "signed in"]
    assert told[2]["address"] == "192.0.2.7" and told[2]["user"] == told[1]["user"]
    assert PASSWORD not in str(logs) and "wrong horse" not in str(logs)


def test_trace_is_not_answered(tmp_path: Path) -> None:
    requests: list[tuple[str, str, dict[str, Any]]] = [("TRACE", p, {}) for p in ("/", "/api/me")]
    assert set(asyncio.run(visit(tmp_path, *requests))) <= {404, 405}
