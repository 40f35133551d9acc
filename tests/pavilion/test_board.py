"""The board of both sides: stars, numbers, neighbours, features."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.pavilion.boards import (
    FULL,
    OWN,
    SPACES,
    STARS,
    filled,
    hand,
    legal,
    placements,
    play,
    position,
    seat,
)
from tilewright.market import FACTORIES, FACTORY_SIZE
from tilewright.pavilion import COLOR_LETTERS, COLOR_NAMES, JOKER_ORDERS, SPACE_NAMES
from tilewright.pavilion.board import (
    BOARDS,
    FEATURES,
    FEATURES_AT,
    MOST_KEPT,
    NUMBERS,
    ROUNDS,
    SCORE_FLOORS,
    STAR_COLORS,
    STAR_NAMES,
    START_SCORE,
    SUPPLY_SIZE,
    TILES_PER_COLOR,
    Feature,
)
from tilewright.pavilion.scoring import NUMBER_BONUSES, STAR_BONUSES, run

GEOMETRY = json.loads((Path(__file__).parent / "geometry.json").read_text())
SIX_OF_EACH = "p6g6o6y6b6r6"

# By the direction of the tip: N, NE, SE, S, SW, NW.
PRINTED = {
    "coloured": {
        "C": "123456",
        "NW": "612345",
        "NE": "561234",
        "E": "456123",
        "SE": "345612",
        "SW": "234561",
        "W": "123456",
    },
    "neutral": {
        "C": "333333",
        "NW": "632145",
        "NE": "563214",
        "E": "456321",
        "SE": "145632",
        "SW": "214563",
        "W": "321456",
    },
}


class Drawn(NamedTuple):
    """A feature as the rules list it."""

    kind: str
    tiles: int
    spaces: str


FEATURE_TABLE = [
    Drawn("pillar", 1, "NW2 NW3 C6 C1"),
    Drawn("pillar", 1, "NE2 NE3 C1 C2"),
    Drawn("pillar", 1, "E2 E3 C2 C3"),
    Drawn("pillar", 1, "SE2 SE3 C3 C4"),
    Drawn("pillar", 1, "SW2 SW3 C4 C5"),
    Drawn("pillar", 1, "W2 W3 C5 C6"),
    Drawn("statue", 2, "NW1 NW2 NE3 NE4"),
    Drawn("statue", 2, "NE1 NE2 E3 E4"),
    Drawn("statue", 2, "E1 E2 SE3 SE4"),
    Drawn("statue", 2, "SE1 SE2 SW3 SW4"),
    Drawn("statue", 2, "SW1 SW2 W3 W4"),
    Drawn("statue", 2, "W1 W2 NW3 NW4"),
    Drawn("window", 3, "NW5 NW6"),
    Drawn("window", 3, "NE5 NE6"),
    Drawn("window", 3, "E5 E6"),
    Drawn("window", 3, "SE5 SE6"),
    Drawn("window", 3, "SW5 SW6"),
    Drawn("window", 3, "W5 W6"),
]


def identity(feature: Feature) -> str:
    """The name that the geometry file gives a feature."""
    name = f"{feature.kind}-{STARS[feature.star]}"
    return f"{name}-{STARS[feature.star % 6 + 1]}" if feature.kind == "statue" else name


def placed_color(space: str) -> str:
    """The letter that `filled` draws on a space."""
    return OWN.get(space[:-1]) or COLOR_LETTERS[int(space[-1]) - 1]


@pytest.mark.rule("pavilion 2.1")
@pytest.mark.parametrize("star, color", list(OWN.items()))
def test_outer_star_has_one_colour(star: str, color: str) -> None:
    """With one tile of each colour, the 1 of an outer star takes the tile of its own colour."""
    assert legal(position(seat(hand="pgoybr")), f"{star}1") == [f"{star}1{color}0"]


@pytest.mark.rule("pavilion 2.1")
def test_centre_star_has_all_colours() -> None:
    moves = legal(position(seat(hand="pgoybr")), "C1")
    assert moves == ["C1p0", "C1g0", "C1o0", "C1y0", "C1b0", "C1r0"]


@pytest.mark.rule("pavilion 2.1")
def test_seven_stars_of_six_spaces() -> None:
    """Every one of 42 spaces can be reached, and no other."""
    found = {text[:-2] for text in placements(position(seat(hand=SIX_OF_EACH)))}
    assert found == set(SPACES) == set(SPACE_NAMES)
    assert len(SPACE_NAMES) == 42


@pytest.mark.rule("pavilion 2.2", "pavilion 2.3")
@pytest.mark.parametrize("side", PRINTED)
@pytest.mark.parametrize("star", STARS)
def test_printed_numbers(side: str, star: str) -> None:
    """What a placement costs is the number that the rules print at the tip's direction."""
    state = position(seat(hand=SIX_OF_EACH), board=side)
    color = OWN.get(star, "p")
    turned = STARS.index(star)  # each outer star is turned by 60 degrees against the one before
    costs = ""
    for direction in range(6):
        slot = (direction - turned) % 6 + 1
        costs += str(6 - hand(play(state, f"{star}{slot}{color}0")).count(color))
    assert costs == PRINTED[side][star]


@pytest.mark.rule("pavilion 2.2", "pavilion 2.3")
@pytest.mark.parametrize("side, counts", [("coloured", [7] * 6), ("neutral", [6, 6, 12, 6, 6, 6])])
def test_how_often_each_number_occurs(side: str, counts: list[int]) -> None:
    assert [NUMBERS[side].count(number) for number in range(1, 7)] == counts
    assert list(GEOMETRY["sides"][side]["number_counts"].values()) == counts


@pytest.mark.rule("pavilion 2.4")
@pytest.mark.parametrize("side", BOARDS)
def test_neighbours(side: str) -> None:
    """Two tiles of a star make a run exactly if their spaces are neighbours in the file."""
    for star in GEOMETRY["sides"][side]["stars"]:
        neighbours = {space["slot"]: space["neighbours"] for space in star["spaces"]}
        for a, b in permutations(range(1, 7), 2):
            tiles = tuple([0 if slot in (a, b) else -1 for slot in range(1, 7)])
            joined = f"{star['position']}{b}" in neighbours[a]
            assert run(tiles, a - 1) == (2 if joined else 1), (star["position"], a, b)


@pytest.mark.rule("pavilion 2.4", "pavilion 7.1")
@pytest.mark.parametrize("star", STARS)
def test_other_stars_add_nothing(star: str) -> None:
    """With all other stars full, the first tile of a star scores 1 wherever it lies."""
    others = filled(" ".join(name for name in SPACES if name[:-1] != star))
    color = OWN.get(star, "p")
    state = position(seat(others, hand=color * 6))
    for slot in range(1, 7):
        assert play(state, f"{star}{slot}{color}0").scores[0] == 5 + 1


@pytest.mark.rule("pavilion 2.5", "pavilion 7.2", "pavilion 2.6")
@pytest.mark.parametrize("side", BOARDS)
@pytest.mark.parametrize("feature", FEATURE_TABLE)
def test_surrounding_a_feature(side: str, feature: Drawn) -> None:
    """The last of its spaces, whichever it is, brings the feature's tiles."""
    for last in feature.spaces.split():
        before = filled(feature.spaces.replace(last, ""))
        color = placed_color(last)
        state = position(seat(before, hand=color * 6), board=side)
        move = state.parse(f"{last}{color}0")
        place, bonus = state.explain(move)
        number = NUMBERS[side][SPACES.index(last)]
        assert place[:3] == (0, "turn", "place")
        assert place.numbers["number"] == number
        star = STARS.index(feature.spaces.split()[0][:-1])
        assert bonus == (0, "turn", feature.kind, 0, {"star": star, "tiles": feature.tiles})
        assert state.play(move).picks == feature.tiles


@pytest.mark.rule("pavilion 2.5", "pavilion 2.6", "pavilion 7.2")
@pytest.mark.parametrize("side", BOARDS)
@pytest.mark.parametrize("feature", FEATURE_TABLE)
def test_a_feature_needs_all_its_spaces(side: str, feature: Drawn) -> None:
    """With one space still empty, not even the rest of the board brings the feature's tiles."""
    mine = feature.spaces.split()
    for missing in mine:
        for last in mine:
            if last == missing:
                continue
            before = filled(" ".join(name for name in SPACES if name not in (missing, last)))
            color = placed_color(last)
            state = position(seat(before, hand=color * 6), board=side)
            found = [
                (step.code, step.numbers["star"])
                for step in state.explain(state.parse(f"{last}{color}0"))
            ]
            assert (feature.kind, STARS.index(mine[0][:-1])) not in found


@pytest.mark.rule("pavilion 2.5")
def test_feature_counts() -> None:
    """18 features, six of each kind, touch 60 spaces in all."""
    kinds = [feature.kind for feature in FEATURES]
    assert {kind: kinds.count(kind) for kind in kinds} == {"pillar": 6, "statue": 6, "window": 6}
    assert sum(len(feature.spaces) for feature in FEATURES) == 60
    assert sum(map(len, FEATURES_AT)) == 60


@pytest.mark.rule("pavilion 2.6")
@pytest.mark.parametrize("kind, shown", [("pillar", "2133"), ("statue", "3214"), ("window", "56")])
def test_numbers_round_a_feature_of_the_neutral_side(kind: str, shown: str) -> None:
    for feature in FEATURE_TABLE:
        if feature.kind == kind:
            numbers = [NUMBERS["neutral"][SPACES.index(name)] for name in feature.spaces.split()]
            assert "".join(map(str, numbers)) == shown


@pytest.mark.rule("pavilion 2.1", "pavilion 2.2", "pavilion 2.3", "pavilion 2.5", "pavilion 2.6")
@pytest.mark.parametrize("side", BOARDS)
def test_spaces_equal_the_geometry_file(side: str) -> None:
    found = [
        {
            "star": star,
            "position": STAR_NAMES[star],
            "spaces": [
                {
                    "id": SPACE_NAMES[6 * star + at],
                    "slot": at + 1,
                    "number": NUMBERS[side][6 * star + at],
                    "features": sorted(map(identity, FEATURES_AT[6 * star + at])),
                }
                for at in range(6)
            ],
        }
        for star in range(7)
    ]
    expected = [
        {
            "star": star["star"],
            "position": star["position"],
            "spaces": [
                {name: space[name] for name in ("id", "slot", "number")}
                | {"features": sorted(space["features"])}
                for space in star["spaces"]
            ],
        }
        for star in GEOMETRY["sides"][side]["stars"]
    ]
    assert found == expected


@pytest.mark.rule("pavilion 2.5", "pavilion 2.6")
@pytest.mark.parametrize("side", BOARDS)
def test_features_equal_the_geometry_file(side: str) -> None:
    found = {
        (identity(feature), feature.kind, feature.tiles)
        + tuple(sorted(SPACE_NAMES[space] for space in feature.spaces))
        for feature in FEATURES
    }
    expected = {
        (feature["id"], feature["kind"], feature["bonus_tiles"], *sorted(feature["spaces"]))
        for feature in GEOMETRY["sides"][side]["features"]
    }
    assert found == expected


@pytest.mark.rule("pavilion 2.1")
def test_star_colours_equal_the_geometry_file() -> None:
    names = [(*COLOR_NAMES, "multicolour")[color] for color in STAR_COLORS]
    assert names == [star["colour"] for star in GEOMETRY["sides"]["coloured"]["stars"]]


@pytest.mark.rule("pavilion 1.3", "pavilion 3.1", "pavilion 3.3", "pavilion 3.6", "pavilion 3.7")
def test_counts_equal_the_geometry_file() -> None:
    """Tiles, jokers, factories and all other numbers of the box."""
    jokers = {
        name: [COLOR_NAMES[COLOR_LETTERS.index(letter)] for letter in order]
        for name, order in JOKER_ORDERS.items()
    }
    assert {
        "tiles": {
            "colours": list(COLOR_NAMES),
            "per_colour": TILES_PER_COLOR,
            "total": TILES_PER_COLOR * len(COLOR_NAMES),
        },
        "joker_by_round": jokers,
        "factories_by_players": {str(players): count for players, count in FACTORIES.items()},
        "tiles_per_factory": FACTORY_SIZE,
        "supply_spaces": SUPPLY_SIZE,
        "rounds": ROUNDS,
        "start_score": START_SCORE,
        "score_floor": SCORE_FLOORS,
        "max_kept": MOST_KEPT,
        "feature_bonus": {feature.kind: feature.tiles for feature in FEATURES},
    } == {name: GEOMETRY[name] for name in GEOMETRY if name not in ("sides", "end_scoring")}


@pytest.mark.rule("pavilion 11.2", "pavilion 11.4")
def test_bonus_tables_equal_the_geometry_file() -> None:
    stars = {(*COLOR_NAMES, "multicolour")[color]: points for color, points in STAR_BONUSES.items()}
    numbers = {str(number): points for number, points in NUMBER_BONUSES.items()}
    assert GEOMETRY["end_scoring"]["star"] == stars
    assert GEOMETRY["end_scoring"]["all_of_number"] == numbers


@pytest.mark.rule("pavilion 6.3")
def test_a_full_board_takes_no_tile() -> None:
    assert placements(position(seat(FULL, hand="pgoybr"))) == []
