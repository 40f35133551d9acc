"""Statistics of a seat: what a record tells, in numbers, about how a game was played.

Every entry is a whole number and every name is there in every game, so that games can be compared.
The entries whose names begin with `points_` are the score: they sum up to it, in pavilion without
the points that everybody starts with. Losses in them are negative and are what was really lost;
`…_asked` is what a loss would have been without a lowest score.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias, cast

from tilewright import classic, market, pavilion
from tilewright.game import CHANCE, Seat, Step
from tilewright.games import AnyMove, AnyState
from tilewright.pavilion.board import MULTICOLOR, NUMBERS, ROUNDS, SLOTS
from tilewright.pavilion.scoring import NUMBER_BONUSES
from tilewright.record import Record

Numbers: TypeAlias = dict[str, int]

POINTS = "points_"
EVERY_ROUND = range(1, ROUNDS + 1)
STAR_NAMES = {MULTICOLOR: "multicolor", **dict(enumerate(pavilion.COLOR_NAMES))}

# By code of a scoring step: where its points go, and what it is counted as.
STEPS = {
    "classic": {
        "tile": ("points_tiles", "tiles_wall"),
        "floor": ("points_floor", ""),
        "stuck": ("", "stuck_lines"),
        "row": ("points_rows", "rows"),
        "column": ("points_columns", "columns"),
        "color": ("points_colors", "colors"),
    },
    "pavilion": {
        "place": ("points_placements", "placements"),
        "marker": ("points_marker", ""),
        "discard": ("points_discards", ""),
        "leftover": ("points_leftovers", ""),
        "star": ("points_stars", "stars"),
        "number": ("points_numbers", "numbers"),
        "pillar": ("", "pillars"),
        "statue": ("", "statues"),
        "window": ("", "windows"),
        "short": ("", ""),
    },
}
ASKED = {  # by code of the step; in pavilion a point is asked for every tile
    "floor": "floor_asked",
    "marker": "marker_asked",
    "discard": "discards_asked",
    "leftover": "leftovers_asked",
}

COMMON = ("score", "moves", "rounds", "markers", "tiles_taken", "best_tile", "best_round")
NAMES = {
    "classic": (*COMMON, "tiles_floor", "floor_takes", "full_floors", "floor_asked"),
    "pavilion": (
        *COMMON,
        *["tiles_bonus", "jokers_taken", "jokers_bonus", "jokers_paid", "tiles_paid"],
        *["tiles_kept", "bonus_short"],
        *["marker_asked", "discards_asked", "leftovers_asked"],
        *[f"bonus_{kind}" for kind in ("pillar", "statue", "window")],
        *[f"taken_{n}" for n in EVERY_ROUND],  # from the market, the tile race by round
        *[f"bonus_{n}" for n in EVERY_ROUND],  # from the supply
        *[f"kept_{n}" for n in EVERY_ROUND],
        *[f"placed_{name}" for name in pavilion.COLOR_NAMES],
        *[f"star_{name}" for name in STAR_NAMES.values()],
        *[f"number_{number}" for number in NUMBER_BONUSES],
    ),
}


def of(record: Record, seat: Seat) -> Numbers:
    """The statistics of one seat."""
    return of_all(record)[seat]


def of_all(record: Record) -> list[Numbers]:
    """The statistics of every seat of a finished or running game."""
    game, state = record.start.game, record.start
    count_move = count_classic if game == "classic" else count_pavilion
    names = dict.fromkeys([*NAMES[game], *[name for pair in STEPS[game].values() for name in pair]])
    names.pop("", None)
    seats = [dict.fromkeys(names, 0) for _ in record.seats]
    by_round: Counter[tuple[Seat, int]] = Counter()
    for move in record.moves:
        after, steps = state.step(move)
        if state.turn != CHANCE:
            numbers = seats[state.turn]
            numbers["moves"] += 1
            count_move(state, move, numbers)
        for step in steps:
            count_step(step, seats[step.seat], STEPS[game])
            if step.kind != "end":
                by_round[step.seat, state.round] += step.points
        state = after
    for seat, numbers in enumerate(seats):
        numbers["score"], numbers["rounds"] = state.scores[seat], state.round
        numbers["best_round"] = max([by_round[seat, n + 1] for n in range(state.round)])
    return seats


def points(numbers: Numbers) -> int:
    """The sum of all points of a seat."""
    return sum(count for name, count in numbers.items() if name.startswith(POINTS))


def count_step(step: Step, numbers: Numbers, table: dict[str, tuple[str, str]]) -> None:
    """Count a step of scoring."""
    points_name, count_name = table[step.code]
    if points_name:
        numbers[points_name] += step.points
    if count_name:
        numbers[count_name] += 1
    if step.code in ASKED:
        numbers[ASKED[step.code]] += step.numbers["loss"]
    match step.code:
        case "tile" | "place":
            numbers["best_tile"] = max(numbers["best_tile"], step.points)
        case "floor":
            numbers["full_floors"] += step.numbers["spaces"] == 7
        case "stuck":
            numbers["tiles_floor"] += step.numbers["tiles"]
        case "pillar" | "statue" | "window":
            numbers[f"bonus_{step.code}"] += step.numbers["tiles"]
        case "short":
            numbers["bonus_short"] += step.numbers["due"] - step.numbers["tiles"]
        case "star":
            numbers[f"star_{STAR_NAMES[step.numbers['color']]}"] += 1
        case "number":
            numbers[f"number_{step.numbers['number']}"] += 1


def count_classic(any_state: AnyState, move: AnyMove, numbers: Numbers) -> None:
    """Count a move of classic: what is taken, and what of it falls to the floor."""
    state = cast(classic.State, any_state)
    if not isinstance(move, classic.Take):
        return
    taken = state.sources[move.source][move.color]
    numbers["tiles_taken"] += taken
    numbers["markers"] += move.source == market.CENTRE and state.marker == market.NOBODY
    numbers["floor_takes"] += move.line == classic.FLOOR
    room = 0
    if move.line != classic.FLOOR:
        room = move.line - state.players[state.seat].lines[move.line - 1][1]
    numbers["tiles_floor"] += max(0, taken - room)


def count_pavilion(any_state: AnyState, move: AnyMove, numbers: Numbers) -> None:
    """Count a move of pavilion: tiles that come and tiles that are paid or kept."""
    state = cast(pavilion.State, any_state)
    match move:
        case pavilion.Take(source, color):
            taken, _ = market.take(state.sources, source, color, joker=state.joker)
            numbers["tiles_taken"] += sum(taken)
            numbers[f"taken_{state.round}"] += sum(taken)
            numbers["jokers_taken"] += taken[state.joker]
            numbers["markers"] += source == market.CENTRE and state.marker == market.NOBODY
        case pavilion.Pick(color):
            numbers["tiles_bonus"] += 1
            numbers[f"bonus_{state.round}"] += 1
            numbers["jokers_bonus"] += color == state.joker
        case pavilion.Place(star, slot, color, jokers):
            numbers["tiles_paid"] += NUMBERS[state.options.board][SLOTS * star + slot - 1]
            numbers["jokers_paid"] += jokers
            numbers[f"placed_{pavilion.COLOR_NAMES[color]}"] += 1
        case pavilion.Pass(kept):
            numbers["tiles_kept"] += sum(kept)
            numbers[f"kept_{state.round}"] += sum(kept)
