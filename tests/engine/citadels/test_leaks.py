"""Nothing hidden leaks: two states that a viewer cannot tell apart show him the same (T-269).

At random points of random matches, for every seat and for a spectator, a twin is made that differs
only in what the viewer may not know. View, open question, options, and everything that follows from
the same choice must be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.citadels.ruleset import CITADELS
from engine.citadels.state import Match
from engine.citadels.trials import Trial
from engine.kernel.codec import canonical
from engine.kernel.events import event_for
from engine.kernel.frames import Choice, Decision
from engine.kernel.loop import settle
from engine.kernel.ruleset import Played
from tests.engine.citadels.twins import (
    Twin,
    Viewer,
    played_on_a_copy,
    same_choice,
    told,
    twin_of,
)

SEATS = st.integers(min_value=2, max_value=8)
NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


def walk(seats: int, number: int, share: float) -> Iterator[tuple[Match, Decision, Choice, Random]]:
    """Some of the decisions of a random match, each with the choice that is going to be played."""
    trial = Trial(seats, number, "artist" if seats > 2 else None)
    match, rng = trial.match, Random(number)
    while (decision := settle(match)) is not None:
        choice = rng.choice(decision.options)
        if rng.random() < share:
            yield match, decision, choice, rng
        CITADELS.play(match, decision.seat, choice.key)


def viewers(match: Match) -> list[Viewer]:
    return [None, *range(match.cast.seats)]


def shown(match: Match, viewer: Viewer) -> dict[str, Any]:
    """All that the viewer may ask for between two moves."""
    decision = settle(match)
    asked = None if decision is None else (decision.seat, decision.topic)
    own = decision is not None and decision.seat == viewer
    return {
        "view": CITADELS.view(match, viewer),
        "asked": asked,
        "decision": CITADELS.own_decision(match, decision.seat) if own and decision else None,
        "result": CITADELS.result(match),
    }


def heard(played: Played, viewer: Viewer) -> list[dict[str, Any]]:
    return [event_for(event.to_json(), viewer) for event in played.events]


def keys_of(match: Match) -> list[str]:
    decision = settle(match)
    assert decision is not None
    return [choice.key for choice in decision.options]


def assert_alike(mine: object, theirs: object, what: str) -> None:
    assert canonical(mine) == canonical(theirs), f"{what}\n{mine}\n{theirs}"


def check_step(
    match: Match, viewer: Viewer, decision: Decision, choice: Choice, twin: Twin, rng: Random
) -> None:
    """Play what looks like the same choice in both states, and compare all that can be seen."""
    what = f"{decision.topic} of seat {decision.seat}, {choice.key}, seen by {viewer}"
    assert_alike(shown(match, viewer), shown(twin.match, viewer), f"before {what}")
    key = same_choice(twin, viewer, decision, choice.key, keys_of(twin.match), rng)
    after, played = played_on_a_copy(match, decision.seat, choice.key)
    other_after, other_played = played_on_a_copy(twin.match, decision.seat, key)
    assert_alike(heard(played, viewer), heard(other_played, viewer), f"events of {what}")
    mine, theirs = shown(after, viewer), shown(other_after, viewer)
    if decision.seat != viewer:
        # What others hand on in the draft is seen only by the one who must choose from it next.
        mine.pop("decision")
        theirs.pop("decision")
    assert_alike(mine, theirs, f"after {what}")


def check_match(seats: int, number: int, share: float = 0.2) -> None:
    for match, decision, choice, rng in walk(seats, number, share):
        for viewer in viewers(match):
            kept = told(match, viewer, decision, choice)
            twin = twin_of(match, viewer, kept, rng)
            check_step(match, viewer, decision, choice, twin, rng)


@pytest.mark.scenario("T-269")
@QUIET
@given(seats=SEATS, number=NUMBERS)
def test_a_viewer_cannot_tell_twins_apart(seats: int, number: int) -> None:
    check_match(seats, number)


@pytest.mark.slow
@pytest.mark.scenario("T-269")
@pytest.mark.parametrize("seats", range(2, 9))
def test_no_seat_of_any_table_can_tell_twins_apart(seats: int) -> None:
    for number in range(4):
        check_match(seats, number, share=0.5)
