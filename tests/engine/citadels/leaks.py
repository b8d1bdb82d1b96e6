"""What a viewer of a match can tell apart: the checks behind the tests for leaks.

At random points of random matches, for every seat and for a spectator, a paired state is made that
differs only in what the viewer may not know. View, open question, options, and everything that
follows from the same choice must be the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.citadels.checks import CheckedMatch, Table
from engine.citadels.names import NUMBER_OF, ONE
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from tablekernel.codec import canonical
from tablekernel.events import event_for
from tablekernel.frames import Choice, Decision
from tablekernel.loop import settle
from tablekernel.rules import Played
from tests.engine.citadels.paired_states import (
    DRAFTING,
    Kept,
    Viewer,
    known,
    known_after,
    make_paired_state,
    played_on_a_copy,
    same_choice,
    with_another_building,
)

EARLY = ("museum", "theater")


def walk(
    table: Table, number: int, share: float
) -> Iterator[tuple[Match, Decision, Choice, Random]]:
    """Some of the decisions of a random match, each with the choice that is going to be played. Two
    unique districts stand in cities from the beginning, so that there is more to see.
    """
    checked = CheckedMatch(table[0], number, table[1])
    for seat, name in enumerate(EARLY):
        build_early(checked.match, seat, name)
    match, rng = checked.match, Random(number)
    while (decision := settle(match)) is not None:
        choice = rng.choice(decision.options)
        if rng.random() < share:
            yield match, decision, choice, rng
        RULES.play(match, decision.seat, choice.key)


def build_early(match: Match, seat: int, name: str) -> None:
    """Put a unique district that is in the deck into a city."""
    number = NUMBER_OF[name]
    if number in match.deck:
        match.deck = match.deck.replace(ONE[number], b"")
        match.city_add(seat, number)


def viewers(match: Match) -> list[Viewer]:
    return [None, *range(match.card_set.seats)]


def viewer_documents(match: Match, viewer: Viewer) -> dict[str, Any]:
    """All that the viewer may ask for between two moves."""
    decision = settle(match)
    asked = None if decision is None else (decision.seat, decision.topic)
    own = decision is not None and decision.seat == viewer
    return {
        "view": RULES.view(match, viewer),
        "asked": asked,
        "decision": RULES.own_decision(match, decision.seat) if own and decision else None,
        "result": RULES.result(match),
    }


def heard(played: Played, viewer: Viewer) -> list[dict[str, Any]]:
    return [event_for(event.to_json(), viewer) for event in played.events]


def assert_alike(mine: object, theirs: object, what: str) -> None:
    assert canonical(mine) == canonical(theirs), f"{what}\n{mine}\n{theirs}"


def check_step(
    match: Match,
    viewer: Viewer,
    decision: Decision,
    choice: Choice,
    kept: Kept,
    rng: Random,
    next_step: tuple[Match, Played],
) -> None:
    """Play what looks like the same choice in both states, and compare all that can be seen.

    ``next_step`` is what the choice leads to in ``match``.
    """
    paired = make_paired_state(match, viewer, kept, rng)
    what = f"{decision.topic} of seat {decision.seat}, {choice.key}, seen by {viewer}"
    assert_alike(
        viewer_documents(match, viewer), viewer_documents(paired.match, viewer), f"before {what}"
    )
    key = same_choice(paired, viewer, kept, decision, choice.key, rng)
    after, played = next_step
    other_after, other_played = played_on_a_copy(paired.match, decision.seat, key)
    assert_alike(heard(played, viewer), heard(other_played, viewer), f"events of {what}")
    mine, theirs = viewer_documents(after, viewer), viewer_documents(other_after, viewer)
    if decision.seat != viewer and decision.topic in DRAFTING:
        # What others hand on in the draft is seen only by the one who must choose from it next.
        mine.pop("decision")
        theirs.pop("decision")
    assert_alike(mine, theirs, f"after {what}")


def check_match(table: Table, number: int, share: float = 0.2) -> None:
    for match, decision, choice, rng in walk(table, number, share):
        next_step = played_on_a_copy(match, decision.seat, choice.key)
        for viewer in viewers(match):
            kept = known_after(match, viewer, decision, choice, next_step[1])
            check_step(match, viewer, decision, choice, kept, rng, next_step)
            other = with_another_building(match, viewer, rng)
            if other is not None:
                mine, theirs = RULES.view(match, viewer), RULES.view(other, viewer)
                assert_alike(mine, theirs, "while paying")


def check_matches(tables: list[Table], matches: int, share: float = 0.2) -> None:
    for number in range(matches):
        for table in tables:
            check_match(table, number, share)


def check_batches(table: Table, number: int) -> int:
    """Choices behind which a batch may go on (``Rules.quiet``) have told the chooser nothing: the
    paired state keeps only what they knew before. Returns how many there were.
    """
    count = 0
    for match, decision, choice, rng in walk(table, number, share=1.0):
        next_step = played_on_a_copy(match, decision.seat, choice.key)
        if RULES.reveals_nothing(next_step[1]):
            kept = known(match, decision.seat, decision)
            check_step(match, decision.seat, decision, choice, kept, rng, next_step)
            count += 1
    return count


def check_all_batches(tables: list[Table], matches: int) -> None:
    for number in range(matches):
        for table in tables:
            check_batches(table, number)
