"""Phase 1: taking tiles. Purple is the joker of round 1."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.pavilion.boards import FULL, game, hand, legal, letters, play, position, seat
from tilewright.pavilion import Take


def market(state: tw.pavilion.State) -> str:
    """Centre and factories as letters, without the empty ones at the end."""
    return "/".join(map(letters, state.sources)).rstrip("/")


@pytest.mark.rule("pavilion 12.1", "pavilion 12.2", "pavilion 12.3", "pavilion 5.7")
def test_turn_example() -> None:
    """Two red; one green and a joker; three yellow and a joker from the centre for 4 points."""
    state = position(seat(), seat(), seat(), market="/rryy/gppy")
    state = play(state, "1r")
    assert (hand(state, 0), market(state)) == ("rr", "yy//ppgy")
    state = play(state, "2g")
    assert (hand(state, 1), market(state)) == ("pg", "pyyy")
    steps = state.explain(state.parse("0y"))
    numbers = {"color": 3, "tiles": 4, "jokers": 1, "joker": 0, "marker": 1}
    assert steps[0] == (2, "taking", "take", 0, numbers)
    assert [(step.seat, step.code, step.points) for step in steps[1:]] == [(2, "marker", -4)]
    state = play(state, "0y")
    assert (hand(state, 2), market(state)) == ("pyyy", "")
    assert (state.marker, state.scores) == (2, (5, 5, 1))


@pytest.mark.rule("pavilion 12.2", "pavilion 5.3")
@pytest.mark.parametrize("factory, centre", [("gppp", "pp"), ("gppy", "py"), ("gpyr", "yr")])
def test_turn_example_with_any_purple(factory: str, centre: str) -> None:
    """However many purple tiles the second factory holds, one comes along and two tiles go."""
    state = play(position(market=f"/{factory}"), "1g")
    assert (hand(state), market(state)) == ("pg", centre)


TAKING = [
    # market, move, hand, market after
    ("/rryy/gggg", "1r", "rr", "yy//gggg"),
    ("/rryy/gggg", "1y", "yy", "rr//gggg"),
    ("b/rryy", "1r", "rr", "yyb"),
    ("/rrry/gggg", "1y", "y", "rrr//gggg"),
    ("/rrrr/gggg", "1r", "rrrr", "//gggg"),
    ("/prrr/gggg", "1r", "prrr", "//gggg"),
    ("/pprr/gggg", "1r", "prr", "p//gggg"),
    ("/pppr/gggg", "1r", "pr", "pp//gggg"),
    ("/ppgr/gggg", "1g", "pg", "pr//gggg"),
    ("/pppp/gggg", "1p", "p", "ppp//gggg"),
    ("g/pppp/gggg", "1p", "p", "pppg//gggg"),
    ("/ppp/gggg", "1p", "p", "pp//gggg"),
    ("/p/gggg", "1p", "p", "//gggg"),
    ("yyrr/gggg", "0y", "yy", "rr/gggg"),
    ("pyyrr/gggg", "0y", "pyy", "rr/gggg"),
    ("pppyyrr/gggg", "0r", "prr", "ppyy/gggg"),
    ("pppyyy/gggg", "0y", "pyyy", "pp/gggg"),
    ("ppp/gggg", "0p", "p", "pp/gggg"),
    ("p/gggg", "0p", "p", "/gggg"),
]


@pytest.mark.rule("pavilion 5.2", "pavilion 5.3", "pavilion 5.4", "pavilion 5.5", "pavilion 5.6")
@pytest.mark.parametrize("before, move, taken, after", TAKING)
def test_take(before: str, move: str, taken: str, after: str) -> None:
    """All tiles of the colour and exactly one joker; a factory's rest goes to the centre."""
    state = play(position(seat(), seat(hand="b"), market=before, marker="1"), move)
    assert (hand(state, 0), hand(state, 1)) == (taken, "b")
    assert market(state) == after
    assert state.turn == 1


@pytest.mark.rule("pavilion 5.6")
def test_taken_tiles_join_those_beside_the_board() -> None:
    state = position(seat(hand="ry"), seat(), market="/rryy/gggg")
    assert hand(play(state, "1r")) == "yrrr"


OFFERS = [
    ("/rryy/gggg", ["1y", "1r", "2g"]),
    ("/ppgr/pppp/pppy", ["1g", "1r", "2p", "3y"]),
    ("ppp/pgoy", ["0p", "1g", "1o", "1y"]),
    ("pppb/pgoy", ["0b", "1g", "1o", "1y"]),
    ("pppb", ["0b"]),
    ("pppp", ["0p"]),
    ("/p", ["1p"]),
]


@pytest.mark.rule("pavilion 5.1", "pavilion 5.2", "pavilion 5.4")
@pytest.mark.parametrize("before, moves", OFFERS)
def test_what_may_be_taken(before: str, moves: list[str]) -> None:
    """Every source with every colour but the joker's, which only a source of jokers offers."""
    assert legal(position(market=before)) == moves


@pytest.mark.rule("pavilion 5.1", "pavilion 8.1")
@pytest.mark.parametrize("text", ["pass", "pass:g", "E1b0", "*g"])
def test_nothing_but_taking_in_this_phase(text: str) -> None:
    with pytest.raises(tw.IllegalMove, match="tiles are to be taken"):
        position(seat(hand="gb"), market="/rryy").parse(text)


@pytest.mark.rule("pavilion 5.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_exactly_one_source_a_turn(players: int) -> None:
    """Each turn empties one factory or shrinks the centre, and the next seat follows."""
    for state, move in game(5, players=players):
        if isinstance(move, Take):
            after = state.play(move)
            changed = [
                source
                for source in range(1, len(state.sources))
                if after.sources[source] != state.sources[source]
            ]
            assert changed == [move.source] * (move.source > 0)
            assert after.phase == "place" or after.turn == (state.turn + 1) % players


@pytest.mark.rule("pavilion 5.1", "pavilion 5.10")
@pytest.mark.parametrize("starter", [0, 1, 2])
def test_the_start_player_has_the_first_turn(starter: int) -> None:
    """The marker's owner of the round before takes first, the others follow clockwise."""
    state = position(seat(), seat(), seat(), marker=str(starter), turn=starter)
    state = play(state, "pass pass pass =rryy/rryy/rryy/rryy/rrbb/bbgg/ggoo")
    turns = [state.turn]
    for move in ("1y", "2y", "3y"):
        state = play(state, move)
        turns.append(state.turn)
    assert turns == [starter, (starter + 1) % 3, (starter + 2) % 3, starter]
    assert state.starter == starter


MARKER = [
    # edition, score, market, move, score after
    ("2019", 5, "y/r", "0y", 4),
    ("2019", 5, "yyyr", "0y", 2),
    ("2019", 5, "pyyyr", "0y", 1),
    ("2019", 5, "ppyyyr", "0y", 1),
    ("2019", 12, "ppyyyr", "0y", 8),
    ("2019", 9, "ppp", "0p", 8),
    ("2019", 4, "yyyyyr", "0y", 1),
    ("2019", 2, "yr", "0y", 1),
    ("2019", 1, "yr", "0y", 1),
    ("2019", 1, "pyyyr", "0y", 1),
    ("mini", 5, "pyyyr", "0y", 1),
    ("mini", 5, "pyyyyr", "0y", 0),
    ("mini", 4, "yyyyyr", "0y", 0),
    ("mini", 1, "pp", "0p", 0),
    ("mini", 0, "pyyyr", "0y", 0),
]


@pytest.mark.rule("pavilion 5.7", "pavilion 5.8", "pavilion 5.9", "pavilion 3.1")
@pytest.mark.parametrize("edition, score, before, move, after", MARKER)
def test_the_marker_costs_a_point_a_tile(
    edition: str, score: int, before: str, move: str, after: int
) -> None:
    state = position(seat(), seat(score=score), market=before, turn=1, edition=edition)
    take, step = state.explain(state.parse(move))
    state = play(state, move)
    assert (state.marker, state.scores) == (1, (5, after))
    taken = len(hand(state, 1))
    assert (take.numbers["tiles"], take.numbers["marker"]) == (taken, 1)
    assert step == (1, "loss", "marker", after - score, {"tiles": taken, "loss": taken})


@pytest.mark.rule("pavilion 5.7")
def test_only_the_first_taker_gets_the_marker() -> None:
    """Factories never bring it, and a second visit to the centre costs nothing."""
    state = play(position(market="yyr/bbbb"), "1b")
    assert (state.marker, state.scores) == (-1, (5, 5))
    state = play(state, "0y")
    assert (state.marker, state.scores) == (1, (5, 3))
    [take] = state.explain(state.parse("0r"))
    state = play(state, "0r")
    assert (state.marker, state.scores, take.numbers["marker"]) == (1, (5, 3), 0)


@pytest.mark.rule("pavilion 5.8")
def test_only_jokers_in_the_centre() -> None:
    state = play(position(market="ppp/bbbb"), "0p")
    assert (hand(state), state.marker, state.scores) == ("p", 0, (4, 5))
    assert market(state) == "pp/bbbb"


@pytest.mark.rule("pavilion 5.10", "pavilion 6.1")
def test_the_marker_leads_the_next_phase_and_round() -> None:
    state = position(seat(), seat(), seat(), market="yr/bbbb")
    state = play(state, "1b 0y 0r")
    assert (state.phase, state.marker, state.turn) == ("place", 1, 1)
    state = play(state, "pass:y pass:r pass:bbbb")
    assert (state.round, state.starter, state.seat, state.marker) == (2, 1, 1, -1)


@pytest.mark.rule("pavilion 5.11")
def test_the_phase_ends_with_the_last_tile() -> None:
    state = play(position(market="y/rrr"), "1r")
    assert (state.phase, state.turn) == ("take", 1)
    assert play(state, "0y").phase == "place"


@pytest.mark.rule("pavilion 5.11", "pavilion 5.12")
@pytest.mark.parametrize("starter, moves", [(0, "1r 2b"), (1, "1r 2b"), (1, "2b 1r")])
def test_nobody_takes_the_marker(starter: int, moves: str) -> None:
    """Factories of one colour and at most one joker leave nothing: the start player leads on."""
    state = position(market="/rrrr/pbbb", turn=starter, starter=starter)
    state = play(state, moves)
    assert (state.phase, state.turn, state.marker) == ("place", starter, -1)
    assert state.scores == (5, 5)
    state = play(state, f"pass:{hand(state, starter)} pass:{hand(state, 1 - starter)}")
    assert (state.round, state.seat, state.starter) == (2, starter, starter)
    assert state.scores == (5, 5)


@pytest.mark.rule("pavilion 5.12")
def test_nobody_takes_the_marker_and_turns_are_odd() -> None:
    """Not the next seat but the start player leads, also when the turns end elsewhere."""
    state = position(seat(), seat(), seat(), market="/rrrr/pbbb", turn=2, starter=2)
    assert play(state, "1r 2b").turn == 2


@pytest.mark.rule("pavilion 5.13", "pavilion 9.5", "pavilion 7.11")
@pytest.mark.parametrize("marker, leader", [("0", 0), ("2", 2), ("centre", 1)])
def test_a_round_without_tiles(marker: str, leader: int) -> None:
    """With nothing to draw, placing begins at once with the kept tiles."""
    state = position(
        seat(FULL, passed=True),
        seat(FULL, passed=True),
        seat(FULL, passed=True),
        seat(hand="goyr"),
        supply="pb",
        turn=3,
        starter=1,
        marker=marker,
    )
    assert not any(state.bag)
    state = play(state, "pass:goyr")
    assert (state.round, state.phase, state.turn, state.marker) == (2, "place", leader, -1)
    assert legal(state._replace(seat=3), "SW1") == ["SW1g0"]
    while state.turn != 3:
        state = play(state, "pass")
    assert play(state, "SW1g0").scores == (5, 5, 5, 6)
