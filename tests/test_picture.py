"""Pictures: what is drawn and described is what lies on the table, in every phase of every game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import dist, isclose
from xml.etree import ElementTree

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, MAIN, playthrough
from tilewright import classic, drawing, pavilion, wording
from tilewright.classic import description as classic_description
from tilewright.classic import rules as classic_rules
from tilewright.games import AnyState
from tilewright.market import FACTORIES
from tilewright.pavilion import picture as pavilion_picture
from tilewright.pavilion import rules as pavilion_rules
from tilewright.pavilion.board import FEATURES, SLOTS, SPACES
from tilewright.tiles import EMPTY, Tiles

SVG = "{http://www.w3.org/2000/svg}"
TILE = re.compile(rf"#{drawing.PREFIX}(?:sq|rh)-([a-z]+)(?:-sm)?")  # not a ghost, not a glaze

# Games of two play every line of the rules; measuring the others takes time and finds no more.
every_game = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if "-2-" in name else pytest.mark.no_cover)
        for name in CONFIGURATIONS
    ],
)


@cache
def positions(name: str) -> list[classic.State | pavilion.State]:
    """Each phase of a random game, early and late, some states between, and the end."""
    found, seen = [], set()
    game = [after for _, _, after in playthrough(CONFIGURATIONS[name](), seed=7)]
    for step, state in enumerate([CONFIGURATIONS[name](), *game]):
        assert isinstance(state, classic.State | pavilion.State)
        known = (min(state.round, 3), state.phase)
        if known not in seen or step % 40 == 0 or step == len(game):
            found.append(state)
        seen.add(known)
    return found


def parse(state: AnyState) -> ElementTree.Element:
    return ElementTree.fromstring(state._repr_svg_())


def groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [group for group in root.iter(f"{SVG}g") if group.get("class") == drawing.PREFIX + name]


def references(element: ElementTree.Element) -> list[str]:
    return [use.attrib["href"] for use in element.iter(f"{SVG}use")]


def tiles_in(element: ElementTree.Element) -> Counter[str]:
    found = [TILE.fullmatch(reference) for reference in references(element)]
    return Counter(match[1] for match in found if match and match[1] != "glaze")


def named(tiles: Tiles, names: tuple[str, ...]) -> Counter[str]:
    return +Counter(dict(zip(names, tiles, strict=True)))


@every_game
def test_drawings_stand_alone(name: str) -> None:
    for state in positions(name):
        text = state._repr_svg_()
        root = ElementTree.fromstring(text)
        assert root.get("role") == "img"
        assert (root.findtext(f"{SVG}title") or "").startswith(root.attrib["aria-label"])
        assert root.findtext(f"{SVG}desc") == state.describe()
        assert "var(" not in text
        assert text.count("http") == 1, "only the name of the namespace"
        identities = [element.get("id") for element in root.iter() if element.get("id")]
        used = {*re.findall(r"url\(#([^)]+)\)", text), *[name[1:] for name in references(root)]}
        assert len(identities) == len(set(identities))
        assert set(identities) == used, "no part is missing and none is idle"
        assert all(name.startswith(drawing.PREFIX) for name in used)


@every_game
def test_boards_and_market_show_the_tiles(name: str) -> None:
    for state in positions(name):
        names = (classic if isinstance(state, classic.State) else pavilion).board.COLOR_NAMES
        root = parse(state)
        boards = groups(root, "board")
        assert len(boards) == len(state.players)
        for seat, board in enumerate(boards):
            assert tiles_in(board) == tiles_on_board(state, seat)
            words = [text.text for text in board.iter(f"{SVG}text")]
            assert words[:2] == [f"Seat {seat + 1}", str(state.scores[seat])]
            frames = [shape for shape in board if shape.get("stroke") == drawing.SIGNAL]
            assert bool(frames) == (state.turn == seat)
            marker = f"#{drawing.PREFIX}marker-first" in references(board)
            assert marker == (state.marker == seat)
        [market] = groups(root, "market")
        shown = [min(count, drawing.CLUSTER_MOST) for count in state.sources[0]]
        lying = [sum(counts) for counts in zip(shown, *state.sources[1:], strict=True)]
        assert tiles_in(market) == named(tuple(lying), names)
        dashed = [c for c in market.iter(f"{SVG}circle") if c.get("stroke-dasharray") == "5 5"]
        assert len(dashed) == sum(not any(tiles) for tiles in state.sources[1:])


def tiles_on_board(state: classic.State | pavilion.State, seat: int) -> Counter[str]:
    """What a board's drawing should hold: each tile, and one of each colour in a hand."""
    if isinstance(state, classic.State):
        player, names = state.players[seat], classic.board.COLOR_NAMES
        laid = Counter(names[color] for color in player.wall if color != EMPTY)
        for color, count in player.lines:
            laid += Counter({names[color]: count})
        return laid + named(player.floor, names)
    owner, names_6 = state.players[seat], pavilion.board.COLOR_NAMES
    hand = tuple(min(count, 1) for count in owner.hand)
    stars = Counter(names_6[color] for color in owner.spaces if color != EMPTY)
    return stars + named(hand, names_6)


@every_game
def test_words_tell_the_position(name: str) -> None:
    for state in positions(name):
        text = state.describe()
        assert "\nSeat 2: " in state.describe(["Ann"])
        lines = text.splitlines()
        assert text.isascii()
        assert max(map(len, lines)) <= 80
        for seat, score in enumerate(state.scores):
            assert any(line.startswith(f"Seat {seat + 1}: {score} points") for line in lines)
        for number, tiles in enumerate(state.sources[1:], 1):
            [line] = [line for line in lines if line.startswith(f"Factory {number}: ")]
            assert sum(map(int, re.findall(r"\d+ (?=[a-z])", line.partition(":")[2]))) == sum(tiles)
        if state.turn >= 0:
            assert f", seat {state.turn + 1} to " in lines[1]


def test_every_phase_is_seen() -> None:
    seen = {"classic": set[str](), "pavilion": set[str]()}
    for name in MAIN:
        for state in positions(name):
            seen[state.game].add(state.phase)
    assert seen == {"classic": {*classic_rules.PHASES}, "pavilion": {*pavilion_rules.PHASES}}


def test_classic_in_words() -> None:
    state = tw.parse(
        "classic players=2 wall=coloured round_limit=40 round=4 phase=take seat=1 starter=1 "
        "marker=0 market=yrkww/-/-/-/bkkw/yyrw bag=b1y5r3k8w3 lid=b9y5r9k4w8 "
        "seat0=30,y/bb/-/-/bb,..rkw/..yrk/..byr/..w../.....,b "
        "seat1=17,r/yy/-/-/yy,b..kw/w..rk/k.b../r.wb./.....,-"
    )
    assert (
        state.describe()
        == """\
Classic, 2 players, coloured wall
Round 4, seat 2 to take
Start player of the round: seat 2

Centre: 1 yellow, 1 red, 1 black, 2 white
Factory 1: empty
Factory 2: empty
Factory 3: empty
Factory 4: 1 blue, 2 black, 1 white
Factory 5: 2 yellow, 1 red, 1 white
Bag, 20 tiles: 1 blue, 5 yellow, 3 red, 8 black, 3 white
Lid, 35 tiles: 9 blue, 5 yellow, 9 red, 4 black, 8 white

Letters: b blue, y yellow, r red, k black, w white
A capital is a tile, a small letter a printed space, a dot a free space

Seat 1: 30 points
  1      Y   b y R K W
  2     BB   w b Y R K
  3    ...   k w B Y R
  4   ....   r k W b y
  5  ...BB   y r k w b
  Floor: marker, 1 blue; loss so far 2

Seat 2: 17 points
  1      R   B y r K W
  2     YY   W b y R K
  3    ...   K w B y r
  4   ....   R k W B y
  5  ...YY   y r k w b
  Floor: empty
"""
    )


def test_pavilion_in_words() -> None:
    state = tw.parse(
        "pavilion players=2 edition=2019 board=neutral joker_order=pgoybr "
        "last_round_discard=after_bonuses round=5 phase=take seat=0 starter=0 marker=1 picks=0 "
        "market=ppoyr/-/goyr/poyr/-/- supply=pgyyyybbrr bag=p3g1o6b3r2 tower=p6g12o8y8b7r5 "
        "seat0=38,....../yrg..o/porybg/.pp.../.ry.../.rr.../.bo...,ppgbbbr,in "
        "seat1=39,....../.bop../.rg.../.rr.../opyb../.gp.../gbry..,pgyybb,in"
    )
    assert (
        state.describe()
        == """\
Pavilion, 2 players, neutral board
Round 5 of 6, seat 1 to take
Start player of the round: seat 1
Joker: blue, then red

Centre: 2 purple, 1 orange, 1 yellow, 1 red
Factory 1: empty
Factory 2: 1 green, 1 orange, 1 yellow, 1 red
Factory 3: 1 purple, 1 orange, 1 yellow, 1 red
Factory 4: empty
Factory 5: empty
Supply, 10 tiles: 1 purple, 1 green, 4 yellow, 2 blue, 2 red
Bag, 15 tiles: 3 purple, 1 green, 6 orange, 3 blue, 2 red
Tower, 46 tiles: 6 purple, 12 green, 8 orange, 8 yellow, 7 blue, 5 red

Letters: P purple, G green, O orange, Y yellow, B blue, R red
Stars clockwise, each number with its tile, or a dot if it is free

Seat 1: 38 points
  C:         3 .  3 .  3 .  3 .  3 .  3 .
  NW:        3 Y  2 R  1 G  4 .  5 .  6 O
  NE:        3 P  2 O  1 R  4 Y  5 B  6 G
  E:         3 .  2 P  1 P  4 .  5 .  6 .
  SE:        3 .  2 R  1 Y  4 .  5 .  6 .
  SW:        3 .  2 R  1 R  4 .  5 .  6 .
  W:         3 .  2 B  1 O  4 .  5 .  6 .
  Surrounded: statue NW-NE, window NE
  Hand, 7 tiles: 2 purple, 1 green, 3 blue, 1 red

Seat 2: 39 points, first-player marker
  C:         3 .  3 .  3 .  3 .  3 .  3 .
  NW:        3 .  2 B  1 O  4 P  5 .  6 .
  NE:        3 .  2 R  1 G  4 .  5 .  6 .
  E:         3 .  2 R  1 R  4 .  5 .  6 .
  SE:        3 O  2 P  1 Y  4 B  5 .  6 .
  SW:        3 .  2 G  1 P  4 .  5 .  6 .
  W:         3 G  2 B  1 R  4 Y  5 .  6 .
  Surrounded: statue W-NW
  Hand, 6 tiles: 1 purple, 1 green, 2 yellow, 2 blue
"""
    )


@pytest.mark.parametrize(
    "outcome, words, named",
    [
        ((2, 1), "seat 2 wins", "Bob wins"),
        ((1, 2), "seat 1 wins", "You win"),
        ((1, 3, 1), "seats 1 and 3 win", "You and Cy win"),
        ((1, 1, 1, 4), "seats 1, 2 and 3 win", "You, Bob and Cy win"),
    ],
)
def test_winners(outcome: tuple[int, ...], words: str, named: str) -> None:
    assert wording.tell_winners(outcome, ()) == words
    assert wording.tell_winners(outcome, ("You", "Bob", "Cy", "Di")) == named


@every_game
def test_names_stand_above_the_boards_and_in_the_words(name: str) -> None:
    names = ("Ann & Co", "Bartholomew the Very Long", "mason", "mason 2")
    for state, *_ in list(playthrough(CONFIGURATIONS[name](), 2))[::40]:
        text = state.draw(names[: len(state.scores)])
        drawn = ElementTree.fromstring(text)
        boards = groups(drawn, "board")
        heads = [next(board.iter(f"{SVG}text")).text or "" for board in boards]
        assert heads[0] == "Ann & Co"
        assert heads[1].startswith("Bart") and heads[1].endswith("…")
        assert heads[2:] == list(names[2 : len(state.scores)])
        assert "eat 1" not in text
        assert "Bartholomew the Very Long: " in state.describe(names)


@pytest.mark.parametrize("floor, spaces", [((0, 0, 0, 0, 0), 6), ((1, 2, 1, 2, 1), 0)])
def test_marker_lies_first_on_the_floor_or_beside_it(floor: Tiles, spaces: int) -> None:
    """A marker that finds the floor line full costs nothing, but is still to be seen."""
    start = classic.new_game(2)
    player = start.players[0]._replace(floor=floor)
    state = start._replace(marker=0, players=(player, start.players[1]))
    board = groups(parse(state), "board")[0]
    uses = [u for u in board.iter(f"{SVG}use") if u.attrib["href"].endswith("marker-first")]
    [marker] = uses
    wells = [r for r in board.iter(f"{SVG}rect") if r.get("fill") == drawing.WELL]
    assert len(wells) == 15 + spaces
    assert classic_description.loss_so_far(state, 0) == (14 if sum(floor) else 1)
    losses = [t for t in board.iter(f"{SVG}text") if (t.text or "").startswith("−")][:7]
    across = float(marker.attrib["x"]) + float(marker.attrib["width"]) / 2
    assert isclose(across, float(losses[0].attrib["x"]), abs_tol=0.02) == (spaces > 0)
    assert (across > float(losses[6].attrib["x"]) + 1) == (spaces == 0)


def test_a_floor_already_counted_costs_nothing() -> None:
    state = classic.new_game(2)._replace(phase=classic_rules.TILE, starter=1, seat=0, marker=1)
    assert [classic_description.loss_so_far(state, seat) for seat in (0, 1)] == [0, 0]
    state = state._replace(marker=0)
    assert [classic_description.loss_so_far(state, seat) for seat in (0, 1)] == [1, 0]
    state = state._replace(phase=classic_rules.END)
    assert [classic_description.loss_so_far(state, seat) for seat in (0, 1)] == [0, 0]


def test_features_lie_between_their_spaces() -> None:
    middle = pavilion_picture.Point(0, 0)
    places = []
    for space in range(SPACES):
        star, slot = divmod(space, SLOTS)
        turn = pavilion_picture.direction(star, slot)
        places.append(pavilion_picture.place_star(middle, star).towards(turn, 36))
    for feature in FEATURES:
        at = pavilion_picture.place_feature(middle, feature)
        far = [dist(at, place) for place in places]
        nearest = sorted(range(SPACES), key=far.__getitem__)
        assert set(nearest[: len(feature.spaces)]) == feature.spaces


def test_light_does_not_turn() -> None:
    """Each tile has the glaze of its direction; glazes are the same after half a turn."""
    start = pavilion.new_game(2)
    player = start.players[0]._replace(spaces=(pavilion.board.RED,) * SPACES)
    text = start._replace(players=(player, start.players[1]))._repr_svg_()
    pattern = r'rotate\((\d+)\)"><use href="#\S+rh-red"[^>]*/></g><use href="#\S+rh-glaze-(\d+)"'
    turns = [(int(turn), int(glaze)) for turn, glaze in re.findall(pattern, text)]
    assert Counter(turn for turn, _ in turns)[300] >= 7
    assert all(turn % 180 == glaze for turn, glaze in turns)


@pytest.mark.parametrize("new_game", [classic.new_game, pavilion.new_game])
@pytest.mark.parametrize("players", FACTORIES)
def test_panels_do_not_overlap(new_game: Callable[[int], AnyState], players: int) -> None:
    root = parse(new_game(players))
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    panels = [
        [float(shape.attrib[side]) for side in ("x", "y", "width", "height")]
        for shape in root.iter(f"{SVG}rect")
        if shape.get("rx") == "14"
    ]
    assert len(panels) >= players + 1
    for x, y, across, down in panels:
        assert 0 < x < x + across < width
        assert 0 < y < y + down < height
        for left, top, wide, high in panels:
            same = (x, y) == (left, top)
            apart = x + across < left or left + wide < x or y + down < top or top + high < y
            assert same or apart


@pytest.mark.parametrize(
    "value, text",
    [(1.0, "1"), (0.126, "0.13"), (-0.001, "0"), (1234.567, "1234.57"), (-2.5, "-2.5")],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert drawing.trim(value) == text


def test_words_are_escaped() -> None:
    assert drawing.write("<&>", 0, 0, drawing.SMALL).endswith(">&lt;&amp;&gt;</text>")
    assert drawing.element("g", title='"a" & <b>') == "<g title='\"a\" &amp; &lt;b&gt;'/>"


def test_a_board_is_drawn_alone() -> None:
    for name in ("classic-3-grey", "pavilion-2-coloured"):
        state = CONFIGURATIONS[name]()
        names = ("Quinn", "Zoltan", "Xenia")[: len(state.scores)]
        for seat in range(len(state.scores)):
            text = state.draw_board(seat, names)
            title = ElementTree.fromstring(text).find(f"{SVG}title")
            assert title is not None and title.text is not None
            assert title.text.endswith(f", {names[seat]}")
            assert not any(other in text for other in names if other != names[seat])
        assert len(state.draw_board(0)) < len(state.draw()) / 2
