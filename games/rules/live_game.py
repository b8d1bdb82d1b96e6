"""The platform's interface to the engine, the same for every ruleset.

A ``LiveGame`` is a game in memory, between loading and storing. Errors of the engine are converted
to the errors of the API.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from core.tracing import traced
from games.rules.errors import (
    GameOver,
    IllegalChoice,
    NotYourDecision,
    RulesUnavailable,
    StateUnreadable,
)
from tablekernel import errors as refusals
from tablekernel import record
from tablekernel.bots import Observation, make_observation
from tablekernel.codec import canonical, digest
from tablekernel.frames import Decision
from tablekernel.rng import SEED_BYTES
from tablekernel.rules import Played, Rules
from tablekernel.ruleset import Ruleset
from tablekernel.scene import LAYOUTS as LAYOUTS
from tablekernel.scene import PORTRAIT as PORTRAIT
from tablekernel.scene import Scene
from tablekernel.state import State

NONCE_BYTES = 32


class ReplayFailed(RuntimeError):
    """The moves of a game cannot be replayed: the code of the rules or the data is wrong."""


class StateDiverged(RuntimeError):
    """The stored state of a game differs from the state after its last move."""


@dataclass(frozen=True, slots=True)
class Step:
    """The outcome of a move or of the setup, in the form in which it is stored."""

    chance: str
    events: str
    event_count: int
    hash: str
    quiet: bool
    """True if the player learned nothing new, so that more choices of the command may follow."""

    @classmethod
    def of(cls, rules: Rules, played: Played) -> Step:
        return cls(
            chance=canonical(played.chance).decode(),
            events=canonical([event.to_json() for event in played.events]).decode(),
            event_count=len(played.events),
            hash=played.hash,
            quiet=rules.reveals_nothing(played),
        )


@dataclass(frozen=True, slots=True)
class Question:
    """The public part of the open decision: without the options."""

    seat: int
    topic: str


@dataclass(frozen=True, slots=True)
class TextContext:
    """The language of texts, and the names of the seats in them."""

    language: str = "en"
    names: Mapping[int, str] = field(default_factory=dict)


def state_load(rules: Rules, stored: str) -> State:
    """Load a stored state. Raises RulesUnavailable if newer code wrote it, and StateUnreadable."""
    try:
        return rules.load(stored)
    except refusals.UnknownVersion as error:
        raise RulesUnavailable(error.message) from error
    except Exception as error:  # a damaged state can raise anything
        raise StateUnreadable from error


class LiveGame:
    """A game in memory. ``play`` changes it; discard it after an error."""

    __slots__ = ("_presentation", "_rules", "_state", "_voice")

    def __init__(
        self, ruleset: Ruleset, state: State, text_context: TextContext | None = None
    ) -> None:
        self._rules = ruleset.rules
        self._presentation = ruleset.presentation
        self._state = state
        self._voice = text_context or TextContext()

    @classmethod
    @traced("engine.load")
    def load(
        cls, ruleset: Ruleset, stored: str, text_context: TextContext | None = None
    ) -> LiveGame:
        """Load a stored game. Raises RulesUnavailable, StateUnreadable."""
        return cls(ruleset, state_load(ruleset.rules, stored), text_context)

    def dump(self) -> str:
        """Return the text to store. SECRET."""
        return self._rules.dump(self._state).decode()

    @property
    def question(self) -> Question | None:
        """The open decision; None when the game is over."""
        decision = self._decision()
        return None if decision is None else Question(decision.seat, decision.topic)

    def options(self) -> list[dict[str, Any]]:
        """Return the legal choices of the open decision, with the data to display them."""
        decision = self._decision()
        if decision is None:
            return []
        return self._rules.describe(self._state, decision)["options"]

    @traced("engine.decision")
    def open_decision(self) -> dict[str, Any]:
        """Return the open decision for the player: question, context and labeled options."""
        decision = self._decision()
        if decision is None:
            return {"options": []}
        described = self._rules.describe(self._state, decision)
        presented = self._presentation.present(
            self.view(decision.seat), described, self._voice.language, self._voice.names
        )
        return {name: presented[name] for name in ("question", "about", "options")}

    @traced("engine.view")
    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the table as ``seat`` (None: a spectator) may see it."""
        return self._rules.view(self._state, seat)

    def help(self, view: Mapping[str, Any]) -> dict[str, dict[str, str]]:
        """Return what the parts of the table do, by the names that the view has for them."""
        return self._presentation.help(view, self._voice.language)

    def picture(
        self,
        seat: int | None,
        *,
        to_act: int | None,
        result: Mapping[str, Any] | None,
        events: Sequence[Mapping[str, Any]] = (),
        layout: str = PORTRAIT,
        interactive: bool = False,
        preview: str | None = None,
    ) -> str | None:
        """Return the table as an SVG, as ``seat`` (None: a spectator) may see it.

        It also shows whose turn it is, the ``events`` of the last move, and the result if there is
        one. If it is ``interactive``, the seat to act can choose its options in it; ``preview`` is
        a choice of that seat to draw in. Returns None if the ruleset has no pictures.

        Raises GameOver, NotYourDecision, IllegalChoice for a ``preview``.
        """
        decision = self.open_decision() if interactive and self._decides(seat) else None
        option = None
        if preview is not None:
            self._check_decides(seat)
            options = (decision or self.open_decision())["options"]
            option = next((one for one in options if one["choice"] == preview), None)
            if option is None:
                raise IllegalChoice(options, 0)
        scene = Scene(
            view=self.view(seat),
            to_act=to_act,
            result=result,
            names=self._voice.names,
            decision=decision,
            preview=option,
            events=events,
            layout=layout,
        )
        return self._presentation.picture(scene, self._voice.language)

    def _decides(self, seat: int | None) -> bool:
        decision = self._decision()
        return decision is not None and decision.seat == seat

    def _check_decides(self, seat: int | None) -> None:
        """Check that the open decision is that of ``seat``. Raises GameOver, NotYourDecision."""
        if (decision := self._decision()) is None:
            raise GameOver
        if decision.seat != seat:
            raise NotYourDecision(decision.seat, 0)

    def make_observation(self, events: Sequence[dict[str, Any]] = ()) -> Observation:
        """Return the input of a bot: what its seat knows, and the events that it was told.

        Raises GameOver.
        """
        try:
            return make_observation(self._rules, self._state, events)
        except refusals.MatchOver:
            raise GameOver from None

    def result(self) -> dict[str, Any] | None:
        """Return places, scores and their breakdown by seat, or None while the game is running."""
        return self._rules.result(self._state)

    def interim_result(self) -> dict[str, Any] | None:
        """Return the result if the game ended now, or None if the rules have none. SECRET."""
        return self._rules.interim_result(self._state)

    @traced("engine.play")
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
        """Return the choice that is played when the time of the seat to act runs out.

        Raises GameOver.
        """
        decision = self._decision()
        if decision is None:
            raise GameOver
        return self._rules.default_choice(self._state, decision).key

    def hash(self) -> str:
        """Return the hash that is stored with a move that leads to this state."""
        return digest(self._rules.dump(self._state))

    def has_hash(self, state_hash: str) -> bool:
        """True if this is the hash of the state, in any format of states."""
        return self._rules.has_hash(self._state, state_hash)

    def seed(self) -> bytes:
        """Return the seed of all random draws. SECRET until the game is finished."""
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
    start: str = ""
    """The state at which it begins, as stored; empty if it begins at the beginning. SECRET."""


def game_set_up(ruleset: Ruleset, *, options: dict[str, Any], seats: int) -> Opening:
    """Set up a game from a fresh secret seed."""
    seed, nonce = fresh_secrets()
    state, played = ruleset.rules.start(options, seats, seed)
    return Opening(
        live_game=LiveGame(ruleset, state),
        step=Step.of(ruleset.rules, played),
        nonce=nonce.hex(),
        commitment=record.commitment(seed, nonce),
    )


def fresh_secrets() -> tuple[bytes, bytes]:
    """Return a seed and a nonce from the generator of the operating system."""
    return secrets.token_bytes(SEED_BYTES), secrets.token_bytes(NONCE_BYTES)


def game_replay(
    ruleset: Ruleset,
    *,
    options: dict[str, Any],
    seats: int,
    stored: str,
    moves: Iterable[tuple[int, str]],
    start: str = "",
) -> LiveGame:
    """Return a game as it was after its first moves, or after the setup if there are none.

    Each move is a seat and a choice. ``stored`` is the current state, which contains the seed;
    ``start`` is the state at which the game began, if it did not begin at the beginning. The caller
    compares the hash of the last move with ``LiveGame.has_hash``. Raises RulesUnavailable, and
    ReplayFailed if a move is no longer legal.
    """
    seed = LiveGame.load(ruleset, stored).seed()
    try:
        state = record.state_after(
            rules=ruleset.rules,
            options=options,
            seats=seats,
            seed=seed,
            moves=moves,
            start=start,
        )
    except refusals.RuleError as refusal:
        raise ReplayFailed(refusal.message) from refusal
    return LiveGame(ruleset, state)


def record_build(
    ruleset: Ruleset,
    *,
    options: dict[str, Any],
    seats: int,
    stored: str,
    nonce: str,
    moves: list[tuple[int, int | None, str, str, str]],
    about: dict[str, Any],
    start: str = "",
) -> bytes:
    """Return the record of a finished game, which can be verified without the service.

    ``moves`` are (number, seat, choice, chance, state hash) in order, the setup first. The record
    has no result if the platform ended the game before the rules did.
    """
    live_game = LiveGame.load(ruleset, stored)
    _, _, _, chance, state_hash = moves[0]
    return record.seal(
        rules=ruleset.rules,
        options=options,
        seats=seats,
        seed=live_game.seed(),
        nonce=bytes.fromhex(nonce),
        start=record.start_row(Played([], orjson.loads(chance), state_hash), start),
        moves=[
            record.move_row(number, seat or 0, choice, orjson.loads(chance), state_hash)
            for number, seat, choice, chance, state_hash in moves[1:]
        ],
        result=live_game.result(),
        about=about,
    )
