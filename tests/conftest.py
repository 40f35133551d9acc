"""Settings of the test run."""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from tilewright import home

pytest_plugins = ["tests.results"]

os.environ.setdefault("TILEWRIGHT_WARM", "0")  # what is not compiled stays so
os.environ["TILEWRIGHT_CACHE"] = str(home.cache())  # what is compiled serves every run
os.environ["TILEWRIGHT_HOME"] = tempfile.mkdtemp(prefix="tilewright-home-")  # nobody's own

settings.register_profile("quick", max_examples=12, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=400, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def compiled_search() -> None:
    """The search of the bots, which takes a minute the first time; `make test` does it ahead."""
    from tilewright.bots import warming

    warming.get_ready()


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["TILEWRIGHT_HOME"], ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write the golden playthroughs anew"
    )
