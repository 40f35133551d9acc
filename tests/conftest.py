"""Settings of the test run."""

from __future__ import annotations

import gc
import os
import random
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tilewright import home

pytest_plugins = ["tests.results"]

os.environ.setdefault("TILEWRIGHT_WARM", "0")  # what is not compiled stays so
os.environ["TILEWRIGHT_CACHE"] = str(home.cache())  # what is compiled serves every run
os.environ["TILEWRIGHT_HOME"] = tempfile.mkdtemp(prefix="tilewright-home-")  # nobody's own
os.environ["TILEWRIGHT_LANGUAGE"] = "en"  # whatever the system speaks

gc.disable()  # reading the tests makes things that stay: looking through them frees next to nothing

settings.register_profile("quick", max_examples=4, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=400, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def compiled_search() -> None:
    """The search of the bots, which takes a minute the first time; `make test` does it ahead."""
    from tilewright.bots import warming

    warming.get_ready()


def pytest_collection_finish() -> None:
    gc.freeze()  # what has been read is never looked through for what can go
    gc.enable()


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["TILEWRIGHT_HOME"], ignore_errors=True)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite-golden", action="store_true", help="write the golden playthroughs anew"
    )
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run the tests in another order")


@pytest.hookimpl(tryfirst=True)  # pytest then puts those together that share a server
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    seed = config.getoption("--shuffle")
    if seed is None:
        return
    rng = random.Random(seed)
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    shuffled = list(files.values())
    rng.shuffle(shuffled)
    for tests in shuffled:
        rng.shuffle(tests)
    items[:] = [item for tests in shuffled for item in tests]
