"""The net says what plain numpy says, and knows how a finished game ended."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.bots import plain
from tests.bots.positions import WORKSPACE, candidates, evaluated, features_of, positions, priors_of
from tests.configurations import CONFIGURATIONS
from tilewright import fast
from tilewright.bots.nets import FIRST, WIDEST, Net, load, new_net, no_net, save, with_units
from tilewright.game import CHANCE, OVER

every_configuration = pytest.mark.parametrize("name", CONFIGURATIONS)
every_game = pytest.mark.parametrize("game", fast.names())


def nets(game: str) -> list[Net]:
    """A net with opinions, and none."""
    return [plain.lively_net(new_net(game, 1)), no_net()]


@every_configuration
def test_chances_add_up(name: str) -> None:
    found = positions(name)
    for net in nets(name.partition("-")[0]):
        for at in range(0, len(found), 5):
            chances, margins = evaluated(found[at : at + 1], net)
            assert chances.sum() == pytest.approx(1, abs=1e-5)
            assert chances.min() >= 0
            assert np.isfinite(margins).all()


@every_configuration
def test_the_end_of_a_game_is_known(name: str) -> None:
    found, ended = positions(name), 0
    for at in range(len(found)):
        array = found[at : at + 1]
        if fast.kernels(array).turn(array[0]) == OVER:
            state = fast.to_state(array)
            winners = [rank == 1 for rank in state.outcome()]
            scores = state.scores
            for net in nets(name.partition("-")[0]):
                chances, margins = evaluated(array, net)
                assert chances == pytest.approx([won / sum(winners) for won in winners])
                for seat, margin in enumerate(margins):
                    others = scores[:seat] + scores[seat + 1 :]
                    assert margin == scores[seat] - max(others)
            ended += 1
    assert ended == 2


@every_configuration
def test_plain_numpy_judges_the_same(name: str) -> None:
    found = positions(name)
    net = plain.lively_net(new_net(name.partition("-")[0], 2))
    for at in range(0, len(found), 7):
        array = found[at : at + 1]
        rules, players, seat = fast.kernels(array), array[0]["players"], array[0]["seat"]
        if rules.turn(array[0]) == OVER:
            continue
        chances, margins = evaluated(array, net)
        second = WORKSPACE.second.copy()
        raw = plain.forward(net, array)
        seats = [(seat + board) % players for board in range(players)]
        assert second == pytest.approx(raw.second, abs=1e-4)
        assert chances[seats] == pytest.approx(raw.chances, abs=1e-4)
        spread = features_of(array).SPREAD
        assert margins[seats] / spread == pytest.approx(raw.margins, abs=1e-4)
        if rules.turn(array[0]) != CHANCE:
            moves = candidates(array)
            wanted = plain.policy(net, array, raw.second, moves)
            assert priors_of(array, net, second, moves) == pytest.approx(wanted, abs=1e-4)
            flat = np.sqrt(wanted) / np.sqrt(wanted).sum()
            assert priors_of(array, net, second, moves, 2.0) == pytest.approx(flat, abs=1e-4)


def test_without_a_net_no_move_is_preferred() -> None:
    array = positions("classic-2-coloured")[:1]
    moves = candidates(array)
    wanted = [1 / len(moves)] * len(moves)
    assert priors_of(array, no_net(), WORKSPACE.second, moves) == pytest.approx(wanted)


@every_game
def test_a_net_in_a_file(game: str, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save(plain.lively_net(new_net(game, 3)), path)
    assert path.stat().st_size < 2_000_000
    net = load(path)
    assert net.first.shape == (FIRST,)
    assert all(array.dtype == np.float32 for array in net)
    save(net, path)
    again = load(path)
    for one, other in zip(net, again, strict=True):
        assert one.tobytes() == other.tobytes()
    found = positions(f"{game}-2-coloured")
    for at in range(0, len(found), 9):
        for one, other in zip(
            evaluated(found[at : at + 1], net), evaluated(found[at : at + 1], again), strict=True
        ):
            assert one.tobytes() == other.tobytes()


@every_game
def test_more_units_change_nothing_until_they_have_learned(game: str, tmp_path: Path) -> None:
    narrow = plain.lively_net(new_net(game, 3))
    wide = with_units(narrow, WIDEST)
    learned = plain.lively_net(new_net(game, 5, units=WIDEST))
    for array in np.split(positions(f"{game}-2-coloured")[:40], 40):
        before, after = evaluated(array, narrow), evaluated(array, wide)
        assert before[0] == pytest.approx(after[0], abs=1e-5)
        if fast.kernels(array).turn(array[0]) != OVER:
            seat = array[0]["seat"]
            raw = plain.forward(learned, array)
            assert evaluated(array, learned)[0][seat] == pytest.approx(raw.chances[0], abs=1e-4)
    with pytest.raises(ValueError, match=r"^128 units: the net has 256$"):
        with_units(wide, FIRST)
    save(new_net(game, units=WIDEST + 1), tmp_path / "wide.npz")
    with pytest.raises(ValueError, match="257 units; a first layer has at most 256"):
        load(tmp_path / "wide.npz")


@every_game
def test_what_a_net_judges_does_not_depend_on_what_it_judged_before(game: str) -> None:
    found = positions(f"{game}-3-coloured")[:60]
    net = plain.lively_net(new_net(game, 4))
    forwards = [evaluated(found[at : at + 1], net)[0].tolist() for at in range(60)]
    backwards = [evaluated(found[at : at + 1], net)[0].tolist() for at in reversed(range(60))]
    assert forwards == backwards[::-1]
