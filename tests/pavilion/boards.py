"""Positions of pavilion drawn as text, and moves played from them."""

from __future__ import annotations

import random
from functools import cache

from tilewright.game import CHANCE, OVER
from tilewright.market import FACTORIES
from tilewright.pavilion import COLOR_LETTERS, Move, Options, Pass, State, new_game, parse
from tilewright.tiles import Tiles, parse_tiles, spell, spell_counts

STARS = ("C", "NW", "NE", "E", "SE", "SW", "W")
OWN = dict(zip(STARS[1:], "orbygp", strict=True))  # the colour of each outer star
SPACES = tuple(f"{star}{slot}" for star in STARS for slot in range(1, 7))
SUPPLY = "ppggooyybr"
FULL = "C pgoybr NW oooooo NE rrrrrr E bbbbbb SE yyyyyy SW gggggg W pppppp"


def heap(text: str) -> Tiles:
    """A heap from letters and counts: `ppg`, `p10g2`."""
    return parse_tiles(text, COLOR_LETTERS)


def letters(tiles: Tiles) -> str:
    """A heap as letters, in the order pgoybr."""
    return spell(tiles, COLOR_LETTERS)


def filled(spaces: str) -> str:
    """Draw the stars with tiles on these spaces: `NW2 C1`; the centre gets pgoybr round."""
    names = spaces.split()
    return " ".join(
        f"{star} "
        + "".join(
            (OWN.get(star) or COLOR_LETTERS[slot]) if f"{star}{slot + 1}" in names else "."
            for slot in range(6)
        )
        for star in STARS
    )


def seat(stars: str = "", *, hand: str = "", score: int = 5, passed: bool = False) -> str:
    """A seat of a position; `E ...bb. W p.p...` draws two stars and leaves the others empty."""
    words = stars.split()
    drawn = dict.fromkeys(STARS, "......") | dict(zip(words[::2], words[1::2], strict=True))
    return f"{score},{'/'.join(drawn.values())},{hand or '-'},{'passed' if passed else 'in'}"


def position(
    *seats: str,
    rest: str = "bag",
    bag: str = "",
    tower: str = "",
    supply: str = SUPPLY,
    market: str = "",
    round: int = 1,
    phase: str = "",
    turn: int = 0,
    starter: int = 0,
    marker: str = "centre",
    picks: int = 0,
    edition: str = "2019",
    board: str = "coloured",
    joker_order: str = "pgoybr",
    last_round_discard: str = "after_bonuses",
) -> State:
    """A position with all 132 tiles; those not drawn go to the rest: bag, tower or hand (the last
    seat's). The market is the centre, then as many factories as matter: `yyp/rryy`."""
    drawn = [*seats, *[seat()] * (2 - len(seats))]
    sources = market.split("/")
    sources += [""] * (1 + FACTORIES[len(drawn)] - len(sources))
    heaps = [*sources, supply, bag, tower]
    for text in drawn:
        _, stars, hand, _ = text.split(",")
        heaps += [stars.replace("/", "").replace(".", ""), hand]
    used = [sum(counts) for counts in zip(*map(heap, heaps), strict=True)]
    assert max(used) <= 22, f"too many tiles drawn: {used}"
    left = tuple([22 - count for count in used])
    places = {"bag": heap(bag), "tower": heap(tower)}
    if rest == "hand":
        score, stars, hand, passed = drawn[-1].split(",")
        drawn[-1] = f"{score},{stars},{hand.strip('-') + letters(left) or '-'},{passed}"
    else:
        places[rest] = tuple([a + b for a, b in zip(places[rest], left, strict=True)])
    options = Options(len(drawn), edition, board, joker_order, last_round_discard)
    return parse(
        f"pavilion {options} round={round} phase={phase or ('take' if market else 'place')} "
        f"seat={turn} starter={starter} marker={marker} picks={picks} "
        f"market={'/'.join(source or '-' for source in sources)} supply={supply or '-'} "
        f"bag={spell_counts(places['bag'], COLOR_LETTERS)} "
        f"tower={spell_counts(places['tower'], COLOR_LETTERS)} "
        + " ".join(f"seat{number}={text}" for number, text in enumerate(drawn))
    )


def play(state: State, moves: str) -> State:
    """Play moves in a row, each checked to be legal; no tile may get lost on the way."""
    for text in moves.split():
        state = state.play(state.parse(text))
        assert parse(str(state)) == state
    return state


def legal(state: State, start: str = "") -> list[str]:
    """The legal moves, or those that start with a text."""
    return [str(move) for move in state.legal_moves() if str(move).startswith(start)]


def placements(state: State) -> list[str]:
    """The legal moves without the passes."""
    return [text for text in legal(state) if not text.startswith("pass")]


def hand(state: State, seat: int = 0) -> str:
    """The tiles beside the board of a seat, or in its corners, as letters."""
    return letters(state.players[seat].hand)


def stars(state: State, seat: int = 0) -> dict[str, str]:
    """The stars of a seat that hold tiles, as drawn."""
    drawn = str(state).split(f"seat{seat}=")[1].split(",")[1].split("/")
    return {name: star for name, star in zip(STARS, drawn, strict=True) if star != "......"}


@cache
def game(seed: int, *, players: int = 2, **options: str) -> tuple[tuple[State, Move | None], ...]:
    """A game of chance as (state, move) pairs, the last without a move; seats like to place."""
    rng = random.Random(seed)
    state = new_game(players, **options)
    past: list[tuple[State, Move | None]] = []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move: Move = state.sample(rng)
        else:
            moves = state.legal_moves()
            placing = [move for move in moves if not isinstance(move, Pass)]
            move = rng.choice(placing if placing and rng.random() < 0.95 else moves)
        past.append((state, move))
        state = state.play(move)
    return (*past, (state, None))
