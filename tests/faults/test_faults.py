"""Everything that `make faults` breaks, once each: games go on, and nothing is lost."""

from __future__ import annotations

import asyncio

import pytest

from tests.faults.run import SETTINGS, Setting, break_things


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_nothing_is_lost_whatever_breaks(setting: Setting) -> None:
    with setting.open(1) as world:
        result = asyncio.run(break_things(world, list(setting.faults), setting, 1, print))
    print(result.recoveries)
    assert result.holes == result.lost == []
    assert set(result.recoveries) == set(setting.faults)
    assert result.acknowledged > 10 * len(setting.faults)
