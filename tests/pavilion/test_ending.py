"""The end of the game: bonuses, tiles left over, winners."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.pavilion.boards import (
    FULL,
    SPACES,
    filled,
    game,
    hand,
    heap,
    letters,
    play,
    position,
    seat,
)


def ended(*seats: str, board: str = "coloured", edition: str = "2019") -> tw.pavilion.State:
    """The end of a game in which seat 0, the last to pass, does so and keeps its tiles."""
    others = [text.removesuffix("in") + "passed" for text in seats[1:]] or [seat(passed=True)]
    state = position(seats[0], *others, round=6, board=board, edition=edition)
    return play(state, f"pass:{hand(state)}" if hand(state) else "pass")


def numbered(*numbers: int) -> str:
    """The stars of the coloured side with a tile on every space of these numbers."""
    return filled(" ".join(name for name in SPACES if int(name[-1]) in numbers))


STAR_POINTS = [
    ("C pgoybr", 12),
    ("C rbyogp", 12),
    ("NE rrrrrr", 14),
    ("E bbbbbb", 15),
    ("SE yyyyyy", 16),
    ("NW oooooo", 17),
    ("SW gggggg", 18),
    ("W pppppp", 20),
    ("E bbbbb.", 0),
    ("E .bbbbb", 0),
    ("C pgoyb.", 0),
    ("", 0),
    ("C pgoybr NE rrrrrr W pppppp", 12 + 14 + 20),
    ("C pgoybr NE rrrrrr W ppp.pp", 12 + 14),
]


@pytest.mark.rule("pavilion 11.2", "pavilion 1.2")
@pytest.mark.parametrize("stars, points", STAR_POINTS)
def test_complete_stars(stars: str, points: int) -> None:
    state = ended(seat(stars))
    assert state.turn == tw.OVER
    assert state.scores == (5 + points, 5)


NEUTRAL_POINTS = [
    ("NW rrrrrr", 14),
    ("C rrrrrr", 14),
    ("W bbbbbb", 15),
    ("C pppppp", 20),
    ("SE gggggg", 18),
    ("SE pgoybr", 12),
    ("C pgoybr", 12),
    ("C rbyogp W goybrp", 24),
    ("NW rrrrrr SE rrrrrr", 28),
    ("NW rrrrrr SE rrrrrr W rrrrrr", 42),
    ("C yyyyyy W oooooo E rrrrr.", 16 + 17),
    ("E rrrrr.", 0),
    ("E pgoyb.", 0),
]


@pytest.mark.rule("pavilion 11.3", "pavilion 10.5")
@pytest.mark.parametrize("stars, points", NEUTRAL_POINTS)
def test_complete_stars_of_the_neutral_side(stars: str, points: int) -> None:
    """A star counts by the colour of its tiles, wherever it lies and as often as it occurs."""
    assert ended(seat(stars), board="neutral").scores == (5 + points, 5)


@pytest.mark.rule("pavilion 11.4")
@pytest.mark.parametrize(
    "numbers, points",
    [
        ((1,), 4),
        ((2,), 8),
        ((3,), 12),
        ((4,), 16),
        ((5,), 0),
        ((6,), 0),
        ((5, 6), 0),
        ((1, 4), 20),
        ((1, 2, 3, 4), 40),
    ],
)
def test_covered_numbers(numbers: tuple[int, ...], points: int) -> None:
    assert ended(seat(numbered(*numbers))).scores == (5 + points, 5)


@pytest.mark.rule("pavilion 11.4")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_every_space_of_the_number_is_needed(number: int) -> None:
    """Without one of the seven, whichever star it is in, there is no bonus."""
    names = [name for name in SPACES if int(name[-1]) == number]
    assert len(names) == 7
    for missing in names:
        rest = " ".join(name for name in names if name != missing)
        assert ended(seat(filled(rest))).scores[0] == 5


def neutral_threes(missing: str = "") -> str:
    """The twelve 3s of the neutral side, which are C1 to C6 and the first of each outer star."""
    names = [name for name in SPACES if name.startswith("C") or name.endswith("1")]
    return filled(" ".join(name for name in names if name != missing))


@pytest.mark.rule("pavilion 11.5", "pavilion 11.4")
def test_all_twelve_threes() -> None:
    """The centre star alone is worth 12; with all twelve 3s 12 more."""
    assert ended(seat(neutral_threes()), board="neutral").scores[0] == 5 + 12 + 12
    for name in ("NW1", "NE1", "E1", "SE1", "SW1", "W1"):
        assert ended(seat(neutral_threes(name)), board="neutral").scores[0] == 5 + 12
    for slot in range(1, 7):
        assert ended(seat(neutral_threes(f"C{slot}")), board="neutral").scores[0] == 5


@pytest.mark.rule("pavilion 11.4", "pavilion 2.3")
@pytest.mark.parametrize("slot, points", [(1, 0), (2, 8), (3, 4), (4, 16), (5, 0), (6, 0)])
def test_covered_numbers_of_the_neutral_side(slot: int, points: int) -> None:
    """The third space of an outer star shows 1; the centre shows 3s only."""
    names = " ".join(name for name in SPACES if name[-1] == str(slot) and name[0] != "C")
    assert ended(seat(filled(names)), board="neutral").scores[0] == 5 + points


@pytest.mark.rule("pavilion 11.2", "pavilion 11.4")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
def test_a_full_board(board: str) -> None:
    state = ended(seat(FULL, score=30), board=board)
    assert state.scores[0] == 30 + (12 + 14 + 15 + 16 + 17 + 18 + 20) + (4 + 8 + 12 + 16)


@pytest.mark.rule("pavilion 11.2", "pavilion 11.4", "pavilion 11.6")
def test_the_end_is_told_step_by_step() -> None:
    """For each seat the stars, the numbers and the tiles left over, and nothing for nothing."""
    ones = filled("C1 NW1 NE1 E1 SE1 SW1 W1 E2 E3 E4 E5 E6")
    last = seat(ones, hand="gr"), seat("NE rrrrrr", hand="b", passed=True), seat(passed=True)
    state = position(*last, round=6)
    steps = state.explain(state.parse("pass:gr"))
    assert steps == (
        (0, "end", "star", 15, {"star": 3, "color": 4}),
        (0, "end", "number", 4, {"number": 1}),
        (0, "end", "leftover", -2, {"tiles": 2, "loss": 2}),
        (1, "end", "star", 14, {"star": 2, "color": 5}),
        (1, "end", "leftover", -1, {"tiles": 1, "loss": 1}),
    )
    assert state.preview(state.parse("pass:gr")) == ()  # the end is not what the move is worth
    assert play(state, "pass:gr").scores == (22, 18, 5)


LEFTOVERS = [
    # edition, score, stars, hand, score after
    ("2019", 20, "", "rrrr", 16),
    ("2019", 20, "NE rrrrrr", "rrr", 31),
    ("2019", 3, "", "rrrr", 1),
    ("2019", 1, "", "r", 1),
    ("2019", 1, "NE rrrrrr", "rrrr", 11),
    ("mini", 3, "", "rrrr", 0),
    ("mini", 4, "", "rrrr", 0),
    ("mini", 5, "", "rrrr", 1),
    ("mini", 0, "", "r", 0),
]


@pytest.mark.rule("pavilion 11.6", "pavilion 8.5", "pavilion 8.7")
@pytest.mark.parametrize("edition, score, stars, tiles, after", LEFTOVERS)
@pytest.mark.parametrize("number", [0, 1])
def test_tiles_left_over(
    number: int, edition: str, score: int, stars: str, tiles: str, after: int
) -> None:
    """After the bonuses each tile in a corner costs a point and goes into the tower."""
    seats = [seat(), seat()]
    seats[number] = seat(stars, hand=tiles, score=score)
    state = ended(*seats, edition=edition)
    assert state.scores[number] == after
    assert (hand(state, number), state.tower) == ("", heap(tiles))


@pytest.mark.rule("pavilion 11.6")
def test_all_leftovers_go_into_the_tower() -> None:
    state = ended(seat(hand="gr"), seat(hand="bbpp"), seat(hand="y"))
    assert letters(state.tower) == "ppgybbr"
    assert state.scores == (3, 1, 4)


@pytest.mark.rule("pavilion 11.1")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_no_bonus_before_the_end(number: int) -> None:
    state = position(seat("NE rrrrrr"), seat(passed=True), round=number)
    state = play(state, "pass")
    assert (state.round, state.scores) == (number + 1, (5, 5))


@pytest.mark.rule("pavilion 11.1")
def test_nothing_can_be_played_after_the_end() -> None:
    state = ended(seat())
    assert (state.turn, state.legal_moves()) == (tw.OVER, [])
    for text in ("pass", "1r", "E1b0", "*b", "+p", "=p/p/p/p/p"):
        with pytest.raises(tw.IllegalMove, match=r": the game is over$"):
            state.parse(text)


@pytest.mark.rule("pavilion 11.1")
def test_a_game_ends_after_empty_rounds_too() -> None:
    """All 132 tiles lie on three boards and in the supply: rounds pass, and the game ends."""
    state = position(seat(FULL), seat(FULL), seat(FULL), supply="pgoybr")
    rounds = [state.round]
    while state.turn != tw.OVER:
        assert state.end is None
        state = play(state, "pass")
        rounds.append(state.round)
    assert state.end == "rounds"
    assert rounds == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6]


@pytest.mark.rule("pavilion 11.1")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        {"edition": "mini", "last_round_discard": "at_pass"},
        {"joker_order": "alternative", "board": "neutral"},
    ],
)
def test_every_game_gets_to_its_end(players: int, options: dict[str, str]) -> None:
    last, move = game(11, players=players, **options)[-1]
    assert (last.round, last.turn, move) == (6, tw.OVER, None)
    assert not any(map(any, last.sources))
    assert all(player.passed and not any(player.hand) for player in last.players)


@pytest.mark.rule("pavilion 11.7", "pavilion 11.8", "pavilion 1.2")
@pytest.mark.parametrize(
    "scores, ranks",
    [
        ((9, 8), (1, 2)),
        ((8, 9), (2, 1)),
        ((8, 8), (1, 1)),
        ((7, 9, 8), (3, 1, 2)),
        ((9, 9, 8), (1, 1, 3)),
        ((7, 9, 7), (2, 1, 2)),
        ((6, 6, 6), (1, 1, 1)),
        ((9, 7, 9, 7), (1, 3, 1, 3)),
        ((1, 100, 81, 99), (4, 1, 3, 2)),
    ],
)
def test_the_most_points_win(scores: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """Equal points share a rank, and nothing breaks a tie."""
    boards = ["NE rrr...", "", "E b....."]  # what lies on the boards does not matter
    seats = [seat(boards[i % 3], score=score) for i, score in enumerate(scores)]
    state = ended(*seats)
    assert (state.scores, state.outcome()) == (scores, ranks)


@pytest.mark.rule("pavilion 11.7")
def test_a_shared_victory_through_bonuses() -> None:
    """A red star with 6 points and a blue one with 5 share the victory."""
    state = ended(seat("NE rrrrrr", score=6), seat("E bbbbbb", score=5))
    assert (state.scores, state.outcome()) == ((20, 20), (1, 1))


@pytest.mark.rule("pavilion 7.1", "pavilion 8.4", "pavilion 11.2")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
@pytest.mark.parametrize("players", [2, 4])
def test_steps_add_up_to_the_scores(players: int, board: str) -> None:
    """Every change of a score is told, and a preview tells what concerns the mover."""
    for state, move in game(12, players=players, board=board):
        if move is None:
            continue
        scores = list(state.scores)
        steps = state.explain(move)
        for step in steps:
            scores[step.seat] += step.points
        assert state.play(move).scores == tuple(scores)
        at_the_end = ("star", "number", "leftover")
        own = [s for s in steps if s.seat == state.turn and s.code not in at_the_end]
        assert list(state.preview(move)) == own


@pytest.mark.rule("pavilion 6.8", "pavilion 8.4")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
def test_previews_are_the_previews_of_all_moves(board: str) -> None:
    """Neither the split of a payment nor which tiles are kept changes what a move is worth."""
    for state, _ in game(14, players=3, board=board):
        assert state.previews() == [(move, state.preview(move)) for move in state.legal_moves()]


@pytest.mark.parametrize("number", range(1, 7))
def test_the_sixth_round_is_the_last(number: int) -> None:
    assert position(seat(), seat(), round=number).is_last_round == (number == 6)
