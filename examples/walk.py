"""A walk through the library, cell by cell, as in a notebook.

python examples/walk.py             prints every cell's result
python examples/walk.py --out DIR   and writes the record and the picture there
"""

# %% Before the walk
import argparse
import random
from pathlib import Path

import tilewright as tw
from tilewright.bots import BOTS, Limit

parser = argparse.ArgumentParser()
parser.add_argument("--out", type=Path)
words = parser.parse_args()


def title(text: str) -> None:
    print(f"\n--- {text} ---")


# %% A game begins, and nature deals
title("A new game")
rng = random.Random(7)
state = tw.classic.new_game(players=2)
print("nature is to move:", state.turn == tw.CHANCE)
state = state.play(state.sample(rng))
print(state)  # the position as text; tw.parse reads it back
assert tw.parse(str(state)) == state

# %% Moves are values with a notation
title("Moves")
moves = state.legal_moves()
print(len(moves), "legal moves:", *moves[:10], "…")
takes = [move for move in moves if isinstance(move, tw.classic.Take)]
source = next(move.source for move in takes if move.source)
move = next(move for move in takes if move.source == source and move.line == 3)
print("read from text:", state.parse(str(move)) == move)
try:
    state.parse("0b1")
except tw.IllegalMove as refused:
    print("refused:", refused)

# %% What a move scores: now, and at the end of the round
title("Explain and preview")
for take, steps in state.previews()[:4]:
    print(take, "will bring", sum(step.points for step in steps))
for step in state.explain(move):
    print("explained:", step.kind, step.code, dict(step.numbers))

# %% Bots choose from what everybody can see
title("Bots")
for name, bot in BOTS.items():
    choice = bot(state, Limit(simulations=100), rng)
    print(f"{name:8} plays {choice.move} and expects a lead of {choice.value.margins[0]:.1f}")

# %% A whole game with fair deals, kept as a record
title("A fair game of pavilion")
secret, nonces = random.Random(1).randbytes(32), [b"my own", b""]
tags = {"commitment": tw.commitment(secret), "nonces": "6d79206f776e -"}
start = tw.pavilion.new_game(players=2, board="neutral")
record = tw.Record(start, seats=("Greedy", "Random"), tags=tags)
after, draws = start, 0
while after.turn != tw.OVER:
    if after.turn == tw.CHANCE:
        made = after.sample(tw.DealStream(secret, nonces, draws))
        draws += 1
    else:
        bot = BOTS["greedy" if after.turn == 0 else "random"]
        made = bot(after, Limit(), rng).move
    record, after = record.play(made), after.play(made)
print("scores", after.scores, "ranks", after.outcome(), "after", len(record.moves), "moves")

# %% Now the secret may be revealed, and anyone can repeat the deals
title("Fairness")
record = tw.Record(start, record.moves, record.seats, {**tags, "secret": secret.hex()})
print(tw.verify(record))

# %% The record is text, and everything can be derived from it
title("The record")
text = str(record)
print(*text.splitlines()[:14], "…", sep="\n")
assert tw.parse_record(text) == record
best = max((step for steps in record.steps() for step in steps), key=lambda step: step.points)
print("most points at once:", best)

# %% A picture; a notebook shows it by itself
title("The picture")
svg = record.undo(40).state._repr_svg_()
print(svg[:60], "…", len(svg), "characters")
if words.out:
    words.out.mkdir(parents=True, exist_ok=True)
    (words.out / "game.tw").write_text(text, encoding="utf-8")
    (words.out / "position.svg").write_text(svg, encoding="utf-8")
    print("left in", words.out)
