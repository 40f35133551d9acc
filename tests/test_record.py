"""Records: text and JSON, header, comments, and errors that say where."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

import tilewright as tw

DEAL = "=bbyr/yrkw/kkww/byrk/rrww"
TEXT = f"""tilewright 1
game: classic
rules: 1
options: players=2 wall=coloured round_limit=40
seat 0: Ann Ek
seat 1: greedy
event: a rainy Sunday

# Ann brought cake.
1. {DEAL}
2. 1b2 2r1
# a sharp answer
# and a good one
4. 0r3
"""
RECORD = tw.parse_record(TEXT)


def test_reading_a_record() -> None:
    assert RECORD.seats == ("Ann Ek", "greedy")
    assert RECORD.tags == {"event": "a rainy Sunday"}
    assert RECORD.comments == {0: "Ann brought cake.", 3: "a sharp answer\nand a good one"}
    assert [str(move) for move in RECORD.moves] == [DEAL, "1b2", "2r1", "0r3"]
    assert RECORD.state.turn == 1
    assert str(RECORD) == TEXT


def test_a_deal_has_a_line_of_its_own() -> None:
    rng, record = random.Random(3), tw.Record(tw.classic.new_game(2))
    while record.state.round < 3:
        state = record.state
        move = state.sample(rng) if state.turn == tw.CHANCE else state.legal_moves()[-1]
        record = record.play(move)
    record = record.play(record.state.sample(rng))
    lines = str(record).split("\n\n")[1].splitlines()
    assert [line.split()[1:] for line in lines if "=" in line] == [
        [str(move)] for move in record.moves if isinstance(move, tw.classic.Deal)
    ]
    assert lines[-1].endswith(str(record.moves[-1]))
    assert tw.parse_record(str(record)) == record


def test_reading_is_lenient_where_nothing_is_lost() -> None:
    loose = TEXT.replace("2. 1b2 2r1", "1b2\n  2r1  ").replace("\n", "\r\n")
    loose = loose.replace("# a sharp answer\r\n# and", "# a sharp answer \r\n\r\n#and")
    assert tw.parse_record("\ufeff" + loose) == RECORD


def test_seats_get_names_if_none_are_given() -> None:
    assert tw.Record(tw.classic.new_game(3)).seats == ("Seat 1", "Seat 2", "Seat 3")


def test_a_record_from_a_set_up_position() -> None:
    start = RECORD.undo(1).state
    record = tw.Record(start).play(start.parse("0r3"))
    assert f"start: {start}" in str(record)
    assert tw.parse_record(str(record)) == record
    assert record.state == RECORD.state


def test_undo_forgets_the_comments_on_what_was_undone() -> None:
    assert RECORD.undo(2).comments == {0: "Ann brought cake."}
    assert RECORD.undo(1).comments == RECORD.comments


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("tilewright 1", "chess 1", "line 1: expected 'tilewright 1', found 'chess 1'"),
        ("game: classic\n", "", "header without 'game'"),
        ("game: classic", "game: go", "line 2: unknown game 'go': expected classic or pavilion"),
        ("rules: 1", "rules: 2", "line 3: rules version '2': this release knows 1 to 1"),
        ("rules: 1", "rules 1", "line 3: expected 'name: value', each name once"),
        ("rules: 1", "game: classic", "line 3: expected 'name: value', each name once"),
        ("=coloured", "=plaid", "line 4: wall=plaid: expected coloured or grey"),
        ("=40", "=40 colour=red", "line 4: position with unknown colour="),
        ("seat 1: greedy\n", "", "header without 'seat 1'"),
        ("event: a rainy Sunday", "Event: x", "'Event' cannot be the name of a header line"),
        ("event: a rainy Sunday", "event:", "event: expected one line of text, not ''"),
        ("event: a", "start: classic players=2\nevent: a", "line 7: position without wall="),
        ("2. 1b2", "3. 1b2", "line 11: expected 2. and found 3."),
        ("1b2", "1q2", "line 11: move 2: '1q2' is not a move"),
        ("2r1", "2b1", "line 11: move 3: 2b1: there is no blue in factory 2"),
        ("event: a", "result: 3 4\nevent: a", "line 7: result '3 4', but the moves give an unfin"),
        ("event: a", "end: row\nevent: a", "line 7: end 'row', but the moves give an unfinished"),
    ],
)
def test_errors_name_the_line(old: str, new: str, error: str) -> None:
    with pytest.raises(ValueError, match=r"^[\s\S]*$") as caught:
        tw.parse_record(TEXT.replace(old, new, 1))
    assert str(caught.value).startswith(error)


def test_a_start_with_other_options_is_refused() -> None:
    other = tw.classic.new_game(2, wall="grey")
    with pytest.raises(
        tw.InvalidNotation, match="line 7: the start position and the header have different"
    ):
        tw.parse_record(TEXT.replace("event:", f"start: {other}\nevent:"))


def test_a_wrong_result_is_refused() -> None:
    start = tw.classic.new_game(2, round_limit=1).play(RECORD.moves[0])
    record = tw.Record(start)
    while record.state.turn != tw.OVER:
        record = record.play(record.state.legal_moves()[0])
    text = str(record)
    assert "\nresult: 0 0\nend: round_limit\n" in text
    assert tw.parse_record(text) == record
    with pytest.raises(tw.InvalidNotation, match="'9 0', but the moves give 0 0"):
        tw.parse_record(text.replace("result: 0 0", "result: 9 0"))
    with pytest.raises(tw.InvalidNotation, match="line 9: end 'row', but the moves give round_lim"):
        tw.parse_record(text.replace("end: round_limit", "end: row"))
    assert tw.parse_record(text.replace("end: round_limit\n", "")) == record


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"seats": ("Ann",)}, "1 names for 2 seats"),
        ({"seats": ("Ann", "B\nob")}, "seat 1: expected one line"),
        ({"tags": {"result": "1 2"}}, "'result' cannot be"),
        ({"tags": {"end": "row"}}, "'end' cannot be"),
        ({"tags": {"a": " x"}}, "a: expected one line of text"),
        ({"comments": {9: "late"}}, "comment 9"),
        ({"comments": {-1: "early"}}, "comment -1"),
        ({"comments": {0: "a "}}, "comment 0"),
        ({"comments": {0: "\x1b[2J"}}, "comment 0"),
        ({"seats": ("Ann", "\x1b[2J")}, "seat 1: expected one line"),
    ],
)
def test_a_record_cannot_hold_what_it_cannot_print(change: dict[str, object], error: str) -> None:
    with pytest.raises(tw.InvalidNotation, match=error):
        replace(RECORD, **change)  # type: ignore[arg-type]


def test_json() -> None:
    data = json.loads(RECORD.to_json())
    assert data["header"]["seat 0"] == "Ann Ek"
    assert data["moves"][1] == "1b2"
    assert tw.parse_json(RECORD.to_json()) == RECORD
    del data["comments"]
    assert tw.parse_json(json.dumps(data)) == replace(RECORD, comments={})


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"format": "x"}, "format: expected 'tilewright 1'"),
        ({"header": []}, "header: expected an object of texts"),
        ({"header": {"game": 1}}, "header: expected an object of texts"),
        ({"header": {"game": "go"}}, "game: unknown game"),
        ({"moves": "1b2"}, "moves: expected a list of texts"),
        ({"moves": [1]}, "moves: expected a list of texts"),
        ({"moves": ["1b2"]}, r"moves\[0\]: 1b2: the factories are to be dealt"),
        ({"comments": []}, "comments: expected an object"),
        ({"comments": {"x": ""}}, "comments: expected an object"),
        ({"comments": {"1": 1}}, "comments: expected an object"),
    ],
)
def test_json_errors_name_the_field(change: dict[str, object], error: str) -> None:
    data = {**json.loads(RECORD.to_json()), **change}
    with pytest.raises(ValueError, match=error):
        tw.parse_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{", "[]", "1" * 5000, "[" * 100_000])
def test_what_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(tw.InvalidNotation, match=r"not JSON|format"):
        tw.parse_json(text)


def test_positions_of_unknown_games_are_refused() -> None:
    for text in ("", "  ", "chess rnbq"):
        with pytest.raises(tw.InvalidNotation, match="unknown game"):
            tw.parse(text)


def test_the_fold_tells_every_position_and_its_scoring() -> None:
    states = list(RECORD.states())
    assert [state.turn for state in states] == [tw.CHANCE, 0, 1, 0, 1]
    assert states[-1] == RECORD.state
    told = [[step.code for step in steps] for steps in RECORD.steps()]
    assert told == [[], ["take"], ["take"], ["take"]]


def test_a_record_draws_itself_with_the_names_that_were_given() -> None:
    named = replace(RECORD, seats=("Ann", "Bob"))
    assert named.names == ("Ann", "Bob")
    assert named._repr_svg_() == named.state.draw(("Ann", "Bob"))
    nobody = tw.Record(RECORD.start)
    assert nobody.names == ()
    assert nobody._repr_svg_() == nobody.state._repr_svg_()
