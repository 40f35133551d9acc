"""A slow and simple referee for the summer pavilion, written straight from the rules.

The game is one script (a generator) that follows the rulebook from top to bottom and
stops whenever a seat or nature has to move. Tiles are single letters in plain lists;
the board is laid out as rhombi on a triangular grid, and the pillars, statues and windows
are found by looking at which rhombi touch them.
"""

from __future__ import annotations

from collections.abc import Sequence

from .classic import Drawn, Prompt, Script, draw_groups, group_sizes, in_order

COLOURS = "pgoybr"
FACTORIES = {2: 5, 3: 7, 4: 9}
ROUNDS = 6
SUPPLY = 10
KEPT = 4
STARS = ["C", "NW", "NE", "E", "SE", "SW", "W"]
STAR_COLOURS = {"NW": "o", "NE": "r", "E": "b", "SE": "y", "SW": "g", "W": "p"}
STAR_VALUES = {"r": 14, "b": 15, "y": 16, "o": 17, "g": 18, "p": 20}
MANY_COLOURS = 12
NUMBER_VALUES = {1: 4, 2: 8, 3: 12, 4: 16}
SPACES = [f"{star}{slot}" for star in STARS for slot in range(1, 7)]

Point = tuple[int, int]
Edge = frozenset[Point]

# The six steps on a triangular grid, anticlockwise from due east, 60 degrees apart.
STEPS: list[Point] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def _walk(start: Point, step: Point, times: int = 1) -> Point:
    return start[0] + times * step[0], start[1] + times * step[1]


def _rhombus(corner: Point, first: int, second: int) -> frozenset[Edge]:
    """The four edges of the rhombus spanned by two steps from a corner."""
    left, right = _walk(corner, STEPS[first % 6]), _walk(corner, STEPS[second % 6])
    tip = _walk(left, STEPS[second % 6])
    pairs = [(corner, left), (corner, right), (left, tip), (right, tip)]
    return frozenset(frozenset(pair) for pair in pairs)


def _outward(star: int) -> Point:
    """The step from the middle of the board towards this outer star (1 to 6)."""
    return STEPS[(3 - star) % 6]


def _lay_out() -> dict[str, frozenset[Edge]]:
    """Every space with its four edges."""
    spaces = {}
    for star, place in enumerate(STARS):
        middle = _walk((0, 0), _outward(star), 3) if star else (0, 0)
        for slot in range(1, 7):
            clockwise_from_north = star + slot - 1
            edges = _rhombus(middle, 1 - clockwise_from_north, 2 - clockwise_from_north)
            spaces[f"{place}{slot}"] = edges
    return spaces


def _find_features() -> list[tuple[str, frozenset[str]]]:
    """All pillars, statues and windows, each with the spaces around it."""
    layout = _lay_out()
    features = []
    for x in range(-6, 7):
        for y in range(-6, 7):
            for turn in range(3):
                hole = _rhombus((x, y), turn, turn + 1)
                around = frozenset(s for s, edges in layout.items() if hole & edges)
                closed = all(any(e in layout[s] for s in around) for e in hole)
                if closed and hole not in layout.values():
                    inner = any(space.startswith("C") for space in around)
                    features.append(("pillar" if inner else "statue", around))
    for star in range(1, 7):
        notch = _walk((0, 0), _outward(star), 4)
        touching = [s for s, edges in layout.items() if any(notch in edge for edge in edges)]
        features.append(("window", frozenset(touching)))
    return features


FEATURES = _find_features()
BONUS = {"pillar": 1, "statue": 2, "window": 3}


def numbers_of(board: str) -> dict[str, int]:
    """The number printed on every space of this side of the board."""
    numbers = {}
    for space in SPACES:
        star, slot = space[:-1], int(space[-1])
        if board == "coloured":
            numbers[space] = slot
        elif star == "C":
            numbers[space] = 3
        else:
            numbers[space] = [3, 2, 1, 4, 5, 6][slot - 1]
    return numbers


def run_length(star_cells: Sequence[str], slot: int) -> int:
    """Size of the connected run holding this slot (1 to 6; '.' marks an empty cell)."""
    reached = {slot - 1}
    while True:
        beside = {(cell + way) % 6 for cell in reached for way in (1, 5)}
        more = {cell for cell in beside - reached if star_cells[cell] != "."}
        if not more:
            return len(reached)
        reached |= more


def kept_choices(hand: Sequence[str], most: int) -> list[str]:
    """Every choice of at most this many tiles of the hand, each once, in colour order."""
    choices = [""]
    for colour in COLOURS:
        number = sum(tile == colour for tile in hand)
        choices = [
            choice + colour * extra
            for choice in choices
            for extra in range(number + 1)
            if len(choice) + extra <= most
        ]
    return choices


class Referee:
    """Keeps one game of the summer pavilion and says who may do what."""

    def __init__(
        self,
        players: int,
        edition: str = "2019",
        board: str = "coloured",
        joker_order: str = "pgoybr",
        last_round_discard: str = "after_bonuses",
    ) -> None:
        if players not in FACTORIES:
            raise ValueError(f"cannot play with {players} seats")
        if edition not in ("2019", "mini"):
            raise ValueError(f"unknown edition {edition!r}")
        if board not in ("coloured", "neutral"):
            raise ValueError(f"unknown board {board!r}")
        if sorted(joker_order) != sorted(COLOURS):
            raise ValueError(f"bad joker order {joker_order!r}")
        if last_round_discard not in ("after_bonuses", "at_pass"):
            raise ValueError(f"unknown last round rule {last_round_discard!r}")
        self.players = players
        self.lowest = 1 if edition == "2019" else 0
        self.neutral = board == "neutral"
        self.numbers = numbers_of(board)
        self.joker_order = joker_order
        self.keeps_in_last_round = last_round_discard == "after_bonuses"
        self.scores = [5] * players
        self.log: list[tuple[int, str, int]] = []
        self.round = 1
        self.starter = 0
        self.marker: int | None = None
        self.bag = list(COLOURS * 22)
        self.tower: list[str] = []
        self.supply: list[str] = []
        self.sources: list[list[str]] = [[] for _ in range(FACTORIES[players] + 1)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.boards = [dict.fromkeys(SPACES, ".") for _ in range(players)]
        self.passed = [False] * players
        self._sign = ""
        self._sizes: list[int] = []
        self._drawn: Drawn | None = None
        self._script = self._whole_game()
        self._prompt: Prompt = next(self._script)

    # What the outside may ask and do.

    @property
    def turn(self) -> int | str:
        """The seat to move, 'chance' or 'over'."""
        return self._prompt[0]

    def legal(self) -> list[str]:
        """All moves of the seat to move."""
        return list(self._prompt[1])

    def is_possible(self, text: str) -> bool:
        """Whether nature can draw this now."""
        return self._try_draw(text) is not None

    def apply(self, text: str) -> None:
        """Play a move of a seat or of nature."""
        if self.turn == "chance":
            self._drawn = self._try_draw(text)
            allowed = self._drawn is not None
        else:
            allowed = text in self._prompt[1]
        if not allowed:
            raise ValueError(f"move {text!r} is not allowed for {self.turn}")
        try:
            self._prompt = self._script.send(text)
        except StopIteration:
            self._prompt = ("over", [])

    def ranks(self) -> list[int]:
        """The final places; equal scores share one."""
        if self.turn != "over":
            raise ValueError("the game is not over")
        return [1 + sum(other > mine for other in self.scores) for mine in self.scores]

    def census(self) -> dict[str, str]:
        """The whole position, as text."""
        told = {
            "bag": in_order(self.bag, COLOURS),
            "tower": in_order(self.tower, COLOURS),
            "supply": in_order(self.supply, COLOURS),
        }
        for number, source in enumerate(self.sources):
            told[f"source{number}"] = in_order(source, COLOURS)
        for seat in range(self.players):
            told[f"hand{seat}"] = in_order(self.hands[seat], COLOURS)
            told[f"board{seat}"] = "".join(self.boards[seat][space] for space in SPACES)
            told[f"passed{seat}"] = "1" if self.passed[seat] else "0"
        told["marker"] = "centre" if self.marker is None else str(self.marker)
        told["round"] = str(self.round)
        told["starter"] = str(self.starter)
        return told

    # The rulebook as a script.

    @property
    def joker(self) -> str:
        """The joker colour of this round."""
        return self.joker_order[self.round - 1]

    def _whole_game(self) -> Script:
        while True:
            yield from self._refill()
            yield from self._deal()
            yield from self._take_tiles()
            yield from self._place_tiles()
            if self.round == ROUNDS:
                break
            if self.marker is not None:
                self.starter = self.marker
            self.marker = None
            self.passed = [False] * self.players
            self.round += 1
        self._end_bonuses()

    def _draw(self, sign: str, wanted: list[int]) -> Script:
        """Let nature draw, unless there is nothing to draw or no room for it."""
        self._sizes = group_sizes(wanted, len(self.bag) + len(self.tower))
        self._sign = sign
        self._drawn = None
        if any(self._sizes):
            yield "chance", []

    def _try_draw(self, text: str) -> Drawn | None:
        if self.turn != "chance" or not text.startswith(self._sign):
            return None
        groups = text[1:].split("/")
        return draw_groups(self.bag, self.tower, groups, self._sizes, COLOURS)

    def _refill(self) -> Script:
        yield from self._draw("+", [SUPPLY - len(self.supply)])
        if self._drawn is not None:
            self.bag, self.tower, groups = self._drawn
            self.supply.extend(groups[0])

    def _deal(self) -> Script:
        yield from self._draw("=", [4] * (len(self.sources) - 1))
        if self._drawn is not None:
            self.bag, self.tower, groups = self._drawn
            self.sources = [[], *groups]

    def _take_tiles(self) -> Script:
        seat = self.starter
        while any(self.sources):
            text = yield seat, self._takes()
            self._take(seat, int(text[0]), text[1])
            seat = (seat + 1) % self.players

    def _takes(self) -> list[str]:
        moves: list[str] = []
        for number, source in enumerate(self.sources):
            choices = set(source)
            if choices != {self.joker}:
                choices.discard(self.joker)
            moves.extend(f"{number}{colour}" for colour in choices)
        return moves

    def _take(self, seat: int, number: int, colour: str) -> None:
        source = list(self.sources[number])
        taken = []
        if self.joker in source:
            source.remove(self.joker)
            taken.append(self.joker)
        if colour != self.joker:
            while colour in source:
                source.remove(colour)
                taken.append(colour)
        self.sources[number] = []
        self.sources[0].extend(source)
        self.hands[seat].extend(taken)
        if number == 0 and self.marker is None:
            self.marker = seat
            self._change(seat, "marker", -len(taken))

    def _place_tiles(self) -> Script:
        seat = self.starter if self.marker is None else self.marker
        while True:
            text = yield seat, self._placements(seat) + self._passes(seat)
            if text.startswith("pass"):
                self._pass(seat, text[len("pass:") :])
                if all(self.passed):
                    return
            else:
                due = self._place(seat, text[:-2], text[-2], int(text[-1]))
                for _ in range(min(due, len(self.supply))):
                    text = yield seat, [f"*{colour}" for colour in set(self.supply)]
                    self.supply.remove(text[1])
                    self.hands[seat].append(text[1])
            yield from self._refill()
            seat = (seat + 1) % self.players
            while self.passed[seat]:
                seat = (seat + 1) % self.players

    def _star(self, seat: int, star: str) -> list[str]:
        return [self.boards[seat][f"{star}{slot}"] for slot in range(1, 7)]

    def _fits(self, seat: int, star: str, colour: str) -> bool:
        """Whether a tile of this colour may join the tiles of the star."""
        tiles = [tile for tile in self._star(seat, star) if tile != "."] + [colour]
        same, different = len(set(tiles)) == 1, len(set(tiles)) == len(tiles)
        if self.neutral:
            return same or different
        return different if star == "C" else colour == STAR_COLOURS[star]

    def _placements(self, seat: int) -> list[str]:
        splits = {
            (colour, number): self._splits(seat, colour, number)
            for colour in COLOURS
            for number in range(1, 7)
        }
        return [
            f"{star}{slot}{colour}{jokers}"
            for star in STARS
            for colour in COLOURS
            if colour in self.hands[seat] and self._fits(seat, star, colour)
            for slot in range(1, 7)
            if self.boards[seat][f"{star}{slot}"] == "."
            for jokers in splits[colour, self.numbers[f"{star}{slot}"]]
        ]

    def _splits(self, seat: int, colour: str, number: int) -> list[int]:
        """The numbers of jokers with which the seat can pay for a tile of this colour."""
        hand = self.hands[seat]
        most = 0 if colour == self.joker else number - 1
        return [
            jokers
            for jokers in range(most + 1)
            if hand.count(colour) >= number - jokers and hand.count(self.joker) >= jokers
        ]

    def _place(self, seat: int, space: str, colour: str, jokers: int) -> int:
        """Place a tile; returns the number of bonus tiles earned."""
        price = [colour] * (self.numbers[space] - jokers) + [self.joker] * jokers
        for tile in price:
            self.hands[seat].remove(tile)
        self.boards[seat][space] = price[0]
        self.tower.extend(price[1:])
        points = run_length(self._star(seat, space[:-1]), int(space[-1]))
        self._change(seat, "place", points)
        return sum(
            BONUS[kind]
            for kind, around in FEATURES
            if space in around and all(self.boards[seat][other] != "." for other in around)
        )

    def _passes(self, seat: int) -> list[str]:
        may_keep = self.round < ROUNDS or self.keeps_in_last_round
        choices = kept_choices(self.hands[seat], KEPT if may_keep else 0)
        return [f"pass:{choice}" if choice else "pass" for choice in choices]

    def _pass(self, seat: int, kept: str) -> None:
        rest = list(self.hands[seat])
        for tile in kept:
            rest.remove(tile)
        self.hands[seat] = list(kept)
        self.tower.extend(rest)
        self.passed[seat] = True
        self._change(seat, "discard", -len(rest))

    def _end_bonuses(self) -> None:
        for seat, board in enumerate(self.boards):
            for star in STARS:
                tiles = set(self._star(seat, star))
                if "." not in tiles:
                    value = STAR_VALUES[tiles.pop()] if len(tiles) == 1 else MANY_COLOURS
                    self._change(seat, "star", value)
            for number, value in NUMBER_VALUES.items():
                if all(board[s] != "." for s in SPACES if self.numbers[s] == number):
                    self._change(seat, "number", value)
            self.tower.extend(self.hands[seat])
            self._change(seat, "leftover", -len(self.hands[seat]))
            self.hands[seat] = []

    def _change(self, seat: int, kind: str, points: int) -> None:
        after = max(self.lowest, self.scores[seat] + points)
        if after != self.scores[seat]:
            self.log.append((seat, kind, after - self.scores[seat]))
        self.scores[seat] = after
