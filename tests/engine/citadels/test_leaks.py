"""Nothing hidden leaks: two states that a viewer cannot tell apart show him the same (T-269).

At random points of random matches, for every seat and for a spectator, a twin is made that differs
only in what the viewer may not know. View, open question, options, and everything that follows from
the same choice must be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.citadels import views
from engine.citadels.ruleset import CITADELS, Citadels
from engine.citadels.state import Match
from engine.citadels.stored import FRAMES
from engine.citadels.trials import Trial
from engine.kernel.codec import canonical
from engine.kernel.events import event_for
from engine.kernel.frames import Choice, Decision
from engine.kernel.loop import settle
from engine.kernel.ruleset import Played
from engine.kernel.state import State
from tests.engine.citadels.twins import (
    Twin,
    Viewer,
    known,
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


def check_matches(seats: int, matches: int, share: float = 0.2) -> None:
    for number in range(matches):
        check_match(seats, number, share)


@pytest.mark.scenario("T-269")
@QUIET
@given(seats=SEATS, number=NUMBERS)
def test_a_viewer_cannot_tell_twins_apart(seats: int, number: int) -> None:
    check_match(seats, number)


@pytest.mark.slow
@pytest.mark.scenario("T-269")
@pytest.mark.parametrize("seats", range(2, 9))
def test_no_seat_of_any_table_can_tell_twins_apart(seats: int) -> None:
    check_matches(seats, 4, share=0.5)


def check_batches(seats: int, number: int) -> int:
    """Choices behind which a batch may go on (``Ruleset.quiet``) have told the chooser nothing: the
    twin keeps only what he knew before. Returns how many there were.
    """
    count = 0
    for match, decision, choice, rng in walk(seats, number, share=1.0):
        _, played = played_on_a_copy(match, decision.seat, choice.key)
        if CITADELS.told_nothing_new(played):
            twin = twin_of(match, decision.seat, known(match, decision.seat, decision), rng)
            check_step(match, decision.seat, decision, choice, twin, rng)
            count += 1
    return count


def check_all_batches(seats: int, matches: int) -> None:
    for number in range(matches):
        check_batches(seats, number)


@QUIET
@given(seats=SEATS, number=NUMBERS)
def test_a_batch_of_choices_stops_where_it_would_be_a_free_look(seats: int, number: int) -> None:
    check_batches(seats, number)


def test_there_are_batches_of_more_than_one_choice() -> None:
    assert check_batches(4, 0) > 50


# -- the twins are worth something: a leak would be found


def someone_else(match: Match, seat: Viewer) -> int:
    return 1 if seat == 0 else 0


def waiting_cards(match: Match, seat: Viewer) -> list[str]:
    return [getattr(frame, "cards", b"").hex() for frame in match.stack]


LEAKS: dict[str, Callable[[Match, Viewer], object]] = {
    "the next card of the deck": lambda m, seat: m.deck[:1].hex(),
    "the last card of the deck": lambda m, seat: m.deck[-1:].hex(),
    "the order of another hand": lambda m, seat: m.hand[someone_else(m, seat)].hex(),
    "a number drawn from another hand": lambda m, seat: len(set(m.hand[someone_else(m, seat)])),
    "the characters of another seat": lambda m, seat: m.ranks_of(someone_else(m, seat)),
    "whether the killed character is held": lambda m, seat: [
        bool(mark) and holder >= 0 for mark, holder in zip(m.marks, m.holders, strict=True)
    ],
    "what another seat saw in the draft": lambda m, seat: m.seen[someone_else(m, seat)],
    "what another seat discarded": lambda m, seat: m.dropped[someone_else(m, seat)],
    "the packet and the card aside": lambda m, seat: [
        (getattr(frame, "packet", 0), getattr(frame, "aside", 0)) for frame in m.stack
    ],
    "cards somebody looks at": waiting_cards,
    "the seed": lambda m, seat: m.seed.hex(),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_view_that_shows_too_much_is_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    sound = views.view
    monkeypatch.setattr(
        views, "view", lambda match, seat: {**sound(match, seat), "leak": LEAKS[leak](match, seat)}
    )
    with pytest.raises(AssertionError):
        check_matches(2, 3)


def test_an_event_that_tells_all_what_only_one_may_know_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound = State.tell

    def loud(
        self: State,
        kind: str,
        public: dict[str, Any],
        private: dict[int, dict[str, Any]] | None = None,
    ) -> None:
        for part in (private or {}).values():
            public = {**public, **part}
        sound(self, kind, public, private)

    monkeypatch.setattr(State, "tell", loud)
    with pytest.raises(AssertionError, match="events of"):
        check_match(4, 0)


def test_answering_for_a_seat_that_has_one_option_left_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hasty(step: Any) -> Any:
        def asked(*parts: Any) -> Any:
            question = step(*parts)
            return question and (*question[:3], False)

        return asked

    for frame in FRAMES.values():
        program = [(hasty(step) if reply else step, reply) for step, reply in frame.program]
        monkeypatch.setattr(frame, "program", tuple(program))
    with pytest.raises(AssertionError):
        check_matches(4, 3)


WRONGLY_QUIET = [
    {"cards_gained"},
    {"cards_drawn"},
    {"hands_swapped"},
    {"turn_ended", "called", "revealed"},
    {"character_kept", "draft_ended", "called", "revealed"},
]


@pytest.mark.parametrize("kinds", WRONGLY_QUIET, ids=min)
def test_events_that_are_wrongly_called_quiet_are_found(
    kinds: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Citadels, "quiet", CITADELS.quiet | kinds)
    with pytest.raises(AssertionError):
        check_all_batches(4, 3)
