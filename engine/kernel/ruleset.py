"""What the platform needs to know of a game, and all it may know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from engine.errors import MatchOver, NotYourDecision
from engine.kernel.bots import Bot, Observation
from engine.kernel.codec import digest
from engine.kernel.defaults import Policy, filter_preferred, one_of
from engine.kernel.events import Event
from engine.kernel.frames import Choice, Decision
from engine.kernel.loop import answer, find_choice, settle
from engine.kernel.scene import Scene
from engine.kernel.state import State
from engine.kernel.topics import Topic

Names: TypeAlias = "Mapping[int, str]"
"""What the seats are called in texts; a seat that is missing is called by its number."""


class Played:
    """What one step of a match led to: events to tell, what chance gave, and the hash of the state
    after it.
    """

    __slots__ = ("chance", "events", "hash")

    def __init__(self, events: list[Event], chance: list[Any], state_hash: str) -> None:
        self.events = events
        self.chance = chance
        self.hash = state_hash


class Ruleset(ABC):
    """The rules of one game at one version. Stateless: every match is a ``State`` that the caller
    keeps.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str] = ""
    """What the game is, in a sentence or two, and what of it is not as printed."""

    version: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    bot_levels: ClassVar[tuple[str, ...]]
    """From the weakest to the strongest."""

    bot_profiles: ClassVar[tuple[str, ...]]
    """The temperaments a bot of any level may have; the first one is the usual one."""

    bot_words: ClassVar[Mapping[str, str]] = {}
    """What each level and each profile is, in a sentence for who chooses a bot."""

    bot_seconds: ClassVar[Mapping[str, float]] = {}
    """How long the levels that think do so by themselves; the others answer at once."""

    bot_listens: ClassVar[frozenset[str]] = frozenset()
    """The levels that use what their seat was told before: see ``Observation.events``."""

    languages: ClassVar[tuple[str, ...]]
    """The codes of the languages it can say everything in; the first one stands in for others."""

    topics: ClassVar[Mapping[str, Topic]]
    """Every question the game may ask, with all the verbs that may answer it."""

    defaults: ClassVar[Policy]
    """What is played for a seat whose time is out, for every one of ``topics``."""

    quiet: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that tell the seat whose choice caused them nothing it could not have
    worked out before.

    Several choices sent together are taken all or none. Were one of them to teach the sender
    something (a card drawn, a hand seen, who is called next), a batch that fails on purpose
    would be a look at the hidden for free; so nothing may follow a choice that causes any other
    event, or asks chance.
    """

    openings: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events with which something begins, a turn or a round: a digest starts a new
    paragraph there. A game that names none is told move by move of who made them."""

    headlines: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that sum up what happened; a game that names none is told in full."""

    # -- setting up

    @abstractmethod
    def options_schema(self) -> dict[str, Any]:
        """The options of a match as a JSON Schema (2020-12), with descriptions and defaults."""

    @abstractmethod
    def check_options(self, options: dict[str, Any], seats: int) -> dict[str, Any]:
        """The options completed with their defaults. Raises ``OptionsRefused`` with the rule that
        is broken.
        """

    @abstractmethod
    def cards(self, language: str = "en") -> dict[str, Any]:
        """The catalogue of what the game is made of, for clients: names, numbers, texts in our own
        words.
        """

    @abstractmethod
    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> State:
        """The state before the first step. ``options`` come from ``check_options``."""

    def start(self, options: dict[str, Any], seats: int, seed: bytes) -> tuple[State, Played]:
        """A new match, settled at its first decision, and what happened on the way there.

        ``seed`` is 32 secret bytes; the same options, seats and seed give the same match, bit
        for bit.
        """
        state = self.begin(options, seats, seed)
        state.events, state.chance = [], []
        self.open(state)
        settle(state)
        return state, self.finish_step(state)

    @abstractmethod
    def open(self, state: State) -> None:
        """Shuffle, deal and push the first frame."""

    # -- storing

    @abstractmethod
    def dump(self, state: State) -> bytes:
        """The whole state as canonical JSON, secrets and seed included: for the database, never
        for a viewer.
        """

    @abstractmethod
    def load(self, data: bytes | str) -> State:
        """The inverse of ``dump``, for every format that this version can still read; raises
        ``UnknownVersion``.
        """

    def earlier(self, state: State) -> Iterable[bytes]:
        """The state as earlier formats wrote it, the latest first. Moves that were made then keep
        the hashes of these.
        """
        return ()

    def has_hash(self, state: State, state_hash: str) -> bool:
        """Whether a move that led to ``state`` has ``state_hash``, in whichever format it was."""
        if digest(self.dump(state)) == state_hash:
            return True
        return any(digest(data) == state_hash for data in self.earlier(state))

    # -- playing

    def decision(self, state: State) -> Decision | None:
        """The open decision with all its options; ``None`` when the match is over."""
        return settle(state)

    def play(self, state: State, seat: int, key: str) -> Played:
        """Answer the open decision for ``seat`` with the option ``key``, and go on to the next one.

        Raises ``MatchOver``, ``NotYourDecision`` or ``IllegalChoice``; the state is then as before.
        """
        choice = find_choice(state, seat, key)
        state.events, state.chance = [], []
        answer(state, choice)
        return self.finish_step(state)

    def finish_step(self, state: State) -> Played:
        """Hand over what the listeners collected, and stop listening."""
        events, chance = state.events or [], state.chance or []
        state.events = state.chance = None
        return Played(events, chance, digest(self.dump(state)))

    def reveals_nothing(self, played: Played) -> bool:
        """Whether another choice of the same batch may follow: see ``quiet``."""
        return not played.chance and all(event.kind in self.quiet for event in played.events)

    def default_choice(self, state: State, decision: Decision) -> Choice:
        """What is played for a seat whose time is out, where the match allows it: a public policy.

        The same state gives the same choice each time, and no draw is used up.
        """
        described = self.describe(state, decision)["options"]
        candidates = filter_preferred(self.defaults[decision.topic], described)
        key = one_of(candidates, state.seed, state.draws)
        return next(choice for choice in decision.options if choice.key == key)

    # -- showing

    def describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """A decision as JSON: who, what about, and each option with the parameters a client draws
        it from. Only for who has to decide.
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
        """The open decision of ``seat``, described. Raises ``MatchOver`` or ``NotYourDecision``."""
        decision = settle(state)
        if decision is None:
            raise MatchOver
        if decision.seat != seat:
            raise NotYourDecision(decision.seat)
        return self.describe(state, decision)

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What ``seat`` (``None``: a spectator) may know of the table, as JSON."""

    def picture(self, scene: Scene, language: str) -> str | None:
        """The table as an SVG, drawn from what one viewer is told and from nothing else: the same
        bytes for the same scene. ``None``: the game has no picture.
        """
        return None

    @abstractmethod
    def result(self, state: State) -> dict[str, Any] | None:
        """``None`` while the match runs; then ``placements`` (1 is best), ``scores`` and
        ``breakdown``, by seat.
        """

    def interim_result(self, state: State) -> dict[str, Any] | None:
        """What ``result`` would be if the match ended as it stands; ``None``: the rules cannot
        tell. SECRET while the match runs.
        """
        return None

    # -- when it is over

    @abstractmethod
    def reveal(self, state: State) -> dict[str, Any]:
        """Everything that was hidden at the end, as JSON. SECRET while the match runs."""

    def reveal_round(self, state: State) -> dict[str, Any] | None:
        """What is hidden for a round and then no more, with its number as ``round``; the last state
        of a round tells all of it. ``None``: the game has nothing of the kind. SECRET while the
        match runs.
        """
        return None

    @abstractmethod
    def score_sheet(self, state: State, language: str) -> list[dict[str, Any]] | None:
        """How each seat came to its score: ``seat``, ``total`` and ``items``, each with ``item``
        (its key), ``title``, ``points``, and ``text``, the reason; ``None`` while the match runs.
        """

    # -- telling

    @abstractmethod
    def text(self, event: dict[str, Any], language: str, names: Names | None = None) -> str:
        """An event, as ``event_for`` gives it, in a sentence."""

    @abstractmethod
    def question(self, decision: dict[str, Any], language: str, names: Names | None = None) -> str:
        """A decision, as ``describe`` gives it, as a sentence to who has to decide."""

    @abstractmethod
    def label(self, option: dict[str, Any], language: str, names: Names | None = None) -> str:
        """An option, as ``describe`` gives it, in a few words."""

    # -- bots

    @abstractmethod
    def observe(self, state: State, seat: int) -> State:
        """A copy in which fillers stand for all that ``seat`` may not know, the seed included: what
        the seat knows, as a state.
        """

    def make_observation(self, state: State, events: Sequence[dict[str, Any]] = ()) -> Observation:
        """What the seat of the open decision knows. Raises ``MatchOver``."""
        decision = settle(state)
        if decision is None:
            raise MatchOver
        seat, topic, options, _ = decision
        return Observation(seat, topic, options, self.observe(state, seat), events)

    @abstractmethod
    def bot(self, level: str, profile: str | None = None) -> Bot:
        """The bot of a level, with a profile or the usual one. Raises ``KeyError`` for what is not
        in ``bot_levels`` or ``bot_profiles``.
        """
