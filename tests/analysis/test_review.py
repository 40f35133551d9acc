"""Reviews add up, are the same every time, and know who plays well."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import tilewright as tw
from tests.analysis.games import ending
from tilewright.analysis import Review, glance
from tilewright.analysis.engine import TRIED
from tilewright.analysis.grade import accuracy, grade, is_bad
from tilewright.analysis.notes import Note, NotesFile
from tilewright.analysis.report import DealLuck, Decision
from tilewright.game import CHANCE
from tilewright.tui.study import tell_reason

pytestmark = pytest.mark.usefixtures("compiled_search")

PAIR = ("pupil", "mason")
NOVICES = ("pupil", "pupil")
FOUR = ("pupil", "tiler", "pupil", "mason")
EFFORT = 16


@pytest.fixture(
    scope="module", params=[(game, who) for game in tw.GAMES for who in (NOVICES, FOUR)]
)
def reviewed(request: pytest.FixtureRequest) -> tuple[tw.Record, Review]:
    """The end of a game and its review; of a shorter one with trials, if there are two players."""
    game, who = request.param
    record = ending(game, who, 25 if who == NOVICES else 50)
    return record, tw.review(record, TRIED if who == NOVICES else EFFORT)


def test_luck_and_losses_add_up_to_the_result(reviewed: tuple[tw.Record, Review]) -> None:
    record, review = reviewed
    for at, seat in enumerate(review.seats):
        start, end = review.values[0], review.values[-1]
        assert seat.result == end.margins[at]
        assert seat.result - start.margins[at] == seat.luck - seat.loss + seat.others
        assert seat.adjusted == seat.result - seat.luck
        luck = sum([ply.luck[at] for ply in review.plies if isinstance(ply, DealLuck)])
        own = [ply for ply in review.plies if isinstance(ply, Decision) and ply.seat == at]
        assert (seat.luck, seat.loss) == (luck, sum([ply.loss for ply in own]))
        others = max([score for other, score in enumerate(review.scores) if other != at])
        assert end.margins[at] == review.scores[at] - others == record.state.scores[at] - others


def test_every_ply_changes_the_value_by_what_it_says(reviewed: tuple[tw.Record, Review]) -> None:
    record, review = reviewed
    assert len(review.plies) == len(record.moves) == len(review.values) - 1
    for at, (ply, state) in enumerate(zip(review.plies, record.states(), strict=False)):
        before, after = review.values[at], review.values[at + 1]
        assert (ply.at, ply.move, ply.round) == (at, str(record.moves[at]), state.round)
        assert isinstance(ply, DealLuck) == (state.turn == CHANCE)
        changes = ply.luck if isinstance(ply, DealLuck) else ply.effects
        assert changes == tuple([b - a for a, b in zip(before.margins, after.margins, strict=True)])
        assert all(0 <= chance <= 1 for chance in after.chances)


def test_decisions_are_graded_against_the_best_move(reviewed: tuple[tw.Record, Review]) -> None:
    record, review = reviewed
    states = list(record.states())
    for ply in review.plies:
        if isinstance(ply, DealLuck):
            continue
        state = states[ply.at]
        assert ply.seat == state.turn
        assert ply.loss == -ply.effects[ply.seat] >= 0
        assert ply.chance_loss >= 0
        moves = [candidate.move for candidate in ply.candidates]
        assert ply.move in moves
        assert (ply.grade is None) == (len(state.legal_moves()) == 1)
        assert ply.grade is None or ply.grade == grade(ply.loss, ply.chance_loss)
        best = ply.candidates[0]
        assert best.loss == best.chance_loss == 0
        assert best.margin == review.values[ply.at].margins[ply.seat]
        for candidate in ply.candidates:
            state.after(*candidate.line)  # they are legal
            assert candidate.line[0] == candidate.move


def test_reasons_are_given_for_what_is_bad(reviewed: tuple[tw.Record, Review]) -> None:
    _, review = reviewed
    decisions = [ply for ply in review.plies if isinstance(ply, Decision)]
    assert any(ply.reasons for ply in decisions)
    for ply in decisions:
        assert is_bad(ply.grade) or not ply.reasons
        speak_for = []
        for reason in ply.reasons:
            amount = reason.count or reason.points
            assert abs(amount) >= max(0.5, 3 * reason.error) - 0.02  # they are rounded
            assert reason.count or abs(reason.points) >= ply.loss / 4 - 0.02
            speak_for.append(reason.weight(ply.seat) > 0)
            assert tell_reason(review.game, reason)
        assert sum(speak_for) >= len(speak_for) - 1  # at most one speaks for the move played
        assert not ply.reasons or speak_for[0]


def test_a_review_is_the_same_every_time() -> None:
    for game in tw.GAMES:
        record = ending(game, PAIR, 30)
        one, two = (tw.review(record, 16, threads=threads) for threads in (1, 3))
        assert msgspec.json.encode(one) == msgspec.json.encode(two)
        assert msgspec.json.decode(msgspec.json.encode(one), type=Review) == one


def test_a_quick_review_comes_first() -> None:
    heard: list[float] = []
    record = ending("classic", PAIR, 30)
    first, last = glance(record, EFFORT), tw.review(record, EFFORT, progress=heard.append)
    assert (first.is_final, last.is_final) == (False, True)
    assert first.effort == last.effort == EFFORT
    assert len(first.plies) == len(last.plies) == len(record.moves)
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


class Interrupted(Exception):
    """What interrupts a review."""


class Breaking(NotesFile):
    """Notes in a file, with an interruption after this many."""

    def __init__(self, path: Path, most: int) -> None:
        super().__init__(path)
        self.most = most

    def add(self, note: Note) -> None:
        super().add(note)
        self.most -= 1
        if not self.most:
            raise Interrupted


@pytest.mark.parametrize("game", tw.GAMES)
def test_a_review_that_was_broken_off_goes_on(game: str, tmp_path: Path) -> None:
    record, path = ending(game, PAIR, 30), tmp_path / "notes"
    whole = tw.review(record, EFFORT)
    for most in (9, 22):  # in the middle of looking, and of giving reasons
        with pytest.raises(Interrupted):
            tw.review(record, EFFORT, notes=Breaking(path, most))
    with path.open("ab") as file:
        file.write(b'{"at": 29, "val')  # written when the power went
    heard: list[float] = []
    again = tw.review(record, EFFORT, notes=NotesFile(path), progress=heard.append)
    assert msgspec.json.encode(again) == msgspec.json.encode(whole)
    reasons = sum([is_bad(ply.grade) for ply in whole.plies if isinstance(ply, Decision)])
    assert len(heard) == 30 + reasons - 9 - 22
    assert len(path.read_bytes().splitlines()) == 30 + reasons


def test_a_review_is_the_same_in_other_processes() -> None:
    record = ending("classic", PAIR, 12)
    assert tw.review(record, 8, compute="1") == tw.review(record, 8)


def test_who_plays_worse_loses_more() -> None:
    for game in tw.GAMES:
        pupil, mason = tw.review(ending(game, PAIR, 60), EFFORT).seats
        assert pupil.error_rate > 2 * mason.error_rate
        assert pupil.accuracy < mason.accuracy


def test_a_game_that_is_not_over_is_reviewed_as_far_as_it_goes() -> None:
    for game in tw.GAMES:
        record = ending(game, PAIR, 40).undo(30)
        review = tw.review(record, 1)
        seat = review.seats[0]
        assert seat.result - review.values[0].margins[0] == seat.luck - seat.loss + seat.others
        assert len(review.plies) == len(record.moves)


@pytest.mark.parametrize(
    ("loss", "chance_loss", "expected"),
    [
        (0.0, 0.0, "best"),
        (0.5, 0.0, "good"),
        (1.0, 0.0, "inaccuracy"),
        (2.0, 0.0, "mistake"),
        (4.0, 0.0, "blunder"),
        (0.5, 0.05, "inaccuracy"),
        (0.5, 0.15, "blunder"),
        (0.25, 0.15, "good"),  # where no points are lost, chance is not either
    ],
)
def test_grades(loss: float, chance_loss: float, expected: str) -> None:
    assert grade(loss, chance_loss) == expected


def test_accuracy_falls_with_the_chance_lost() -> None:
    assert [round(accuracy(lost)) for lost in (0.0, 0.1, 0.5, 1.0)] == [100, 64, 9, 0]
