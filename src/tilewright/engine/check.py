"""`tilewright engine-check`: tests whether a program follows the protocol."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from tilewright.bots import BOTS, Limit
from tilewright.engine import protocol
from tilewright.engine.answer import read_choice
from tilewright.engine.client import Client, EngineError
from tilewright.engine.protocol import LINE, Fault
from tilewright.game import CHANCE, OVER
from tilewright.games import DEFAULT, GAMES, AnyState, new_game, sides
from tilewright.record import Record

QUICK = Limit(time=0.05, simulations=50)
IDS: tuple[object, ...] = (1, "tuile é 瓦 🀄", None, [1, {"a": "b"}], 2.5, "", -1)
ROUNDS = 4  # of a game from which positions are taken

# Every side of the boards with every number of players, and the other options once.
VARIANTS = {
    **{
        f"{name}, {players} players, {side}": new_game(name, players, {game.SIDE: side})
        for name, game in GAMES.items()
        for side in sides(name)
        for players in game.PLAYERS
    },
    **{
        f"{name}, {each.name} {each.values[1]}": new_game(name, 2, {each.name: each.values[1]})
        for name, game in GAMES.items()
        for each in game.OPTIONS
        if each.name != game.SIDE
    },
}


class CheckResult(NamedTuple):
    """How a check went."""

    name: str
    passed: bool | None  # None: it does not apply to this engine
    reason: str = ""


class CheckFailed(Exception):
    """What an engine did wrong."""


class Skipped(Exception):
    """Why a check does not apply to an engine."""


@cache
def positions(start: AnyState) -> tuple[AnyState, ...]:
    """The first and the last position of every phase of a game's first rounds."""
    state, rng = start, random.Random(1)
    first: dict[str, AnyState] = {}
    last: dict[str, AnyState] = {}
    while state.turn != OVER and state.round <= ROUNDS:
        if state.turn == CHANCE:
            state = state.play(state.sample(rng))
            continue
        phase = str(protocol.plain(state)["phase"])  # type: ignore[index]
        first.setdefault(phase, state)
        last[phase] = state
        state = state.play(BOTS["greedy"](state, Limit(), rng).move)
    return tuple(dict.fromkeys([*first.values(), *last.values()]))


class Checker:
    """Asks an engine one thing after another; if a check ends it, the next starts a new one."""

    def __init__(self, command: Sequence[str], *, grace: float) -> None:
        self.grace = grace
        self.client = Client(command, timeout=grace)
        self.running = False

    def engine(self) -> Client:
        """The engine, started if it is not running."""
        if not self.running:
            self.client.open()
            self.running = True
        return self.client

    def run(self) -> Iterator[CheckResult]:
        """All checks, in order; without a hello there are no others."""
        hello = self.one("says hello", self.hello)
        yield hello
        if not hello.passed:
            return
        for name, variant in VARIANTS.items():
            yield self.one(name, partial(self.plays, variant))
        for name, check in {
            "time limit": self.time_limit,
            "simulations limit": self.simulations,
            "no limit": self.no_limit,
            "same position again": self.again,
            "record": self.record,
            "hello again": self.hello_again,
            "ids in order": self.ids,
            "not JSON": lambda: self.refuses(b"move please\n"),
            "not UTF-8": lambda: self.refuses(b'{"\xff\xfe": 1}\n'),
            "not an object": lambda: self.refuses(b"[1, 2]\n"),
            "nothing asked": lambda: self.refuses(b'{"id": 7}\n', id=7),
            "long line": lambda: self.refuses(b'{"id": "' + b"x" * (2 * LINE) + b"\n"),
            "broken limit": lambda: self.survives(limit={"time": "soon"}),
            "broken position": lambda: self.survives(position=f"{DEFAULT} players=5", legal=[]),
            "ends with its input": self.ends,
        }.items():
            yield self.one(name, check)

    def one(self, name: str, check: Callable[[], str]) -> CheckResult:
        """The result of one check."""
        try:
            return CheckResult(name, True, check())
        except Skipped as skipped:
            return CheckResult(name, None, str(skipped))
        except (EngineError, CheckFailed, Fault) as failure:
            self.client.close()
            self.running = False
            return CheckResult(name, False, str(failure))

    def close(self) -> None:
        """End the engine."""
        self.client.close()

    # Tools

    def send(
        self, line: bytes, *, answers: int = 1, seconds: float = 1.0
    ) -> list[dict[str, object]]:
        """The answers to a line, or to several."""
        engine = self.engine()
        found = engine.exchange(line, seconds + self.grace, answers=answers)
        return [engine.decode(answer) for answer in found]

    def some_state(self) -> AnyState:
        """A position of a game that the engine plays."""
        self.engine()
        for variant in VARIANTS.values():
            if self.client.plays(variant):
                return positions(variant)[0]
        raise CheckFailed("plays no game in any way that is known here")

    def good_line(self, id: object = "good") -> bytes:
        """A request that every engine answers."""
        request = {"id": id, **protocol.request(self.some_state(), QUICK)}
        return json.dumps(request, ensure_ascii=False).encode() + b"\n"

    def good_answer(self, answer: dict[str, object], id: object = "good") -> None:
        """Check an answer to such a request."""
        if "id" not in answer or answer["id"] != id:
            raise CheckFailed(f"id {id!r} came back as {answer.get('id')!r}")
        if "error" in answer:
            raise CheckFailed(f"refused a good request: {answer['error']}")
        read_choice(self.some_state(), answer)

    def seconds_for(self, limit: Limit) -> float:
        """How long an engine thinks with a limit."""
        state, engine = self.some_state(), self.engine()
        begin = time.monotonic()
        engine.choose(state, limit, random.Random(1))
        return time.monotonic() - begin

    # Checks

    def hello(self) -> str:
        """Name, version and games."""
        about = self.engine().about
        games = about["games"]
        assert isinstance(games, dict)
        for name, options in games.items():
            if name not in protocol.PLAYED:
                raise CheckFailed(f"games: {name} is not a game")
            if not isinstance(options, dict) or not all(
                isinstance(v, list) for v in options.values()
            ):
                raise CheckFailed(f"games.{name}: expected an object of lists")
        return f"{about['name']} {about.get('version', '')}: {', '.join(games)}".strip()

    def hello_again(self) -> str:
        """Asked in the middle of a game."""
        (answer,) = self.send(protocol.encode({"id": "h", "hello": protocol.PROTOCOL}))
        if answer != {**self.client.about, "id": "h"}:
            raise CheckFailed("differs from the answer at the start")
        return ""

    def plays(self, variant: AnyState) -> str:
        """Legal moves in positions of all phases."""
        found = positions(variant)
        engine = self.engine()
        if not engine.plays(found[0]):
            raise Skipped("not played")
        for state in found:
            engine.choose(state, QUICK, random.Random(1))
        return f"{len(found)} positions"

    def time_limit(self) -> str:
        """Answers in time."""
        self.seconds_for(QUICK)  # so that one-time work is out of the way
        taken = [(limit, self.seconds_for(Limit(time=limit))) for limit in (0.05, 0.5)]
        return ", ".join([f"{seconds:.2f} s of {limit}" for limit, seconds in taken])

    def simulations(self) -> str:
        """Answers without a time limit."""
        return f"{self.seconds_for(Limit(simulations=200)):.2f} s for 200"

    def no_limit(self) -> str:
        """Answers a request without any limit, in a time of its own choosing."""
        state = self.some_state()
        request = {"id": "good", **protocol.request(state, QUICK)}
        del request["limit"]
        self.good_answer(self.send(protocol.encode(request), seconds=60.0)[0])
        return ""

    def again(self) -> str:
        """A position asked three times is answered three times."""
        for _ in range(3):
            self.good_answer(self.send(self.good_line())[0])
        return ""

    def record(self) -> str:
        """A record is played or refused."""
        start = self.some_state()
        data = {"id": "r", "record": str(Record(start, seats=tuple(["Zoë"] * len(start.scores))))}
        (answer,) = self.send(protocol.encode(data))
        if answer.get("id") != "r":
            raise CheckFailed(f"id 'r' came back as {answer.get('id')!r}")
        if "error" in answer:
            return f"refused: {check_error(answer)}"
        read_choice(start, answer)
        return "answered"

    def ids(self) -> str:
        """Several requests at once: answered in order, each with its own id."""
        answers = self.send(b"".join(map(self.good_line, IDS)), answers=len(IDS), seconds=5.0)
        for id, answer in zip(IDS, answers, strict=True):
            self.good_answer(answer, id)
        return f"{len(IDS)} at once"

    def refuses(self, line: bytes, *, id: object = None) -> str:
        """A line that cannot be answered gets an error, and the next one its answer."""
        bad, good = self.send(line + self.good_line(), answers=2, seconds=5.0)
        message = check_error(bad)
        if bad.get("id") != id:
            raise CheckFailed(f"the error has the id {bad.get('id')!r} instead of {id!r}")
        self.good_answer(good)
        return message

    def survives(self, **fields: object) -> str:
        """A request with a broken field is refused or answered, and the next one answered."""
        request = protocol.request(self.some_state(), QUICK)
        line = protocol.encode({"id": "bad", **request, **fields})
        bad, good = self.send(line + self.good_line(), answers=2, seconds=5.0)
        if bad.get("id") != "bad":
            raise CheckFailed(f"id 'bad' came back as {bad.get('id')!r}")
        self.good_answer(good)
        return check_error(bad) if "error" in bad else "answered all the same"

    def ends(self) -> str:
        """Ends when its input ends."""
        code = self.engine().close()
        self.running = False
        if code is None:
            raise CheckFailed("did not end")
        if code:
            raise CheckFailed(f"ended with exit code {code}")
        return ""


def check_error(answer: dict[str, object]) -> str:
    """The text of a well-formed error."""
    error = answer.get("error")
    if not isinstance(error, dict):
        raise CheckFailed(f"expected an error, not {str(answer)[:80]}")
    field, message = error.get("field"), error.get("message")
    if not isinstance(field, str) or not isinstance(message, str) or not message:
        raise CheckFailed("the error has no field and message")
    return f"{field}: {message}" if field else message


def check(command: Sequence[str], *, grace: float) -> Iterator[CheckResult]:
    """Check an engine; yields the results as they come."""
    checker = Checker(command, grace=grace)
    try:
        yield from checker.run()
    finally:
        checker.close()
