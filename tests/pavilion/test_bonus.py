"""Points of a placement, bonus tiles and the supply they come from."""

from __future__ import annotations

import random
import re

import pytest

import tilewright as tw
from tests.pavilion.boards import (
    OWN,
    SPACES,
    filled,
    game,
    hand,
    heap,
    legal,
    letters,
    play,
    position,
    seat,
    stars,
)
from tilewright.pavilion import Refill
from tilewright.pavilion.board import FEATURES, SPACE_NAMES
from tilewright.pavilion.scoring import run, surrounded

RUNS = [
    # star before, slot, points
    ("......", 1, 1),
    ("......", 6, 1),
    ("b.....", 2, 2),
    ("b.....", 6, 2),
    (".....b", 1, 2),
    ("b.....", 3, 1),
    ("b.....", 4, 1),
    ("b.....", 5, 1),
    ("bb....", 3, 3),
    ("bb....", 6, 3),
    ("bbb...", 5, 1),
    ("b.b...", 2, 3),
    ("b...b.", 6, 3),
    ("bb.b..", 3, 4),
    ("bb.bb.", 3, 5),
    ("bb.bb.", 6, 5),
    ("b.bb..", 6, 2),
    (".bb.bb", 1, 5),
    (".bb.b.", 1, 3),
    ("b..bb.", 2, 2),
    ("b..bb.", 3, 3),
    ("..bbb.", 1, 1),
    ("bbbb..", 6, 5),
    ("bbbbb.", 6, 6),
    (".bbbbb", 1, 6),
    ("bbb.bb", 4, 6),
    ("bb.bbb", 3, 6),
]


@pytest.mark.rule("pavilion 7.1", "pavilion 2.4")
@pytest.mark.parametrize("before, slot, points", RUNS)
def test_points_of_a_placement(before: str, slot: int, points: int) -> None:
    """One point for each tile of the whole run, which goes round the ring."""
    state = position(seat(f"E {before}", hand="bbbbbb"))
    step, *_ = state.explain(state.parse(f"E{slot}b0"))
    numbers = {"star": 3, "slot": slot, "color": 4, "number": slot}
    assert step == (0, "turn", "place", points, numbers)
    assert play(state, f"E{slot}b0").scores == (5 + points, 5)


@pytest.mark.rule("pavilion 7.1")
def test_every_run() -> None:
    """All stars and places, against a walk in both directions."""
    for filled_slots in range(64):
        for at in range(6):
            star = tuple([0 if slot == at or filled_slots >> slot & 1 else -1 for slot in range(6)])
            part = {at}
            for step in (1, -1):
                for distance in range(1, 6):
                    if star[(at + step * distance) % 6] == -1:
                        break
                    part.add((at + step * distance) % 6)
            assert run(star, at) == len(part)


@pytest.mark.rule("pavilion 7.1")
@pytest.mark.parametrize("last", range(1, 7))
def test_closing_a_star_scores_six(last: int) -> None:
    star = "g" * (last - 1) + "." + "g" * (6 - last)
    state = position(seat(f"SW {star}", hand="gggggg"))
    assert play(state, f"SW{last}g0").scores[0] == 5 + 6


def windowed(**more: str) -> tw.pavilion.State:
    """A position where E6b0 surrounds a window and puts five blue tiles into the tower."""
    return position(seat("E ....b.", hand="bbbbbb"), **more)  # type: ignore[arg-type]


@pytest.mark.rule("pavilion 7.2")
def test_a_feature_pays_once() -> None:
    """Later tiles next to a surrounded window bring nothing more."""
    for slot in range(1, 5):
        state = play(position(seat("E ....bb", hand="bbbb")), f"E{slot}b0")
        assert (state.picks, state.phase) == (0, "place")


@pytest.mark.rule("pavilion 7.2", "pavilion 7.5")
@pytest.mark.parametrize("seed", range(10))
def test_a_whole_board_brings_36_tiles(seed: int) -> None:
    """In any order, every feature pays once, and no placement earns more than three."""
    order = list(range(42))
    random.Random(seed).shuffle(order)
    spaces = [-1] * 42
    earned = []
    paid = []
    for space in order:
        spaces[space] = 0
        found = surrounded(tuple(spaces), space)
        earned.append(sum(feature.tiles for feature in found))
        paid += found
    assert sorted(paid) == sorted(FEATURES)
    assert sum(earned) == 36
    assert max(earned) == 3


@pytest.mark.rule("pavilion 7.5")
@pytest.mark.parametrize("board", ["coloured", "neutral"])
def test_no_placement_earns_more_than_three(board: str) -> None:
    """The last tile of a full board earns the most that its space can."""
    for last in SPACES:
        before = filled(" ".join(name for name in SPACES if name != last))
        color = OWN.get(last[:-1]) or "pgoybr"[int(last[-1]) - 1]
        state = position(seat(before, hand=color * 6), board=board)
        state = state.play(state.parse(f"{last}{color}0"))
        centre, slot = last.startswith("C"), int(last[-1])
        assert state.picks == (2 if centre else {1: 2, 2: 3, 3: 3, 4: 2, 5: 3, 6: 3}[slot])


TWO = [
    # all spaces but the last, the last one, codes, tiles
    ("NW1 NE3 NE4 NW3 C6 C1", "NW2o0", ["statue", "pillar"], 3),
    ("W1 W2 NW4 NW2 C6 C1", "NW3o0", ["statue", "pillar"], 3),
    ("NE2 NE3 E2 E3 C1 C3", "C2g0", ["pillar", "pillar"], 2),
    ("NW2 NW3 W2 W3 C1 C5", "C6r0", ["pillar", "pillar"], 2),
    ("NW1 NE3 NE4 NW3 C6", "NW2o0", ["statue"], 2),
    ("NE3 NE4 NW3 C6 C1", "NW2o0", ["pillar"], 1),
]


@pytest.mark.rule("pavilion 7.5", "pavilion 7.2")
@pytest.mark.parametrize("before, move, kinds, tiles", TWO)
def test_two_features_at_once(before: str, move: str, kinds: list[str], tiles: int) -> None:
    """The bonuses add up, and all tiles are chosen before the supply is refilled."""
    state = position(seat(filled(before), hand="g2o3r6"), supply="rryybbggoo")
    steps = state.explain(state.parse(move))[1:]
    assert sorted(step.code for step in steps) == sorted(kinds)
    state = play(state, move)
    for left in range(tiles, 0, -1):
        assert (state.phase, state.turn, state.picks) == ("pick", 0, left)
        assert sum(state.supply) == 10 - tiles + left
        state = play(state, legal(state)[-1])
    assert (state.phase, state.turn, state.picks) == ("refill", tw.CHANCE, 0)


@pytest.mark.rule("pavilion 7.5")
def test_a_window_never_comes_with_another_feature() -> None:
    for feature in FEATURES:
        if feature.kind == "window":
            others = [other for other in FEATURES if other.spaces & feature.spaces]
            assert others == [feature]


@pytest.mark.rule("pavilion 7.3")
@pytest.mark.parametrize("picks", ["*p *p *p", "*p *g *r", "*r *r *o", "*y *b *p"])
def test_any_open_tiles_may_be_picked(picks: str) -> None:
    """One, several or all of them may be jokers."""
    state = play(windowed(supply="pppgoybrrr"), "E6b0")
    assert legal(state) == ["*p", "*g", "*o", "*y", "*b", "*r"]
    after = play(state, picks)
    assert hand(after) == letters(heap(picks.replace("*", "").replace(" ", "")))
    assert sum(after.supply) == 7


@pytest.mark.rule("pavilion 7.3")
def test_only_open_tiles_may_be_picked() -> None:
    state = play(windowed(supply="pggggggggg"), "E6b0 *p")
    assert legal(state) == ["*g"]
    with pytest.raises(tw.IllegalMove, match="there is no purple in the supply"):
        state.parse("*p")


@pytest.mark.rule("pavilion 7.4")
@pytest.mark.parametrize("text", ["pass", "E1b0", "+ppp", "pass:b"])
@pytest.mark.parametrize("picked", ["", "*p", "*p *g"])
def test_bonus_tiles_must_be_taken(text: str, picked: str) -> None:
    state = play(position(seat("E ....b.", hand="bbbbbbb")), f"E6b0 {picked}")
    assert state.turn == 0
    assert all(move.startswith("*") for move in legal(state))
    with pytest.raises(tw.IllegalMove, match="a bonus tile is to be picked"):
        state.parse(text)


SHORT = [
    # supply, picks, tiles taken
    ("", "", 0),
    ("r", "*r", 1),
    ("gr", "*g *r", 2),
    ("gor", "*g *o *r", 3),
]


@pytest.mark.rule("pavilion 7.6")
@pytest.mark.parametrize("supply, picks, tiles", SHORT)
def test_a_supply_that_is_short(supply: str, picks: str, tiles: int) -> None:
    """A window is worth three tiles, but there are only so many; the rest is lost."""
    state = position(seat("E ....b.", hand="bbbbbb"), supply=supply, rest="hand")
    steps = state.explain(state.parse("E6b0"))
    assert [step.code for step in steps] == ["place", "window"] + ["short"] * (tiles < 3)
    if tiles < 3:
        assert steps[-1] == (0, "turn", "short", 0, {"due": 3, "tiles": tiles})
    state = play(state, f"E6b0 {picks}")
    assert (hand(state), state.picks, state.phase) == (supply, 0, "refill")
    state = play(state, "+bbbbb")
    assert (state.turn, hand(state), letters(state.supply)) == (1, supply, "bbbbb")


@pytest.mark.rule("pavilion 7.7", "pavilion 6.2")
def test_bonus_tiles_are_used_from_the_next_turn_on() -> None:
    state = play(windowed(), "E6b0 *g *g *r")
    assert hand(state) == "ggr"
    state = play(state, "+bbb")
    assert state.turn == 1
    state = play(state, "pass")
    assert (state.turn, legal(state, "SW")) == (0, ["SW1g0", "SW2g0"])
    assert play(state, "SW2g0").scores[0] == 5 + 2 + 1


@pytest.mark.rule("pavilion 7.8", "pavilion 7.9")
def test_refill_before_the_next_turn() -> None:
    """The gap is filled by chance; nobody has a decision until then."""
    state = play(windowed(), "E6b0 *p *p *g")
    assert (state.turn, state.legal_moves()) == (tw.CHANCE, [])
    for seed in range(5):
        move = state.sample(random.Random(seed))
        assert isinstance(move, Refill)
        assert sum(move.tiles) == 3
        after = state.play(move)
        assert (sum(after.supply), after.turn, after.phase) == (10, 1, "place")
        assert after.bag == tuple(a - b for a, b in zip(state.bag, move.tiles, strict=True))
    assert len({state.sample(random.Random(seed)) for seed in range(20)}) > 5


@pytest.mark.rule("pavilion 7.9")
def test_refill_when_the_same_seat_goes_on() -> None:
    state = position(seat("E ....b.", hand="bbbbbbr"), seat(passed=True))
    state = play(state, "E6b0 *g *g *p")
    assert state.turn == tw.CHANCE
    state = play(state, "+ppp")
    assert (state.turn, sum(state.supply)) == (0, 10)
    assert legal(state, "SW") == ["SW1g0", "SW2g0", "SW2g1", "SW3g1"]


@pytest.mark.rule("pavilion 7.9", "pavilion 7.11", "pavilion 7.12")
@pytest.mark.parametrize(
    "first, tiles",
    [("E3b0", "bb"), ("E3b2", "pp"), ("pass:bb", "ppb"), ("pass", "ppbbb"), ("E1b0", "")],
)
def test_a_gap_closes_as_soon_as_there_is_a_tile(first: str, tiles: str) -> None:
    """Bag and tower are empty; what a turn pays or discards, also at a pass, fills the gap."""
    state = position(seat(hand="bbbpp"), supply="rr", rest="hand")
    state = play(state, first)
    if tiles:
        assert state.turn == tw.CHANCE
        assert str(state.sample(random.Random(1))) == f"+{tiles}"
        state = play(state, f"+{tiles}")
    assert (state.phase, state.turn) == ("place", 1)
    assert letters(state.supply) == letters(heap("rr" + tiles))
    assert not any(state.tower)


@pytest.mark.rule("pavilion 7.9", "pavilion 7.11")
def test_no_refill_without_a_gap_or_a_tile() -> None:
    """A full supply asks for nothing; a gap with nothing to draw stays open."""
    assert play(position(seat(hand="b")), "E1b0").phase == "place"
    state = play(position(seat(hand="b"), supply="rr", rest="hand"), "E1b0")
    assert (state.phase, state.turn, letters(state.supply)) == ("place", 1, "rr")
    assert play(position(seat(), supply="rr", rest="hand"), "pass").phase == "place"


@pytest.mark.rule("pavilion 7.11", "pavilion 7.9")
def test_a_later_refill_fills_what_stayed_empty() -> None:
    """Seat 0 pays too little for the gap; seat 1's payment closes more of it."""
    state = position(seat(hand="bb"), supply="rr", rest="hand")
    state = play(state, "E2b0 +b")
    assert letters(state.supply) == "brr"
    state = play(state, "SW6g0")
    assert state.phase == "refill"
    state = play(state, "+ggggg")
    assert letters(state.supply) == "gggggbrr"


@pytest.mark.rule("pavilion 7.10")
@pytest.mark.parametrize(
    "bag, refill, bag_after, tower_after",
    [
        ("b3", "bbb", "", "g2r5"),
        ("b4", "bbb", "b1", "g2r5"),
        ("b2", "bbr", "g2r4", ""),
        ("b2", "gbb", "g1r5", ""),
        ("b1r1", "grb", "g1r5", ""),
        ("", "grr", "g1r3", ""),
    ],
)
def test_the_tower_is_poured_when_a_tile_is_needed(
    bag: str, refill: str, bag_after: str, tower_after: str
) -> None:
    """The bag is drawn empty first; the tower follows only if a tile is still needed."""
    state = position(bag=bag, tower="g2r5", supply="ppppooo", rest="hand", phase="refill")
    state = play(state, f"+{refill}")
    assert (state.bag, state.tower) == (heap(bag_after), heap(tower_after))


@pytest.mark.rule("pavilion 7.10")
@pytest.mark.parametrize(
    "text, reason",
    [
        ("+brr", "what is left in the bag must be drawn first"),
        ("+rrr", "what is left in the bag must be drawn first"),
        ("+bbp", "not all of these tiles are there to be drawn"),
        ("+bbb", "not all of these tiles are there to be drawn"),
        ("+bb", "expected 3 tiles, found 2"),
        ("+bbgr", "expected 3 tiles, found 4"),
    ],
)
def test_draws_that_cannot_be(text: str, reason: str) -> None:
    state = position(bag="b2", tower="g2r5", supply="ppppooo", rest="hand", phase="refill")
    with pytest.raises(tw.IllegalMove, match=reason):
        state.parse(text)


@pytest.mark.rule("pavilion 7.10")
def test_chance_draws_the_bag_first() -> None:
    state = position(bag="b2", tower="g2r5", supply="ppppooo", rest="hand", phase="refill")
    drawn = {str(state.sample(random.Random(seed))) for seed in range(30)}
    assert drawn == {"+gbb", "+bbr"}


@pytest.mark.rule("pavilion 7.12")
def test_tiles_just_paid_may_come_back_at_once() -> None:
    """Bag and tower are empty, so the refill can only be of the blue tiles just paid."""
    state = play(windowed(rest="hand"), "E6b0 *p *p *g")
    assert letters(state.tower) == "bbbbb"
    assert str(state.sample(random.Random(1))) == "+bbb"
    state = play(state, "+bbb")
    assert (letters(state.bag), letters(state.tower)) == ("bb", "")


@pytest.mark.rule("pavilion 7.9")
@pytest.mark.parametrize("players", [2, 4])
def test_the_supply_is_full_at_every_turn(players: int) -> None:
    """While there is a tile to draw, each turn of phase 2 begins with ten open tiles."""
    for state, _ in game(8, players=players):
        if state.phase == "place" and (any(state.bag) or any(state.tower)):
            assert sum(state.supply) == 10


@pytest.mark.rule("pavilion 7.8", "pavilion 7.5")
@pytest.mark.parametrize("players", [2, 4])
def test_refills_come_between_turns_only(players: int) -> None:
    """After a placement come all its picks, then the refill, then the next turn."""
    letter = {"take": "t", "place": ".", "pick": "k", "refill": "+", "fill": "f", "deal": "d"}
    story = "".join(letter.get(state.phase, "|") for state, _ in game(8, players=players))
    assert re.fullmatch(r"(f?(dt+)?(\.k*\+?)+)+\|", story)
    assert ".kk+." in story


def test_space_names() -> None:
    """The helper's names are the library's."""
    assert SPACES == SPACE_NAMES


def test_stars_are_read_back() -> None:
    """The helper reads what it has drawn."""
    assert stars(position(seat("E ....b. C ..g..."))) == {"E": "....b.", "C": "..g..."}
