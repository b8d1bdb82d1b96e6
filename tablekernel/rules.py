"""The rules of a game: set-up, decisions, moves, views, results and stored states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from tablekernel.codec import digest
from tablekernel.defaults import Policy, filter_preferred, one_of
from tablekernel.errors import MatchOver, NotYourDecision
from tablekernel.events import Event
from tablekernel.frames import Choice, Decision
from tablekernel.loop import answer, find_choice, settle
from tablekernel.state import State
from tablekernel.subclassing import mypyc_attr
from tablekernel.topics import Topic


class Played:
    """What one step of a match led to: events, what chance gave, and the hash of the new state."""

    __slots__ = ("chance", "events", "hash")

    def __init__(self, events: list[Event], chance: list[Any], state_hash: str) -> None:
        self.events = events
        self.chance = chance
        self.hash = state_hash


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules(ABC):
    """What plays a game: its rules at one version. Stateless: every match is a ``State`` that the
    caller keeps.
    """

    slug: ClassVar[str]
    version: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]

    topics: ClassVar[Mapping[str, Topic]]
    """Every question that the game may ask, with all verbs that may answer it."""

    defaults: ClassVar[Policy]
    """What is played for a seat whose time is out, for each of ``topics``."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that tell the seat whose choice caused them nothing it could not have
    worked out before.

    Several choices sent together are taken all or none. If one of them taught the sender something
    (a card drawn, a hand seen, who is called next), a batch that fails on purpose would be a free
    look at secrets. So nothing may follow a choice that causes any other event, or uses chance.
    """

    # -- setting up

    @abstractmethod
    def options_schema(self) -> dict[str, Any]:
        """Return the options of a match as a JSON Schema (2020-12), with descriptions and
        defaults.
        """

    @abstractmethod
    def check_options(self, options: dict[str, Any], seats: int) -> dict[str, Any]:
        """Return the options with defaults filled in. Raises ``OptionsRefused`` with the violated
        rule.
        """

    @abstractmethod
    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> State:
        """Return the state before the first step. ``options`` come from ``check_options``."""

    def start(self, options: dict[str, Any], seats: int, seed: bytes) -> tuple[State, Played]:
        """Return a new match, settled at its first decision, and the events so far.

        ``seed`` is 32 secret bytes. The same options, seats and seed give the same match, bit for
        bit.
        """
        state = self.begin(options, seats, seed)
        state.events, state.chance = [], []
        self.open(state)
        settle(state)
        return state, self.finish_step(state)

    def resume(self, data: bytes | str) -> tuple[State, Played]:
        """Return a match that begins at a dumped state, settled at its first decision.

        Its set-up has no events and no chance. Raises what ``load`` raises.
        """
        state = self.load(data)
        state.events, state.chance = [], []
        settle(state)
        return state, self.finish_step(state)

    @abstractmethod
    def open(self, state: State) -> None:
        """Shuffle, deal and push the first frame."""

    # -- storing

    @abstractmethod
    def dump(self, state: State) -> bytes:
        """Return the whole state as canonical JSON, secrets and seed included: for the database,
        never for a viewer.
        """

    @abstractmethod
    def load(self, data: bytes | str) -> State:
        """Load a dumped state, in any format that this version can read. Raises
        ``UnknownVersion``.
        """

    def earlier(self, state: State) -> Iterable[bytes]:
        """Yield the state in earlier formats, latest first. Moves from that time keep these
        hashes.
        """
        return ()

    def has_hash(self, state: State, state_hash: str) -> bool:
        """True if a move that led to ``state`` has ``state_hash``, in any format."""
        if digest(self.dump(state)) == state_hash:
            return True
        return any(digest(data) == state_hash for data in self.earlier(state))

    # -- playing

    def decision(self, state: State) -> Decision | None:
        """Return the open decision with all its options, or ``None`` when the match is over."""
        return settle(state)

    def play(self, state: State, seat: int, key: str) -> Played:
        """Answer the open decision for ``seat`` with the option ``key``, and run to the next one.

        Raises ``MatchOver``, ``NotYourDecision`` or ``IllegalChoice``; the state is then unchanged.
        """
        choice = find_choice(state, seat, key)
        state.events, state.chance = [], []
        answer(state, choice)
        return self.finish_step(state)

    def finish_step(self, state: State) -> Played:
        """Return what the listeners collected, and stop listening."""
        events, chance = state.events or [], state.chance or []
        state.events = state.chance = None
        return Played(events, chance, digest(self.dump(state)))

    def reveals_nothing(self, played: Played) -> bool:
        """True if another choice of the same batch may follow: see ``quiet``."""
        return not played.chance and all(event.kind in self.quiet for event in played.events)

    def default_choice(self, state: State, decision: Decision) -> Choice:
        """Return what to play for a seat whose time is out, where the match allows it: a public
        policy.

        The same state gives the same choice each time, and no draw is used up.
        """
        described = self.describe(state, decision)["options"]
        candidates = filter_preferred(self.defaults[decision.topic], described)
        key = one_of(candidates, state.seed, state.draws)
        return next(choice for choice in decision.options if choice.key == key)

    # -- showing

    def describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """Return a decision as JSON: the seat, the context, and each option with what a client
        needs to draw it. For the deciding seat only.
        """
        return {
            "seat": decision.seat,
            "topic": decision.topic,
            "about": state.stack[-1].context(state),
            "options": [
                {"choice": choice.key, "verb": choice.verb, **choice.details()}
                for choice in decision.options
            ],
        }

    def own_decision(self, state: State, seat: int) -> dict[str, Any]:
        """Return the open decision of ``seat``, described. Raises ``MatchOver`` or
        ``NotYourDecision``.
        """
        decision = settle(state)
        if decision is None:
            raise MatchOver
        if decision.seat != seat:
            raise NotYourDecision(decision.seat)
        return self.describe(state, decision)

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """Return what ``seat`` may know of the table, as JSON. ``None`` is a spectator."""

    @abstractmethod
    def result(self, state: State) -> dict[str, Any] | None:
        """Return ``placements`` (1 is best), ``scores`` and ``breakdown`` by seat, or ``None``
        while the match runs.
        """

    def interim_result(self, state: State) -> dict[str, Any] | None:
        """Return what ``result`` would be if the match ended now, or ``None`` if the rules cannot
        tell. SECRET while the match runs.
        """
        return None

    @abstractmethod
    def observe(self, state: State, seat: int) -> State:
        """Return a copy with fillers for all that ``seat`` may not know, the seed included: the
        knowledge of the seat as a state.
        """
