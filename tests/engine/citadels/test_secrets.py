"""What a seat is told, and what it is asked although there is nothing to choose (rules 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.rules import RULES
from engine.citadels.setup import card_names
from engine.citadels.state import Match
from engine.citadels.testing import position
from tablekernel.errors import NotYourDecision
from tablekernel.events import Event, event_for
from tablekernel.loop import settle

TABLES = st.one_of(
    st.sampled_from(printed_tables()),
    st.builds(lambda number: random_table(Random(number)), st.integers(min_value=0)),
)
NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(max_examples=25)

NAMES_A_DISTRICT = {
    "beautified", "blown_up", "built", "confiscated", "destroyed", "exchanged", "paid",
    "sacrificed", "seized",
}  # fmt: skip
NAMES_A_CHARACTER = {
    "bewitch_named", "called", "heir_revealed", "kill_named", "killed_shown", "resumed",
    "revealed", "rob_named",
}  # fmt: skip
TELLS_CARDS = {
    "card_given": ("seat", "other"),
    "card_taken": ("seat", "victim"),
    "card_tucked": ("seat",),
    "cards_discarded": ("seat",),
    "cards_drawn": ("seat",),
    "cards_gained": ("seat",),
    "cards_kept": ("seat",),
    "hand_dealt": ("seat",),
    "hand_seen": ("seat",),
    "hands_swapped": ("seat", "other"),
    "spied": ("seat",),
}
TELLS_CHARACTERS = {
    "character_discarded": ("seat",),
    "character_kept": ("seat",),
    "characters_swapped": ("seat", "other"),
    "markers_laid": ("seat",),
}
WHO_IS_TOLD_MORE = TELLS_CARDS | TELLS_CHARACTERS
"""Events with a private part, and the seats that may read it."""

PUTTING_CARDS_AWAY = {"discard_card", "payment", "give_card", "confiscate"}
"""Questions during which cards have left the hand that nobody has been told of yet."""


# -- asked although nothing is left to choose


def test_the_end_of_a_turn_is_asked_even_when_nothing_else_can_be_done() -> None:
    table = position(characters={"A": "thief"}, hands={"A": "palace"}, gold={"A": 0})
    table.plays("A", "rob:king", "gather:gold")
    assert table.options == ["end_turn"]
    assert table.question == ("A", "action")


def test_which_of_two_identical_cards_is_kept_is_asked() -> None:
    table = position(characters={"A": "thief"}, top="temple temple")
    table.plays("A", "gather:cards")
    assert table.options == ["keep:temple"]
    assert table.question == ("A", "keep_card")


def test_which_of_identical_cards_to_redraw_is_asked_one_by_one() -> None:
    table = position(characters={"A": "magician"}, hands={"A": "temple temple"})
    table.plays("A", "redraw")
    assert table.options == ["discard:temple"]
    table.plays("A", "discard:temple")
    assert table.options == ["discard:temple", "stop"]
    table.plays("A", "discard:temple")
    assert table.question == ("A", "gather")


def test_which_card_pays_for_a_district_is_asked_even_when_there_is_one() -> None:
    table = position(characters={"A": "thief"}, hands={"A": "thieves_den temple"}, gold={"A": 3})
    table.plays("A", "gather:gold", "build:thieves_den")
    assert table.options == ["pay_card:temple"]


@pytest.mark.parametrize("holder", ["C", None])
def test_a_killed_character_is_called_alike_whether_or_not_somebody_holds_it(
    holder: str | None,
) -> None:
    characters = {"A": "assassin", "B": "warlord"} | ({holder: "merchant"} if holder else {})
    table = position(characters=characters, crown="D")
    table.plays("A", "kill:merchant", "gather:gold")
    before = len(table.events)
    table.plays("A", "end_turn")
    told = [(event.kind, event.public.get("character")) for event in table.events[before:]]
    assert told == [
        ("turn_ended", None),
        *[("called", name) for name in ("thief", "magician", "king", "bishop", "merchant")],
        *[("called", name) for name in ("architect", "warlord")],
        ("revealed", "warlord"),
    ]


# -- who may know what


def test_only_the_seat_that_decides_is_shown_its_options() -> None:
    table = position(characters={"A": "thief"}, hands={"A": "palace"})
    assert RULES.own_decision(table.state, 0)["options"]
    for seat in (1, 2, 3):
        with pytest.raises(NotYourDecision) as refusal:
            RULES.own_decision(table.state, seat)
        assert vars(refusal.value) == {
            "message": "Seat 0 has to decide.",
            "seat": 0,
        }


def test_a_spectator_has_no_own_part_of_the_view() -> None:
    table = position(characters={"A": "thief"}, hands={"A": "palace"})
    assert table.view()["you"] is None
    assert {**table.view("A"), "you": None} == table.view()


def test_cards_that_are_looked_at_are_shown_to_nobody_else() -> None:
    table = position(characters={"A": "thief"}, top="temple palace")
    table.plays("A", "gather:cards")
    assert table.view("A")["you"]["looking_at"] == ["temple", "palace"]
    assert table.view("B")["you"]["looking_at"] == []


def test_a_swapped_hand_does_not_tell_in_which_order_its_cards_came() -> None:
    seen = []
    for hand in ("palace temple manor", "manor palace temple"):
        table = position(characters={"A": "magician"}, hands={"A": "docks", "B": hand})
        table.plays("A", "swap:1")
        seen.append((table.view("A"), [event_for(e.to_json(), 0) for e in table.events]))
    assert seen[0] == seen[1]


# -- whole matches


@dataclass
class Step:
    """What was told, then the hands, and the topic of the next question."""

    events: list[Event]
    hands: list[list[str]]
    topic: str


def steps_of(table: Table, number: int) -> Iterator[Step]:
    """A random match, from the deal on."""
    seats, given = table
    options = RULES.check_options(given, seats)
    rng = Random(number)
    state, played = RULES.start(options, seats, rng.randbytes(32))
    assert isinstance(state, Match)
    while (decision := settle(state)) is not None:
        yield Step(played.events, [card_names(hand) for hand in state.hand], decision.topic)
        played = RULES.play(state, decision.seat, rng.choice(decision.options).key)
    yield Step(played.events, [card_names(hand) for hand in state.hand], "")


def names_in(event: dict[str, Any]) -> set[str]:
    named = {"cards", "offered", "district", "character", "face", "gave", "got"}
    return named & set(event)


@QUIET
@given(table=TABLES, number=NUMBERS)
def test_names_of_cards_are_public_only_where_the_card_lies_open(table: Table, number: int) -> None:
    for step in steps_of(table, number):
        for event in step.events:
            expected = set()
            if event.kind in NAMES_A_DISTRICT:
                expected = {"district"}
            elif event.kind in NAMES_A_CHARACTER:
                expected = {"character"}
            assert names_in(event_for(event.to_json(), None)) == expected, event.kind


@QUIET
@given(table=TABLES, number=NUMBERS)
def test_a_private_part_goes_only_to_its_recipients(table: Table, number: int) -> None:
    for step in steps_of(table, number):
        for event in step.events:
            concerned = {event.public[part] for part in WHO_IS_TOLD_MORE.get(event.kind, ())}
            assert set(event.private) == concerned, event.to_json()


@QUIET
@given(table=TABLES, number=NUMBERS)
def test_a_seat_can_follow_its_own_hand_from_its_events_and_no_other_hand(
    table: Table, number: int
) -> None:
    ledgers = [Counter[str]() for _ in range(table[0])]
    for step in steps_of(table, number):
        for event in step.events:
            for seat, ledger in enumerate(ledgers):
                follow(ledger, event_for(event.to_json(), seat), seat)
        for ledger, hand in zip(ledgers, step.hands, strict=True):
            assert not Counter(hand) - ledger
            if step.topic not in PUTTING_CARDS_AWAY:
                assert ledger == Counter(hand)


def follow(ledger: Counter[str], event: dict[str, Any], seat: int) -> None:
    """Keep count of the own hand by what is told to the seat. What is confiscated goes from one
    builder to the other.
    """
    kind, cards = event["kind"], event.get("cards")
    if kind == "hands_swapped" and seat in (event["seat"], event["other"]):
        ledger.clear()
        ledger.update(cards)
    elif kind == "card_given" and event["other"] == seat:
        ledger.update(cards)
    elif kind == "card_taken" and event["victim"] == seat:
        ledger.subtract(cards)
    elif kind == "confiscated" and event["victim"] == seat:
        ledger.subtract([event["district"]])
    elif event.get("seat") != seat:
        assert cards is None, event
    elif kind in ("hand_dealt", "cards_kept", "cards_gained", "card_taken"):
        ledger.update(cards)
    elif kind == "confiscated":
        ledger.update([event["district"]])
    elif kind in ("cards_discarded", "card_given", "card_tucked"):
        ledger.subtract(cards)
    elif kind == "built":
        ledger.subtract([event["district"]])
