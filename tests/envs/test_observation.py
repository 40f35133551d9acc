"""Tensors hold the whole state, each seat's own board first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.configurations import CONFIGURATIONS, playthrough
from tilewright import classic, pavilion
from tilewright.envs.observation import bounds, layout, observe, scales, size, split


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_numbers_keep_to_their_bounds_and_tell_states_apart(name: str) -> None:
    for seed in (0, 1):
        texts, tensors = set(), set()
        for _, _, state in playthrough(CONFIGURATIONS[name](), seed):
            players = len(state.scores)
            seen = observe(state, 0)
            assert seen.dtype == np.float32 and seen.shape == (size(state.game, players),)
            assert (seen >= 0).all() and (seen <= bounds(state.game, players)).all()
            texts.add(str(state))
            tensors.add(seen.tobytes())
        assert len(texts) == len(tensors)


@pytest.mark.parametrize("name", ["classic-4-grey", "pavilion-3-neutral"])
def test_the_own_board_comes_first(name: str) -> None:
    for state, _, _ in playthrough(CONFIGURATIONS[name](), 2):
        players = len(state.scores)
        views = [split(state.game, players, observe(state, seat)) for seat in range(players)]
        for seat, view in enumerate(views):
            assert view["score 0"] == np.float32(state.scores[seat] / 100)
            assert view["turn"].tolist() == [
                float((seat + later) % players == state.turn) for later in range(players)
            ]
            for later in range(players):
                other = views[(seat + later) % players]
                for span in layout(state.game, players):
                    if span.board == 0:
                        mine = view[f"{span.part.name} {later}"]
                        assert np.array_equal(mine, other[span.name])


def counts(state: classic.State | pavilion.State, seat: int) -> dict[str, Any]:
    players = len(state.players)
    tensor = observe(state, seat) * scales(state.game, players)
    parts = split(state.game, players, tensor)
    return {name: np.rint(part).astype(int).tolist() for name, part in parts.items()}


def test_parts_of_classic() -> None:
    state = classic.parse(
        "classic players=2 wall=coloured round_limit=40 round=1 phase=take seat=0 starter=0 "
        "marker=0 market=bkw/-/brkw/bykw/-/- bag=b17y17r16k15w15 lid=- "
        "seat0=0,-/-/rrr/-/-,...../...../...../...../.....,kk "
        "seat1=0,-/ww/-/yy/-,...../...../...../...../.....,-"
    )
    seen = counts(state, 1)
    assert seen["phase"] == [0, 1, 0, 0]
    assert seen["turn"] == seen["starter"] == seen["marker"] == [0, 1]
    assert seen["market"][0] == [1, 0, 0, 1, 1]
    assert seen["bag"] == [17, 17, 16, 15, 15]
    assert seen["lines 0"][1] == [0, 0, 0, 0, 2] and seen["lines 0"][3] == [0, 2, 0, 0, 0]
    assert seen["lines 1"][2] == [0, 0, 3, 0, 0]
    assert seen["floor 1"] == [0, 0, 0, 2, 0] and seen["spaces 1"] == 3  # two tiles, the marker
    assert seen["spaces 0"] == 0


def test_parts_of_pavilion() -> None:
    names = ["pavilion-2-mini-alternative", "pavilion-4-at-pass"]
    for name, flags in zip(names, ([0, 1, 0], [0, 0, 1]), strict=True):
        for state, _, _ in playthrough(CONFIGURATIONS[name](), 0):
            assert isinstance(state, pavilion.State)
            seen = counts(state, 0)
            assert [seen["neutral"], seen["mini"], seen["at pass"]] == flags
            assert [row.index(1) for row in seen["jokers"] if any(row)] == [
                pavilion.COLOR_LETTERS.index(c)
                for c in state.options.joker_order[state.round - 1 :]
            ]
            assert seen["supply"] == list(state.supply) and seen["tower"] == list(state.tower)
            for seat, player in enumerate(state.players):
                spaces = np.array(seen[f"stars {seat}"]).reshape(42, 6)
                laid = [row.argmax() if row.any() else -1 for row in spaces]
                assert tuple(laid) == player.spaces
                assert seen[f"hand {seat}"] == list(player.hand)
                assert seen[f"passed {seat}"] == player.passed
