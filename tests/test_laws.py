"""What holds at every step of every game, whatever is played."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilewright as tw
from tests.configurations import CONFIGURATIONS, choose, playthrough
from tilewright.classic import notation as classic_notation
from tilewright.games import AnyMove, AnyState
from tilewright.pavilion import notation as pavilion_notation
from tilewright.record import NATURE
from tilewright.tiles import Tiles

SEEDS = st.integers(0, 2**32)
NOTATION = {"classic": classic_notation, "pavilion": pavilion_notation}
KINDS = [
    tw.classic.Take,
    tw.classic.Lay,
    tw.pavilion.Take,
    tw.pavilion.Place,
    tw.pavilion.Pick,
    tw.pavilion.Pass,
]


def heaps(state: AnyState) -> list[Tiles]:
    found: list[Tiles] = NOTATION[state.game].heaps(state)
    return found


def in_order(move: AnyMove) -> tuple[int, AnyMove]:
    return KINDS.index(type(move)), move


def attempt_to(read: Callable[[str], object], text: str) -> tuple[object, Exception | None]:
    """What comes out of a text: a value, or one of the two errors there are, and no other."""
    try:
        return read(text), None
    except (tw.InvalidNotation, tw.IllegalMove) as error:
        return None, error


every_game = pytest.mark.parametrize("new_game", CONFIGURATIONS.values(), ids=CONFIGURATIONS)


@every_game
@given(seed=SEEDS)
def test_every_step(new_game: Callable[[], AnyState], seed: int) -> None:
    start = new_game()
    everything = [sum(counts) for counts in zip(*heaps(start), strict=True)]
    assert everything in ([20] * 5, [22] * 6)
    lowest = 1 if "edition=2019" in str(start) else 0
    for state, move, after in playthrough(start, seed):
        moves = state.legal_moves()
        assert bool(moves) == (state.turn >= 0)
        assert moves == sorted(set(moves), key=in_order)
        for legal in moves:
            again = NOTATION[state.game].parse_move(str(legal))
            assert again == legal
            assert type(again) is type(legal)
        assert type(state.parse(str(move))) is type(move)
        assert str(move).startswith(NATURE) == (state.turn == tw.CHANCE)
        assert state.after(move) == state.after(str(move)) == after
        assert (after.end is None) == (after.turn != tw.OVER)
        assert [sum(counts) for counts in zip(*heaps(after), strict=True)] == everything
        assert all(count >= 0 for heap in heaps(after) for count in heap)
        assert tw.parse(str(after)) == after
        assert min(after.scores) >= lowest
        told = [0] * len(after.scores)
        steps = state.explain(move)
        assert state.step(move) == (state.play(move), steps)
        for step in steps:
            told[step.seat] += step.points
            assert (step.kind == "end") <= (after.turn == tw.OVER)
            assert (step.kind == "round") <= (state.game == "classic")
        assert told == [a - b for a, b in zip(after.scores, state.scores, strict=True)]
        assert not state.is_last_round or after.round == state.round
        if state.turn >= 0:
            at_once = [step for step in steps if step.kind in ("taking", "turn", "loss")]
            shown = [
                step for step in state.preview(move) if step.kind in ("taking", "turn", "loss")
            ]
            assert shown == at_once
            assert state.previews() == [(legal, state.preview(legal)) for legal in moves]
            assert {step.seat for step in state.preview(move)} <= {state.turn}
    assert after.legal_moves() == []
    assert min(after.outcome()) == 1


@every_game
@given(seed=SEEDS)
def test_records_fold_to_what_was_played(new_game: Callable[[], AnyState], seed: int) -> None:
    record = tw.Record(new_game(), comments={0: "how it went"})
    states = [record.start]
    for _, move, after in playthrough(record.start, seed):
        record = record.play(move)
        states.append(after)
    assert list(record.states()) == states
    assert record.state == states[-1]
    assert len(list(record.steps())) == len(record.moves)
    assert tw.parse_record(str(record)) == record
    assert tw.parse_json(record.to_json()) == record
    back = random.Random(seed).randrange(len(record.moves) + 1)
    undone = record.undo(back)
    assert undone.state == states[len(states) - 1 - back]
    for move in record.moves[len(record.moves) - back :]:
        undone = undone.play(move)
    assert undone == record


@every_game
@settings(max_examples=1)  # the golden playthroughs are such games, too
@given(seed=SEEDS)
def test_same_seed_same_game(new_game: Callable[[], AnyState], seed: int) -> None:
    assert list(playthrough(new_game(), seed)) == list(playthrough(new_game(), seed))


@every_game
@given(seed=SEEDS, text=st.text(max_size=12), data=st.data())
def test_any_text_is_a_legal_move_or_a_clear_error(
    new_game: Callable[[], AnyState], seed: int, text: str, data: st.DataObject
) -> None:
    rng = random.Random(seed)
    state = new_game()
    for _ in range(data.draw(st.integers(0, 90))):
        if state.turn != tw.OVER:
            state = state.play(choose(state, rng))
    letters = "byrkwpgo0123456789-c=/+*:CNESW"
    for attempt in (text, data.draw(st.text(letters, min_size=1, max_size=6))):
        move, error = attempt_to(state.parse, attempt)
        if error is None:
            assert state.turn == tw.CHANCE or move in state.legal_moves()
        else:
            assert attempt.strip() in str(error) or repr(attempt) in str(error)


@every_game
@given(text=st.text(max_size=200), seed=SEEDS, data=st.data())
def test_damaged_positions_and_records_never_crash(
    new_game: Callable[[], AnyState], text: str, seed: int, data: st.DataObject
) -> None:
    record = tw.Record(new_game())
    for _, move, _ in playthrough(record.start, seed):
        record = record.play(move)
    readers: list[tuple[Callable[[str], object], str]] = [
        (tw.parse, str(record.undo(len(record.moves) // 2).state)),
        (tw.parse_record, str(record)),
        (tw.parse_json, record.to_json()),
    ]
    for read, good in readers:
        at = data.draw(st.integers(0, len(good)))
        cut = data.draw(st.integers(0, 3))
        for damaged in (text, good[:at] + text[:2] + good[at + cut :]):
            attempt_to(read, damaged)
