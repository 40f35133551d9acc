"""The results of an arena as data: for the table, the plot, the file and the documentation."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from tilewright import __version__
from tilewright.arena.contest import Contest, fingerprint
from tilewright.arena.figures import Figures, Interval, figures
from tilewright.arena.rating import ratings
from tilewright.arena.run import ContestState

UNTIMED = "The same command plays the same games."
TIMED = "Bots were limited by the clock, so the same command plays other games."


class EntrantReport(NamedTuple):
    """An entrant over all its games."""

    name: str
    rating: Interval | None  # where there are more than two
    thinking: float  # milliseconds per move


class Report(NamedTuple):
    """The outcome."""

    contest: Contest
    command: str
    figures: list[Figures]
    verdicts: list[str]  # of the sequential test as text, by pairing
    players: list[EntrantReport]
    note: str


def command(contest: Contest, pairs: int, sprt: str | None) -> str:
    """The whole command line."""
    return contest.command() + f" --pairs {pairs}" + (f" --sprt {sprt}" if sprt else "")


def report(course: ContestState) -> Report:
    """Sum up how an arena went."""
    contest, played = course.contest, course.played()
    everything = [pair for pairs in played for pair in pairs]
    rated = len(contest.names) > 2 and everything
    rates = ratings(contest, played) if rated else [None] * len(contest.names)
    players = []
    for one, name in enumerate(contest.labels):
        seconds = sum(pair.seconds.get(one, 0.0) for pair in everything)
        moves = sum(pair.moves.get(one, 0) for pair in everything)
        players.append(EntrantReport(name, rates[one], 1000 * seconds / moves if moves else 0.0))
    hypotheses = course.hypotheses
    return Report(
        contest=contest,
        command=command(contest, course.wanted, hypotheses.text if hypotheses else None),
        figures=[
            entry
            for at, pairs in enumerate(played)
            if pairs
            for entry in figures(contest, at, pairs)
        ],
        verdicts=[verdict_in_words(course, at) for at in range(len(played))] if hypotheses else [],
        players=players,
        note=TIMED if contest.is_timed else UNTIMED,
    )


def verdict_in_words(course: ContestState, pairing: int) -> str:
    """How the sequential test of a pairing ended."""
    assert course.hypotheses is not None
    found, labels = course.contest.pairings[pairing], course.contest.labels
    low, high = course.hypotheses.text.split(",")
    unit = "" if high.strip().endswith("%") else " Elo"
    pairs = len(course.played()[pairing])
    decision = {
        "high": f"{high.strip()}{unit} is accepted",
        "low": f"{low.strip()}{unit} is accepted",
        "": "not decided",
    }[course.verdicts[pairing]]
    one, other = labels[found.counts[0]], labels[found.others[0]]
    return f"{one} against {other}: {decision} after {pairs} pairs"


def to_data(found: Report) -> dict[str, object]:
    """The report for programs."""
    contest = found.contest
    return {
        "command": found.command,
        "version": __version__,
        "bots": fingerprint(),
        "reproducible": not contest.is_timed,
        "game": contest.game,
        "options": str(contest.start.options),
        "schedule": contest.schedule,
        "pairings": [
            {
                "one": entry.one,
                "others": list(entry.others),
                "pairs": entry.pairs,
                "games": entry.games,
                "wins": entry.wins,
                "draws": entry.draws,
                "losses": entry.losses,
                "score": numbers(entry.score, 4),
                "fair": round(entry.fair, 4),
                "margin": numbers(entry.margin, 2),
                "elo": numbers(entry.elo, 1),
            }
            for entry in found.figures
        ],
        "sprt": found.verdicts,
        "players": [
            {
                "name": player.name,
                "rating": None if player.rating is None else numbers(player.rating, 1),
                "ms": round(player.thinking, 3),
            }
            for player in found.players
        ],
    }


def numbers(found: Interval, digits: int) -> list[float | None]:
    """An estimate as [mean, low, high]; what is not finite is null."""
    return [round(value, digits) if isfinite(value) else None for value in found]
