"""What is kept of self-play games."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bots import plain
from tests.bots.positions import candidates, same
from tilewright import fast
from tilewright.bots.config import SearchConfig
from tilewright.bots.nets import Net, new_net, no_net
from tilewright.game import CHANCE, OVER
from tilewright.train.jobs import (
    BY_HAND,
    ComparisonJob,
    Configuration,
    SelfPlayJob,
    join,
    play_comparison,
    self_play,
    starts,
)
from tilewright.train.play import Effort, Samples

CONFIGURATIONS = [
    Configuration(game, players, board)
    for game, boards in (("classic", ("coloured", "grey")), ("pavilion", ("coloured", "neutral")))
    for players, board in zip((2, 3, 4), (*boards, boards[0]), strict=True)
]
every_configuration = pytest.mark.parametrize(
    "configuration", CONFIGURATIONS, ids=[configuration.name for configuration in CONFIGURATIONS]
)


def played(configuration: Configuration, seed: int = 1, games: int = 2) -> Samples:
    """A few games to learn from."""
    net = plain.lively_net(new_net(configuration.game, 1))
    effort = Effort(full=10, quick=3, share=0.25)
    played, samples = self_play(
        SelfPlayJob(configuration, net, SearchConfig(noise=0.2), effort, games, seed)
    )
    assert played == games
    return samples


@every_configuration
def test_samples_make_sense(configuration: Configuration) -> None:
    samples = played(configuration)
    players = configuration.players
    rules = fast.kernels(configuration.game)
    assert len(samples.states) > 20
    assert samples.found[:, 0].sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert samples.ended[:, 0].sum(axis=1) == pytest.approx(1)
    assert not samples.found[:, :, players:].any()
    assert not samples.ended[:, :, players:].any()
    assert samples.first.tolist() == [0, *np.cumsum(samples.counts)[:-1].tolist()]
    for at in range(len(samples.states)):
        array, count = samples.states[at : at + 1], int(samples.counts[at])
        turn = rules.turn(array[0])
        assert turn != OVER
        if turn == CHANCE:
            assert count == 0
        else:
            assert count == len(candidates(array)) > 1
            weights = samples.weights[samples.first[at] : samples.first[at] + count]
            assert weights.sum() == pytest.approx(1)


@every_configuration
def test_a_seed_repeats_the_games(configuration: Configuration) -> None:
    one, other, third = played(configuration), played(configuration), played(configuration, seed=2)
    assert same(one.states, other.states)
    for a, b in zip(one[1:], other[1:], strict=True):
        assert np.asarray(a).tobytes() == np.asarray(b).tobytes()
    assert one.found.tobytes() != third.found.tobytes()


@every_configuration
def test_there_is_room_for_a_long_game(configuration: Configuration) -> None:
    """The room that `learn` keeps for a game is more than any game needs."""
    _, samples = self_play(SelfPlayJob(configuration, no_net(), BY_HAND, Effort(2, 2, 0.25), 12, 1))
    begins = np.flatnonzero(np.diff(samples.states["round_"].astype(int)) < 0) + 1
    edges = [0, *begins.tolist(), len(samples.states)]
    assert max(np.diff(edges)) < 200
    weights = np.append(samples.first, len(samples.weights))
    assert max(np.diff(weights[edges])) < 15000


def test_joined_samples_keep_their_weights() -> None:
    parts = [played(CONFIGURATIONS[0], seed) for seed in (1, 2, 3)]
    whole = join(parts)
    at = 0
    for part in parts:
        for i in range(len(part.states)):
            count = part.counts[i]
            mine = part.weights[part.first[i] : part.first[i] + count]
            there = whole.weights[whole.first[at] : whole.first[at] + count]
            assert mine.tolist() == there.tolist()
            at += 1
    assert at == len(whole.states)
    assert same(whole.states, np.concatenate([part.states for part in parts]))


@every_configuration
def test_a_net_is_as_good_as_itself(configuration: Configuration) -> None:
    net = plain.lively_net(new_net(configuration.game, 1))
    deals = tuple(int(seed) for seed in fast.seeded(1, 2))
    found = play_comparison(
        ComparisonJob(configuration, (net, net), (SearchConfig(), SearchConfig()), (6, 6), deals)
    )
    for share, margin in found:
        assert share == pytest.approx(1 / configuration.players)
        if configuration.players == 2:
            assert (share, margin) == (0.5, 0.0)


@pytest.mark.parametrize("game", fast.names())
def test_the_better_one_wins(game: str) -> None:
    seeds = tuple(int(seed) for seed in fast.seeded(1, 3))
    nets: tuple[Net, Net] = (no_net(), no_net())
    found = play_comparison(
        ComparisonJob(Configuration.usual(game), nets, (BY_HAND, BY_HAND), (200, 1), seeds)
    )
    assert sum(share for share, _ in found) > 2
    assert sum(margin for _, margin in found) > 0


@every_configuration
def test_games_begin_in_many_ways(configuration: Configuration) -> None:
    found = starts(configuration)
    states = [fast.to_state(found[at : at + 1]) for at in range(len(found))]
    assert all(
        state.turn == CHANCE and len(state.scores) == configuration.players for state in states
    )
    assert len({str(state) for state in states}) > (25 if configuration.game == "pavilion" else 0)
