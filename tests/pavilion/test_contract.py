"""Pavilion offers what every layer needs of a game: mypy checks it."""

from __future__ import annotations

from tilewright import pavilion
from tilewright.analysis.reasons import Reasoned
from tilewright.bots.estimate import Estimate
from tilewright.bots.features import Features
from tilewright.bots.levels import Graded
from tilewright.envs.game import BatchObserver, Drawn, Seen, Spiel
from tilewright.fast import Kernel
from tilewright.game import Game
from tilewright.games import GAMES, part
from tilewright.pavilion import (
    State,
    envs,
    estimate,
    features,
    kernel,
    levels,
    reasons,
    statistics,
    terminal,
    training,
    view,
)
from tilewright.pavilion.board import Move
from tilewright.pavilion.envs import batch, openspiel, raster
from tilewright.statistics import Counting
from tilewright.table.messages import GameView
from tilewright.train.game import Learned
from tilewright.tui.game import TerminalGame

GAME: Game = pavilion
DRAWN: Drawn[State] = raster
OBSERVER: BatchObserver = batch
SEEN: Seen = envs
SPIEL: Spiel[State] = openspiel
ESTIMATE: Estimate[State, Move] = estimate
FEATURES: Features = features
KERNEL: Kernel = kernel
LEVELS: Graded = levels
REASONS: Reasoned[State, Move] = reasons
STATISTICS: Counting[State, Move] = statistics
TERMINAL: TerminalGame[State, Move] = terminal
TRAINING: Learned = training
VIEW: GameView[State] = view


def test_it_is_registered_and_its_parts_are_found() -> None:
    assert GAMES[GAME.NAME] is GAME
    assert part(GAME.NAME, "terminal") is terminal


def test_its_options_are_those_of_its_records() -> None:
    state = pavilion.new_game(3)
    names = [word.partition("=")[0] for word in str(state.options).split()]
    assert names == ["players", *[option.name for option in GAME.OPTIONS]]
    assert GAME.SIDE in names
