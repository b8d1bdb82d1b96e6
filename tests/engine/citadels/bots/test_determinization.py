"""What a seat does not know is dealt afresh, and nothing of what it knows is lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.citadels.bots.belief_state import infer_belief_state
from engine.citadels.bots.determinization import Determinizer
from engine.citadels.bots.draft_determinization import TRIES, DraftDeterminizer, DraftOutcome
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.invariants import faults
from engine.citadels.names import NOBODY, NUMBER_OF
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.testing import custom, position
from tablekernel.bots import Observation, make_observation
from tablekernel.codec import canonical
from tablekernel.events import event_for
from tablekernel.loop import settle

PRINTED = printed_tables()
NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(max_examples=15)


def sights(table: Table, number: int, share: float = 0.15) -> Iterator[tuple[Match, Observation]]:
    """Some decisions of a random match, and what their seats know of it and were told."""
    rng = Random(number)
    options = RULES.check_options(table[1], table[0])
    state, played = RULES.start(options, table[0], rng.randbytes(32))
    assert isinstance(state, Match)
    told = [event.to_json() for event in played.events]
    while (decision := settle(state)) is not None:
        if rng.random() < share:
            own = [event_for(event, decision.seat) for event in told]
            yield state, make_observation(RULES, state, own)
        played = RULES.play(state, decision.seat, rng.choice(decision.options).key)
        told += [event.to_json() for event in played.events]


def view_bytes(match: Match, seat: int) -> bytes:
    view: dict[str, Any] = RULES.view(match, seat)
    return canonical([view, RULES.own_decision(match, seat)])


def check_dealt(table: Table, number: int) -> None:
    rng = Random(number)
    for match, observation in sights(table, number):
        determinizer = Determinizer(observation, rng)
        before = RULES.dump(observation.state)
        determinized = determinizer.determinize(rng)
        assert view_bytes(determinized, observation.seat) == view_bytes(match, observation.seat)
        assert RULES.dump(RULES.observe(determinized, observation.seat)) == before
        assert RULES.dump(observation.state) == before
        assert not faults(determinized)


@QUIET
@given(table=st.sampled_from(PRINTED), number=NUMBERS)
def test_what_is_dealt_looks_the_same_at_a_printed_list(table: Table, number: int) -> None:
    check_dealt(table, number)


@QUIET
@given(number=NUMBERS)
def test_what_is_dealt_looks_the_same_at_any_legal_list(number: int) -> None:
    check_dealt(random_table(Random(number)), number)


@pytest.mark.parametrize("seats", range(2, 9))
def test_there_is_always_a_way_in_which_the_characters_went(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that was told everything never uses the fallback, and never deals the true seed."""

    def fails(self: DraftDeterminizer, rng: Random) -> DraftOutcome:
        raise AssertionError("nothing fits")

    monkeypatch.setattr(DraftDeterminizer, "_loose", fails)
    table = (seats, {"preset": "surprise"})
    for match, observation in sights(table, seats, share=0.5):
        determinized = Determinizer(observation, Random(seats)).determinize(Random(seats))
        assert determinized.seed != match.seed


def test_a_draft_that_cannot_have_gone_so_is_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A seat that was told nothing of a swap holds a character that it never chose from; to
    try many ways takes long, and is not done again in every deal.
    """
    tried = []
    deal = DraftDeterminizer._deal

    def count_deal(self: DraftDeterminizer, found: DraftOutcome, rng: Random) -> bool:
        tried.append(found)
        return deal(self, found, rng)

    monkeypatch.setattr(DraftDeterminizer, "_deal", count_deal)
    observation = next(s for _, s in sights((4, {}), 1, share=1.0) if s.topic == "gather")
    observed = observation.state
    assert isinstance(observed, Match)
    mine = observed.holders.index(observation.seat)
    (packet,) = observed.seen[observation.seat]
    never = next(rank for rank in range(8, 0, -1) if not (packet | observed.face_up) >> rank & 1)
    observed.holders[mine], observed.holders[never] = NOBODY, observation.seat
    determinizer = Determinizer(
        Observation(observation.seat, observation.topic, observation.options, observed), Random(1)
    )
    for _ in range(3):
        assert determinizer.determinize(Random(2)).holders[never] == observation.seat
    assert len(tried) == TRIES


def test_what_was_told_of_cards_is_remembered() -> None:
    """A given card is in that hand, with less certainty after discards; a built one is not."""
    told = [
        {
            "kind": "hand_dealt",
            "seat": 0,
            "count": 4,
            "cards": ["manor", "temple", "docks", "keep"],
        },
        {"kind": "hand_dealt", "seat": 1, "count": 4},
        {"kind": "round_started", "round": 1, "crown": 1, "face_up": []},
        {"kind": "card_given", "seat": 0, "other": 1, "count": 1, "cards": ["manor"]},
        {"kind": "cards_drawn", "seat": 0, "count": 2, "cards": ["palace", "market"]},
        {"kind": "cards_kept", "seat": 0, "count": 1, "cards": ["palace"]},
        {"kind": "card_given", "seat": 0, "other": 1, "count": 1, "cards": ["temple"]},
        {"kind": "built", "seat": 1, "district": "temple", "gold": 1},
        {"kind": "cards_drawn", "seat": 1, "count": 2},
        {"kind": "cards_kept", "seat": 1, "count": 1},
        {"kind": "cards_discarded", "seat": 1, "count": 3},
    ]
    belief_state = infer_belief_state(told, seat=0, seats=2)
    assert belief_state.hands[1] == [(NUMBER_OF["manor"], 0.5)]  # 3 of its 6 cards are gone
    assert belief_state.crown == 1


def test_cards_that_others_pass_on_are_followed_as_far_as_they_are_seen() -> None:
    hand = ["manor", "temple", "docks", "keep"]
    told: list[dict[str, Any]] = [
        {"kind": "hand_dealt", "seat": 0, "count": 4, "cards": ["palace"] * 4},
        {"kind": "hand_dealt", "seat": 1, "count": 4},
        {"kind": "hand_dealt", "seat": 2, "count": 4},
        {"kind": "spied", "seat": 0, "victim": 1, "cards": hand},
        {"kind": "hands_swapped", "seat": 1, "other": 2},
        {"kind": "card_taken", "seat": 1, "victim": 2, "count": 1},
        {"kind": "confiscated", "seat": 1, "victim": 2, "district": "docks"},
    ]
    belief_state = infer_belief_state(told, seat=0, seats=3)
    assert belief_state.sizes == [4, 6, 2]
    assert belief_state.hands[1] == [(NUMBER_OF["docks"], 1.0)]
    assert dict(belief_state.hands[2]) == dict.fromkeys(
        (NUMBER_OF[name] for name in ("manor", "temple", "keep")), 0.75
    )


def test_a_hand_that_was_swapped_is_known() -> None:
    table = position(
        characters={"A": "magician"},
        hands={"A": "palace", "B": "manor"},
        turn="magician",
    )
    determinized = {"kind": "hand_dealt", "seat": 0, "count": 1, "cards": ["palace"]}
    table.plays("A", "swap:1")
    told = [determinized, *[event_for(event.to_json(), 0) for event in table.events]]
    observation = make_observation(RULES, table.state, told)
    for number in range(5):
        match = Determinizer(observation, Random(number)).determinize(Random(number))
        assert match.hand == table.state.hand


def test_with_nothing_told_the_unknown_is_really_unknown() -> None:
    table = position(characters={"A": "king"}, turn="king", hands={"B": "palace manor"})
    observation = make_observation(RULES, table.state)
    hands = {Determinizer(observation, Random(n)).determinize(Random(n)).hand[1] for n in range(30)}
    assert len(hands) > 20


def test_what_lies_on_a_marker_is_known_to_who_laid_it_alone() -> None:
    table = position(
        card_set="blackmailer",
        characters={"A": "blackmailer", "B": "king"},
        threats="king! merchant",
        turn="king",
        options=custom("blackmailer"),
    )
    assert table.question[0] == "B"
    flowers = set()
    for number in range(30):
        match = Determinizer(make_observation(RULES, table.state), Random(number)).determinize(
            Random(number)
        )
        flowers.add(tuple(match.marks))
    assert len(flowers) == 2
