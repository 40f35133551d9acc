"""Run a contest: hand out pairs, keep what comes back, and stop what is decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter

from tilewright.arena.contest import Contest
from tilewright.arena.figures import mean, share
from tilewright.arena.journal import Journal
from tilewright.arena.match import Job, Pair, play_pairs
from tilewright.arena.sequential import Hypotheses, verdict
from tilewright.compute import Pool

TASK = 1.0  # seconds a task should take
MOST = 64  # pairs in a task

ContestProgress = Callable[[int, int], None]  # is told how many pairs are done, and of how many


class ContestState:
    """How far a contest has come. Pairs count in the order of their numbers, so that a sequential
    test ends after the same pair however many workers there are."""

    def __init__(self, contest: Contest, pairs: int, hypotheses: Hypotheses | None) -> None:
        self.contest, self.wanted, self.hypotheses = contest, pairs, hypotheses
        self._played: list[dict[int, Pair]] = [{} for _ in contest.pairings]
        self._scores: list[list[float]] = [[] for _ in contest.pairings]  # in order, without a gap
        self.verdicts = ["" for _ in contest.pairings]

    def add(self, pair: Pair) -> None:
        """Count a pair, unless it is one too many."""
        played, scores = self._played[pair.pairing], self._scores[pair.pairing]
        if pair.number < self.wanted:
            played[pair.number] = pair
        one = self.contest.pairings[pair.pairing].counts[0]
        while len(scores) in played and not self.verdicts[pair.pairing]:
            scores.append(mean([share(game, one) for game in played[len(scores)].games]))
            if self.hypotheses is not None:
                self.verdicts[pair.pairing] = verdict(scores, self.hypotheses)

    def is_open(self, pairing: int, number: int) -> bool:
        """Tell whether a pair is still to be played."""
        return not self.verdicts[pairing] and number not in self._played[pairing]

    def missing(self) -> Iterator[tuple[int, int]]:
        """The pairs to play, all pairings in step."""
        for number in range(self.wanted):
            for pairing in range(len(self._played)):
                if self.is_open(pairing, number):
                    yield pairing, number

    def played(self) -> list[list[Pair]]:
        """The pairs that count, by pairing."""
        return [
            [self._played[at][number] for number in range(len(scores))]
            for at, scores in enumerate(self._scores)
        ]

    def done(self) -> tuple[int, int]:
        """How many pairs are done, and how many may be needed."""
        done = [
            len(scores) if verdict else len(played)
            for played, scores, verdict in zip(self._played, self._scores, self.verdicts)
        ]
        ends = [count if verdict else self.wanted for count, verdict in zip(done, self.verdicts)]
        return sum(done), sum(ends)


def run(
    course: ContestState,
    pool: Pool,
    *,
    journal: Journal | None = None,
    progress: ContestProgress | None = None,
) -> None:
    """Play what a journal does not have yet."""
    journal = journal or Journal(course.contest)
    for pair in journal.pairs:
        course.add(pair)
    tell = progress or (lambda done, total: None)
    tell(*course.done())
    pace = Pace(pool.count)
    for pairs in pool.map(play_pairs, jobs(course, pace)):
        journal.add(pairs)
        pace.note(len(pairs))
        for pair in pairs:
            course.add(pair)
        tell(*course.done())


class Pace:
    """How many pairs make a task of about a second."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._begun, self._pairs = perf_counter(), 0

    def note(self, pairs: int) -> None:
        """Count pairs that came back; the first had to wait for the workers to start."""
        if not self._pairs:
            self._begun = perf_counter()
        self._pairs += pairs

    def size(self, left: int) -> int:
        """Pairs for the next task; fewer towards the end, so that all workers end together."""
        if self._pairs < 2:
            return 1
        each = (perf_counter() - self._begun) / self._pairs * self._workers
        return max(1, min(MOST, int(TASK / max(each, 1e-6)), left // (4 * self._workers)))


def jobs(course: ContestState, pace: Pace) -> Iterator[Job]:
    """Tasks for the workers; a decided pairing gets no more."""
    left = list(course.missing())
    while left:
        size = pace.size(len(left))
        task, left = left[:size], left[size:]
        wanted: Sequence[tuple[int, int]] = [pair for pair in task if course.is_open(*pair)]
        if wanted:
            yield Job(course.contest, tuple(wanted))
