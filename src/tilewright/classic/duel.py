"""The text protocol of the Digital Tabletop Competition, a contest of students: classic for two,
the whole state every turn. `tilewright engine --competition` plays by it.

Its colours g o b y r stand where blue, yellow, red, black and white stand on the wall. It does not
tell which tiles lie on the floors, nor bag and round: tiles that are not seen are put there, the
floors first. There is no lid: used tiles go back to the bag.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from typing import BinaryIO

from tilewright import classic
from tilewright.bots import BOTS, Limit
from tilewright.classic.board import FLOOR_SPACES, SIZE, TILES_PER_COLOR
from tilewright.game import InvalidNotation

LETTERS = "gobyr"  # theirs, in our colour order
FACTORIES = 5
FLOOR_LINE = 5  # their number of it
TURNS = 25  # about how many decisions a game has left; the clock is for all of them


def run(bot: str, source: BinaryIO, sink: BinaryIO) -> None:
    """Play a match: the form of input that is wanted, then a line for every turn."""
    rng = random.Random()
    words = iter(line.decode().split() for line in source)
    with redirect_stdout(sys.stderr):
        say(sink, "state")
        for clock in words:
            if not clock:
                continue
            state = read_state(words)
            limit = Limit(time=max(0.01, int(clock[0]) / 1000 / TURNS))
            say(sink, write_move(BOTS[bot](state, limit, rng).move))


def say(sink: BinaryIO, text: str) -> None:
    """Write a line."""
    sink.write(text.encode() + b"\n")
    sink.flush()


def read_state(lines: Iterator[list[str]]) -> classic.State:
    """The position that their lines tell; it is our turn, so we are seat 0."""
    *centre, marker = numbers(lines, SIZE + 1)
    factories = [tuple(numbers(lines, SIZE)) for _ in range(FACTORIES)]
    holders = {"you": 0, "opponent": 1, "none": -1}
    (word,) = take(lines, 1)
    if word not in holders or (word == "none") != bool(marker):
        raise InvalidNotation(f"{word}: expected who has the marker")
    boards = [read_player(lines) for _ in holders if _ != "none"]
    seen = [sum(group) for group in zip(centre, *factories, *[tiles(b[0]) for b in boards])]
    left = [TILES_PER_COLOR - count for count in seen]
    if min(left) < 0:
        raise InvalidNotation(f"more than {TILES_PER_COLOR} tiles of a colour")
    players = []
    for seat, (player, length) in enumerate(boards):
        count = length - (holders[word] == seat)
        floor = draw(left, count)
        left = [rest - taken for rest, taken in zip(left, floor)]
        players.append(player._replace(floor=floor))
    start = classic.new_game(2)
    state = start._replace(
        phase="take",
        round=1 + max(sum(color >= 0 for color in player.wall) for player in players) // SIZE,
        marker=holders[word],
        sources=(tuple(centre), *factories),
        bag=tuple(left),
        players=tuple(players),
    )
    return classic.parse(str(state))  # checked


def read_player(lines: Iterator[list[str]]) -> tuple[classic.Player, int]:
    """A player without the floor line, and how many things are on it, including the marker."""
    pattern = []
    for _ in range(SIZE):
        count, letter = take(lines, 2)
        pattern.append((color(letter), int(count)) if letter != "." else (-1, 0))
    wall = [color(letter) for _ in range(SIZE) for letter in take(lines, SIZE)]
    length, score = numbers(lines, 2)
    return classic.Player(score=score, lines=tuple(pattern), wall=tuple(wall)), length


def tiles(player: classic.Player) -> list[int]:
    """The tiles of a board, by colour."""
    laid = [player.wall.count(c) for c in range(SIZE)]
    for held, count in player.lines:
        if count:
            laid[held] += count
    return laid


def draw(left: list[int], count: int) -> tuple[int, ...]:
    """Tiles that nobody sees, as evenly as they are left."""
    found = [0] * SIZE
    for _ in range(min(count, FLOOR_SPACES)):
        most = max(range(SIZE), key=lambda c: left[c] - found[c])
        found[most] += 1
    return tuple(found)


def write_move(move: classic.Move) -> str:
    """A take as display, colour and pattern line."""
    assert isinstance(move, classic.Take)
    return f"{move.source} {LETTERS[move.color]} {move.line - 1 if move.line else FLOOR_LINE}"


def color(letter: str) -> int:
    """A colour by their letter; -1 for a dot."""
    if letter not in (*LETTERS, "."):
        raise InvalidNotation(f"{letter}: expected one of {LETTERS} or a dot")
    return LETTERS.find(letter)


def numbers(lines: Iterator[list[str]], count: int) -> list[int]:
    """A line with a given number of numbers."""
    return [int(word) for word in take(lines, count)]


def take(lines: Iterator[list[str]], count: int) -> list[str]:
    """The next line, with a given number of words."""
    line = next(lines, [])
    if len(line) != count:
        raise InvalidNotation(f"{' '.join(line)!r}: expected {count} words")
    return line
