"""The games of a pair: the same deals, the same luck, everyone in every seat."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable

import pytest

import tilewright as tw
from tilewright.arena import Contest
from tilewright.arena.contest import GAUNTLET, LADDER, ROBIN, TOGETHER
from tilewright.arena.entrant import Ask
from tilewright.arena.figures import figures
from tilewright.arena.match import Luck, play_game, play_pair, seated
from tilewright.bots import BOTS, Choice, Limit
from tilewright.game import Rng
from tilewright.games import AnyMove, AnyState

ALL = {
    f"{game}-{players}": (game, str(tw.GAMES[game].new_game(players).options))
    for game in tw.GAMES
    for players in (2, 3, 4)
}


def contest(*names: str, game: str = "classic", players: int = 2, schedule: str = ROBIN) -> Contest:
    return Contest(names, game, str(tw.GAMES[game].new_game(players).options), "0", schedule)


def deals(start: AnyState, seed: int) -> list[tuple[int, AnyMove, int]]:
    """The deals of a game with random players: the round, the deal, the tiles left in the bag."""
    luck, rng, state = Luck("key", start), random.Random(seed), start
    found = []
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            move = luck.move(state)
            if type(move).__name__ == "Deal":
                found.append((state.round, move, sum(state.bag)))  # type: ignore[attr-defined]
        else:
            move = rng.choice(state.legal_moves())
        state = state.play(move)
    return found


@pytest.mark.parametrize(
    "game, players, rounds",
    [("classic", 2, 5), ("classic", 3, 3), ("classic", 4, 2), ("pavilion", 2, 4)],
)
def test_deals_stay_the_same_while_the_first_bag_lasts(
    game: str, players: int, rounds: int
) -> None:
    start = tw.GAMES[game].new_game(players)
    games = [deals(start, seed) for seed in range(5)]
    first = [move for _, move, _ in games[0]]
    for each in games[1:]:
        assert [move for _, move, _ in each][:rounds] == first[:rounds]
    other = Luck("other key", start)
    state = start
    while not state.legal_moves():
        move = other.move(state)
        state = state.play(move)
    assert move != first[0]


@pytest.mark.parametrize("name", ALL)
def test_nature_plays_by_the_rules(name: str) -> None:
    game, options = ALL[name]
    luck = Luck("any", tw.begin(game, options))
    state = tw.begin(game, options)
    rng = random.Random(1)
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            move = state.parse(str(luck.move(state)))  # parse checks it
        else:
            move = rng.choice(state.legal_moves())
        state = state.play(move)


def test_every_tile_is_dealt_equally_often() -> None:
    start = tw.classic.new_game(2)
    counts: Counter[int] = Counter()
    for key in range(500):
        for factory in Luck(str(key), start).move(start).factories:  # type: ignore[attr-defined]
            counts.update(dict(enumerate(factory)))
    assert sum(counts.values()) == 500 * 20
    assert all(1860 <= count <= 2140 for count in counts.values())  # 2000, 3.9 deviations


@pytest.mark.parametrize("name", ALL)
def test_equal_bots_share_the_points_exactly(name: str) -> None:
    game, options = ALL[name]
    equal = Contest(("greedy", "greedy"), game, options)
    pairs = [play_pair(equal, 0, number) for number in range(2)]
    for pair in pairs:  # the same game every time, with the names moved on by a seat
        assert len({end.scores for end in pair.games}) == 1
    (found,) = figures(equal, 0, pairs)
    assert found.score.mean == pytest.approx(found.fair)
    if found.seats == 2:
        assert found.margin.mean == 0


def test_a_pair_is_the_same_each_time_and_no_other() -> None:
    both = contest("greedy", "random")
    once, again, other = (play_pair(both, 0, number).games for number in (3, 3, 4))
    assert once == again != other
    elsewhere = Contest(both.names, both.game, both.options, "1")
    assert play_pair(elsewhere, 0, 3).games != once


def test_line_ups_go_around_the_table() -> None:
    (pairing,) = contest("greedy", "random", players=4).pairings[:1]
    assert pairing.lineups == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    (table,) = contest("greedy", "random", "greedy", players=3, schedule=TOGETHER).pairings
    assert table.lineups == ((0, 1, 2), (2, 0, 1), (1, 2, 0))


@pytest.mark.parametrize(
    "schedule, players, meetings",
    [
        (ROBIN, 2, [(0, 1), (0, 2), (1, 2)]),
        (ROBIN, 3, [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]),
        (GAUNTLET, 2, [(0, 1), (0, 2)]),
        (LADDER, 2, [(1, 0), (2, 1)]),
    ],
)
def test_who_meets_whom(schedule: str, players: int, meetings: list[tuple[int, int]]) -> None:
    found = contest("random", "greedy", "greedy", players=players, schedule=schedule).pairings
    assert [(pairing.counts[0], pairing.others[0]) for pairing in found] == meetings


def test_an_illegal_move_is_not_played() -> None:
    def cheat(state: AnyState, rng: Rng) -> Choice:
        choice = BOTS["greedy"](state, Limit(), rng)
        return choice._replace(move=tw.classic.Take(9, 0, 1))

    def honest(state: AnyState, rng: Rng) -> Choice:
        return BOTS["greedy"](state, Limit(), rng)

    asks: list[Ask] = [honest, cheat]
    with pytest.raises(ValueError, match="seat 1 played 9b1, which is not legal in classic"):
        play_game(tw.classic.new_game(2), asks, "key")


def test_bots_are_asked_only_where_there_is_a_choice() -> None:
    seen: list[int] = []

    def counting(choose: Callable[[AnyState, Limit, Rng], Choice]) -> Ask:
        def ask(state: AnyState, rng: Rng) -> Choice:
            seen.append(len(state.legal_moves()))
            return choose(state, Limit(), rng)

        return ask

    _, seconds, moves = play_game(tw.classic.new_game(2), [counting(BOTS["random"])] * 2, "key")
    assert sum(moves) == len(seen)
    assert min(seen) > 1
    assert all(spent > 0 for spent in seconds)


@pytest.mark.parametrize("name, threads", [("spy@50ms", 4), ("spy@400", 1)])
def test_seats_with_a_clock_think_apart(
    name: str, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[threading.Thread] = set()

    def spy(state: AnyState, limit: Limit, rng: Rng) -> Choice:
        seen.add(threading.current_thread())
        return BOTS["random"](state, limit, rng)

    monkeypatch.setitem(BOTS, "spy", spy)
    seated.cache_clear()
    both = contest(name, name)
    play_pair(both, 0, 0)
    assert len(seen - {threading.main_thread()}) + (threads == 1) == threads
    seated.cache_clear()
