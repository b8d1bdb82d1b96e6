"""A bot is given what its seat knows and nothing else: two matches that differ only in what the
seat may not know are the same to it, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.citadels import observation, rules
from engine.citadels.checks import Table, printed_tables, random_table
from engine.citadels.names import NUMBER_OF
from engine.citadels.rules import RULES
from engine.citadels.state import UNKNOWN, Match
from engine.citadels.testing import custom, position
from tablekernel.bots import make_observation
from tablekernel.loop import settle
from tests.engine.citadels.leaks import walk
from tests.engine.citadels.paired_states import known, make_paired_state, with_another_building

PRINTED = printed_tables()
NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(max_examples=15)

TWO: Table = (2, {})
BASE: Table = (4, {})
LAYING: Table = (
    5,
    custom("magistrate blackmailer wizard cardinal scholar", "museum theater framework"),
)


def check_paired_states(table: Table, number: int, share: float = 0.2) -> None:
    """No seat's observed match tells it from its paired state, at random points of a random
    match.
    """
    for match, decision, _, rng in walk(table, number, share):
        for seat in range(match.card_set.seats):
            mine = RULES.dump(RULES.observe(match, seat))
            paired = make_paired_state(match, seat, known(match, seat, decision), rng).match
            assert RULES.dump(RULES.observe(paired, seat)) == mine, (decision, seat)
            other = with_another_building(match, seat, rng)
            if other is not None:
                assert RULES.dump(RULES.observe(other, seat)) == mine, "while paying"


def check_matches(table: Table) -> None:
    for number in range(6):
        check_paired_states(table, number, share=0.6)


@QUIET
@given(table=st.sampled_from(PRINTED), number=NUMBERS)
def test_paired_states_of_a_printed_list_are_the_same_when_observed(
    table: Table, number: int
) -> None:
    check_paired_states(table, number)


@QUIET
@given(number=NUMBERS)
def test_paired_states_of_any_legal_list_are_the_same_when_observed(number: int) -> None:
    check_paired_states(random_table(Random(number)), number)


@pytest.mark.parametrize("table", [TWO, BASE, LAYING], ids=str)
def test_an_observation_has_the_view_and_the_options_of_its_seat(table: Table) -> None:
    """What is public of the seats' characters in hand is their number; in an observed match it is
    not there.
    """
    for match, decision, _, _ in walk(table, 3, share=0.5):
        before = RULES.dump(match)
        observation = make_observation(RULES, match)
        assert (observation.seat, observation.topic) == (decision.seat, decision.topic)
        assert list(observation.options) == list(decision.options)
        assert RULES.dump(match) == before
        again = settle(observation.state)
        assert again is not None
        assert list(again.options) == list(decision.options)
        mine = RULES.view(match, decision.seat)
        seen = RULES.view(observation.state, decision.seat)
        for view in (mine, seen):
            for seat in view["seats"]:
                seat.pop("characters_held")
        assert seen == mine


SECRETS: dict[str, tuple[Table, Callable[[Match, Match, int], None]]] = {
    "the deck": (TWO, lambda match, shown, seat: setattr(shown, "deck", match.deck)),
    "the seed": (TWO, lambda match, shown, seat: setattr(shown, "seed", match.seed)),
    "other hands": (TWO, lambda match, shown, seat: setattr(shown, "hand", match.hand)),
    "who holds which character": (
        TWO,
        lambda match, shown, seat: setattr(shown, "holders", match.holders),
    ),
    "what others saw": (TWO, lambda match, shown, seat: setattr(shown, "seen", match.seen)),
    "discards": (TWO, lambda match, shown, seat: setattr(shown, "dropped", match.dropped)),
    "frames": (LAYING, lambda match, shown, seat: setattr(shown, "stack", match.stack)),
    "faces": (LAYING, lambda match, shown, seat: setattr(shown, "marks", match.marks)),
    "the Museum": (LAYING, lambda match, shown, seat: setattr(shown, "memory", match.memory)),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_that_is_left_in_is_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, leave = SECRETS[secret]

    def leaky(match: Match, seat: int) -> Match:
        shown = observation.observe(match, seat)
        leave(match, shown, seat)
        return shown

    monkeypatch.setattr(rules, "observe", leaky)
    with pytest.raises(AssertionError):
        check_matches(table)


def test_a_planted_card_and_the_seed_are_nowhere_in_what_another_seat_is_given() -> None:
    secret = NUMBER_OF["smithy"]
    table = position(
        characters={"A": "magistrate", "B": "blackmailer"},
        card_set="magistrate blackmailer",
        uniques="smithy",
        hands={"B": "smithy"},
        seed=b"a seed that nobody is to be told",
    )
    for owner, sees in ((1, 0), (0, 1)):
        given = RULES.observe(table.state, sees)
        assert given.hand[owner] == bytes([UNKNOWN]) * len(table.state.hand[owner])
    blind_to_a, blind_to_b = (RULES.dump(RULES.observe(table.state, seat)) for seat in (0, 1))
    planted = f'"{secret:02x}"'.encode()
    assert planted in blind_to_b
    assert planted not in blind_to_a
    for document in (blind_to_a, blind_to_b):
        assert table.state.seed.hex().encode() not in document
