"""The kernel of pavilion plays the same game as the reference rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilewright as tw
from tests.fast.equality import Equality
from tests.pavilion.boards import FULL, filled, position, seat
from tilewright import fast
from tilewright.fast.compiling import Records, RngState
from tilewright.market import FACTORIES
from tilewright.pavilion import Deal, Move, Options, Player, Refill, State, notation, rules
from tilewright.pavilion import kernel as pavilion
from tilewright.pavilion.board import ROUNDS, SPACES, STAR_COLORS
from tilewright.pavilion.kernel.chance import random_move
from tilewright.pavilion.kernel.convert import CODES, DECODED
from tilewright.pavilion.kernel.layout import unpack
from tilewright.pavilion.scoring import colors_for
from tilewright.tiles import EMPTY, add, change, none, replace

OPTIONS = [
    Options(players, edition, board, order, discard)
    for players in (2, 3, 4)
    for edition in ("2019", "mini")
    for board in ("coloured", "neutral")
    for order in ("pgoybr", "orbygp", "rybgop")
    for discard in ("after_bonuses", "at_pass")
]


def pick(rng: random.Random, seed: int) -> float:
    """The first moves more often: they are placements."""
    return rng.random() ** (1 + seed % 4)


EQUALITY = Equality[State]("pavilion", pick)
GAMES, equal = EQUALITY.games, EQUALITY.equal
same, advance, follow = EQUALITY.same, EQUALITY.advance, EQUALITY.follow
every_game = pytest.mark.parametrize("new_game", GAMES.values(), ids=GAMES)


@every_game
def test_the_same_games(new_game: Callable[[], State]) -> None:
    for seed in range(8):
        follow(new_game(), seed, every=8)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_option(options: Options) -> None:
    state = tw.pavilion.begin(str(options))
    array = fast.from_state(state)
    assert pavilion.to_state(array) == state
    fast.reset(array[0])
    same(array, state)
    follow(state, 1)


# Positions that random play does not reach


def strange(rng: random.Random) -> State:
    """Any position that the parser accepts: random boards, hands, heaps and phase."""
    options = rng.choice(OPTIONS)
    left = [22] * 6
    boards = [board(rng, options, left) for _ in range(options.players)]
    phase = rng.choice(rules.PHASES)
    sources = [none(6)] * (1 + FACTORIES[options.players])
    if phase == rules.TAKE:
        for source in range(len(sources)):
            most = rng.choice((0, 4, 4)) if source else rng.choice((0, 1, 3, 20))
            sources[source] = some(rng, left, most)
        if not any(map(any, sources)):
            phase = rules.PLACE
    supply = some(rng, left, rng.choice((0, 1, 9, 10, 10, 10)))
    late = phase in (rules.PLACE, rules.PICK, rules.REFILL)
    passed = [late and rng.random() < 0.4 for _ in boards]
    turn = rng.randrange(options.players)
    passed[turn] = False
    hands = [some(rng, left, 4 if out else rng.choice((0, 1, 6, 12, 40))) for out in passed]
    tower = some(rng, left, rng.choice((0, 0, 2, 132)))
    bag = tuple(left)
    if rng.random() < 0.4:  # nothing to draw: somebody holds it all
        hands[turn], bag = add(hands[turn], bag), none(6)
        if rng.random() < 0.5:
            hands[turn], tower = add(hands[turn], tower), none(6)
    marker = rng.randrange(-1, options.players)
    state = State(
        options=options,
        phase=phase,
        round=ROUNDS if phase == rules.END else rng.randint(1, 6),
        seat=turn,
        starter=rng.randrange(options.players),
        marker=marker,
        picks=rng.randint(1, 3) if phase == rules.PICK else 0,
        sources=tuple(sources),
        supply=supply,
        bag=bag,
        tower=tower,
        players=tuple(
            [
                Player(rng.choice((1, 2, 5, 90)), spaces, hand, out)
                for spaces, hand, out in zip(boards, hands, passed, strict=True)
            ]
        ),
    )
    if phase in (rules.FILL, rules.DEAL):
        state = state._replace(marker=-1, starter=turn)
        state = rules.begin_round(state)
    if phase == rules.REFILL and not rules.can_fill(state):
        state = state._replace(phase=rules.PLACE)
    if phase == rules.PICK:
        picks = min(state.picks, sum(supply))
        state = state._replace(picks=picks, phase=rules.PICK if picks else rules.PLACE)
    return state


def board(rng: random.Random, options: Options, left: list[int]) -> tuple[int, ...]:
    """A player board with tiles taken from what is left, filled at random."""
    spaces = (EMPTY,) * SPACES
    share = rng.choice((0.0, 0.2, 0.5, 0.9, 1.0))
    for space in rng.sample(range(SPACES), SPACES):
        star = space // 6
        laid = spaces[6 * star : 6 * star + 6]
        colors = colors_for(laid, STAR_COLORS[star], options.board)
        colors = [color for color in colors if left[color] > 0]
        if colors and rng.random() < share:
            color = rng.choice([*colors, *[c for c in laid if c in colors] * 6])
            spaces = replace(spaces, space, color)
            left[color] -= 1
    return spaces


def some(rng: random.Random, left: list[int], most: int) -> tuple[int, ...]:
    """Up to this many of the tiles left, often of few colours."""
    heap = none(6)
    colors = rng.sample(range(6), rng.randint(1, 6))
    for _ in range(most):
        color = rng.choice(colors)
        if left[color]:
            left[color] -= 1
            heap = change(heap, color, 1)
    return heap


@given(seed=st.integers(0, 2**32))
def test_strange_positions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(12):
        state = strange(rng)
        assert tw.parse(str(state)) == state
        array = fast.from_state(state)
        assert pavilion.to_state(array) == state
        for move in rng.sample(moves := state.legal_moves(), min(len(moves), 20)):
            once = array.copy()
            same(once, advance(once, state, move))
        follow(state, rng.randrange(2**20))


SPECIAL = {
    "every space of the neutral side with every colour": position(
        seat(hand="p22g22o22y22b22r22"), board="neutral", supply="", round=3
    ),
    "all of a coloured board": position(seat(), supply="", rest="hand", turn=1, round=2),
    "nothing to draw at the start of a round": position(
        seat(passed=True), rest="hand", turn=1, round=5, marker="1", supply=""
    ),
    "the end of full boards": position(
        seat(FULL, hand="pg", score=1, passed=True), seat(FULL, hand="oy"), turn=1, round=6
    ),
    "less supply than bonus tiles": position(
        seat(filled("E5 C1 C6 NW3 NW1"), hand="bbbbbboo"), supply="p", rest="hand"
    ),
    "only jokers in the centre": position(market="ppp", rest="tower"),
    "four jokers on a factory": position(market="-/pppp/pppr"),
    "nobody takes the marker": position(market="-/rrrr", starter=1, turn=1),
    "two pillars at once": position(seat(filled("NW2 NW3 C6 NE2 NE3 C2"), hand="gggg")),
    "a dead end": position(
        seat("E rb.... W rrrrr. C pgoyb.", hand="rrrbbbpppppp"), board="neutral", round=2
    ),
    "at the pass": position(
        seat(hand="ppggooyy", score=3), round=6, edition="mini", last_round_discard="at_pass"
    ),
}


@pytest.mark.parametrize("state", SPECIAL.values(), ids=SPECIAL)
def test_special_positions(state: State) -> None:
    array = fast.from_state(state)
    for move in state.legal_moves():
        once = array.copy()
        same(once, advance(once, state, move))
    for seed in range(5):
        follow(state, seed)


def test_the_most_moves() -> None:
    state = SPECIAL["every space of the neutral side with every colour"]
    assert len(state.legal_moves()) == 762 + 210 <= pavilion.MOST_MOVES


# What the kernel does by itself


def stepwise(array: Records, rng: RngState) -> Iterator[State]:
    """Play a random game in the kernel move by move; the reference checks each."""
    while True:
        state = pavilion.to_state(array)
        yield state
        if state.turn == tw.OVER:
            return
        if state.turn == tw.CHANCE:
            fast.chance(array[0], rng)
            after = pavilion.to_state(array)
            groups = after.sources[1:] if state.phase == rules.DEAL else (after.supply,)
            if state.phase == rules.DEAL:
                drawn: Move = Deal(groups)
            else:
                tiles = tuple([a - b for a, b in zip(after.supply, state.supply, strict=True)])
                drawn = Refill(tiles)
            move = notation.parse_legal(state, str(drawn))
        else:
            code = random_move(array[0], rng)
            move = pavilion.decode_move(code)
            assert move in state.legal_moves()
            fast.apply(array[0], code)
        same(array, state.play(move))


@every_game
def test_chance_and_playouts(new_game: Callable[[], State]) -> None:
    for seed in range(8):
        array, again = fast.from_state(new_game()), fast.from_state(new_game())
        states = list(stepwise(array, fast.seeded(seed)))
        moves = fast.playout(again[0], fast.seeded(seed))
        assert pavilion.to_state(again) == states[-1]
        assert moves == sum(state.turn >= 0 for state in states)
        assert len({fast.hash_state(fast.from_state(state)[0]) for state in states}) == len(states)


@given(seed=st.integers(0, 2**32))
def test_chance_when_tiles_run_out(seed: int) -> None:
    rng = random.Random(seed)
    stream = fast.seeded(seed)
    for _ in range(12):
        for _ in stepwise(fast.from_state(strange(rng)), stream):
            pass


def test_every_tile_is_as_likely() -> None:
    """Compared with the averages of drawing without replacement, in the refill and in the deal."""
    state = position(supply="ppggooy", phase="refill", bag="p5g1r3", tower="b20", rest="hand")
    games, rng = 20_000, fast.seeded(7)
    found = np.zeros(6)
    array = fast.from_state(state)
    for _ in range(games):
        once = array.copy()
        fast.chance(once[0], rng)
        found += [a - b for a, b in zip(unpack(once[0]["supply"]), state.supply, strict=True)]
    bag = np.array(state.bag)
    share = bag / bag.sum()
    spread = np.sqrt(games * 3 * share * (1 - share))
    assert np.all(np.abs(found - games * 3 * share) <= 4 * spread)


def test_moves_are_numbered_in_order() -> None:
    codes = list(range(pavilion.MOVES))
    assert [pavilion.encode_move(pavilion.decode_move(code)) for code in codes] == codes
    assert len(set(DECODED)) == pavilion.MOVES == 1788


def test_equal_positions_have_equal_hashes() -> None:
    state = position(market="-/rrrr/ppgg/rrrr", starter=1, turn=1)
    other = position(market="-/rrrr/rrrr/ppgg", starter=1, turn=1)
    assert fast.hash_state(fast.from_state(state)[0]) == fast.hash_state(fast.from_state(state)[0])
    assert fast.hash_state(fast.from_state(state)[0]) != fast.hash_state(fast.from_state(other)[0])


def test_copy() -> None:
    array = fast.from_state(SPECIAL["a dead end"])
    other = np.zeros(1, pavilion.STATE)
    fast.copy(other, array)
    assert other.tobytes() == array.tobytes()


@every_game
def test_batches(new_game: Callable[[], State]) -> None:
    games, rng = 24, np.random.default_rng(1)
    states = np.concatenate([fast.from_state(new_game())] * games)
    streams, singles = fast.seeded(3, games), fast.seeded(3, games)
    turns, done = np.zeros(games, np.int8), np.zeros(games, np.bool_)
    masks = np.zeros((games, pavilion.MOVES), np.bool_)
    rewards, finals = np.ones((games, 4), np.float32), np.zeros((games, 4), np.int32)
    expected = states.copy()
    fast.batch_start(states, streams, turns, masks)
    for i in range(games):
        fast.settle(expected[i], singles[i : i + 1])
    ends = 0
    for step in range(260):
        assert states.tobytes() == expected.tobytes()
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks], np.int32)
        assert not fast.batch_step(states, actions, streams, turns, rewards, finals, done, masks)
        for i in range(games):
            fast.apply(expected[i], actions[i])
            assert done[i] == (fast.turn(expected[i]) == tw.OVER)
            if done[i]:
                ends += 1
                last = pavilion.to_state(expected[i : i + 1])
                worth = [fast.reward(expected[i], at) for at in range(len(last.players))]
                assert rewards[i, : len(worth)] == pytest.approx(worth)
                assert tuple(finals[i, : len(worth)]) == last.scores
                fast.reset(expected[i])
                assert pavilion.to_state(expected[i : i + 1]) == new_game()
            else:
                assert not rewards[i].any()
            fast.settle(expected[i], singles[i : i + 1])
            if step % 16 == 0 or done[i]:
                state = pavilion.to_state(states[i : i + 1])
                assert turns[i] == state.turn
                legal: list[Any] = state.legal_moves()
                assert np.flatnonzero(masks[i]).tolist() == [CODES[move] for move in legal]
    assert ends >= games
    before = states.copy()
    actions[:] = -1
    actions[0] = pavilion.MOVES
    assert fast.batch_step(states, actions, streams, turns, rewards, finals, done, masks) == games
    assert states.tobytes() == before.tobytes()
