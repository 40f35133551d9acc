"""Nothing public is undocumented, and the docs name nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, MAIN, playthrough
from tilewright import bots

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
LIBRARY = (DOCS / "library.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("module", [tw, tw.classic, tw.pavilion, bots], ids=lambda m: m.__name__)
def test_public_names_are_documented(module: ModuleType) -> None:
    section = LIBRARY.split(f"### `{module.__name__}`\n")[1].split("\n### ")[0]
    for name in module.__all__:
        assert re.search(rf"`{name}\b", section), f"docs/library.md does not mention {name}"


def test_step_codes_are_documented() -> None:
    codes = {"stuck", "short"}  # rare
    for name in MAIN:
        for state, move, _ in playthrough(CONFIGURATIONS[name](), 0):
            codes |= {step.code for step in state.explain(move)}
    assert len(codes) >= 14
    for code in codes:
        assert f"`{code}`" in LIBRARY, f"docs/library.md does not mention the step {code}"


@pytest.mark.parametrize("game", tw.GAMES)
def test_every_rule_has_a_test_and_every_citation_a_rule(game: str) -> None:
    page = (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")
    paragraphs = re.findall(r"^\*\*(\d+\.\d+)\*\*", page, re.MULTILINE)
    assert len(paragraphs) == len(set(paragraphs)) > 40
    tests = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")
    )
    markers = "".join(re.findall(r"pytest\.mark\.rule\([^)]*\)", tests))
    cited = set(re.findall(rf"{game} (\d+\.\d+)", markers))
    assert set(paragraphs) - cited == set(), "paragraphs without a test"
    assert cited - set(paragraphs) == set(), "tests of paragraphs that are not there"
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    pages = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    mentioned = set(re.findall(rf"{game} (\d+\.\d+)", sources + pages))
    assert mentioned - set(paragraphs) == set(), "paragraphs that the code or docs name in vain"


def test_links_between_pages_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md")]:
        text = re.sub(r"```.*?```|`[^`]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
            assert (page.parent / link).exists(), f"{page.relative_to(ROOT)} links to {link}"


def test_no_page_installs_from_a_registry_where_the_package_is_not() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    for page in [*pages, *DOCS.rglob("*.md")]:
        text = page.read_text(encoding="utf-8")
        wrong = re.findall(r"\b(?:pip|pipx|uv|uvx)(?: \w+)* '?tilewright(?!-\d).*", text)
        assert wrong == [], page.relative_to(ROOT)
    assert "not published on PyPI" in (DOCS / "install.md").read_text(encoding="utf-8")


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    for page in DOCS.rglob("*.md"):
        assert str(page.relative_to(DOCS)) in navigation, f"{page} is not in mkdocs.yml"


PAGES = [ROOT / "README.md", DOCS / "library.md", DOCS / "bots.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples_run_and_print_what_they_say(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for code in blocks:
        exec(code, names)
    printed = capsys.readouterr().out.splitlines()
    for comment in re.findall(r"^ *print\(.*\) +# (.*)", "\n".join(blocks), re.MULTILINE):
        assert any(line.startswith(comment.rstrip("…")) for line in printed), comment


def test_the_first_example_is_a_whole_game() -> None:
    names: dict[str, object] = {}
    code = (ROOT / "README.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    exec(code, names)
    state = names["state"]
    assert isinstance(state, tw.classic.State)
    assert state.end == "row"
    assert min(state.scores) > 20


def test_the_examples_of_the_notation_page_are_real() -> None:
    page = (DOCS / "notation.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(text|json)\n(.*?)```", page, re.DOTALL)
    readers = {"classic": tw.parse, "tilewright": tw.parse_record, "{": tw.parse_json}
    read = [
        readers[start](text.strip())
        for _, text in blocks
        for start in readers
        if text.startswith(start)
    ]
    assert len(read) == len(blocks) == 3
