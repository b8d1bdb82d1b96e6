"""The only door to the engine: what the platform asks the rules of any ruleset.

A ``Table`` is a game in memory, between being loaded and being stored. Refusals of the rules leave
here as the errors that clients are told.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from engine import COMPILED as COMPILED
from engine import errors as refusals
from engine.kernel import record
from engine.kernel.bots import Observation as Observation
from engine.kernel.codec import canonical, digest
from engine.kernel.events import event_for
from engine.kernel.frames import Decision
from engine.kernel.rng import SEED_BYTES
from engine.kernel.ruleset import Played
from engine.kernel.ruleset import Ruleset as Ruleset
from engine.kernel.scene import Scene
from engine.kernel.state import State
from games.rules.errors import (
    GameOver,
    IllegalChoice,
    NotYourDecision,
    RulesUnavailable,
    StateUnreadable,
)
from games.rules.rulesets import rules_now, rules_of

NONCE_BYTES = 32


class ReplayFailed(RuntimeError):
    """The moves of a game cannot be played again: a fault of the rules' code or of the data."""


class StateDiverged(RuntimeError):
    """The stored state of a game is not the one to which its last move led."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a move, or the set-up, led to, as it is stored."""

    chance: str
    events: str
    event_count: int
    hash: str
    quiet: bool
    """Its chooser learnt nothing new: another choice of the same command may follow."""

    @classmethod
    def of(cls, rules: Ruleset, played: Played) -> Step:
        return cls(
            chance=canonical(played.chance).decode(),
            events=canonical([event.to_json() for event in played.events]).decode(),
            event_count=len(played.events),
            hash=played.hash,
            quiet=rules.reveals_nothing(played),
        )


@dataclass(frozen=True, slots=True)
class Question:
    """The open decision, without its options: what everybody may know."""

    seat: int
    topic: str


@dataclass(frozen=True, slots=True)
class TextContext:
    """How texts are put: in which language, and what the seats are called in them."""

    language: str = "en"
    names: Mapping[int, str] = field(default_factory=dict)


def state_load(rules: Ruleset, stored: str) -> State:
    """The state that was stored. Raises RulesUnavailable: it is of newer code; StateUnreadable."""
    try:
        return rules.load(stored)
    except refusals.UnknownVersion as error:
        raise RulesUnavailable(error.message) from error
    except Exception as error:  # it may be any text
        raise StateUnreadable from error


class LiveGame:
    """A game in memory. ``play`` changes it; after an error, throw it away."""

    __slots__ = ("_rules", "_state", "_voice")

    def __init__(
        self, rules: Ruleset, state: State, text_context: TextContext | None = None
    ) -> None:
        self._rules = rules
        self._state = state
        self._voice = text_context or TextContext()

    @classmethod
    def load(
        cls, *, slug: str, version: str, stored: str, text_context: TextContext | None = None
    ) -> LiveGame:
        """The game as it was stored. Raises RulesUnavailable, StateUnreadable."""
        rules = rules_of(slug=slug, version=version)
        return cls(rules, state_load(rules, stored), text_context)

    def dump(self) -> str:
        """The text to store. SECRET."""
        return self._rules.dump(self._state).decode()

    @property
    def question(self) -> Question | None:
        """Who has to decide about what; None when the game is over."""
        decision = self._decision()
        return None if decision is None else Question(decision.seat, decision.topic)

    def options(self) -> list[dict[str, Any]]:
        """The legal choices of the open decision, each with what a client draws it from."""
        decision = self._decision()
        if decision is None:
            return []
        return self._rules.describe(self._state, decision)["options"]

    def open_decision(self) -> dict[str, Any]:
        """The open decision put to who has to make it: a question, what it is about, and the
        options with a label each.
        """
        decision = self._decision()
        if decision is None:
            return {"options": []}
        rules, text_context = self._rules, self._voice
        described = rules.describe(self._state, decision)
        return {
            "question": rules.question(described, text_context.language, text_context.names),
            "about": described["about"],
            "options": [
                {**option, "label": rules.label(option, text_context.language, text_context.names)}
                for option in described["options"]
            ],
        }

    def view(self, seat: int | None) -> dict[str, Any]:
        """What ``seat`` (None: a spectator) may know of the table."""
        return self._rules.view(self._state, seat)

    def picture(
        self, seat: int | None, *, to_act: int | None, result: Mapping[str, Any] | None
    ) -> str | None:
        """The table as an SVG, drawn from what ``seat`` (None: a spectator) may know, from whose
        turn it is, and from the result if there is one. None: the ruleset has no picture.
        """
        view, names = self.view(seat), self._voice.names
        return self._rules.picture(Scene(view, to_act, result, names), self._voice.language)

    def make_observation(self, told: Sequence[dict[str, Any]] = ()) -> Observation:
        """What a bot is given for the open decision: what its seat knows, ``told`` what it has been
        told. Raises GameOver.
        """
        try:
            return self._rules.make_observation(self._state, told)
        except refusals.MatchOver:
            raise GameOver from None

    def result(self) -> dict[str, Any] | None:
        """Places, scores and how they came about, by seat; None while the game runs."""
        return self._rules.result(self._state)

    def interim_result(self) -> dict[str, Any] | None:
        """What the result would be if the game ended now; None: the rules cannot tell. SECRET."""
        return self._rules.interim_result(self._state)

    def play(self, *, seat: int, choice: str, index: int = 0) -> Step:
        """Answer the open decision; ``index`` is the choice's place in its command.

        Raises GameOver, NotYourDecision, IllegalChoice.
        """
        try:
            return Step.of(self._rules, self._rules.play(self._state, seat, choice))
        except refusals.MatchOver:
            raise GameOver from None
        except refusals.NotYourDecision as refusal:
            raise NotYourDecision(refusal.seat, index) from None
        except refusals.IllegalChoice:
            raise IllegalChoice(self.open_decision()["options"], index) from None

    def default_choice(self) -> str:
        """What is played for the seat that has to decide, if its time is out and the game allows
        it. Raises GameOver.
        """
        decision = self._decision()
        if decision is None:
            raise GameOver
        return self._rules.default_choice(self._state, decision).key

    def hash(self) -> str:
        """The hash of a move that leads here."""
        return digest(self._rules.dump(self._state))

    def has_hash(self, state_hash: str) -> bool:
        """Whether the record of the last move has this hash, in whichever format it was taken."""
        return self._rules.has_hash(self._state, state_hash)

    def seed(self) -> bytes:
        """The seed of everything that chance gives. SECRET until the game is finished."""
        return self._state.seed

    def _decision(self) -> Decision | None:
        return self._rules.decision(self._state)


@dataclass(frozen=True, slots=True)
class Opening:
    """A game that has just been set up."""

    live_game: LiveGame
    step: Step
    nonce: str
    commitment: str


def game_set_up(*, slug: str, version: str, options: dict[str, Any], seats: int) -> Opening:
    """Set up a game from a fresh secret seed. Raises RulesUnavailable."""
    rules = rules_of(slug=slug, version=version)
    seed, nonce = secrets.token_bytes(SEED_BYTES), secrets.token_bytes(NONCE_BYTES)
    state, played = rules.start(options, seats, seed)
    return Opening(
        live_game=LiveGame(rules, state),
        step=Step.of(rules, played),
        nonce=nonce.hex(),
        commitment=record.commitment(seed, nonce),
    )


def game_replay(
    *,
    slug: str,
    version: str,
    options: dict[str, Any],
    seats: int,
    stored: str,
    moves: Iterable[tuple[int, str]],
) -> LiveGame:
    """The game as it was after the first moves, each a seat and a choice; none: the set-up.

    ``stored`` is the game of today, which has the seed. The caller asks ``Table.has_hash`` for
    the hash that was stored with the last of the moves. Raises RulesUnavailable, and ReplayFailed
    if a move is no longer legal.
    """
    rules = rules_of(slug=slug, version=version)
    seed = LiveGame.load(slug=slug, version=version, stored=stored).seed()
    try:
        state = record.state_after(
            rules=rules, options=options, seats=seats, seed=seed, moves=moves
        )
    except refusals.RuleError as refusal:
        raise ReplayFailed(refusal.message) from refusal
    return LiveGame(rules, state)


def events_describe(
    *, slug: str, events: str, seat: int | None, text_context: TextContext
) -> list[dict[str, Any]]:
    """Stored events as ``seat`` may know them, each with a sentence that says it."""
    rules = rules_now(slug)
    shown = [event_for(event, seat) for event in orjson.loads(events)]
    return [
        {**event, "text": rules.text(event, text_context.language, text_context.names)}
        for event in shown
    ]


def find_private_events(events: str, seat: int) -> list[bool]:
    """Of each stored event, whether ``seat`` was told more of it than a spectator."""
    return [str(seat) in event["private"] for event in orjson.loads(events)]


def count_draws(chance: str) -> int:
    """How often a stored move asked chance."""
    return len(orjson.loads(chance))


def reveals_nothing(*, slug: str, version: str, seat: int, chance: str, events: str) -> bool:
    """Whether a stored move of ``seat`` asked nothing of chance, told its player nothing new, and
    told no other seat what is not for all. Raises RulesUnavailable.
    """
    quiet, own = rules_of(slug=slug, version=version).quiet, {str(seat)}
    if orjson.loads(chance):
        return False
    return all(
        event["kind"] in quiet and event["private"].keys() <= own for event in orjson.loads(events)
    )


def record_build(
    *,
    slug: str,
    version: str,
    options: dict[str, Any],
    seats: int,
    stored: str,
    nonce: str,
    moves: list[tuple[int, int | None, str, str, str]],
    about: dict[str, Any],
) -> bytes:
    """The record of a finished game, which verifies on its own. It has no result where the
    platform ended the game before the rules did.

    ``moves`` are (number, seat, choice, chance, state hash) in order, the set-up first.
    """
    live_game = LiveGame.load(slug=slug, version=version, stored=stored)
    _, _, _, chance, state_hash = moves[0]
    return record.seal(
        rules=rules_of(slug=slug, version=version),
        options=options,
        seats=seats,
        seed=live_game.seed(),
        nonce=bytes.fromhex(nonce),
        start={"chance": orjson.loads(chance), "hash": state_hash},
        moves=[
            record.move_row(number, seat or 0, choice, orjson.loads(chance), state_hash)
            for number, seat, choice, chance, state_hash in moves[1:]
        ],
        result=live_game.result(),
        about=about,
    )
