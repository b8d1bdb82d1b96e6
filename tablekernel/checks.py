"""Random matches of any game, checked at every step, for property tests.

A game's own ``checks`` module names the rules, and what holds in every state. A ``Fault`` is
reproducible: the ``number`` of a match determines its seed and every choice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, ClassVar

from tablekernel.codec import canonical, digest
from tablekernel.errors import IllegalChoice, NotYourDecision
from tablekernel.frames import Choice, Decision
from tablekernel.loop import settle
from tablekernel.rules import Played, Rules


class Fault(AssertionError):
    """A violated property."""


class CheckedMatch(ABC):
    """A random match. ``share`` is the share of its decisions at which every option is tried on a
    copy, not only the one that is played.
    """

    rules: ClassVar[Rules]
    longest: ClassVar[int]
    """A limit of decisions that only an endless match exceeds."""

    largest: ClassVar[int]
    """A limit of bytes for a stored state."""

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
        self.options = self.rules.check_options(self.given, seats)
        self.seed = Random(f"seed {number}").randbytes(32)
        self.moves: list[tuple[int, str]] = []
        self.traces: list[str] = []
        self.sizes: list[int] = []
        state, played = self.rules.start(self.options, seats, self.seed)
        self.match: Any = state
        self.traces.append(trace_of(played))

    def __str__(self) -> str:
        return f"CheckedMatch(seats={self.seats}, number={self.number}, options={self.given})"

    # -- defined by the game

    @abstractmethod
    def faults(self, match: Any) -> Iterable[str]:
        """Yield what is wrong with a state, in words."""

    def final_faults(self, match: Any, result: dict[str, Any]) -> Iterable[str]:
        """Yield what is wrong with a finished match and its result."""
        return ()

    def choice(self, decision: Decision, rng: Random) -> Choice:
        """Return what to play: any option, unless some lead further in this game."""
        return rng.choice(decision.options)

    # -- playing

    def run(self) -> CheckedMatch:
        """Play to the end and then replay the match. Raises ``Fault``."""
        rng = Random(self.number)
        try:
            while (decision := settle(self.match)) is not None:
                self._check(decision, rng)
                self._play(decision.seat, self.choice(decision, rng).key)
            self._check_end()
            self._replay()
        except Exception as error:
            fault = f"{self}, move {len(self.moves) + 1}: {type(error).__name__}: {error}"
            raise Fault(fault) from error
        return self

    def _play(self, seat: int, key: str) -> None:
        self.moves.append((seat, key))
        if len(self.moves) > self.longest:
            raise Fault("it does not end")
        self.traces.append(trace_of(self.rules.play(self.match, seat, key)))

    def _check(self, decision: Decision, rng: Random) -> None:
        stored = self.rules.dump(self.match)
        self.sizes.append(len(stored))
        found = [
            *self.faults(self.match),
            *find_storage_faults(self.rules, self.match, decision, stored),
        ]
        found += find_copy_faults(self.match)
        if rng.random() < self.share:
            found += self._find_refusal_faults(decision)
            found += [fault for c in decision.options for fault in self._try_option(c.key)]
        else:
            found += self._try_option(rng.choice(decision.options).key)
        if self.rules.dump(self.match) != stored:
            found.append("playing on a copy changed the original")
        if found:
            raise Fault("; ".join(found))

    def _try_option(self, key: str) -> Iterator[str]:
        """Yield what goes wrong when an option is played on a copy."""
        copy = self.match.copy()
        decision = settle(copy)
        if decision is None:
            yield "the copy is over"
            return
        self.rules.play(copy, decision.seat, key)
        settle(copy)
        for fault in self.faults(copy):
            yield f"after {key}: {fault}"

    def _find_refusal_faults(self, decision: Decision) -> Iterator[str]:
        """Yield an error unless other seats and unknown choices are refused."""
        for seat in range(self.seats):
            key = "no_such_choice" if seat == decision.seat else keys_of(decision)[0]
            try:
                self.rules.play(self.match, seat, key)
            except (NotYourDecision, IllegalChoice):
                continue
            yield f"seat {seat} may play {key}"

    def _check_end(self) -> None:
        found = [*self.faults(self.match)]
        result = self.rules.result(self.match)
        if result is None:
            raise Fault("it is over and has no result")
        if [sum(items.values()) for items in result["breakdown"]] != result["scores"]:
            found.append("the scores are not the sums of their items")
        winner = result["placements"].index(1)
        if result["scores"][winner] != max(result["scores"]):
            found.append("somebody has more points than the winner")
        found += self.final_faults(self.match, result)
        if self.sizes and max(self.sizes) >= self.largest:
            found.append(f"a stored state has {max(self.sizes)} bytes")
        if found:
            raise Fault("; ".join(found))

    def _replay(self) -> None:
        """Check that the same seed and choices give the same states and events."""
        state, played = self.rules.start(self.options, self.seats, self.seed)
        traces = [trace_of(played)]
        traces += [trace_of(self.rules.play(state, seat, key)) for seat, key in self.moves]
        if traces != self.traces:
            raise Fault("the replay differs")


def trace_of(played: Played) -> str:
    """Return one line for everything that a step led to: state, events and chance."""
    events = canonical([[event.to_json() for event in played.events], played.chance])
    return f"{played.hash} {digest(events)}"


def keys_of(decision: Decision) -> list[str]:
    return [choice.key for choice in decision.options]


def find_storage_faults(
    rules: Rules, match: Any, decision: Decision, stored: bytes
) -> Iterator[str]:
    """Yield what changes when the match is stored and loaded, or when the decision is read
    twice.
    """
    again = settle(match)
    if again is None or (again.seat, again.topic) != (decision.seat, decision.topic):
        yield "settling twice asks something else"
    elif keys_of(again) != keys_of(decision):
        yield "settling twice offers other options"
    parked = rules.load(stored)
    if rules.dump(parked) != stored:
        yield "reading the state back changes it"
    same = settle(parked)
    if same is None or (same.seat, keys_of(same)) != (decision.seat, keys_of(decision)):
        yield "the state read back asks something else"
    if rules.dump(parked) != stored:
        yield "settling the state read back changes it"
    if len(set(keys_of(decision))) != len(decision.options):
        yield f"two options have one key: {keys_of(decision)}"


def slots_of(thing: object) -> list[str]:
    return [name for cls in type(thing).__mro__ for name in getattr(cls, "__slots__", ())]


def find_copy_faults(match: Any) -> Iterator[str]:
    """Yield what ``copy`` omits or shares, in the match and in the waiting frames."""
    copy = match.copy()
    if len(copy.stack) != len(match.stack):
        yield "the copy has another stack"
    for name in slots_of(match):
        mine, theirs = getattr(match, name), getattr(copy, name)
        if name in ("stack", "events", "chance"):
            continue
        if mine != theirs:
            yield f"{name} is not copied"
        if is_shared(mine, theirs):
            yield f"{name} is shared with the copy"
    for frame, other in zip(match.stack, copy.stack, strict=True):
        if frame is other or type(frame) is not type(other):
            yield f"{type(frame).__name__} is shared with the copy"
        for name in slots_of(frame):
            if getattr(frame, name) != getattr(other, name):
                yield f"{type(frame).__name__}.{name} is not copied"
            if isinstance(getattr(frame, name), CHANGEABLE):
                yield f"{type(frame).__name__}.{name} can be changed in place"


CHANGEABLE = (list, bytearray, set, dict)


def is_shared(mine: object, theirs: object) -> bool:
    """True if a change of one object would change the other."""
    if isinstance(mine, list) and isinstance(theirs, list) and mine is not theirs:
        return any(is_shared(a, b) for a, b in zip(mine, theirs, strict=False))
    return isinstance(mine, CHANGEABLE) and mine is theirs
