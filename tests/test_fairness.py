"""Fair deals: the stream, its test vectors in the docs, and what verification finds."""

from __future__ import annotations

import hashlib
import hmac
import random
from dataclasses import replace
from pathlib import Path

import pytest

import tilewright as tw
from tests.configurations import CONFIGURATIONS, choose
from tilewright.games import AnyState

SECRET = bytes(range(32))
NONCES = (b"azulejo", b"")
DOCS = Path(__file__).parent.parent / "docs" / "fairness.md"


def play_fairly(state: AnyState) -> tw.Record:
    rng = random.Random(4)
    record = tw.Record(state)
    nonces = (*NONCES, b"", b"")[: len(state.scores)]
    draws = 0
    while state.turn != tw.OVER:
        if state.turn == tw.CHANCE:
            move = state.sample(tw.DealStream(SECRET, nonces, draws))
            draws += 1
        else:
            move = choose(state, rng)
        record, state = record.play(move), state.play(move)
    tags = {"commitment": tw.commitment(SECRET), "secret": SECRET.hex()}
    words = " ".join([nonce.hex() or "-" for nonce in nonces])
    return replace(record, tags={**tags, "nonces": words})


def test_the_stream_is_the_documented_one() -> None:
    seats = b"".join([hashlib.sha256(nonce).digest() for nonce in NONCES])
    message = b"tilewright deal 1" + seats + (3).to_bytes(8, "big") + (0).to_bytes(8, "big")
    block = hmac.new(SECRET, message, "sha256").digest()
    stream = tw.DealStream(SECRET, NONCES, 3)
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    assert [stream.randrange(2**32) for _ in words] == words


def test_numbers_past_the_last_whole_multiple_are_thrown_away() -> None:
    stop = 2**31 + 1  # about every other word is too large
    words = tw.DealStream(SECRET, (), 0)
    kept = [word for word in [words.randrange(2**32) for _ in range(64)] if word < stop]
    stream = tw.DealStream(SECRET, (), 0)
    assert 10 < len(kept) < 54
    assert [stream.randrange(stop) for _ in kept] == kept


def test_numbers_are_spread_evenly() -> None:
    stream = tw.DealStream(SECRET, (), 0)
    counts = [0] * 5
    for _ in range(10_000):
        counts[stream.randrange(5)] += 1
    assert all(1850 < count < 2150 for count in counts)


def test_the_docs_have_test_vectors() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert tw.commitment(SECRET) in page
    for game in tw.GAMES.values():
        state: AnyState = game.new_game(2)
        for draw in range(2):
            move = state.sample(tw.DealStream(SECRET, NONCES, draw))
            assert f"`{move}`" in page, f"{state.game} draw {draw}: {move}"
            state = state.play(move)
            if state.turn != tw.CHANCE:
                break


@pytest.mark.parametrize("name", ["classic-3-grey", "pavilion-2-neutral"])
def test_a_fair_record_is_verified(name: str) -> None:
    record = play_fairly(CONFIGURATIONS[name]())
    proof = tw.verify(tw.parse_record(str(record)))
    nature = [move for move in record.moves if str(move)[0] in "=+"]
    assert proof.draws == len(nature) >= 4
    assert proof.commitment == tw.commitment(SECRET)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"commitment": None}, "no commitment"),
        ({"secret": None}, "no secret"),
        ({"secret": "zz"}, "the secret must be written in hexadecimal"),
        ({"nonces": "zz -"}, "the nonces must be written in hexadecimal"),
        ({"nonces": "-- -"}, "the nonces must be written in hexadecimal"),
        ({"secret": "00"}, "1 bytes"),
        ({"secret": "00" * 32}, "does not match the commitment"),
        ({"nonces": "00 00"}, "the secret gives"),
        ({"nonces": None}, "the secret gives"),
    ],
)
def test_an_unfair_record_is_found_out(change: dict[str, str | None], reason: str) -> None:
    record = play_fairly(tw.classic.new_game())
    tags = {key: text for key, text in {**record.tags, **change}.items() if text}
    with pytest.raises(tw.UnfairDeal, match=reason):
        tw.verify(replace(record, tags=tags))


@pytest.mark.parametrize(
    ("nonces", "reason"),
    [
        ([b"azulejo"], "1 nonce for 2 seats: expected one each"),
        ([b"azulejo", b"", b"\x07"], "3 nonces for 2 seats: expected one each"),
    ],
)
def test_a_nonce_that_belongs_to_no_seat_is_found_out(nonces: list[bytes], reason: str) -> None:
    """With one too many, a dealer could try until a deal suits them, and all would verify."""
    state = tw.classic.new_game()
    record = tw.Record(state, (state.sample(tw.DealStream(SECRET, nonces, 0)),))
    words = " ".join([nonce.hex() or "-" for nonce in nonces])
    tags = {"commitment": tw.commitment(SECRET), "secret": SECRET.hex(), "nonces": words}
    with pytest.raises(tw.UnfairDeal, match=reason):
        tw.verify(replace(record, tags=tags))


def test_a_proof_says_whether_it_covers_the_whole_game() -> None:
    whole = play_fairly(tw.classic.new_game())
    assert tw.verify(whole).whole
    made = tw.parse(str(whole.start).replace("seat=0 starter=0", "seat=1 starter=1"))
    proof = tw.verify(play_fairly(made))
    assert not proof.whole
    assert proof.draws > 0


def test_a_changed_deal_is_found_out() -> None:
    record = play_fairly(tw.classic.new_game())
    other = record.start.sample(tw.DealStream(SECRET, NONCES, 99))
    with pytest.raises(tw.UnfairDeal, match="move 1"):
        tw.verify(tw.Record(record.start, (other,), tags=record.tags))


def test_the_secret_does_not_show() -> None:
    stream = tw.DealStream(SECRET, NONCES, 0)
    stream.randrange(7)
    assert SECRET.hex() not in repr(stream)
    assert "\\x" not in repr(stream)
