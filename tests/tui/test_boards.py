"""What the boards look like in letters, and that they fit."""

from __future__ import annotations

import random
from functools import cache

import pytest
from rich.console import Console

import tilewright as tw
from tilewright import pavilion
from tilewright.bots import BOTS, Limit
from tilewright.games import AnyState, new_game
from tilewright.tui import screen
from tilewright.tui.game import on_screen

CLASSIC = (
    "classic players=2 wall=coloured round_limit=40 round=2 phase=take seat=0 starter=0"
    " marker=1 market=bkk/yyrr/-/-/-/- bag=b16y14r15k14w18 lid=b1y1r1k1w1"
    " seat0=7,-/rr/-/yy/-,b..../...../..b../...../.....,-"
    " seat1=0,-/-/kkk/-/-,.y.../...../...../...../.....,w"
)


def printed(state: AnyState, *, width: int = 80, height: int | None = None) -> list[str]:
    """A position as lines of text."""
    console = Console(width=width, no_color=True, force_terminal=False)
    names = ["Ann", "Bob", "Eve", "Dan"][: len(state.scores)]
    with console.capture() as capture:
        console.print(screen.position(state, names, width=width, height=height, seat=0))
    return capture.get().splitlines()


@cache
def game(name: str, players: int, side: str) -> list[AnyState]:
    """Every position of a game between greedy bots."""
    state = new_game(name, players, {tw.GAMES[name].SIDE: side})
    rng = random.Random(1)
    states = [state]
    while state.turn != tw.OVER:
        nature = state.turn == tw.CHANCE
        state = state.play(
            state.sample(rng) if nature else BOTS["greedy"](state, Limit(), rng).move
        )
        states.append(state)
    return states


def test_classic() -> None:
    assert printed(tw.parse(CLASSIC)) == [
        "╭─ Classic, round 2, taking tiles ─────────────────────────────────────────────╮",
        "│ 1  Y  Y  R  R  2  ·  ·  ·  ·  3  ·  ·  ·  ·  4  ·  ·  ·  ·  5  ·  ·  ·  ·    │",
        "│ 0  B 1  K 2                                                                  │",
        "│ bag 77: b16 y14 r15 k14 w18   lid 5: b1 y1 r1 k1 w1                          │",
        "╰──────────────────────────────────────────────────────────────────────────────╯",
        "╭─ Ann: 7, to move ──────────────────╮ ╭─ Bob: 0 ───────────────────────────╮",
        "│ 1              · │  B  y  r  k  w  │ │ 1              · │  b  Y  r  k  w  │",
        "│ 2           R  R │  w  b  y  r  k  │ │ 2           ·  · │  w  b  y  r  k  │",
        "│ 3        ·  ·  · │  k  w  B  y  r  │ │ 3        K  K  K │  k  w  b  y  r  │",
        "│ 4     ·  ·  Y  Y │  r  k  w  b  y  │ │ 4     ·  ·  ·  · │  r  k  w  b  y  │",
        "│ 5  ·  ·  ·  ·  · │  y  r  k  w  b  │ │ 5  ·  ·  ·  ·  · │  y  r  k  w  b  │",
        "│ -  -1 -1 -2 -2 -2 -3 -3            │ │ -  M  W  -2 -2 -2 -3 -3  costs 2   │",
        "╰────────────────────────────────────╯ ╰────────────────────────────────────╯",
    ]


def test_moves_of_classic() -> None:
    console = Console(width=80, force_terminal=False)
    with console.capture() as capture:
        console.print(on_screen(tw.parse(CLASSIC)).list_moves(tw.parse(CLASSIC), 80))
    lines = [line.split() for line in capture.get().splitlines()]
    assert lines[0] == ["take", "1", "2", "3", "4", "5", "-"]
    assert lines[1] == ["0b", "1", "blue", "1/5", "-1"]
    assert lines[2] == ["0k", "2", "black", "+1", "-1", "2/3", "2/5", "-2"]
    assert lines[3] == ["1y", "2", "yellow", "+2", "-1", "2/3", "+1", "2/5", "-2"]


GAMES = [
    ("classic", 2, "coloured"),
    ("classic", 3, "grey"),
    ("classic", 4, "coloured"),
    ("pavilion", 2, "coloured"),
    ("pavilion", 3, "neutral"),
    ("pavilion", 4, "coloured"),
]


@pytest.mark.parametrize("which", GAMES, ids=str)
def test_nothing_is_wider_than_the_terminal(which: tuple[str, int, str]) -> None:
    for state in game(*which)[::11]:
        for width in (80, 140, 200):
            lines = printed(state, width=width)
            assert max(map(len, lines)) <= width
            rows = -(-len(state.scores) // screen.boards_per_row(state, width))
            assert sum("╭" in line for line in lines) == 1 + rows


@pytest.mark.parametrize("which", GAMES, ids=str)
def test_a_turn_fits_24_lines(which: tuple[str, int, str]) -> None:
    for state in game(*which)[::11]:
        assert len(printed(state, height=21)) <= 23


def test_four_boards_go_two_by_two() -> None:
    state = pavilion.new_game(4)
    assert [screen.boards_per_row(state, width) for width in (40, 80, 120, 160)] == [1, 2, 2, 4]


@pytest.mark.parametrize("which", GAMES, ids=str)
def test_lists_of_moves_stay_short(which: tuple[str, int, str]) -> None:
    console = Console(width=80, force_terminal=False)
    for state in game(*which)[1::3]:
        if state.turn < 0:
            continue
        with console.capture() as capture:
            console.print(on_screen(state).list_moves(state, 80))
        lines = capture.get().splitlines()
        assert max(map(len, lines)) <= 80
        assert len(lines) <= (38 if state.game == "classic" else 17)


def test_colours_are_the_tiles_own() -> None:
    console = Console(width=80, force_terminal=True, color_system="truecolor")
    with console.capture() as capture:
        console.print(screen.position(tw.parse(CLASSIC), ["Ann", "Bob"], width=80))
    assert "\x1b[1;38;2;255;239;226;48;2;194;64;47m R \x1b[0m" in capture.get()
