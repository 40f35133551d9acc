"""Pictures made of pixels."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright.classic.envs.raster import INKS
from tilewright.envs import raster


@pytest.mark.parametrize("name", ["classic-2-grey", "classic-4-coloured", "pavilion-3-neutral"])
def test_every_position_has_a_picture_of_one_size(name: str) -> None:
    states = [after for _, _, after in playthrough(CONFIGURATIONS[name](), 0)]
    pictures = [raster.draw(state) for state in [*states[:-1:30], states[-1]]]
    assert len({picture.shape for picture in pictures}) == 1
    assert all(picture.dtype == np.uint8 for picture in pictures)
    assert all((a != b).any() for a, b in pairwise(pictures))


def test_tiles_show_in_their_colours() -> None:
    state = tw.classic.parse(
        "classic players=2 wall=coloured round_limit=40 round=1 phase=take seat=0 starter=0 "
        "marker=0 market=bkw/-/brkw/bykw/-/- bag=b17y17r16k15w15 lid=- "
        "seat0=0,-/-/rrr/-/-,...../...../...../...../.....,kk "
        "seat1=0,-/ww/-/yy/-,...../...../...../...../.....,-"
    )
    picture = raster.draw(state).reshape(-1, 3)
    for color in range(5):
        assert (picture == INKS[color]).all(axis=1).any()
    red = (picture == INKS[2]).all(axis=1).sum()
    after = raster.draw(state.play(state.parse("2r5"))).reshape(-1, 3)
    assert (after == INKS[2]).all(axis=1).sum() != red
