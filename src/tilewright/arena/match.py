"""The games of a pair: every line-up once, on the same deals and with the same luck by seat.

The bag is shuffled once for a pair. Deals come from its top, refills of pavilion's supply from its
bottom, so that the rounds' deals are the same in all games of the pair for as long as the first bag
lasts, whatever was played; what is drawn after that depends on what was discarded.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import cache
from random import Random
from time import perf_counter
from typing import NamedTuple, Protocol, cast

from tilewright.arena.contest import Contest, LineUp
from tilewright.arena.entrant import Ask, Entrant, sit_down
from tilewright.game import CHANCE, OVER
from tilewright.games import AnyState, begin
from tilewright.tiles import Tiles


class Bagged(Protocol):
    """What deals need from a state."""

    bag: Tiles
    phase: str


class GameResult(NamedTuple):
    """How a game ended."""

    lineup: LineUp
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


class Pair(NamedTuple):
    """The games of a pair, and how long each entrant thought."""

    pairing: int
    number: int
    games: tuple[GameResult, ...]
    seconds: dict[int, float]  # by entrant
    moves: dict[int, int]


class Job(NamedTuple):
    """Pairs for a worker to play."""

    contest: Contest
    pairs: tuple[tuple[int, int], ...]  # pairing and number


class Luck:
    """Where nature's moves in one game come from."""

    def __init__(self, key: str, start: AnyState) -> None:
        bag = cast(Bagged, start).bag
        self._key = key
        self._order = [color for color, count in enumerate(bag) for _ in range(count)]
        Random(f"{key} bag").shuffle(self._order)
        self._top, self._bottom = 0, len(self._order)
        self._draws = 0

    def move(self, state: AnyState) -> object:
        """Nature's move: from the shuffled bag and, once that is empty, by random numbers that
        depend on how many draws there have been."""
        self._draws += 1
        self._bag = list(cast(Bagged, state).bag)
        self._from_top = cast(Bagged, state).phase == "deal"
        self._later = Random(f"{self._key} draw {self._draws}")
        return state.sample(self)

    def randrange(self, stop: int, /) -> int:
        """The position of the next tile among those in the bag, counted in colour order."""
        if self._top == self._bottom:
            return self._later.randrange(stop)
        if self._from_top:
            color = self._order[self._top]
            self._top += 1
        else:
            self._bottom -= 1
            color = self._order[self._bottom]
        at = sum(self._bag[:color])
        self._bag[color] -= 1
        return at


def play_pairs(job: Job) -> list[Pair]:
    """In a worker: play pairs."""
    return [play_pair(job.contest, *pair) for pair in job.pairs]


def play_pair(contest: Contest, pairing: int, number: int) -> Pair:
    """Play all line-ups of a pairing on one series of deals."""
    entrants = contest.entrants
    games, seconds, moves = [], dict[int, float](), dict[int, int]()
    for lineup in contest.pairings[pairing].lineups:
        with ExitStack() as stack:
            asks = [seated(entrants[one], contest.game, contest.options) for one in lineup]
            for seat, one in enumerate(lineup):
                if entrants[one].is_timed(contest.game, contest.players):
                    asks[seat] = alone(asks[seat], stack)
            game, thought, made = play_game(contest.start, asks, f"{contest.seed} {number}")
        games.append(GameResult(lineup, game.scores, game.outcome()))
        for seat, one in enumerate(lineup):
            seconds[one] = seconds.get(one, 0.0) + thought[seat]
            moves[one] = moves.get(one, 0) + made[seat]
    return Pair(pairing, number, tuple(games), seconds, moves)


def play_game(
    start: AnyState, asks: list[Ask], key: str
) -> tuple[AnyState, list[float], list[int]]:
    """Play a game to its end; return the end, how long each seat thought and how often. A bot's
    random numbers depend on its seat, not on which bot it is; forced moves are made for it."""
    luck = Luck(key, start)
    luck_of_seats = [Random(f"{key} seat {seat}") for seat in range(len(asks))]
    seconds, moves = [0.0] * len(asks), [0] * len(asks)
    state = start
    while state.turn != OVER:
        seat = state.turn
        if seat == CHANCE:
            state = state.play(luck.move(state))
            continue
        legal = state.legal_moves()
        move = legal[0]
        if len(legal) > 1:
            before = perf_counter()
            move = asks[seat](state, luck_of_seats[seat]).move
            seconds[seat] += perf_counter() - before
            moves[seat] += 1
            if move not in legal:
                raise ValueError(f"seat {seat} played {move}, which is not legal in {state}")
        state = state.play(move)
    return state, seconds, moves


def alone(ask: Ask, stack: ExitStack) -> Ask:
    """Let a seat think in a thread of its own until the game ends: what a search keeps for its next
    move is kept by thread, and must not reach the other seats or the next game."""
    thread = stack.enter_context(ThreadPoolExecutor(1))
    return lambda state, rng: thread.submit(ask, state, rng).result()


@cache
def seated(entrant: Entrant, game: str, options: str) -> Ask:
    """The function that plays for an entrant in this process, after a practice move, so that
    nothing has to be loaded while the clock runs."""
    ask, state, rng = sit_down(entrant, game), begin(game, options), Random(0)
    while state.turn == CHANCE:
        state = state.play(state.sample(rng))
    ask(state, rng)
    return ask
