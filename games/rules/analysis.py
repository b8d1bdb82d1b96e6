"""The platform's interface to analyses: the decisions of a seat, and what they were worth.

A decision is stored as a document, from which texts in any language are made later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import orjson

from games.rules.live_game import LiveGame, ReplayFailed, TextContext, state_load
from games.rules.replays import set_up_again
from games.rules.rulesets import ruleset_now
from tablekernel import analysis
from tablekernel import errors as refusals
from tablekernel.analysis import ITERATIONS as ITERATIONS
from tablekernel.analysis import Judgment, Point, Summary
from tablekernel.bots import Observation, make_observation
from tablekernel.events import event_for
from tablekernel.frames import Choice
from tablekernel.problem import win_shares as win_shares
from tablekernel.ruleset import Ruleset
from tablekernel.state import State

Document = dict[str, Any]
DIGITS = 4
"""Decimals of values. Sums are made of the rounded values, so they stay exact."""


class MoveRecord(NamedTuple):
    """A stored move; number 0 is the set-up."""

    number: int
    seat: int | None
    actor: str
    choice: str
    state_hash: str
    events: str
    own: bool = True
    """False if another user or a bot made it, and not the user who gets the analysis."""


def can_analyze(ruleset: Ruleset) -> bool:
    """True if the bots of a ruleset search."""
    return ruleset.bots.problem is not None


@dataclass(frozen=True, slots=True)
class PlayedDecision:
    """A move of a seat, at the state before it. SECRET; valid until the next one is read."""

    ruleset: Ruleset
    state: State
    events: Sequence[Document]
    move: MoveRecord

    def analyze(self, iterations: int) -> Document | None:
        """Return what the decision was worth, or None if there was only one option."""
        observation = make_observation(self.ruleset.rules, self.state, self.events)
        if len(observation.options) == 1:
            return None
        played = next(one for one in observation.options if one.key == self.move.choice)
        at = self.ruleset, self.state, observation, played, iterations
        return {
            "move": self.move.number,
            "actor": self.move.actor,
            "own": self.move.own,
            **observed_document(*at),
            "revealed": revealed_chances(*at),
        }


def revealed_chances(
    ruleset: Ruleset, state: State, observation: Observation, played: Choice, iterations: int
) -> list[float]:
    """Return each seat's chance of winning after a choice if nothing is hidden. SECRET while the
    game is running.
    """
    rng = analysis.revealed_rng(ruleset.rules, state)
    problem_of = ruleset.bots.problem
    assert problem_of is not None
    problem = problem_of(observation, rng)
    return rounded(analysis.analyze_revealed(problem, state, played, rng, iterations=iterations))


def observed_document(
    ruleset: Ruleset,
    state: State,
    observation: Observation,
    played: Choice | None,
    iterations: int,
) -> Document:
    """Return what an open decision is worth as its seat sees it, and only from what it knows."""
    rng = analysis.observation_rng(ruleset.rules, observation)
    problem_of = ruleset.bots.problem
    assert problem_of is not None
    judgment = analysis.analyze(
        problem_of(observation, rng), rng, played=played, iterations=iterations
    )
    return {
        "round": ruleset.rules.view(state, observation.seat).get("round"),
        "decision": describe_valued(ruleset, state, judgment),
        "played": played and played.key,
        "values": [
            [one.choice, *rounded([one.value, one.error]), one.playouts] for one in judgment.options
        ],
        "loss_error": round(judgment.loss_error, DIGITS),
        "seen": rounded(judgment.chances),
    }


def describe_valued(ruleset: Ruleset, state: State, judgment: Judgment) -> Document:
    """Return a decision with the options that have a value, from which texts are made."""
    decision = ruleset.rules.decision(state)
    assert decision is not None
    described = ruleset.rules.describe(state, decision)
    by_choice = {option["choice"]: option for option in described["options"]}
    return {**described, "options": [by_choice[one.choice] for one in judgment.options]}


def rounded(values: Iterable[float]) -> list[float]:
    """Return the values with as many digits as documents have."""
    return [round(value, DIGITS) for value in values]


def seat_decisions(
    ruleset: Ruleset,
    *,
    options: Document,
    seats: int,
    stored: str,
    start: str,
    moves: Iterable[MoveRecord],
    seat: int,
) -> Iterator[PlayedDecision]:
    """Replay a game and yield each move of a seat. ``moves`` begin with the set-up; ``start`` is
    the stored state at which the game began, or empty.

    SECRET until the game is finished. Raises RulesUnavailable, and ReplayFailed if the replay
    differs.
    """
    rules = ruleset.rules
    seed = LiveGame.load(ruleset, stored).seed()
    state, played = set_up_again(ruleset, options=options, seats=seats, seed=seed, start=start)
    events: list[Document] = []
    for move in moves:
        if move.seat is not None:
            if move.seat == seat:
                yield PlayedDecision(ruleset, state, events, move)
            try:
                played = rules.play(state, move.seat, move.choice)
            except refusals.RuleError as refusal:
                raise ReplayFailed(refusal.message) from refusal
        if played.hash != move.state_hash and not rules.has_hash(state, move.state_hash):
            raise ReplayFailed(f"the state after move {move.number} differs")
        events += [event_for(event, seat) for event in orjson.loads(move.events)]


def open_decision_analyze(
    ruleset: Ruleset, *, stored: str, events: Sequence[Document], iterations: int
) -> Document:
    """Return what the open decision of a running game is worth, from what its seat knows.

    ``events`` are those of the seat. Raises RulesUnavailable.
    """
    state = state_load(ruleset.rules, stored)
    observation = make_observation(ruleset.rules, state, events)
    return observed_document(ruleset, state, observation, None, iterations)


# --- what is shown -----------------------------------------------------------------------------


def texts_add(*, slug: str, document: Document, text_context: TextContext) -> Document:
    """Return a stored decision as clients get it: with texts, and what was lost."""
    presentation = ruleset_now(slug).presentation
    decision, (best, *_) = document["decision"], document["values"]
    language, names = text_context.language, text_context.names
    valued = [
        {
            "choice": choice,
            "label": presentation.label(option, language, names),
            "value": value,
            "error": error,
            "playouts": playouts,
        }
        for option, (choice, value, error, playouts) in zip(
            decision["options"], document["values"], strict=True
        )
    ]
    return {
        "round": document["round"],
        "topic": decision["topic"],
        "question": presentation.question(dict(decision), language, names),
        "best": best[0],
        "options": valued,
        "seen": document["seen"],
    }


def point_of(document: Document, seat: int) -> Point:
    """Return a stored decision for the summary."""
    values = {choice: value for choice, value, _, _ in document["values"]}
    best = document["values"][0][1]
    return Point(best, values[document["played"]], document["revealed"][seat], document["own"])


def summarize(
    documents: Sequence[Document], *, seat: int, result: float, forfeited: bool
) -> Summary:
    """Split the way from the seat's first chance to its result."""
    points = [point_of(one, seat) for one in documents]
    return analysis.summarize(points, result, forfeited=forfeited)


def seat_colors(slug: str) -> Sequence[str]:
    """Return the color of each seat in pictures. Raises RulesUnavailable."""
    return ruleset_now(slug).presentation.seat_colors
