"""The fold of a table's log: seats, clocks, undo, consent, leaving, endings."""

from __future__ import annotations

import json

import pytest

import tilewright as tw
from tilewright.classic import State
from tilewright.table.control import TimeControl
from tilewright.table.event import Event, Refused
from tilewright.table.fold import DONE, EARLIER, PLAYING, STAND_IN, UNDONE, WAITING
from tilewright.table.match import MOST_EVENTS, Match, fold
from tilewright.table.setup import Setup, from_json, to_json

CLASSIC2 = str(tw.classic.new_game(2).options)
CLASSIC3 = str(tw.classic.new_game(3).options)
SECRET = bytes(32)


class Sitting:
    """A match whose events are kept, so that the fold can be compared at the end."""

    def __init__(self, setup: Setup) -> None:
        self.match = Match(setup, SECRET)
        self.events: list[Event] = []
        self.time = 1_000

    def apply(self, event: Event | None) -> Event:
        assert event is not None
        self.match.apply(event)
        self.events.append(event)
        again = fold(self.match.setup, SECRET, self.events)
        assert again == self.match
        return event

    def play(self, move: str | None = None, user: str | None = None) -> Event:
        match = self.match
        user = user or match.seats[match.turn].user
        text = move or str(match.state.legal_moves()[0])
        return self.apply(match.play(user, text, self.time))


def seated(setup: Setup) -> Sitting:
    """A match in which users a, b, … have sat down and which has started."""
    sitting = Sitting(setup)
    for seat, plan in enumerate(setup.seats):
        if not plan.startswith("bot:"):
            user = "abcd"[seat] if not plan.startswith("me") else "a"
            sitting.apply(sitting.match.sit(seat, user, user.upper(), b"", 0, owner=True))
    sitting.apply(sitting.match.start(0))
    return sitting


def two(**more: object) -> Sitting:
    return seated(Setup("classic", CLASSIC2, ("me", "open"), **more))  # type: ignore[arg-type]


def three(**more: object) -> Sitting:
    return seated(Setup("classic", CLASSIC3, ("me", "open", "open"), **more))  # type: ignore[arg-type]


def refused(code: str) -> pytest.RaisesExc[Refused]:
    return pytest.raises(Refused, check=lambda error: error.code == code)


def test_sitting_down_and_starting() -> None:
    sitting = Sitting(Setup("classic", CLASSIC3, ("me", "open", "bot:greedy")))
    match = sitting.match
    with refused("not_full"):
        match.start(0)
    with refused("not_started"):
        match.play("a", "1b1", 0)
    sitting.apply(match.sit(0, "a", "Ann Ek", b"\x01", 0))
    for seat, user, code in ((0, "b", "taken"), (2, "b", "taken"), (7, "b", "no_seat")):
        with refused(code):
            match.sit(seat, user, "B", b"", 0)
    with refused("seated"):
        match.sit(1, "a", "Ann", b"", 0)
    sitting.apply(match.sit(1, "b", "Bo", b"", 0))
    sitting.apply(match.stand("b", 0))
    assert match.seats[1].user == ""
    sitting.apply(match.sit(1, "c", "Cy", b"", 0))
    assert match.status == WAITING
    sitting.apply(match.start(5))
    assert (match.status, match.turn, match.since) == (PLAYING, 0, 5)
    assert match.record().seats == ("Ann Ek", "Cy", "greedy")
    assert match.record().tags["nonces"] == "01 - -"
    assert "secret" not in match.record().tags
    with refused("started"):
        match.start(0)
    with refused("started"):
        match.sit(1, "d", "D", b"", 0)
    with refused("started"):
        match.stand("a", 0)


def test_the_last_to_leave_closes_the_table() -> None:
    sitting = Sitting(Setup("classic", CLASSIC2, ("me", "open")))
    sitting.apply(sitting.match.sit(0, "a", "A", b"", 0))
    sitting.apply(sitting.match.stand("a", 0))
    assert (sitting.match.status, sitting.match.ending) == (DONE, "aborted")


def test_only_the_seat_to_move_moves() -> None:
    sitting = two()
    with refused("not_your_turn"):
        sitting.match.play("b", str(sitting.match.state.legal_moves()[0]), 0)
    with refused("not_seated"):
        sitting.match.play("z", str(sitting.match.state.legal_moves()[0]), 0)
    with refused("notation"):
        sitting.match.play("a", "hello", 0)
    with refused("illegal"):
        sitting.match.play("a", "0b1", 0)
    sitting.play()
    assert sitting.match.turn == 1


def test_nature_answers_in_the_same_event() -> None:
    sitting = two()
    events = 0
    while sitting.match.state.round == 1:
        events += 1
        last = sitting.play()
    assert last.text.count(" ") == 1
    assert "=" in last.text
    assert sitting.match.draws == 2
    assert sum(played.decided for played in sitting.match.log) == events


def test_forced_moves_follow_by_themselves_if_wanted() -> None:
    sitting = seated(
        Setup("classic", str(tw.classic.new_game(2, wall="grey").options), ("me", "open"))
    )
    match = sitting.match
    while len(match.log) < 400 and match.status == PLAYING:
        user = match.seats[match.turn].user
        event = match.play(user, str(match.state.legal_moves()[-1]), 0, automatic=lambda seat: True)
        sitting.apply(event)
        assert match.status == DONE or len(match.state.legal_moves()) > 1
    assert any(not p.decided and p.seat >= 0 for p in match.log)


def test_a_hint_is_for_one_person_against_bots() -> None:
    sitting = seated(Setup("classic", CLASSIC2, ("me", "bot:greedy")))
    match = sitting.match
    assert match.can_hint([0])
    assert not match.can_hint([1])
    with refused("not_seated"):
        match.hint("z", 0)
    assert sitting.apply(match.hint("a", 0)).kind == "hint"
    assert match.hint("a", 0) is None  # the same hint again
    sitting.play()
    assert not match.can_hint([0])
    with refused("not_your_turn"):
        match.hint("a", 0)
    sitting.apply(match.play("", str(match.state.legal_moves()[0]), 0, bot=True))
    sitting.apply(match.hint("a", 0))
    assert [seat.hints for seat in match.seats] == [2, 0]
    assert match.record().tags["hints"] == "2 0"
    sitting.apply(match.undo("a", 0, at=match.at))
    assert [seat.hints for seat in match.seats] == [2, 0]  # what was seen was seen
    assert match.hint("a", 0) is not None


@pytest.mark.parametrize(
    "setup",
    [
        Setup("classic", CLASSIC2, ("me", "open")),
        Setup("classic", CLASSIC2, ("me", "open"), rated=True),
        Setup("classic", CLASSIC2, ("me:Ann", "me:Bo")),
        Setup("classic", CLASSIC3, ("me", "open", "bot:greedy")),
        Setup("classic", CLASSIC2, ("me", "bot:greedy"), daily="2026-11-16"),
    ],
    ids=str,
)
def test_no_hint_against_people_or_where_it_counts(setup: Setup) -> None:
    sitting = seated(setup)
    user = sitting.match.seats[sitting.match.turn].user
    assert not sitting.match.can_hint([0, 1, 2])
    with refused("no_hint"):
        sitting.match.hint(user, 0)


def test_undo_is_free_until_someone_else_decides() -> None:
    sitting = two()
    before = sitting.match.state
    with refused("no_undo"):
        sitting.match.undo("a", 0, at=sitting.match.at)
    assert not sitting.match.can_undo([0])
    sitting.play()
    assert sitting.match.can_undo([0]) and not sitting.match.can_undo([1])
    event = sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at))
    assert (event.kind, sitting.match.state) == ("undo", before)
    sitting.play()
    sitting.play()
    asked = sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at))
    assert asked.kind == "ask"


def test_an_undo_that_comes_twice_takes_back_one_decision() -> None:
    """Two clicks are two requests; the second has seen what the first has."""
    sitting = seated(Setup("classic", CLASSIC2, ("me", "me:Bo")))
    for _ in range(3):
        sitting.play(user="a")
    seen, length = sitting.match.at, len(sitting.match.log)
    sitting.apply(sitting.match.undo("a", 0, at=seen))
    assert len(sitting.match.log) == length - 1
    with refused("stale"):
        sitting.match.undo("a", 0, at=seen)
    assert sitting.match.undo("a", 0, at=sitting.match.at).kind == "undo"


def test_an_undo_is_of_the_decision_that_was_seen() -> None:
    """Answers of bots may come in between; an own decision, on another device, may not."""
    sitting = seated(Setup("classic", CLASSIC2, ("me", "bot:greedy")))
    sitting.play()
    seen = sitting.match.at
    sitting.apply(sitting.match.play("", str(sitting.match.state.legal_moves()[0]), 0, bot=True))
    assert sitting.match.undo("a", 0, at=seen).kind == "undo"
    sitting.play()
    with refused("stale"):
        sitting.match.undo("a", 0, at=seen)


def test_an_undo_does_not_replace_a_question_that_was_not_seen() -> None:
    sitting = two()
    sitting.play()
    sitting.play()
    seen = sitting.match.at
    sitting.apply(sitting.match.undo("a", 0, at=seen))
    for user in "ab":
        with refused("stale"):
            sitting.match.undo(user, 0, at=seen)
    assert sitting.match.undo("a", 0, at=sitting.match.at).kind == "ask"


def test_leaving_a_table_that_waits_does_not_lose_a_game_that_begins() -> None:
    """While a leaves, b takes the last seat."""
    sitting = two()
    began = sitting.match.started_at
    with refused("stale"):
        sitting.match.go("a", 0, at=began)
    assert sitting.match.go("a", 0, at=began + 1).text == "left"
    assert sitting.match.go("a", 0).text == "left"


@pytest.mark.parametrize("back", [1, 2, EARLIER, EARLIER + 1, EARLIER + 6])
def test_what_is_taken_back_leaves_what_was_before(back: int) -> None:
    """Whether the state is still known or has to be played again."""
    sitting = seated(Setup("classic", CLASSIC2, ("me", "me:Bo")))
    states = {sitting.match.at: sitting.match.state}
    for number in range(EARLIER + 8):
        move = str(sitting.match.state.legal_moves()[0])
        sitting.apply(sitting.match.play("a", move, 0, id=f"m{number}"))
        states[sitting.match.at] = sitting.match.state
    at = sitting.match.at - back
    sitting.apply(Event(sitting.match.at, "undo", 0, str(at), 0))
    assert (
        sitting.match.state == states[at] == fold(sitting.match.setup, SECRET, sitting.events).state
    )
    gone = [id for id, played in sitting.match.ids.items() if played == UNDONE]
    assert gone == [f"m{number}" for number in range(EARLIER + 8 - back, EARLIER + 8)]


def test_reading_a_game_taken_back_many_times_is_quick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Otherwise somebody who plays and takes back all day stops the server whenever it reads."""
    sitting = seated(Setup("classic", CLASSIC2, ("me", "me:Bo")))
    for _ in range(20):
        sitting.play(user="a")
    for _ in range(30):
        sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at))
        sitting.play(user="a")

    def replay(match: Match) -> None:
        raise AssertionError("the whole game is played again")

    monkeypatch.setattr(Match, "_replay", replay)
    assert fold(sitting.match.setup, SECRET, sitting.events).state == sitting.match.state


def test_who_holds_two_seats_and_resigns_twice_loses_one() -> None:
    sitting = seated(Setup("classic", CLASSIC3, ("me:Ann", "me:Bo", "open"), play_on=True))
    seen = sitting.match.at
    owner = sitting.match.seats[0].user
    gone = sitting.apply(sitting.match.leave(owner, "resigned", 0, at=seen)).seat
    with refused("stale"):
        sitting.match.leave(owner, "resigned", 0, at=seen)
    with refused("stale"):
        sitting.match.go(owner, 0, at=seen)
    other = sitting.apply(sitting.match.leave(owner, "resigned", 0, at=sitting.match.at)).seat
    assert {gone, other} == {0, 1}
    with refused("over"):
        sitting.match.leave(owner, "resigned", 0)


def test_a_log_does_not_grow_without_end() -> None:
    sitting = two()
    sitting.play()
    sitting.match.at = MOST_EVENTS
    with refused("too_many"):
        sitting.match.undo("a", 0, at=MOST_EVENTS)
    with refused("too_many"):
        sitting.match.ask_end("a", 0)
    with refused("too_many"):
        sitting.match.play("b", str(sitting.match.state.legal_moves()[0]), 0)
    assert sitting.match.go("a", 0).kind == "out"
    empty = Sitting(Setup("classic", CLASSIC2, ("me", "open")))
    empty.match.at = MOST_EVENTS
    with refused("too_many"):
        empty.match.sit(0, "a", "A", b"", 0)


def test_undo_across_a_deal_needs_consent() -> None:
    sitting = two()
    while sitting.match.state.round == 1:
        mover = sitting.match.turn
        before = sitting.match.state
        sitting.play()
    user, other = "ab"[mover], "ba"[mover]
    assert sitting.apply(sitting.match.undo(user, 0, at=sitting.match.at)).kind == "ask"
    with refused("answered"):
        sitting.match.answer(user, True, 0)
    sitting.apply(sitting.match.answer(other, False, 0))
    assert sitting.match.asked is None
    with refused("not_asked"):
        sitting.match.answer(other, True, 0)
    sitting.apply(sitting.match.undo(user, 0, at=sitting.match.at))
    granted = sitting.apply(sitting.match.answer(other, True, 0))
    assert granted.kind == "undo"
    assert sitting.match.state == before


def test_all_people_must_agree_and_a_move_ends_the_question() -> None:
    sitting = three()
    sitting.play()
    sitting.play()
    sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at))
    assert sitting.apply(sitting.match.answer("b", True, 0)).kind == "answer"
    sitting.play()
    assert sitting.match.asked is None
    sitting.apply(sitting.match.ask_end("a", 0))
    sitting.apply(sitting.match.answer("b", True, 0))
    assert sitting.apply(sitting.match.answer("c", True, 0)).kind == "end"
    assert (sitting.match.status, sitting.match.ending) == (DONE, "agreed")


def test_an_answer_is_for_the_question_that_was_seen() -> None:
    """While b says yes to an undo, a withdraws it and asks for the end."""
    sitting = two()
    sitting.play()
    sitting.play()
    sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at))
    seen = sitting.match.at
    sitting.match.answer("b", True, 0, at=seen)
    sitting.apply(sitting.match.answer("a", False, 0))
    sitting.apply(sitting.match.ask_end("a", 0))
    with refused("stale"):
        sitting.match.answer("b", True, 0, at=seen)
    assert sitting.match.answer("b", True, 0, at=sitting.match.at).kind == "end"


def test_who_has_left_has_no_say_and_takes_nothing_back() -> None:
    """A bot plays on for c: its decisions are not c's, and c stops no question of the others."""
    sitting = three()
    sitting.play()
    sitting.play()
    sitting.apply(sitting.match.leave("c", "left", 0))
    move = str(sitting.match.state.legal_moves()[0])
    sitting.apply(sitting.match.play("", move, 0, bot=True))
    assert not sitting.match.can_undo(sitting.match.seats_of("c"))
    with refused("over"):
        sitting.match.undo("c", 0, at=sitting.match.at)
    with refused("over"):
        sitting.match.ask_end("c", 0)
    sitting.apply(sitting.match.ask_end("a", 0))
    for yes in (True, False):
        with refused("over"):
            sitting.match.answer("c", yes, 0)
    assert sitting.match.answer("b", True, 0).kind == "end"


def test_alone_with_bots_nobody_needs_to_be_asked() -> None:
    sitting = seated(Setup("classic", CLASSIC2, ("me", "bot:greedy")))
    sitting.play()
    sitting.apply(sitting.match.play("", str(sitting.match.state.legal_moves()[0]), 0, bot=True))
    assert sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at)).kind == "undo"
    assert sitting.match.turn == 0
    assert sitting.apply(sitting.match.ask_end("a", 0)).kind == "end"


def test_a_bot_is_not_a_person_and_a_person_not_a_bot() -> None:
    sitting = seated(Setup("classic", CLASSIC2, ("me", "bot:greedy")))
    move = str(sitting.match.state.legal_moves()[0])
    with refused("not_your_turn"):
        sitting.match.play("", move, 0, bot=True)
    sitting.play(move)
    with refused("not_your_turn"):
        sitting.match.play("a", str(sitting.match.state.legal_moves()[0]), 0)


def test_hot_seat() -> None:
    sitting = seated(Setup("classic", CLASSIC2, ("me", "me:Bo")))
    assert sitting.match.seats_of("a") == [0, 1]
    sitting.play(user="a")
    sitting.play(user="a")
    assert sitting.apply(sitting.match.undo("a", 0, at=sitting.match.at)).kind == "undo"
    assert sitting.match.turn == 1


def test_resigning_with_two_ends_the_game() -> None:
    sitting = two()
    sitting.apply(sitting.match.leave("a", "resigned", 0))
    assert (sitting.match.status, sitting.match.ranks) == (DONE, (2, 1))
    assert sitting.match.record().tags["ending"] == "resigned"
    assert sitting.match.record().tags["secret"] == SECRET.hex()
    with refused("over"):
        sitting.match.play("b", "1b1", 0)
    with refused("over"):
        sitting.match.leave("b", "left", 0)


def test_leaving_with_three_lets_a_bot_play_on() -> None:
    sitting = three()
    sitting.apply(sitting.match.leave("b", "left", 0))
    assert (sitting.match.status, sitting.match.seats[1].bot) == (PLAYING, STAND_IN)
    with refused("over"):
        sitting.match.leave("b", "left", 0)
    sitting.play()
    sitting.apply(sitting.match.play("", str(sitting.match.state.legal_moves()[0]), 0, bot=True))
    sitting.apply(sitting.match.leave("c", "left", 0))
    assert sitting.match.status == DONE
    assert sitting.match.ranks[0] == 1


def test_without_playing_on_the_game_ends_when_someone_leaves() -> None:
    sitting = three(play_on=False)
    sitting.apply(sitting.match.leave("b", "left", 0))
    assert sitting.match.status == DONE
    assert sitting.match.ranks == (1, 3, 1)


def test_a_live_clock() -> None:
    sitting = two(clock=TimeControl("live", seconds=10, increment=2))
    match = sitting.match
    assert match.deadline == 10_000
    sitting.time = 4_000
    sitting.play()
    assert match.seats[0].clock.left == 8_000
    assert match.deadline == 14_000
    assert match.flag(13_999) is None
    with refused("time"):
        match.play("b", str(match.state.legal_moves()[0]), 14_000)
    sitting.apply(match.flag(14_000))
    assert (match.status, match.ending, match.ranks) == (DONE, "time", (1, 2))
    assert match.deadline is None


def test_a_clock_of_days() -> None:
    sitting = two(clock=TimeControl("days", days=2))
    day = 86_400_000
    assert sitting.match.deadline == 2 * day
    sitting.time = day
    sitting.play()
    assert sitting.match.deadline == 3 * day
    assert sitting.match.seats[0].clock.left == 2 * day


def test_a_game_to_its_end() -> None:
    sitting = two()
    for _ in range(2000):
        if sitting.match.status == DONE:
            break
        sitting.play()
    match = sitting.match
    assert match.ending == "finished"
    assert match.ranks == match.state.outcome()
    assert tw.verify(match.record()).draws == match.draws


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"},
        {"options": "players=2"},
        {"options": CLASSIC3},
        {"seats": ("me", "cat")},
        {"seats": ("me", "bot:cat")},
        {"seats": ("me", "bot:greedy"), "rated": True},
        {"seats": ("me", "me:Bo"), "rated": True},
        {"seats": ("me", "me"), "rated": True},
        {"start": "classic"},
        {"start": str(tw.classic.new_game(2, wall="grey"))},
        {"start": str(tw.pavilion.new_game(2))},
        {"start": str(tw.classic.new_game(2)), "rated": True},
        {"start": str(tw.classic.new_game(2)), "daily": "2026-11-15"},
        {"start": str(tw.classic.new_game(2)).replace("round=1", "round=10000")},
        {"start": str(tw.classic.new_game(2)).replace("phase=deal", "phase=over")},
    ],
)
def test_bad_setups_are_refused(change: dict[str, object]) -> None:
    good: dict[str, object] = {"game": "classic", "options": CLASSIC2, "seats": ("me", "open")}
    with pytest.raises(ValueError, match=r"\w+"):
        Setup(**{**good, **change})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "clock", [{"kind": "live"}, {"kind": "days"}, {"kind": "days", "days": 31}]
)
def test_bad_clocks_are_refused(clock: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="clock"):
        TimeControl(**clock)  # type: ignore[arg-type]


def test_setups_are_kept_as_json() -> None:
    days = TimeControl("days", days=3)
    setup = Setup("classic", CLASSIC2, ("me", "open"), days, rated=True, daily="x")
    assert from_json(to_json(setup)) == setup
    begun = Setup("classic", CLASSIC2, ("me", "open"), start=str(tw.classic.new_game(2)))
    assert from_json(to_json(begun)) == begun


def test_setups_of_earlier_releases_can_be_read() -> None:
    setup = Setup("classic", CLASSIC2, ("me", "open"))
    kept = json.loads(to_json(setup))
    del kept["start"]
    assert from_json(json.dumps(kept)) == setup


def test_every_move_is_read_and_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting, counts = two(), {"parse_move": 0, "play": 0, "step": 0}
    for place, name in ((tw.classic, "parse_move"), (State, "play"), (State, "step")):

        def count(*words: object, name: str = name, real: object = getattr(place, name)) -> object:
            counts[name] += 1
            return real(*words)  # type: ignore[operator]

        monkeypatch.setattr(place, name, count)
    match = sitting.match
    while match.state.round == 1:  # the last move is answered by nature
        before = len(match.log)
        counts.update(dict.fromkeys(counts, 0))
        match.apply(match.play(match.seats[match.turn].user, str(match.state.legal_moves()[0]), 0))
        assert counts == {"parse_move": 0, "play": 0, "step": len(match.log) - before}
    assert len(match.log) - before == 2
    event = match.play(match.seats[match.turn].user, str(match.state.legal_moves()[0]), 0)
    twin = event._replace()  # as another node reads it
    assert match.after(twin) == match.after(event)
