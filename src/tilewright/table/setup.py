"""What a table agrees on before it plays."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from tilewright.bots import BOTS, DEFAULT, shown
from tilewright.game import OVER, expected
from tilewright.games import AnyState, begin, parse
from tilewright.table.control import UNLIMITED, TimeControl

HOT_SEAT = "me:"  # a person on the host's own device: `me:Ann`
BOT = "bot:"  # a bot by name: `bot:tiler`
SEATS = ("open", "me", "me:NAME", "bot:NAME")
HIGHEST = 9999  # round and score to start from, so that what follows can still be written


@dataclass(frozen=True, slots=True)
class Setup:
    """Game, options, seats and settings of a table; it never changes once the table is made."""

    game: str
    options: str  # in words, as in a record: `players=2 wall=coloured round_limit=40`
    seats: tuple[str, ...]  # `open`, `me`, `me:Ann`, `bot:tiler`
    clock: TimeControl = UNLIMITED
    rated: bool = False
    public: bool = False  # shown in the lobby; else joined by link only
    play_on: bool = True  # a bot plays on for a seat that leaves
    daily: str = ""  # the day, for a table of the daily deal
    start: str = ""  # a position, if the game does not start at the beginning

    def __post_init__(self) -> None:
        """Check that the start and the seats fit the game, and that it may be rated."""
        start = self.begin()
        if self.start and (start.game, str(start.options)) != (self.game, self.options):
            raise ValueError("position: its game or options differ from those of the table")
        if self.start and (self.rated or self.daily):
            raise ValueError("rated: a game that starts from a position does not count")
        if max(start.round, *start.scores) > HIGHEST:
            raise ValueError(f"position: a table starts in a round and with scores up to {HIGHEST}")
        if start.turn == OVER:
            raise ValueError("position: the game is already over in it")
        players = len(start.scores)
        if len(self.seats) != players:
            raise ValueError(f"seats: expected {players}, found {len(self.seats)}")
        for seat in self.seats:
            if is_gone(seat):
                raise ValueError(
                    f"seats: unknown bot {seat!r}; {expected(seat.removeprefix(BOT), shown())}"
                )
            if seat not in ("open", "me") and not seat.startswith((BOT, HOT_SEAT)):
                raise ValueError(f"seats: {seat!r}: {expected(seat, SEATS)}")
        if self.rated and any(seat.startswith((BOT, HOT_SEAT)) for seat in self.seats):
            raise ValueError("rated: only people on devices of their own play rated games")
        if self.seats.count("me") > 1:
            raise ValueError("seats: me twice; for people on one device name them: me:Ann")

    @property
    def is_casual(self) -> bool:
        """Whether one person plays against bots, for nothing that counts."""
        alone = sum(not seat.startswith(BOT) for seat in self.seats) == 1
        return alone and not self.rated and not self.daily

    def begin(self) -> AnyState:
        """The state in which the game begins."""
        return parse(self.start) if self.start else begin(self.game, self.options)


def to_json(setup: Setup) -> str:
    """A setup as it is kept."""
    return json.dumps(asdict(setup), ensure_ascii=False)


def from_json(text: str) -> Setup:
    """Read a setup as it was kept; a bot that no longer exists is replaced."""
    data = json.loads(text)
    clock = TimeControl(**data.pop("clock"))
    seats = tuple([BOT + DEFAULT if is_gone(seat) else seat for seat in data["seats"]])
    return Setup(**{**data, "seats": seats, "clock": clock})


def is_gone(seat: str) -> bool:
    """Tell whether a seat belongs to an unknown bot, such as an engine that was removed."""
    return seat.startswith(BOT) and seat.removeprefix(BOT) not in BOTS
