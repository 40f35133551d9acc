"""Tests that fail are named at once and again at the end; `--results` keeps their names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

KINDS = ("failed", "error", "passed", "skipped", "xfailed")


class Results:
    """What has failed so far."""

    def __init__(self, config: pytest.Config) -> None:
        self.terminal: pytest.TerminalReporter = config.pluginmanager.getplugin("terminalreporter")
        self.path: str | None = config.getoption("--results")
        self.failures: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Name a test that has failed."""
        if report.failed:
            self._name(report.nodeid, "" if report.when == "call" else f" ({report.when})")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Name a file that cannot be read."""
        if report.failed:
            self._name(report.nodeid, " (collection)")

    def _name(self, test: str, when: str) -> None:
        self.failures.append(test + when)
        self.terminal.ensure_newline()
        self.terminal.write_line(f"FAILED {test}{when}", red=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        """Keep the results of the tests."""
        if self.path:
            counts = {kind: len(self.terminal.stats.get(kind, ())) for kind in KINDS}
            told = {
                "failures": self.failures,
                "counts": {kind: count for kind, count in counts.items() if count},
            }
            Path(self.path).write_text(json.dumps(told), encoding="utf-8")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file to keep them in."""
    parser.addoption("--results", help="write the names of failed tests to this file, as JSON")


@pytest.hookimpl(trylast=True)  # when there is a terminal
def pytest_configure(config: pytest.Config) -> None:
    """Where results are reported, not where xdist runs the tests."""
    if not hasattr(config, "workerinput") and config.pluginmanager.hasplugin("terminalreporter"):
        config.pluginmanager.register(Results(config), "results")
