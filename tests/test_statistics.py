"""Statistics: they add up to the score and agree with the boards."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, playthrough
from tilewright.classic.scoring import complete_rows
from tilewright.pavilion.board import START_SCORE
from tilewright.record import Record
from tilewright.statistics import of, of_all, points
from tilewright.tiles import EMPTY

SEEDS = (0, 1)  # greedy bots, random moves


def play(name: str, seed: int) -> Record:
    start = CONFIGURATIONS[name]()
    return Record(start, tuple([move for _, move, _ in playthrough(start, seed)]))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_laws_of_statistics(name: str, seed: int) -> None:
    record = play(name, seed)
    state = record.state
    begin = START_SCORE if state.game == "pavilion" else 0
    seats = of_all(record)
    for seat, numbers in enumerate(seats):
        assert points(numbers) + begin == numbers["score"] == state.scores[seat]
        for loss in [name.removesuffix("_asked") for name in numbers if name.endswith("_asked")]:
            assert 0 <= -numbers[f"points_{loss}"] <= numbers[f"{loss}_asked"]
        assert numbers["rounds"] == state.round
        assert all(
            n >= 0 for name, n in numbers.items() if not name.startswith(("points_", "best_"))
        )
    by_nature = sum(str(move)[0] in "=+" for move in record.moves)
    assert sum(numbers["moves"] for numbers in seats) == len(record.moves) - by_nature
    assert sum(numbers["markers"] for numbers in seats) <= state.round
    if isinstance(state, tw.classic.State):
        check_classic(record, state)
    else:
        assert isinstance(state, tw.pavilion.State)
        check_pavilion(record, state)


def check_classic(record: Record, state: tw.classic.State) -> None:
    seats = of_all(record)
    deals = [move for move in record.moves if isinstance(move, tw.classic.Deal)]
    dealt = sum(sum(tiles) for deal in deals for tiles in deal.factories)
    assert sum(numbers["tiles_taken"] for numbers in seats) == dealt
    for numbers, player in zip(seats, state.players, strict=True):
        assert numbers["tiles_wall"] == sum(color != EMPTY for color in player.wall)
        assert numbers["rows"] == len(complete_rows(player.wall))
        assert numbers["points_rows"] == 2 * numbers["rows"]
        assert numbers["points_columns"] == 7 * numbers["columns"]
        assert numbers["points_colors"] == 10 * numbers["colors"]
        assert numbers["best_tile"] <= 10


def check_pavilion(record: Record, state: tw.pavilion.State) -> None:
    for numbers, player in zip(of_all(record), state.players, strict=True):
        laid = [color for color in player.spaces if color != EMPTY]
        assert numbers["placements"] == len(laid)
        for color, name in enumerate(tw.pavilion.COLOR_NAMES):
            assert numbers[f"placed_{name}"] == laid.count(color)
        rounds = range(1, 7)
        assert numbers["tiles_taken"] == sum(numbers[f"taken_{n}"] for n in rounds)
        assert numbers["tiles_bonus"] == sum(numbers[f"bonus_{n}"] for n in rounds)
        assert numbers["tiles_kept"] == sum(numbers[f"kept_{n}"] for n in rounds)
        due = sum(numbers[f"bonus_{kind}"] for kind in ("pillar", "statue", "window"))
        assert numbers["tiles_bonus"] == due - numbers["bonus_short"]
        assert due == numbers["pillars"] + 2 * numbers["statues"] + 3 * numbers["windows"]
        stars = [count for name, count in numbers.items() if name.startswith("star_")]
        assert numbers["stars"] == sum(stars)
        assert numbers["numbers"] == sum(numbers[f"number_{n}"] for n in (1, 2, 3, 4))
        came = numbers["tiles_taken"] + numbers["tiles_bonus"]
        went = numbers["tiles_paid"] + numbers["discards_asked"] + numbers["leftovers_asked"]
        assert came == went


@pytest.mark.parametrize("name", ["classic-2-coloured", "pavilion-2-coloured"])
def test_statistics_of_a_game_that_was_broken_off(name: str) -> None:
    record = play(name, 1)
    for moves in (0, 1, 7, len(record.moves) // 2):
        part = record.undo(len(record.moves) - moves)
        begin = part.start.scores[0]
        for seat in range(2):
            assert points(of(part, seat)) + begin == part.state.scores[seat]


@pytest.mark.parametrize("game", tw.GAMES)
def test_all_games_have_the_same_names(game: str) -> None:
    begun = [of_all(Record(tw.GAMES[game].new_game(players))) for players in (2, 3, 4)]
    assert len({tuple(numbers) for seats in begun for numbers in seats}) == 1


ONE_ROUND = """tilewright 1
game: classic
rules: 1
options: players=2 wall=coloured round_limit=1
seat 0: Ann
seat 1: Ben

1. =bbbb/byrk/yyyy/rrrr/kkww
2. 1b4 3y4 2b1 0y1 4r2 5k3 0r- 0k3
10. 0w5
"""


def test_a_round_counted_by_hand() -> None:
    ann, ben = of_all(tw.parse_record(ONE_ROUND))
    counted = {
        "score": (0, 2),
        "moves": (5, 4),
        "rounds": (1, 1),
        "markers": (0, 1),
        "tiles_taken": (12, 8),
        "tiles_wall": (3, 3),
        "tiles_floor": (3, 0),
        "floor_takes": (1, 0),
        "floor_asked": (4, 1),
        "points_tiles": (3, 3),
        "points_floor": (-3, -1),
        "best_tile": (1, 1),
        "best_round": (0, 2),
    }
    for name in ann:
        assert (ann[name], ben[name]) == counted.get(name, (0, 0)), name
