"""Installing Tilewright brings the pages: the source archive and the wheel carry them."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.request
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.web.servers import free_port, running_command

ROOT = Path(__file__).parent.parent
NOT_TRACKED = shutil.ignore_patterns(
    "site", "paraglide", "constants.json", "node_modules", "__pycache__"
)
BUILT = Path("src", "tilewright", "site")
RESEARCH = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel", "ray"}  # extras


def clone(folder: Path) -> Path:
    """The sources as a fresh clone has them: nothing is built or installed."""
    for name in ("src", "frontend", "requirements"):
        shutil.copytree(ROOT / name, folder / name, ignore=NOT_TRACKED)
    for name in ("pyproject.toml", "hatch_build.py", "Makefile", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / name)
    shutil.copy2(ROOT / ".gitignore", folder / ".gitignore")
    return folder


def build(kind: str, folder: Path, **environment: str) -> Path:
    """Build an archive of sources that lie in a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind]
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    (made,) = (folder / "dist").iterdir()
    return made


def source_archive(folder: Path) -> Path:
    """The source archive, made in a clone whose pages are built, as `make test` builds them first;
    that a build without them makes them or fails is shown below."""
    assert (ROOT / BUILT / "index.html").exists(), "the pages are not built: make site"
    clone(folder)
    shutil.copytree(ROOT / BUILT, folder / BUILT)
    return build("sdist", folder, PATH="")


def wheel_of(archive: Path, folder: Path) -> Path:
    """The wheel, made of the source archive where there is no Node."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (source,) = folder.iterdir()
    return build("wheel", source, PATH="")


def install(wheel: Path, folder: Path) -> Path:
    """A new environment with the wheel and nothing else; the folder of its programs."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install"]
    subprocess.run([*pip, "-qq", "--no-deps", "--no-index", str(wheel)], check=True)
    return folder / "bin"


def test_a_clone_becomes_an_installation_that_serves_the_site(tmp_path: Path) -> None:
    archive = source_archive(tmp_path / "clone")
    wheel = wheel_of(archive, tmp_path / "unpacked")
    check_contents(archive, wheel)
    programs = install(wheel, tmp_path / "installed")
    check_library(programs, tmp_path)
    others = Path(sysconfig.get_path("purelib", vars={"base": str(programs.parent)}))
    here = sysconfig.get_path("purelib")  # as if pip had installed the dependencies too
    (others / "dependencies.pth").write_text(here)
    check_site(programs, tmp_path)


def check_contents(archive: Path, wheel: Path) -> None:
    """The archives carry the pages, and nothing that is made along the way."""
    with tarfile.open(archive) as packed:
        sources = {name.partition("/")[2] for name in packed.getnames()}
    in_wheel = set(zipfile.ZipFile(wheel).namelist())
    for name in ("site/index.html", "site/worker.js", "art/tiles.svg"):
        assert f"tilewright/{name}" in in_wheel
        assert f"src/tilewright/{name}" in sources
    assert any(name.startswith("tilewright/site/assets/") for name in in_wheel)
    assert not [
        name
        for name in sources
        if re.search(r"paraglide|node_modules|__pycache__|/\.\w*cache", name)
    ]


def check_library(programs: Path, folder: Path) -> None:
    """Without its dependencies it is the library, and says what the rest needs."""
    code = "import tilewright as tw; print(tw.classic.new_game().turn == tw.CHANCE)"
    done = subprocess.run(
        [programs / "python", "-c", code], capture_output=True, text=True, cwd=folder
    )
    assert (done.stdout, done.stderr) == ("True\n", "")
    done = subprocess.run(
        [programs / "tilewright", "serve"], capture_output=True, text=True, cwd=folder
    )
    assert done.returncode == 2
    assert done.stderr.startswith("tilewright: ")
    assert "install tilewright with its dependencies" in done.stderr
    assert done.stderr.count("\n") == 1


def check_site(programs: Path, folder: Path) -> None:
    """The server sends the home page and what it is made of."""
    port = free_port()
    command = [str(programs / "tilewright"), "serve", "--port", str(port)]
    with running_command(command, port, cwd=folder) as url:
        with urllib.request.urlopen(f"{url}/") as answer:
            page = answer.read().decode()
        script = re.search(r'src="(/assets/[^"]+\.js)"', page)
        assert script, page
        with urllib.request.urlopen(url + script[1]) as answer:
            assert answer.status == 200


@pytest.mark.parametrize(
    "command",
    [
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        ["make", "site", f"VENV={sys.prefix}"],
    ],
    ids=["wheel", "make"],
)
def test_without_npm_it_says_why_and_how_to_go_on(tmp_path: Path, command: list[str]) -> None:
    folder = clone(tmp_path / "clone")
    environment = {
        **os.environ,
        "npm_config_registry": f"http://127.0.0.1:{free_port()}/",
        "npm_config_cache": str(tmp_path / "cache"),
    }
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode != 0
    assert "npm cannot reach its registry" in done.stderr
    assert "ECONNREFUSED" in done.stderr
    assert "make terminal" in done.stderr
    assert "A release has the pages" in done.stderr
    assert "Traceback" not in done.stderr
    assert "127.0.0.1" not in done.stderr + done.stdout


def imported() -> set[str]:
    """The third-party packages that the package imports anywhere."""
    found = set()
    for path in (ROOT / "src" / "tilewright").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"tilewright"} - RESEARCH


def test_no_text_names_an_extra_that_is_not_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md")]:
        named = re.findall(r"(?:tilewright|'\.|extra `)\[(\w+)\]", path.read_text(encoding="utf-8"))
        assert set(named) <= set(project["optional-dependencies"]), path.relative_to(ROOT)


def test_an_installation_brings_what_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[\[<>=;]", need)[0] for need in project["dependencies"]}
    brought = {  # by one of them, always
        "h11": "uvicorn",
        "llvmlite": "numba",
        "numpy": "numba",
        "pydantic": "fastapi",
        "starlette": "fastapi",
    }
    owners = packages_distributions()
    for module in imported():
        names = {brought.get(module, name.lower().replace("_", "-")) for name in owners[module]}
        assert names & declared, f"{module} is imported, but not among the dependencies"
