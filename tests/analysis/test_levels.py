"""The levels that an error rate matches."""

from __future__ import annotations

import pytest

import tilewright as tw
from tilewright.analysis import levels
from tilewright.bots import LEVELS


@pytest.mark.parametrize("game", tw.GAMES)
def test_every_level_was_measured_and_the_stronger_loses_no_more(game: str) -> None:
    for players, measured in levels.rates(game).items():
        assert int(players) in tw.GAMES[game].PLAYERS
        assert tuple(measured) == LEVELS
        rates = list(measured.values())
        assert rates == sorted(rates, reverse=True)
        assert rates[0] > 4 * rates[-1]


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_rate_is_like_the_nearest_level(game: str) -> None:
    measured = levels.rates(game)["2"]
    for name, rate in measured.items():
        found = levels.standing(game, 2, rate, 0.0)
        assert found is not None
        assert measured[found.name] == rate  # levels may have the same
        assert found.low == found.high == found.name
        assert LEVELS.index(found.name) >= LEVELS.index(name)


def test_few_decisions_leave_several_levels_possible() -> None:
    rate = levels.rates("classic")["2"]["mason"]
    found = levels.standing("classic", 2, rate, rate / 2)
    assert found is not None
    assert LEVELS.index(found.low) < LEVELS.index(found.name) < LEVELS.index(found.high)


def test_a_game_without_losses_is_like_the_strongest() -> None:
    found = levels.standing("classic", 2, 0.0, 0.0)
    assert found is not None
    assert found.name == "master"


def test_nothing_is_said_where_nothing_was_measured() -> None:
    assert levels.standing("classic", 9, 0.5, 0.1) is None
