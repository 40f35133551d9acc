"""Records of finished games as text: the same as when the games are replayed."""

from __future__ import annotations

import json
import random

import pytest

from tilewright.games import game
from tilewright.table.archive import Archived
from tilewright.table.event import Event, Unreadable
from tilewright.table.match import Match
from tilewright.table.setup import Setup, to_json
from tilewright.web.results import result_of

RULES = {"classic": {"round_limit": 2}, "pavilion": {}}


class Played:
    """A match of random moves, with its log."""

    def __init__(self, rules: str, *plans: str, **wish: object) -> None:
        self.chance = random.Random(7)
        start = game(rules).new_game(players=len(plans), **RULES[rules])
        setup = Setup(rules, str(start.options), plans, **wish)  # type: ignore[arg-type]
        self.match, self.log = Match(setup, self.chance.randbytes(32)), list[Event]()

    def take(self, event: Event) -> None:
        self.log.append(event)
        self.match.apply(event)

    def begin(self, *users: str) -> None:
        for seat, user in enumerate(users):
            nonce = self.chance.randbytes(seat)
            self.take(
                self.match.sit(seat, user, f"{user.title()} the {seat}", nonce, 0, owner=True)
            )
        self.take(self.match.start(0))

    def move(self, times: int = 10_000) -> None:
        while times and self.match.turn >= 0:
            seat = self.match.seats[self.match.turn]
            move = str(self.chance.choice(self.match.state.legal_moves()))
            self.take(self.match.play(seat.user, move, 0, bot=bool(seat.bot), automatic=bool))
            times -= 1

    def archived(self, *, old: bool = False) -> Archived:
        """As it is kept by this release, or by one that did not keep the results of bots."""
        match = self.match
        result = result_of("game", match)
        results = {s.seat: (s.rank, s.score) for s in result.seats if s.user or not old}
        reason = None if old else result.reason
        setup = json.loads(to_json(match.setup))
        log = [(event.at, event.kind, event.seat, event.text, "game") for event in self.log]
        return Archived("game", setup, match.secret, 0, reason, log, results)


def finished(rules: str) -> Played:
    played = Played(rules, "me", "bot:greedy", "open")
    played.take(played.match.sit(0, "eve", "Eve", b"1", 0))
    played.take(played.match.sit(2, "ben", "Ben", b"", 0))
    played.take(played.match.stand("eve", 0))
    played.take(played.match.sit(0, "ann", "Ann", b"\1\2", 0))
    played.take(played.match.start(0))
    played.move()
    return played


def taken_back(rules: str) -> Played:
    played = Played(rules, "me:Ann", "me:Ben")
    played.begin("ann", "ann")
    for _ in range(3):
        played.move(7)
        played.take(played.match.undo("ann", 0, at=played.match.at))
    played.move()
    return played


def helped(rules: str) -> Played:
    played = Played(rules, "bot:greedy", "me")
    played.take(played.match.sit(1, "ann", "Ann", b"", 0))
    played.take(played.match.start(0))
    for _ in range(2):
        while played.match.turn != 1:
            played.move(1)
        hint = played.match.hint("ann", 0)
        assert hint is not None
        played.take(hint)
        played.move(1)
    played.move()
    assert played.match.record().tags["hints"] == "0 2"
    return played


def resigned(rules: str) -> Played:
    played = Played(rules, "me", "open")
    played.begin("ann", "ben")
    played.move(9)
    played.take(played.match.leave("ann", "resigned", 0))
    return played


def played_on(rules: str) -> Played:
    played = Played(rules, "me", "open", "open")
    played.begin("ann", "ben", "cat")
    played.move(9)
    played.take(played.match.leave("ben", "left", 0))
    played.move()
    return played


def agreed(rules: str) -> Played:
    played = Played(rules, "me", "bot:random")
    played.begin("ann")
    played.move(9)
    played.take(played.match.ask_end("ann", 0))
    return played


def of_a_day(rules: str) -> Played:
    played = Played(rules, "me", "bot:tiler", daily="2026-11-15")
    played.begin("ann")
    played.move()
    return played


def from_a_position(rules: str) -> Played:
    first = Played(rules, "me", "open")
    first.begin("ann", "ben")
    first.move(5)
    played = Played(rules, "me", "open", start=str(first.match.state))
    played.begin("ann", "ben")
    played.move()
    return played


STORIES = (finished, taken_back, helped, resigned, played_on, agreed, of_a_day, from_a_position)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("story", STORIES)
def test_a_record_is_the_same_as_played_again(story: object, rules: str) -> None:
    assert callable(story)
    played: Played = story(rules)
    match = played.match
    assert match.status == "over"
    archived = played.archived()
    assert archived.text() == str(match.record())
    assert archived.ending == match.ending
    assert archived.outcome[0] == list(match.ranks)
    assert [seat.user for seat in archived.seats] == [seat.user for seat in match.seats]
    old = played.archived(old=True)
    assert old.outcome[0] == list(match.ranks)
    lines = str(match.record()).splitlines()
    assert [line for line in lines if not line.startswith("end:")] == [
        line for line in old.text().splitlines() if not line.startswith("end:")
    ]


def test_a_log_with_a_hole_is_unreadable() -> None:
    archived = finished("classic").archived()
    archived.log = [*archived.log[:4], *archived.log[5:]]
    with pytest.raises(Unreadable):
        archived.text()
