"""A slow and simple referee for the classic game, written straight from the rules.

The game is one script (a generator) that follows the rulebook from top to bottom and
stops whenever a seat or nature has to move. Tiles are single letters in plain lists.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence

COLOURS = "byrkw"
FACTORIES = {2: 5, 3: 7, 4: 9}
LOSSES = [1, 1, 2, 2, 2, 3, 3]
MARKER = "*"
PRINTED_WALL = ["byrkw", "wbyrk", "kwbyr", "rkwby", "yrkwb"]

Prompt = tuple[int | str, list[str]]
Script = Generator[Prompt, str, None]
Drawn = tuple[list[str], list[str], list[list[str]]]


def in_order(tiles: Iterable[str], colours: str = COLOURS) -> str:
    """The tiles as one text, in colour order."""
    return "".join(sorted(tiles, key=colours.index))


def group_sizes(wanted: Sequence[int], available: int) -> list[int]:
    """How many tiles each place gets when the places are filled one after the other."""
    sizes = []
    for size in wanted:
        sizes.append(min(size, available))
        available -= sizes[-1]
    return sizes


def draw_groups(
    bag: list[str], heap: list[str], groups: Sequence[str], sizes: Sequence[int], colours: str
) -> Drawn | None:
    """Draw these groups in turn from the bag, pouring in the heap when a tile is missing.

    Returns the new bag, the new heap and the groups, or None when it cannot happen.
    """
    if [len(group) for group in groups] != list(sizes):
        return None
    bag, heap = list(bag), list(heap)
    try:
        for group in groups:
            if in_order(group, colours) != group:
                return None
            still = list(group)
            if len(bag) < len(still):
                for tile in bag:
                    still.remove(tile)
                bag, heap = heap, []
            for tile in still:
                bag.remove(tile)
    except ValueError:
        return None
    return bag, heap, [list(group) for group in groups]


def score_tile(wall: Sequence[Sequence[str]], row: int, column: int) -> int:
    """Points for the tile on this cell (counted from 0; '.' marks an empty cell)."""

    def longest(line: Sequence[bool], place: int) -> int:
        spans = [(a, b) for a in range(place + 1) for b in range(place + 1, len(line) + 1)]
        return max(b - a for a, b in spans if all(line[a:b]))

    across = [wall[row][c] != "." or c == column for c in range(5)]
    down = [wall[r][column] != "." or r == row for r in range(5)]
    runs = [longest(across, column), longest(down, row)]
    return sum(run for run in runs if run > 1) or 1


class Referee:
    """Keeps one game of the classic rules and says who may do what."""

    def __init__(self, players: int, wall: str = "coloured", round_limit: int | None = 40) -> None:
        if players not in FACTORIES:
            raise ValueError(f"cannot play with {players} seats")
        if wall not in ("coloured", "grey"):
            raise ValueError(f"unknown wall {wall!r}")
        if round_limit is not None and round_limit < 1:
            raise ValueError(f"bad round limit {round_limit}")
        self.players = players
        self.grey = wall == "grey"
        self.round_limit = round_limit
        self.scores = [0] * players
        self.log: list[tuple[int, str, int]] = []
        self.round = 1
        self.starter = 0
        self.marker: int | None = None
        self.bag = list(COLOURS * 20)
        self.lid: list[str] = []
        self.sources: list[list[str]] = [[] for _ in range(FACTORIES[players] + 1)]
        self.floors: list[list[str]] = [[] for _ in range(players)]
        self.lines: list[list[list[str]]] = [[[] for _ in range(5)] for _ in range(players)]
        self.walls = [[["."] * 5 for _ in range(5)] for _ in range(players)]
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
        """Whether nature can deal this now."""
        return self._try_deal(text) is not None

    def apply(self, text: str) -> None:
        """Play a move of a seat or of nature."""
        if self.turn == "chance":
            self._drawn = self._try_deal(text)
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
        """The final places; equal score and equal rows share one."""
        if self.turn != "over":
            raise ValueError("the game is not over")
        results = [(score, self._full_rows(seat)) for seat, score in enumerate(self.scores)]
        return [1 + sum(other > mine for other in results) for mine in results]

    def census(self) -> dict[str, str]:
        """The whole position, as text."""
        told = {"bag": in_order(self.bag), "lid": in_order(self.lid)}
        for number, source in enumerate(self.sources):
            told[f"source{number}"] = in_order(source)
        for seat in range(self.players):
            told[f"floor{seat}"] = in_order(t for t in self.floors[seat] if t != MARKER)
            told[f"line{seat}"] = ",".join("".join(line) for line in self.lines[seat])
            told[f"wall{seat}"] = "".join("".join(row) for row in self.walls[seat])
        told["marker"] = "centre" if self.marker is None else str(self.marker)
        told["round"] = str(self.round)
        told["starter"] = str(self.starter)
        return told

    # The rulebook as a script.

    def _whole_game(self) -> Script:
        while True:
            yield from self._deal()
            yield from self._factory_offer()
            yield from self._wall_tiling()
            if self._is_last_round():
                break
            if self.marker is not None:
                self.starter = self.marker
            self.marker = None
            self.round += 1
        self._end_bonuses()

    def _deal(self) -> Script:
        wanted = [4] * (len(self.sources) - 1)
        self._sizes = group_sizes(wanted, len(self.bag) + len(self.lid))
        yield "chance", []
        assert self._drawn is not None
        self.bag, self.lid, groups = self._drawn
        self.sources = [[], *groups]

    def _try_deal(self, text: str) -> Drawn | None:
        if self.turn != "chance" or not text.startswith("="):
            return None
        return draw_groups(self.bag, self.lid, text[1:].split("/"), self._sizes, COLOURS)

    def _factory_offer(self) -> Script:
        seat = self.starter
        while any(self.sources):
            text = yield seat, self._takes(seat)
            self._take(seat, int(text[0]), text[1], text[2])
            seat = (seat + 1) % self.players

    def _takes(self, seat: int) -> list[str]:
        return [
            f"{number}{colour}{target}"
            for number, source in enumerate(self.sources)
            for colour in COLOURS
            for target in "12345-"
            if colour in source and self._may_hold(seat, colour, target)
        ]

    def _may_hold(self, seat: int, colour: str, target: str) -> bool:
        if target == "-":
            return True
        row = int(target) - 1
        line = self.lines[seat][row]
        if len(line) == row + 1 or colour in self.walls[seat][row]:
            return False
        return all(tile == colour for tile in line)

    def _take(self, seat: int, number: int, colour: str, target: str) -> None:
        source = self.sources[number]
        taken = [tile for tile in source if tile == colour]
        rest = [tile for tile in source if tile != colour]
        self.sources[number] = []
        self.sources[0].extend(rest)
        if number == 0 and self.marker is None:
            self.marker = seat
            if len(self.floors[seat]) < len(LOSSES):
                self.floors[seat].append(MARKER)
        if target != "-":
            line = self.lines[seat][int(target) - 1]
            while taken and len(line) < int(target):
                line.append(taken.pop())
        self._drop(seat, taken)

    def _drop(self, seat: int, tiles: Iterable[str]) -> None:
        for tile in tiles:
            full = len(self.floors[seat]) == len(LOSSES)
            (self.lid if full else self.floors[seat]).append(tile)

    def _wall_tiling(self) -> Script:
        for step in range(self.players):
            seat = (self.starter + step) % self.players
            for row in range(5):
                line = self.lines[seat][row]
                if len(line) <= row:
                    continue
                columns = self._columns(seat, row, line[0])
                if not columns:
                    self._drop(seat, line)
                    self.lines[seat][row] = []
                    continue
                column = columns[0]
                if self.grey:
                    text = yield seat, [f"{row + 1}c{c + 1}" for c in columns]
                    column = int(text[2]) - 1
                self.walls[seat][row][column] = line[0]
                self.lid.extend(line[1:])
                self.lines[seat][row] = []
                self._change(seat, "tile", score_tile(self.walls[seat], row, column))
            self._clear_floor(seat)

    def _columns(self, seat: int, row: int, colour: str) -> list[int]:
        if not self.grey:
            return [PRINTED_WALL[row].index(colour)]
        wall = self.walls[seat]
        return [
            column
            for column in range(5)
            if wall[row][column] == "." and colour not in [wall[r][column] for r in range(5)]
        ]

    def _clear_floor(self, seat: int) -> None:
        floor = self.floors[seat]
        self._change(seat, "floor", -sum(LOSSES[: len(floor)]))
        self.lid.extend(tile for tile in floor if tile != MARKER)
        self.floors[seat] = []

    def _is_last_round(self) -> bool:
        if any(self._full_rows(seat) for seat in range(self.players)):
            return True
        if self.round == self.round_limit:
            return True
        return not self.bag and not self.lid

    def _full_rows(self, seat: int) -> int:
        return sum("." not in row for row in self.walls[seat])

    def _end_bonuses(self) -> None:
        for seat, wall in enumerate(self.walls):
            for row in wall:
                self._change(seat, "row", 2 if "." not in row else 0)
            for column in range(5):
                whole = all(row[column] != "." for row in wall)
                self._change(seat, "column", 7 if whole else 0)
            for colour in COLOURS:
                whole = all(colour in row for row in wall)
                self._change(seat, "colour", 10 if whole else 0)

    def _change(self, seat: int, kind: str, points: int) -> None:
        after = max(0, self.scores[seat] + points)
        if after != self.scores[seat]:
            self.log.append((seat, kind, after - self.scores[seat]))
        self.scores[seat] = after
