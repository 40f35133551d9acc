"""The terminal in every language: its messages, the choice of language, and whole games."""

from __future__ import annotations

import ast
import io
import json
import random
import re
import string
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any, get_args

import pytest
from rich.console import Console

import tilewright as tw
from tests.tui.table import Table, greedy_script
from tilewright import home
from tilewright.analysis.collection import shipped
from tilewright.analysis.report import DealLuck, Grade, NearestLevel, Reason, Review, SeatReview
from tilewright.bots import BOTS, Limit
from tilewright.game import IllegalMove, InvalidNotation
from tilewright.games import AnyState, new_game
from tilewright.tui import entry, language, story, study
from tilewright.tui.files import read_record
from tilewright.tui.game import named
from tilewright.tui.language import NAMES, Translation, load
from tilewright.tui.terminal import Terminal

SOURCE = Path(tw.__file__).parent
PAGES = SOURCE.parents[1] / "frontend" / "messages"
ROOMS = sorted(SOURCE.rglob("messages"))
FORMS = {
    "en": {"one", "other"},
    "sv": {"one", "other"},
    "fi": {"one", "other"},
    "hu": {"one", "other"},
    "ru": {"one", "few", "many", "other"},
}
FOREIGN = [code for code in NAMES if code != "en"]
WIDTH = 80


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    language.speak("en")


def texts(message: Translation) -> list[str]:
    """The forms of a message."""
    return [message] if isinstance(message, str) else list(message.values())


def places(text: str) -> set[str]:
    """The placeholders in a message."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


# Messages


def test_there_are_rooms() -> None:
    assert {str(room.parent.relative_to(SOURCE)) for room in ROOMS} >= {
        "commands",
        "tui",
        *[f"{game}/terminal" for game in tw.GAMES],
    }


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.parent.parent.name)
def test_every_message_is_there_in_every_language(room: Path) -> None:
    assert {path.stem for path in room.iterdir()} == set(NAMES)
    english, swedish = load(room, "en"), load(room, "sv")
    assert english.keys() < swedish.keys() or english.keys() == swedish.keys()
    for code in FOREIGN:
        found = load(room, code)
        assert found.keys() == swedish.keys(), code
        for key, message in found.items():
            if not isinstance(message, str):
                assert message.keys() == FORMS[code], (code, key)
            elif isinstance(english.get(key), dict):
                assert code == "hu", (code, key)  # where one and many are said alike
            model = texts(english.get(key, swedish[key]))[-1]
            for text in texts(message):
                assert places(text) == places(model), (code, key)


def told(folder: Path) -> tuple[set[str], list[re.Pattern[str]]]:
    """The texts of some code: those that are constant, and the forms of the others."""
    constants, forms = set(), []
    files = [folder] if folder.is_file() else folder.rglob("*.py")
    for node in (node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            constants.add(node.value)
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            parts = [
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
                for part in node.values
            ]
            forms.append(re.compile("".join(parts)))
    return constants, [form for form in forms if r"\." in form.pattern]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.parent.parent.name)
def test_no_message_is_unused(room: Path) -> None:
    whose = room.parent if room.parent.parent == SOURCE else room.parent.parent
    used: set[str] = set()
    forms: list[re.Pattern[str]] = []
    for place in {whose, *[SOURCE / name for name in ("tui", "commands", "game.py", "market.py")]}:
        constants, more = told(place)
        used |= constants
        forms += more
    for key in load(room, "sv"):
        assert key in used or any(form.fullmatch(key) for form in forms), key


@pytest.mark.parametrize("code", FOREIGN)
def test_words_for_commands_are_one_for_each(code: str) -> None:
    language.speak(code)
    words = list(entry.words().values())
    assert len({*words, *entry.words(), *entry.SHORT}) == len(words) * 2 + len(entry.SHORT)
    for word in words:
        assert not re.search(r"\s", word)
        for game in tw.GAMES:  # nor do they mean a move
            assert not entry.matches(dealt(game), word)


@pytest.mark.parametrize("code, counts", [("ru", "one few many many one few"), ("fi", "")])
def test_plurals(code: str, counts: str) -> None:
    found = [language.plural(code, count) for count in (1, 3, 5, 11, 21, 104)]
    assert " ".join(found) == (counts or "one other other other other other")
    assert language.plural(code, 1.5) == "other"


@pytest.mark.parametrize("game", tw.GAMES)
@pytest.mark.parametrize("code", NAMES)
def test_pages_fit(game: str, code: str) -> None:
    language.speak(code)
    for page in ("moves", "rules"):
        lines = named(game).text(page).splitlines()
        assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("game", tw.GAMES)
@pytest.mark.parametrize("code", NAMES)
def test_reasons_are_told_as_on_the_pages(game: str, code: str) -> None:
    pages: dict[str, object] = {}
    for file in (PAGES / code).glob("*.json"):
        pages |= json.loads(file.read_text("utf-8"))
    prefix = f"why_{game}_"
    kinds = {key.removeprefix(prefix): pages[key] for key in pages if key.startswith(prefix)}
    own = load(SOURCE / game / "terminal" / "messages", code)
    told = {key.removeprefix("why."): own[key] for key in own if key.startswith("why.")}
    assert told == {**kinds, "start": pages["why_start"]}
    assert {theme for puzzle in shipped(game).values() for theme in puzzle.themes} <= told.keys()
    terminal = load(SOURCE / "tui" / "messages", code)
    for name in ("gives", "spares", "takes", "costs"):
        assert terminal[f"review.{name}"] == pages[f"why_{name}"]


# Which language


def test_halves_are_rounded_as_on_the_pages() -> None:
    """study.test.ts has the same numbers."""
    decimals = [language.decimal(value) for value in (0.25, 0.75, -1.25, 1.35)]
    assert decimals == ["0.3", "0.8", "-1.3", "1.4"]
    assert [language.decimal(value, "+.0f") for value in (0.5, 2.5, -2.5)] == ["+1", "+3", "-3"]
    assert [language.percent(value) for value in (0.125, 0.965)] == ["13%", "97%"]


def test_which_language_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILEWRIGHT_HOME", str(tmp_path / "home"))
    for name in (language.SETTING, *language.LOCALE):
        monkeypatch.delenv(name, raising=False)
    assert language.preferred() == "en"
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert language.preferred() == "en"
    monkeypatch.setenv("LANG", "fi_FI.UTF-8")
    assert language.preferred() == "fi"
    monkeypatch.setenv("LC_MESSAGES", "hu")
    assert language.preferred() == "hu"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert language.preferred() == "en"
    language.remember("ru")
    assert language.preferred() == language.spoken() == "ru"
    assert home.language().read_text() == "ru\n"
    monkeypatch.setenv(language.SETTING, "sv-SE")
    assert language.preferred() == "sv"
    monkeypatch.setenv(language.SETTING, "xx")
    with pytest.raises(ValueError, match="unknown language 'xx'"):
        language.preferred()


def test_the_option_comes_first(run: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(language.SETTING, "fi")
    assert "Muurari" in run("bots").out
    assert "Murare" in run("bots", "--language", "sv").out
    assert "Muurari" in run("bots").out
    wrong = run("bots", "--language", "xx")
    assert wrong.code == 2
    assert "unknown language 'xx'" in wrong.error


def test_programs_are_told_in_english(run: Table) -> None:
    about = [run("bots", "--json", "--language", code).out for code in NAMES]
    assert len(set(about)) == 1
    assert json.loads(about[0])[0]["name"] == "pupil"


# Games


def dealt(game: str) -> AnyState:
    """A game whose first tiles are dealt."""
    state, luck = new_game(game, 2, {}), random.Random(1)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(luck))
    return state


@cache
def script(game: str) -> tuple[str, ...]:
    """What a person types in a whole game."""
    return tuple(greedy_script(game, "speak"))


def fragments(code: str) -> set[str]:
    """What is said in English only: parts of messages between their values."""
    own = "\n".join(
        text for room in ROOMS for one in load(room, code).values() for text in texts(one)
    )
    found = set()
    for room in ROOMS:
        for message in load(room, "en").values():
            for text in texts(message):
                for part in re.split(r"\{[^}]*\}|\n", text):
                    part = part.strip(" .,:;()")
                    if re.search(r"[a-z] [a-z]|[a-z]{7}", part) and part not in own:
                        found.add(part)
    return found


@pytest.mark.parametrize("game", tw.GAMES)
@pytest.mark.parametrize("code", FOREIGN)
def test_a_whole_game(run: Table, game: str, code: str) -> None:
    language.speak(code)
    commands = [entry.word_for(word) for word in ("help", "rules", "moves", "board", "position")]
    before = [*commands, "zz", "9r9", "", "undo", "redo", "draw", "save"]
    moves = list(script(game))
    half = len(moves) // 2
    typed = [*before, *moves[:half], "m", "b", "undo", "redo", *moves[half:]]
    words = ["play", game, "--seed", "speak", "--save", "g.txt", "--no-color"]
    answer = run(*words, "--language", code, typed=typed)
    assert (answer.code, answer.error) == (0, "")
    run_again = run("replay", "g.txt", "--all", "--language", code)
    assert_spoken(answer.out, code)
    assert_spoken(run_again.out, code)
    assert read_record("g.txt").seats == (story.YOU, "greedy")  # a record is in no language


def assert_spoken(shown: str, code: str) -> None:
    """Nothing is in English, and every line that is not for programs fits."""
    lines = [line for line in shown.splitlines() if not re.match(r"\S+> ", line)]
    for part in fragments(code):
        assert not [line for line in lines if part in line], part
    programs = re.compile(r"[0-9a-f]{64}|\w+ players=\d|^game: |tilewright ")
    wide = [line for line in lines if len(line) > WIDTH and not programs.search(line)]
    assert not wide


TYPED = {
    "classic": [
        *map("".join, product("019", "byrkw", "12345-")),
        *map("".join, product("12345", "c", "12345")),
        "zz",
    ],
    "pavilion": [
        *map("".join, product("019", "pgoybr")),
        *map("".join, product(["C", "E", "NE"], "156", "bry", "014")),
        *["zz", "pass", "pass:p", "pass:ppppp", "pass:rrbbyyoo", "pass:gy"],
    ],
}
VARIANTS = {"classic": {"wall": "grey"}, "pavilion": {"last_round_discard": "at_pass"}}


@pytest.mark.parametrize("game", tw.GAMES)
def test_every_objection_is_told(game: str) -> None:
    keys = load(SOURCE / game / "terminal" / "messages", "sv")
    left, rng = {key for key in keys if key.startswith(("illegal.", "forms."))}, random.Random(3)
    for state in chain.from_iterable(positions(game, rng) for _ in range(4)):
        some = [*rng.sample(TYPED[game], 40), *passes(state)] if state.turn >= 0 else ["1r1", "1r"]
        for error, typed in [(objected(state, typed), typed) for typed in some if left]:
            if error and error.objection and error.objection.code in left:
                left.remove(error.objection.code)
                said = {story.tell_error(state, typed, error) for _ in map(language.speak, NAMES)}
                assert str(error) in said and len(said) == len(NAMES)
    assert not left


def passes(state: Any) -> list[str]:
    """Passes that keep something, where there are hands, and picks."""
    hand = getattr(state.players[state.turn], "hand", ())
    letters = "".join([letter * n for letter, n in zip(tw.pavilion.COLOR_LETTERS, hand)])
    picks = [f"*{letter}" for letter in tw.pavilion.COLOR_LETTERS] if hand else []
    return picks + [f"pass:{letters[:most]}" for most in (1, 9) if letters]


def objected(state: AnyState, typed: str) -> IllegalMove | InvalidNotation | None:
    """The error that a text meets."""
    try:
        state.parse(typed)
    except IllegalMove as error:
        return error
    except InvalidNotation as error:
        return error if state.turn >= 0 else None  # nobody is asked for a deal
    return None


def positions(game: str, rng: random.Random) -> Iterator[AnyState]:
    """The positions of a badly played game."""
    state: AnyState = new_game(game, 2, VARIANTS[game])
    while state.turn != tw.OVER:
        yield state
        if state.turn == tw.CHANCE:
            move = state.sample(rng)
        else:
            move = BOTS[rng.choice(["greedy", "greedy", "random"])](state, Limit(), rng).move
        state = state.play(move)
    yield state


@pytest.mark.parametrize("code", NAMES)
def test_reviews_are_told(code: str) -> None:
    language.speak(code)
    reason = Reason("row", 0, 2.0, 0.1, {"row": 3})
    row = load(SOURCE / "classic" / "terminal" / "messages", code)["why.row"]
    assert re.fullmatch(rf"{row} \(\D*3\D*\)", study.tell_reason("classic", reason))
    bonus = Reason("bonus", 0, 0.0, 0.1, {"feature": 2}, 1.0)
    assert "(" in study.tell_reason("pavilion", bonus)
    assert story.called("mason 2").endswith(" 2")
    assert (story.called("mason") == "mason") == (code == "en")
    level = study.tell_level(NearestLevel("mason", "tiler", "master"))
    assert all(story.called_bot(name) in level for name in ("mason", "tiler", "master"))


@pytest.mark.parametrize(
    ("luck", "told"),
    [
        ((-2.5, 2.5, 0.0), "luck for Seat 2, +2.5"),
        ((-9.0, 3.0, 2.0), "luck for Seat 2, +3.0"),
        ((-0.2, -4.0, -0.1), "bad luck for Seat 2, -4.0"),  # it helps whoever is not in front
        ((1.0, -1.0, 0.0), "luck for Seat 1, +1.0"),
    ],
)
def test_a_deal_is_told_of_the_seat_that_it_concerns(luck: tuple[float, ...], told: str) -> None:
    review = reviewed("Seat 1", "Seat 2", "Seat 3")
    assert study.tell_luck(review, DealLuck(0, 1, "=", luck, luck)) == told


def reviewed(*names: str, level: NearestLevel | None = None) -> Review:
    """A review of some seats."""
    grades: dict[Grade, int] = dict.fromkeys(get_args(Grade), 12)
    numbers = (100.0, 40.5, 1.0, 1.25, 0.1, -12.5, 0.1, 3.0, -87.5)
    seats = [SeatReview(name, -100, 40, grades, *numbers, level) for name in names]
    return Review("", "", "", 1, True, (), (), (), tuple(seats))


def shown_table(review: Review) -> str:
    """The table of a review on a screen."""
    console = Console(width=WIDTH, file=io.StringIO())
    console.print(study.seats_table(review))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_levels_are_left_out_where_there_are_none() -> None:
    assert "played like" not in shown_table(reviewed("Seat 1", "Seat 2"))


def test_long_lines_of_a_review_go_on_further_in(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    Terminal(color=False).say("         better 0y1: 3 yellow from the centre; then 0b-", hang=11)
    assert capsys.readouterr().out.splitlines() == [
        "         better 0y1: 3 yellow from the",
        "           centre; then 0b-",
    ]


@pytest.mark.parametrize("code", NAMES)
def test_the_table_of_a_review_fits(code: str) -> None:
    language.speak(code)
    level = NearestLevel("artisan", "apprentice", "architect")
    shown = shown_table(reviewed("mason 2", "Seat 1", level=level))
    assert "…" not in shown
    assert shown.count("-87") == 2 and all(
        word in shown for word in study.tell_level(level).split()
    )
