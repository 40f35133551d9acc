"""Build the pages of the site, unless they have been built from these very sources.

python frontend/pages.py            build them
python frontend/pages.py packages   only install what builds them
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import constants
import npm

HERE = Path(__file__).parent
PACKAGE = HERE.parent / "src" / "tilewright"
SITE = PACKAGE / "site"
NOTE = SITE / ".sources"  # the hash of what the pages were built from, written last
INSTALLED = HERE / "node_modules" / ".stamp"  # as new as the last installation
QUIET = ("--no-audit", "--no-fund", "--loglevel=error")
PATIENCE = 30  # seconds to wait for the registry

HELP = """
  * `make terminal` plays in the terminal and needs no npm.
  * A release has the pages built: install its wheel, or unpack its tilewright-*.tar.gz.
  * With a connection, or with a mirror that npm is told of, run the same command again."""


def sources() -> list[Path]:
    """Every file that the pages are made of, except for those that are made themselves."""
    folders = [HERE / name for name in ("src", "messages", "public")]
    inside = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    made = [HERE / "src" / "paraglide", HERE / "src" / "lib" / "schema.ts", *constants.files()]
    found = [path for path in inside if not any(path.is_relative_to(there) for there in made)]
    found += [path for path in HERE.iterdir() if path.suffix in (".html", ".js", ".json", ".ts")]
    return sorted(
        [*found, HERE / "project.inlang" / "settings.json", PACKAGE / "art" / "tiles.svg"]
    )


def fingerprint() -> str:
    """A hash of the sources: in a checkout or an archive their timestamps say nothing."""
    digest = hashlib.sha256()
    for path in sources():
        name = path.relative_to(HERE.parent).as_posix()
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    digest.update("\0".join(constants.files().values()).encode())
    return digest.hexdigest()


def are_built() -> bool:
    """Whether the pages are those of these sources."""
    return NOTE.is_file() and NOTE.read_text() == fingerprint()


def run(*words: str, patience: float | None = None) -> subprocess.CompletedProcess[str]:
    """Run npm and capture its output."""
    command, environment = npm.command()
    return subprocess.run(
        [*command, *words],
        cwd=HERE,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=patience,
        check=False,
    )


def unreachable() -> str:
    """Why npm cannot reach its registry; empty if it can. An installation would try for minutes."""
    try:
        asked = run("view", "vite", "version", "--fetch-retries=0", *QUIET, patience=PATIENCE)
    except subprocess.TimeoutExpired:
        return "no answer"
    return "" if asked.returncode == 0 else reason(asked.stderr)


def reason(said: str) -> str:
    """The code of an npm error, or all of its text without the addresses."""
    code = re.search(r"^npm \S+ code (\w+)", said, re.MULTILINE)
    return code[1] if code else re.sub(r"\w+://\S+", "…", said).strip()


def install() -> None:
    """Install what builds the pages, from npm's cache if its registry cannot be reached."""
    lock = HERE / "package-lock.json"
    if INSTALLED.is_file() and INSTALLED.stat().st_mtime >= lock.stat().st_mtime:
        return
    print("Installing what builds the pages, about half a minute ...", flush=True)
    why = unreachable()
    done = run("install", "--no-save", "--offline" if why else "--prefer-offline", *QUIET)
    if done.returncode and why:
        sys.exit(
            "The pages of the site are not built: npm cannot reach its registry "
            f"for the packages that build them ({why}).{HELP}"
        )
    if done.returncode:
        sys.exit(
            "The pages of the site are not built: npm could not install the packages "
            f"that build them ({reason(done.stderr)}).{HELP}"
        )
    INSTALLED.touch()


def build() -> None:
    """Build the pages, if they are not built."""
    if are_built():
        return
    install()
    print("Building the pages ...", flush=True)
    constants.write()
    made_of = fingerprint()
    done = run("run", "--silent", "build")
    if done.returncode or not (SITE / "index.html").is_file():
        sys.exit(f"The pages of the site could not be built:\n{done.stdout}{done.stderr}")
    NOTE.write_text(made_of)


if __name__ == "__main__":
    install() if sys.argv[1:] == ["packages"] else build()
