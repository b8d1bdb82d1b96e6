"""Random matches that are doubted at every step: what the property tests and long runs are made of.

>>> Trial(seats=4, number=17).run()
>>> Trial(seats=5, number=17, options={"preset": "surprise"}).run()

raises ``Fault`` with the same words again if it ever did; ``number`` fixes the seed of the match
and every choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.citadels.invariants import faults
from engine.citadels.names import CHARACTERS, UNIQUES
from engine.citadels.options import (
    CLASSIC,
    CUSTOM,
    MAX_CLASSIC_SEATS,
    MAX_SEATS,
    MIN_SEATS,
    UNIQUE_DISTRICTS,
    allowed,
    rank_9_rule,
)
from engine.citadels.presets import PRESETS
from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from engine.errors import IllegalChoice, NotYourDecision
from engine.kernel.codec import canonical, digest
from engine.kernel.frames import Decision
from engine.kernel.loop import settle
from engine.kernel.ruleset import Played

LONGEST = 5_000
"""No random match comes near this many decisions; one that does would not end."""

LARGEST = 1_500
"""A stored state has fewer bytes."""

Table = tuple[int, dict[str, Any]]
"""A number of players and the options of a match."""


def printed_tables() -> list[Table]:
    """Every printed list with every legal number of players and every character of rank 9 that
    may join it, and the classic edition.
    """
    tables: list[Table] = []
    for preset in PRESETS:
        for seats in range(MIN_SEATS, MAX_SEATS + 1):
            ninths = [name for name in CHARACTERS[-1] if allowed(name, seats)]
            if rank_9_rule(seats) != "always":
                tables.append((seats, {"preset": preset}))
            tables += [(seats, {"preset": preset, "rank_9": name}) for name in ninths]
    classic = range(MIN_SEATS, MAX_CLASSIC_SEATS + 1)
    return tables + [(seats, {"edition": CLASSIC}) for seats in classic]


def random_table(rng: Random) -> Table:
    """A legal list by chance, for any number of players."""
    seats = rng.randint(MIN_SEATS, MAX_SEATS)
    rule = rank_9_rule(seats)
    ninth = rule == "always" or (rule == "optional" and rng.random() < 0.5)
    rows = CHARACTERS if ninth else CHARACTERS[:-1]
    characters = [rng.choice([name for name in row if allowed(name, seats)]) for row in rows]
    districts = rng.sample(UNIQUES, UNIQUE_DISTRICTS)
    return seats, {"preset": CUSTOM, "characters": characters, "districts": districts}


class Fault(AssertionError):
    """Something that may never be."""


class Trial:
    """One random match. ``share``: at which share of its decisions every option is tried out on a
    copy, and not only the one that is played.
    """

    def __init__(
        self,
        seats: int,
        number: int,
        options: dict[str, Any] | None = None,
        share: float = 0.05,
    ) -> None:
        self.seats = seats
        self.number = number
        self.share = share
        self.given = options or {}
        self.options = CITADELS.check_options(self.given, seats)
        self.seed = Random(f"seed {number}").randbytes(32)
        self.moves: list[tuple[int, str]] = []
        self.traces: list[str] = []
        self.sizes: list[int] = []
        self.match = self._started()

    def __str__(self) -> str:
        return f"Trial(seats={self.seats}, number={self.number}, options={self.given})"

    def run(self) -> Trial:
        """Play to the end and then once more. Raises ``Fault``."""
        rng = Random(self.number)
        try:
            while (decision := settle(self.match)) is not None:
                self._doubt(decision, rng)
                self._play(decision.seat, rng.choice(decision.options).key)
            self._doubt_the_end()
            self._replay()
        except Exception as error:
            fault = f"{self}, move {len(self.moves) + 1}: {type(error).__name__}: {error}"
            raise Fault(fault) from error
        return self

    def _started(self) -> Match:
        state, played = CITADELS.start(self.options, self.seats, self.seed)
        assert isinstance(state, Match)
        self.traces.append(trace_of(played))
        return state

    def _play(self, seat: int, key: str) -> None:
        self.moves.append((seat, key))
        if len(self.moves) > LONGEST:
            raise Fault("it does not end")
        self.traces.append(trace_of(CITADELS.play(self.match, seat, key)))

    def _doubt(self, decision: Decision, rng: Random) -> None:
        stored = CITADELS.dump(self.match)
        self.sizes.append(len(stored))
        found = [*faults(self.match), *stored_badly(self.match, decision, stored)]
        found += copied_badly(self.match)
        if rng.random() < self.share:
            found += refused_badly(self.match, decision)
            found += [fault for c in decision.options for fault in tried(self.match, c.key)]
        else:
            found += tried(self.match, rng.choice(decision.options).key)
        if CITADELS.dump(self.match) != stored:
            found.append("playing on a copy changed the original")
        if found:
            raise Fault("; ".join(found))

    def _doubt_the_end(self) -> None:
        found = faults(self.match)
        result = CITADELS.result(self.match)
        if result is None:
            raise Fault("it is over and has no result")
        if [sum(items.values()) for items in result["breakdown"]] != result["scores"]:
            found.append("the scores are not the sums of their items")
        winner = result["placements"].index(1)
        if result["scores"][winner] != max(result["scores"]):
            found.append("somebody has more points than the winner")
        if not self.match.completed:
            found.append("it is over, and no city is complete")
        if self.sizes and max(self.sizes) >= LARGEST:
            found.append(f"a stored state has {max(self.sizes)} bytes")
        if found:
            raise Fault("; ".join(found))

    def _replay(self) -> None:
        """The same seed and choices give the same states and events, bit for bit."""
        state, played = CITADELS.start(self.options, self.seats, self.seed)
        traces = [trace_of(played)]
        traces += [trace_of(CITADELS.play(state, seat, key)) for seat, key in self.moves]
        if traces != self.traces:
            raise Fault("the replay differs")


def trace_of(played: Played) -> str:
    """One line for all that a step led to: state, events and chance."""
    events = canonical([[event.to_json() for event in played.events], played.chance])
    return f"{played.hash} {digest(events)}"


def keys_of(decision: Decision) -> list[str]:
    return [choice.key for choice in decision.options]


def stored_badly(match: Match, decision: Decision, stored: bytes) -> Iterator[str]:
    """What parking the match changes, or asking a second time what is open."""
    again = settle(match)
    if again is None or (again.seat, again.topic) != (decision.seat, decision.topic):
        yield "settling twice asks something else"
    elif keys_of(again) != keys_of(decision):
        yield "settling twice offers other options"
    parked = CITADELS.load(stored)
    if CITADELS.dump(parked) != stored:
        yield "reading the state back changes it"
    same = settle(parked)
    if same is None or (same.seat, keys_of(same)) != (decision.seat, keys_of(decision)):
        yield "the state read back asks something else"
    if CITADELS.dump(parked) != stored:
        yield "settling the state read back changes it"
    if len(set(keys_of(decision))) != len(decision.options):
        yield f"two options have one key: {keys_of(decision)}"


def slots_of(thing: object) -> list[str]:
    return [name for cls in type(thing).__mro__ for name in getattr(cls, "__slots__", ())]


def copied_badly(match: Match) -> Iterator[str]:
    """What ``copy`` forgets or shares, in the match and in the frames that wait."""
    copy = match.copy()
    if len(copy.stack) != len(match.stack):
        yield "the copy has another stack"
    for name in slots_of(match):
        mine, theirs = getattr(match, name), getattr(copy, name)
        if name in ("stack", "events", "chance"):
            continue
        if mine != theirs:
            yield f"{name} is not copied"
        if isinstance(mine, list | bytearray | set) and mine is theirs:
            yield f"{name} is shared with the copy"
    for frame, twin in zip(match.stack, copy.stack, strict=True):
        if frame is twin or type(frame) is not type(twin):
            yield f"{type(frame).__name__} is shared with the copy"
        for name in slots_of(frame):
            if getattr(frame, name) != getattr(twin, name):
                yield f"{type(frame).__name__}.{name} is not copied"
            if isinstance(getattr(frame, name), list | bytearray | set | dict):
                yield f"{type(frame).__name__}.{name} can be changed in place"


def tried(match: Match, key: str) -> Iterator[str]:
    """What goes wrong when an option is played on a copy."""
    copy = match.copy()
    decision = settle(copy)
    if decision is None:
        yield "the copy is over"
        return
    CITADELS.play(copy, decision.seat, key)
    settle(copy)
    for fault in faults(copy):
        yield f"after {key}: {fault}"


def refused_badly(match: Match, decision: Decision) -> Iterator[str]:
    """Whether other seats and unknown choices are refused."""
    for seat in range(match.cast.seats):
        key = "no_such_choice" if seat == decision.seat else keys_of(decision)[0]
        try:
            CITADELS.play(match, seat, key)
        except (NotYourDecision, IllegalChoice):
            continue
        yield f"seat {seat} may play {key}"
