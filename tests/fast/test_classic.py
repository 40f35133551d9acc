"""The kernel of classic plays the same game as the reference rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import tilewright as tw
from tests.fast.equality import Equality
from tilewright import fast
from tilewright.classic import Deal, Move, Options, Player, State, rules
from tilewright.classic import kernel as classic
from tilewright.classic.board import COLORS, NO_LINE, SIZE, printed_color
from tilewright.classic.kernel.layout import TARGETS
from tilewright.fast.compiling import Records, RngState, kernel
from tilewright.fast.words import below
from tilewright.market import FACTORIES, NOBODY
from tilewright.tiles import EMPTY, Tiles, add


def pick(rng: random.Random, seed: int) -> float:
    """Often the first moves, which are floors, or the last, which are long lines."""
    at = rng.random() ** (1 + seed % 3)
    return at if seed % 2 else 1 - at - 1e-9


EQUALITY = Equality[State]("classic", pick)
GAMES, equal = EQUALITY.games, EQUALITY.equal
same, advance, follow = EQUALITY.same, EQUALITY.advance, EQUALITY.follow
every_game = pytest.mark.parametrize("new_game", GAMES.values(), ids=GAMES)


@every_game
def test_the_same_games(new_game: Callable[[], State]) -> None:
    for seed in range(10):
        follow(new_game(), seed, every=8)


def test_moves_are_numbered_in_order() -> None:
    moves = [classic.decode_move(code) for code in range(classic.MOVES)]
    assert [classic.encode_move(move) for move in moves] == list(range(classic.MOVES))
    assert [str(moves[at]) for at in (0, 299, 300, 324)] == ["0b-", "9w5", "1c1", "5c5"]
    with pytest.raises(ValueError, match="deal"):
        classic.encode_move(Deal(()))


# Positions that random play hardly reaches


def strange(rng: random.Random) -> State:
    """Any position of the factory offer: boards, market, bag and lid filled at random, down to
    nothing."""
    players = rng.choice((2, 3, 4))
    options = Options(players, rng.choice(("coloured", "grey")), rng.choice((40, None, 7)))
    pool = [20] * COLORS
    spare = heap(rng, 1, pool)  # so that there is something to take
    fill = rng.choice((rng.random(), 1.0))
    boards = [board(rng, options.wall, pool, fill) for _ in range(players)]
    marker = rng.choice((NOBODY, *range(players)))
    floors = [heap(rng, rng.choice((0, rng.randrange(8), 7, 6)), pool) for _ in range(players)]
    factories = [heap(rng, rng.choice((0, 4, rng.randrange(5))), pool) for _ in range(9)]
    centre = heap(rng, rng.choice((0, rng.randrange(12))), pool)
    sources = [centre, *factories[: FACTORIES[players]]]
    for unused in factories[FACTORIES[players] :]:
        pool = list(add(tuple(pool), unused))
    bag = heap(rng, rng.choice((0, 0, rng.randrange(60), 100)), pool)
    lid = heap(rng, rng.choice((0, rng.randrange(60), 100)), pool)
    sources[0] = add(add(sources[0], spare), tuple(pool))
    return State(
        options=options,
        phase=rules.TAKE,
        round=rng.choice((1, 6, 7)),
        seat=rng.randrange(players),
        starter=rng.randrange(players),
        marker=marker,
        sources=tuple(sources),
        bag=bag,
        lid=lid,
        players=tuple([b._replace(floor=floor) for b, floor in zip(boards, floors, strict=True)]),
    )


def heap(rng: random.Random, size: int, pool: list[int]) -> Tiles:
    """Up to this many tiles from the pool."""
    taken = [0] * COLORS
    for _ in range(min(size, sum(pool))):
        color = rng.choice([color for color in range(COLORS) if pool[color]])
        pool[color] -= 1
        taken[color] += 1
    return tuple(taken)


def board(rng: random.Random, side: str, pool: list[int], fill: float) -> Player:
    """A player board without a complete row."""
    wall = [EMPTY] * SIZE * SIZE
    for at in rng.sample(range(SIZE * SIZE), SIZE * SIZE):
        row, column = divmod(at, SIZE)
        here = wall[SIZE * row : SIZE * row + SIZE]
        if rng.random() > fill or here.count(EMPTY) == 1:
            continue
        color = printed_color(row, column) if side == "coloured" else rng.randrange(COLORS)
        if pool[color] and color not in here and color not in wall[column::SIZE]:
            wall[at] = color
            pool[color] -= 1
    lines = []
    for row in range(SIZE):
        color, count = rng.randrange(COLORS), rng.choice((0, row + 1, rng.randrange(row + 2)))
        count = min(count, pool[color])
        if color in wall[SIZE * row : SIZE * row + SIZE] or not count:
            lines.append(NO_LINE)
        else:
            lines.append((color, count))
            pool[color] -= count
    return Player(rng.choice((0, 3, 50)), tuple(lines), tuple(wall))


@given(seed=st.integers(0, 2**32))
def test_strange_positions(seed: int) -> None:
    for at in range(8):
        state = strange(random.Random(seed + at))
        assert tw.parse(str(state)) == state
        array = fast.from_state(state)
        assert fast.to_state(array) == state
        before = array.copy()
        for move in same(array, state):
            same(array, advance(array, state, move))
            fast.copy(array, before)
        if state.options.round_limit and at < 2:
            follow(state, seed + at)


def test_strange_positions_have_what_they_are_for() -> None:
    seen: Counter[str] = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        state = strange(rng)
        seen["empty bag and lid"] += not any(state.bag + state.lid)
        for _ in range(40):
            if state.phase == rules.END:
                break
            seen["full floor"] += any(sum(player.floor) == 7 for player in state.players)
            if state.phase == rules.DEAL:
                move: Move = state.sample(rng)
                assert isinstance(move, Deal)
                seen["pour"] += sum(map(sum, move.factories)) > sum(state.bag) > 0
                seen["short"] += sum(move.factories[-1]) < 4
                seen["short by one"] += 0 < sum(move.factories[-1]) < 4
            else:
                move = rng.choice(state.legal_moves())
            seen.update([step.code for step in state.explain(move)])
            state = state.play(move)
    for what in ("empty bag and lid", "full floor", "pour", "short", "short by one", "stuck"):
        assert seen[what] > 5, seen


@pytest.mark.parametrize("limit", [1, 999_999, None])
def test_round_limits(limit: int | None) -> None:
    state = tw.classic.new_game(2, round_limit=limit)
    assert fast.to_state(fast.from_state(state)) == state
    late = state._replace(round=limit or 999_999)
    follow(late, 2)


# The kernel's own chance


@kernel
def made(before: Records, after: Records) -> int:
    """The legal move that leads from one position to another."""
    game = before.copy()
    for k in range(fast.count_moves(before[0])):
        game[0] = before[0]
        fast.apply(game[0], fast.kth_move(before[0], k))
        if fast.hash_state(game[0]) == fast.hash_state(after[0]):
            return fast.kth_move(before[0], k)
    return -1


@every_game
def test_random_games_keep_the_rules(new_game: Callable[[], State]) -> None:
    rng = fast.seeded(7)
    start = fast.from_state(new_game())
    array, again, old = start.copy(), start.copy(), start.copy()
    for _ in range(10):
        fast.copy(array, start)
        fast.copy(again, start)
        state = new_game()
        counter = rng.copy()
        while state.turn != tw.OVER:
            fast.copy(old, array)
            if state.turn == tw.CHANCE:
                fast.chance(array[0], rng)
                move: Move = classic.decode_chance(array[0])
            else:
                fast.random_step(array[0], rng)
                move = classic.decode_move(made(old, array))
            state = state.play(state.parse(str(move)))
            same(array, state)
        fast.playout(again[0], counter)
        assert again.tobytes() == array.tobytes()
        assert counter == rng


def test_deals_are_fair() -> None:
    state = tw.classic.new_game(2)._replace(bag=(9, 3, 0, 2, 1), lid=(0, 0, 30, 30, 25))
    start, array, rng = fast.from_state(state), fast.from_state(state), fast.seeded(1)
    deals = 4000
    firsts = np.zeros(COLORS)
    poured = np.zeros(COLORS)
    for _ in range(deals):
        fast.copy(array, start)
        fast.chance(array[0], rng)
        deal = classic.decode_chance(array[0])
        state.parse(str(deal))  # the bag first, then the lid
        firsts += deal.factories[0]
        poured += deal.factories[4]
    np.testing.assert_allclose(firsts / deals, 4 * np.array([9, 3, 0, 2, 1]) / 15, atol=0.05)
    np.testing.assert_allclose(poured / deals, 4 * np.array([0, 0, 30, 30, 25]) / 85, atol=0.07)


def test_random_moves_are_fair() -> None:
    rng = random.Random(3)
    counter = fast.seeded(2)
    for _ in range(4):
        array = fast.from_state(strange(rng))
        before = array.copy()
        n = fast.count_moves(array[0])
        tries = 300 * n
        hashes = []
        for k in range(n):
            fast.copy(array, before)
            fast.apply(array[0], fast.kth_move(array[0], k))
            hashes.append(fast.hash_state(array[0]))
        found: Counter[np.uint64] = Counter()
        for _ in range(tries):
            fast.copy(array, before)
            fast.random_step(array[0], counter)
            found[fast.hash_state(array[0])] += 1
        assert set(found) == set(hashes)
        for value, count in Counter(hashes).items():
            assert abs(found[value] - 300 * count) < 6 * (300 * count) ** 0.5


# Hashes and batches


def test_hashes_tell_positions_apart() -> None:
    known: dict[int, State] = {}
    for new_game in GAMES.values():
        rng = random.Random(5)
        for _ in range(6):
            state = new_game()
            while state.turn != tw.OVER:
                value = int(fast.hash_state(fast.from_state(state)[0]))
                assert known.setdefault(value, state) == state
                chance = state.turn == tw.CHANCE
                state = state.play(state.sample(rng) if chance else rng.choice(state.legal_moves()))
    assert len(known) > 3000


@pytest.mark.parametrize("name", ["classic-2-coloured", "classic-3-grey", "classic-4-coloured"])
def test_batches(name: str) -> None:
    n = 64
    options = GAMES[name]().options
    states = np.repeat(fast.from_state(GAMES[name]()), n)
    width = classic.MOVES
    if options.wall == "coloured":
        width = (1 + FACTORIES[options.players]) * COLORS * TARGETS
    masks, done = np.zeros((n, width), np.bool_), np.zeros(n, np.bool_)
    rewards = np.zeros((n, options.players), np.float32)
    finals = np.zeros((n, options.players), np.int32)
    turns = np.zeros(n, np.int8)
    rngs, rng = fast.seeded(1, n), random.Random(1)
    fast.batch_start(states, rngs, turns, masks)
    ended = 0
    for step in range(260):
        watched = step % n
        before = fast.to_state(states[watched : watched + 1])
        legal = [classic.encode_move(move) for move in before.legal_moves()]
        assert list(np.flatnonzero(masks[watched])) == legal
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks], np.int32)
        assert fast.batch_step(states, actions, rngs, turns, rewards, finals, done, masks) == 0
        after = before.play(classic.decode_move(actions[watched]))
        found = fast.to_state(states[watched : watched + 1])
        if after.turn == tw.OVER:
            assert done[watched] and tuple(finals[watched]) == after.scores
            assert (rewards[watched].argmax() == 0) == (after.outcome()[0] == 1)
            after = GAMES[name]()
        else:
            assert not done[watched] and not rewards[watched].any()
        if after.turn == tw.CHANCE:
            after = after.play(after.parse(str(classic.decode_chance(states[watched]))))
        assert found == after
        assert turns[watched] == after.turn
        ended += done.sum()
    assert ended > n
    illegal = np.full(n, classic.encode_move(tw.classic.Lay(5, 5)), np.int32)
    kept = states.copy()
    taking = states["phase"] != rules.PHASES.index(rules.TILE)
    wrong = fast.batch_step(states, illegal, rngs, turns, rewards, finals, done, masks)
    assert wrong >= taking.sum()
    assert (states == kept).sum() == wrong


@kernel
def count(rng: RngState, out: NDArray[np.int64], times: int) -> None:
    """Count random numbers below the length."""
    for _ in range(times):
        out[below(rng, len(out))] += 1


def test_numbers_are_drawn_evenly() -> None:
    found = np.zeros(7, np.int64)
    count(fast.seeded(9), found, 7000)
    assert found.max() - found.min() < 200
