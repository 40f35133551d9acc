"""Levels: names and numbers, what they ask of the search, and how it is compiled."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from itertools import pairwise
from types import ModuleType

import pytest

import tilewright as tw
from tilewright import bots
from tilewright.bots import BOTS, LEVELS, Choice, Limit, greedy, levels, warming
from tilewright.bots.config import USUAL, SearchConfig
from tilewright.fast import cache
from tilewright.game import Rng
from tilewright.games import AnyState, part


def dealt(game: str, seed: int = 1) -> AnyState:
    """The first position in which a seat is to move."""
    state: AnyState = tw.GAMES[game].new_game(2)
    rng = random.Random(seed)
    while state.turn == tw.CHANCE:
        state = state.play(state.sample(rng))
    return state


@pytest.mark.parametrize("game", tw.GAMES)
def test_every_game_grades_all_levels_at_every_table(game: str) -> None:
    tables = part(game, "levels").LEVELS
    assert list(tables) == [2, 3, 4]
    assert all(len(table) == len(LEVELS) == 8 for table in tables.values())


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", tw.GAMES)
def test_every_level_thinks_more_than_the_one_below(game: str, players: int) -> None:
    *limited, strongest = [levels.level_of(name, game, players) for name in LEVELS]
    for below, above in pairwise(limited):
        assert below.simulations is not None
        assert above.simulations is not None
        more = above.simulations > below.simulations
        assert more or above.temperature < below.temperature
    assert (strongest.simulations, strongest.temperature) == (None, 0.0)
    assert strongest.time == 1.0


def test_bots_by_name() -> None:
    assert list(BOTS)[:3] == ["random", "greedy", "uct"]
    assert bots.DEFAULT in LEVELS
    assert bots.find("greedy") is greedy.choose
    with pytest.raises(ValueError, match="unknown bot 'nobody': expected random, greedy, uct, pup"):
        bots.find("nobody")


def test_people_choose_among_levels_and_what_was_added(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bots.shown() == list(LEVELS)
    monkeypatch.setitem(BOTS, "visitor", greedy.choose)
    assert bots.shown() == [*LEVELS, "visitor"]


def test_levels_travel_to_other_processes() -> None:
    for name in LEVELS:
        assert pickle.loads(pickle.dumps(BOTS[name])) == BOTS[name]


class Heard(ModuleType):
    """A search that notes what it is asked."""

    def __init__(self) -> None:
        super().__init__("tilewright.bots.search")
        self.asked: list[tuple[Limit, float, bool]] = []
        self.configs: list[SearchConfig] = []
        self.compiled: list[str] = []

    def warm_up(self, progress: warming.WarmingProgress, games: list[str]) -> None:
        for game in games:
            progress(game, 0.5)
        self.compiled += games

    def choose(
        self,
        state: AnyState,
        limit: Limit,
        rng: Rng,
        *,
        temperature: float,
        config: SearchConfig,
        beyond: bool,
    ) -> Choice:
        self.asked.append((limit, temperature, beyond))
        self.configs.append(config)
        return greedy.choose(state, limit, rng)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    search = Heard()
    monkeypatch.setitem(sys.modules, search.__name__, search)
    monkeypatch.setattr(bots, "search", search, raising=False)
    monkeypatch.setattr(warming, "_ready", set(tw.GAMES))
    return search


@pytest.fixture
def never_compiled(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> Heard:
    monkeypatch.setattr(warming, "_ready", set())
    monkeypatch.setattr(warming, "is_possible", lambda: True)
    monkeypatch.setattr(cache, "is_complete", lambda *_: False)
    return heard


@pytest.fixture
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_ready", set())
    monkeypatch.setattr(warming, "find_spec", lambda name: None)


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_limit_can_only_lower_that_of_the_level(heard: Heard, game: str) -> None:
    state, rng = dealt(game), random.Random(0)
    designer, master = [levels.level_of(name, game, 2) for name in ("designer", "master")]
    own = designer.simulations
    cases = [  # the limit, what a designer makes of it, and what a master
        (Limit(), Limit(None, own), Limit(1.0)),
        (Limit(time=0.2), Limit(None, own), Limit(0.2)),
        (Limit(time=1e-6), Limit(1e-6, own), Limit(1e-6)),
        (Limit(simulations=3), Limit(None, 3), Limit(None, 3)),
        (Limit(simulations=10**9), Limit(None, own), Limit(1.0, 10**9)),
        (Limit(time=9.0, simulations=3), Limit(None, 3), Limit(None, 3)),
    ]
    for limit, _, _ in cases:
        BOTS["designer"](state, limit, rng)
        BOTS["master"](state, limit, rng)
    assert heard.asked[0::2] == [(limit, designer.temperature, False) for _, limit, _ in cases]
    assert heard.asked[1::2] == [(limit, master.temperature, True) for _, _, limit in cases]


def test_levels_that_do_not_search_take_priors_as_they_are(heard: Heard) -> None:
    state = tw.classic.new_game(3).after("=bkww/brkw/bykw/rrrk/yykw/bbbb/rrrr")
    for name in LEVELS:
        BOTS[name](state, Limit(), random.Random(0))
    for level, config in zip(part("classic", "levels").LEVELS[3], heard.configs, strict=True):
        assert config == SearchConfig(policy_temperature=1.0 if level.simulations == 1 else USUAL)


@pytest.mark.parametrize("game", tw.GAMES)
def test_the_first_move_of_a_level_compiles_the_search_of_its_game(
    never_compiled: Heard, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    state = dealt(game)
    for name in LEVELS:
        BOTS[name](state, Limit(simulations=400), random.Random(4))
    assert len(never_compiled.asked) == len(LEVELS), "each of them searches"
    assert never_compiled.compiled == [game], "once, and not that of the other game"
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"Compiling the search of {game}: about a minute, once.\n"
    assert (warming.is_ready(game), warming.is_ready()) == (True, False)


def test_a_terminal_shows_a_bar(
    never_compiled: Heard, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    warming.require("classic")
    _, printed = capsys.readouterr().err.split("\n")
    assert f"[{'#' * 15}{' ' * 15}]  50%" in printed
    assert printed.endswith("\r"), "and wipes it away"


@pytest.mark.usefixtures("without_numba")
@pytest.mark.parametrize("name", bots.SEARCHING)
def test_without_numba_a_level_says_what_to_install(name: str) -> None:
    with pytest.raises(ImportError, match="pip install numba"):
        BOTS[name](dealt("classic"), Limit(simulations=400), random.Random(4))


def test_where_people_wait_greedy_plays_until_the_search_is_ready(never_compiled: Heard) -> None:
    for name in bots.SEARCHING:
        assert bots.at_once(name, "classic") is bots.at_once(name) is greedy.choose
    assert bots.at_once("random") is BOTS["random"]
    warming.get_ready(game="classic")
    assert bots.at_once("master", "classic") is BOTS["master"]
    assert bots.at_once("master") is greedy.choose, "the other game is not ready"
    assert never_compiled.asked == []


@pytest.mark.usefixtures("without_numba")
def test_without_numba_the_search_is_not_possible() -> None:
    assert not warming.is_possible()
    assert not warming.is_ready()
    assert not warming.load()


@pytest.mark.usefixtures("compiled_search")
@pytest.mark.parametrize("game", tw.GAMES)
def test_levels_play_legal_moves_and_the_same_ones_for_a_seed(game: str) -> None:
    for name in LEVELS[:6]:
        state = dealt(game)
        for seed in range(6):
            if state.turn < 0:
                break
            choice = BOTS[name](state, Limit(), random.Random(seed))
            assert choice.move in state.legal_moves()
            assert choice.move == BOTS[name](state, Limit(), random.Random(seed)).move
            state = state.play(choice.move)


@pytest.mark.parametrize("game", tw.GAMES)
def test_the_strongest_plays_on_in_the_same_round(game: str) -> None:
    state, rng = dealt(game), random.Random(2)
    for _ in range(4):
        choice = BOTS["master"](state, Limit(time=0.02), rng)
        assert choice.move in state.legal_moves()
        state = state.play(choice.move)
        state = state.play(rng.choice(state.legal_moves()))


def test_what_is_light_stays_light() -> None:
    """The names of the bots cost no import of numba."""
    code = "import sys, tilewright.bots as b; b.shown(); sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
