"""Masked PPO against a bot, in numpy: one hidden layer, its gradient by hand.

python examples/train_ppo.py                               half a minute: beats the random bot
python examples/train_ppo.py --bot pupil --updates 500     harder, and longer

The share of games won, by update, is drawn in learning.svg.
"""

import argparse
from pathlib import Path
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilewright import chart
from tilewright.arena.figures import Interval
from tilewright.envs.gymnasium import SeatEnv  # which registers the environments

Array = NDArray[np.float64]

parser = argparse.ArgumentParser()
parser.add_argument("--game", default="Classic", choices=["Classic", "Pavilion"])
parser.add_argument("--bot", default="random")
parser.add_argument("--updates", type=int, default=40)
parser.add_argument("--games", type=int, default=50, help="games for an update, and to evaluate")
parser.add_argument("--hidden", type=int, default=128)
parser.add_argument("--plot", type=Path, default="learning.svg", help="victories by update")
words = parser.parse_args()
rng = np.random.default_rng(1)
env = gymnasium.make(f"tilewright/{words.game}-v0", opponents=words.bot, seat=None, reward="score")
seat = cast(SeatEnv, env.unwrapped)
space, actions = env.observation_space, env.action_space
assert isinstance(space, spaces.Box) and isinstance(actions, spaces.Discrete)
inputs, outputs = space.shape[0], int(actions.n)
net = [  # the last row is the bias, the last column of the second layer the value
    rng.normal(0, inputs**-0.5, (inputs + 1, words.hidden)),
    rng.normal(0, 0.01, (words.hidden + 1, outputs + 1)),
]
means, squares = ([np.zeros_like(weights) for weights in net] for _ in range(2))  # for Adam


def forward(seen: Array, mask: Array) -> tuple[Array, Array, Array, Array]:
    seen = np.c_[seen, np.ones(len(seen))]
    hidden = np.c_[np.tanh(seen @ net[0]), np.ones(len(seen))]
    answer = hidden @ net[1]
    scores = np.where(mask, answer[:, :-1], -1e9)
    chances = np.exp(scores - scores.max(1, keepdims=True))
    return seen, hidden, chances / chances.sum(1, keepdims=True), answer[:, -1]


def play(games: int, seed: int) -> tuple[list[Array], float]:
    """Play games; return observations, actions and advantages, and the share of games won."""
    steps: list[list[Any]] = []
    wins = 0.0
    for game in range(games):
        seen, info = env.reset(seed=seed + game)
        path: list[list[Any]] = []
        over = False
        while not over:
            mask = info["action_mask"]
            _, _, chances, value = forward(seen[None], mask[None])
            action = rng.choice(outputs, p=chances[0])
            after, reward, over, _, info = env.step(action)
            path.append([seen, mask, action, chances[0, action], value[0], float(reward) / 10])
            seen = after
        ranks = seat.position.outcome()
        wins += (ranks[info["seat"]] == 1) / ranks.count(1) / games
        gain = later = 0.0
        for step in reversed(path):  # generalised advantages, λ = 0.95
            gain = step[5] + later - step[4] + 0.95 * gain
            later = step[4]
            step[4:] = [gain, gain + later]
        steps += path
    return [np.array(column) for column in zip(*steps)], wins


def learn(steps: list[Array], batch: NDArray[np.int64], count: int) -> None:
    seen, mask, action, old, gain, returns = [column[batch] for column in steps]
    seen, hidden, chances, value = forward(seen, mask)
    ratio = chances[np.arange(len(batch)), action] / old
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    push = np.where(np.where(gain > 0, ratio > 1.2, ratio < 0.8), 0, ratio * gain)[:, None]
    logs = np.log(chances + 1e-12)
    entropy = -(chances * logs).sum(1, keepdims=True)
    of_chances = push * (chances - np.eye(outputs)[action]) + 0.01 * chances * (logs + entropy)
    of_answer = np.c_[of_chances, 0.5 * (value - returns)] / len(batch)
    of_hidden = of_answer @ net[1][:-1].T * (1 - hidden[:, :-1] ** 2)
    for at, slope in enumerate([seen.T @ of_hidden, hidden.T @ of_answer]):
        means[at] += 0.1 * (slope - means[at])
        squares[at] += 0.001 * (slope**2 - squares[at])
        mean, square = means[at] / (1 - 0.9**count), squares[at] / (1 - 0.999**count)
        net[at] -= 0.001 * mean / (np.sqrt(square) + 1e-8)


count = 0
curve: list[float] = []
for update in range(words.updates):
    steps, wins = play(words.games, seed=update * words.games)
    curve.append(wins)
    print(f"{update + 1:4}  wins {wins:4.0%}  {'#' * round(50 * wins)}", flush=True)
    for _ in range(4):
        for batch in np.array_split(rng.permutation(len(steps[0])), len(steps[0]) // 256 + 1):
            count += 1
            learn(steps, batch, count)
print(f"after training: {play(words.games, seed=10**6)[1]:.0%} of {words.games} games")
shares = [Interval(wins, wins, wins) for wins in curve]
drawn = chart.line("Victories by update", shares, [True] * len(shares), 200, ".0%")
words.plot.write_text(chart.picture("Learning", [drawn]))
