"""Sections 1 and 2: pieces and boards, options and set-up."""

from __future__ import annotations

import random

import pytest

import tilewright as tw
from tests.classic.boards import (
    LAST,
    LETTERS,
    NOBODY,
    board,
    census,
    check,
    deal,
    heap,
    legal,
    play,
    position,
    through_the_floor,
)
from tilewright.classic import COLOR_LETTERS, COLOR_NAMES, Player, Take, new_game

PRINTED = "byrkw wbyrk kwbyr rkwby yrkwb".split()
EVERY_GAME = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "grey")]


@pytest.mark.rule("classic 1.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_has_a_board_and_turns_pass_in_seat_order(players: int) -> None:
    state = deal(new_game(players))
    assert len(state.players) == len(state.scores) == players
    turns = []
    for _ in range(2 * players):
        turns.append(state.turn)
        state = play(state, legal(state)[0])
    assert turns == [*range(players), *range(players)]


@pytest.mark.rule("classic 1.1")
@pytest.mark.parametrize("players", [0, 1, 5])
def test_two_to_four_people_play(players: int) -> None:
    with pytest.raises(tw.InvalidNotation, match="expected a number from 2 to 4"):
        new_game(players)


@pytest.mark.rule("classic 1.3")
def test_twenty_tiles_in_each_of_five_colours() -> None:
    assert COLOR_NAMES == ("blue", "yellow", "red", "black", "white")
    assert COLOR_LETTERS == LETTERS
    assert census(new_game()) == (20, 20, 20, 20, 20)


@pytest.mark.rule("classic 1.4", "classic 3.3")
def test_the_centre_and_every_factory_is_a_source() -> None:
    state = position(market="b/y/r/k/w/b", seat=0)
    assert {move[0] for move in legal(state)} == set("012345")
    assert {move[:2] for move in legal(state)} == {"0b", "1y", "2r", "3k", "4w", "5b"}


@pytest.mark.rule("classic 1.4", "classic 1.10")
def test_the_bag_is_drawn_from_at_random() -> None:
    state = new_game()
    deals = {str(state.sample(random.Random(seed))) for seed in range(20)}
    assert len(deals) == 20
    only_blue = position(phase="deal", market="", seat=0, bag="b" * 20)
    assert str(only_blue.sample(random.Random(1))) == "=bbbb/bbbb/bbbb/bbbb/bbbb"


@pytest.mark.rule("classic 1.4")
def test_every_tile_in_the_bag_is_as_likely() -> None:
    state = position(phase="deal", market="", seat=0, bag="b" * 15 + "k" * 5)
    first = [0] * 5
    for seed in range(400):
        for color, count in enumerate(state.sample(random.Random(seed)).factories[0]):
            first[color] += count
    assert first[1] == first[2] == first[4] == 0
    assert 0.70 < first[0] / 1600 < 0.80


@pytest.mark.rule("classic 1.5", "classic 3.12")
@pytest.mark.parametrize("line", [1, 2, 3, 4, 5])
def test_line_n_has_n_spaces_and_belongs_to_row_n(line: int) -> None:
    state = position(market="bbbbbbb/w", seat=0, marker=1)
    state = play(state, f"0b{line}")
    player = state.players[0]
    assert player.lines[line - 1] == (0, line)
    assert sum(player.floor) == 7 - line
    assert f"{line}" not in {move[2] for move in legal(state._replace(seat=0))}

    wall = play(state, LAST).players[0].wall
    assert [at // 5 + 1 for at, color in enumerate(wall) if color != -1] == [line]


@pytest.mark.rule("classic 1.6", "classic 5.3")
@pytest.mark.parametrize("row", range(5))
@pytest.mark.parametrize("color", range(5))
def test_each_colour_has_its_printed_space_in_each_row(row: int, color: int) -> None:
    letter = LETTERS[color]
    column = PRINTED[row].index(letter)
    drawing = "\n".join(f"{letter * (r + 1) if r == row else '-'} ....." for r in range(5))
    expected = [["."] * 5 for _ in range(5)]
    expected[row][column] = letter
    state = play(position(board(drawing)), LAST)
    walls = "\n".join(f"- {''.join(spaces)}" for spaces in expected)
    assert state.players[0] == board(walls, score=1)


@pytest.mark.rule("classic 1.7", "classic 4.6", "classic 5.11")
@pytest.mark.parametrize("tiles, loss", list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
def test_floor_losses(tiles: int, loss: int) -> None:
    state = play(position(board(score=20, floor="k" * tiles)), LAST)
    assert state.scores == (20 - loss, 0)


@pytest.mark.rule("classic 1.8", "classic 5.13")
def test_the_marker_is_no_tile() -> None:
    state = play(position(market="kkr/y", seat=0), "0k2")
    assert state.marker == 0
    assert state.players[0].floor == heap("")
    state = play(state, "1y1 0r1")
    assert state.lid == heap("k")  # of line 2; neither floor holds a tile


@pytest.mark.rule("classic 1.9")
@pytest.mark.parametrize("players, wall", EVERY_GAME)
def test_no_tile_leaves_the_game(players: int, wall: str) -> None:
    rng = random.Random(players)
    state = new_game(players, wall=wall)
    while state.turn != tw.OVER:
        chance = state.turn == tw.CHANCE
        state = state.play(state.sample(rng) if chance else rng.choice(state.legal_moves()))
        check(state)
    assert state.round > 1


@pytest.mark.rule("classic 1.10")
def test_everything_is_open() -> None:
    state = position(market="-/bbyk", seat=0, lid="rrk")
    assert "market=-/bbyk/-/-/-/- bag=b18y19r18k18w20 lid=r2k1 " in str(state)
    assert tw.parse(str(state)) == state  # the text of a position hides nothing of it


@pytest.mark.rule("classic 2.1")
def test_the_wall_is_coloured_or_grey() -> None:
    assert new_game() == new_game(wall="coloured")
    assert new_game(wall="grey").options.wall == "grey"
    with pytest.raises(tw.InvalidNotation, match="expected coloured or grey"):
        new_game(wall="green")


@pytest.mark.rule("classic 2.1", "classic 6.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_grey_walls_tiled_as_printed_make_the_same_game(players: int) -> None:
    rng = random.Random(players)
    state, grey = new_game(players), new_game(players, wall="grey")
    while state.turn != tw.OVER:
        chance = state.turn == tw.CHANCE
        assert legal(grey) == legal(state)
        move = state.sample(rng) if chance else rng.choice(state.legal_moves())
        state, grey = state.play(move), grey.play(move)
        while grey.phase == "tile":
            row = int(legal(grey)[0][0]) - 1
            color = grey.players[grey.turn].lines[row][0]
            grey = play(grey, f"{row + 1}c{PRINTED[row].index(LETTERS[color]) + 1}")
        assert grey._replace(options=state.options) == state
    assert state.outcome() == grey.outcome()


@pytest.mark.rule("classic 2.2")
def test_the_round_limit_is_forty_unless_set_otherwise() -> None:
    assert new_game().options.round_limit == 40
    assert new_game(round_limit=7).options.round_limit == 7
    assert new_game(round_limit=None).options.round_limit is None
    assert new_game() == new_game(round_limit=40) == tw.begin("classic", str(new_game().options))
    for limit in (0, -1):
        with pytest.raises(tw.InvalidNotation, match="expected a number from 1"):
            new_game(round_limit=limit)


@pytest.mark.rule("classic 2.2", "classic 8.6")
@pytest.mark.parametrize("limit, last", [(1, 1), (3, 3), (40, 40), (None, 50)])
def test_a_game_lasts_no_longer_than_its_limit(limit: int | None, last: int) -> None:
    state = through_the_floor(new_game(round_limit=limit), 49)
    assert state.round == last
    assert (state.turn == tw.OVER) == (limit is not None)


@pytest.mark.rule("classic 2.3")
def test_everyone_begins_with_an_empty_board() -> None:
    state = new_game(3)
    assert state.players == (board(), board(), board()) == (Player(),) * 3
    assert state.scores == (0, 0, 0)


@pytest.mark.rule("classic 2.4", "classic 2.7")
@pytest.mark.parametrize("players, factories", [(2, 5), (3, 7), (4, 9)])
def test_factories_by_number_of_players(players: int, factories: int) -> None:
    state = new_game(players)
    assert state.turn == tw.CHANCE
    assert state.bag == (20,) * 5
    assert state.lid == heap("")
    state = deal(state)
    assert [sum(tiles) for tiles in state.sources] == [0] + [4] * factories
    assert sum(state.bag) == 100 - 4 * factories


@pytest.mark.rule("classic 2.5", "classic 2.6", "classic 3.2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_first_seat_starts_the_first_round(players: int) -> None:
    state = new_game(players)
    assert (state.round, state.starter, state.marker) == (1, 0, NOBODY)
    assert deal(state).turn == 0


@pytest.mark.rule("classic 2.7", "classic 3.11")
def test_in_the_first_round_every_line_is_open() -> None:
    state = play(new_game(), "=bbbb/yyyy/rrrr/kkkk/wwww")
    assert state.legal_moves() == [
        Take(color + 1, color, line) for color in range(5) for line in range(6)
    ]
