"""What the rules of thumb never do, whatever their weights, and what they always do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.citadels.bots.features import Features
from engine.citadels.bots.searching import OWN, PLAYERS
from engine.citadels.checks import printed_tables, random_table
from engine.citadels.names import RANK_OF
from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, position
from tablekernel.loop import run

FREE = ("income", "extra_gold", "extra_cards", "queen_gold", "collect_taxes", "navigate", "study")
SOME = range(5)
"""Sources of chance: what is never done is done with none of them."""


def choices(table: CitadelsTable) -> set[str]:
    """What the profiles answer to the open question, each with several sources of chance."""
    question = run(table.state)
    assert question is not None
    seat, topic, options, _ = question
    features = Features(table.state, seat)
    return {
        bot(features, topic, options, Random(number)).key
        for bot in PLAYERS.values()
        for number in SOME
    }


def test_no_turn_ends_with_something_free_untaken_and_no_own_district_is_destroyed() -> None:
    """In whole matches of all card sets."""
    seen = set()
    for number, (seats, options) in enumerate(
        [*printed_tables()[::12], *(random_table(Random(n)) for n in range(6))]
    ):
        rng = Random(number)
        match, _ = RULES.start(RULES.check_options(options, seats), seats, rng.randbytes(32))
        question = run(match)
        while question is not None:
            seat, topic, offered, _ = question
            features = Features(match, seat)  # type: ignore[arg-type]
            choice = PLAYERS["balanced"](features, topic, offered, rng)
            if choice.verb == "end_turn":
                left = {option.verb for option in offered} & set(FREE)
                assert not left, (left, features.rank)
            if choice.verb in ("destroy", "armory"):
                assert choice.seat != seat  # type: ignore[attr-defined]
            seen.add(choice.verb)
            question = run(match, choice)
    assert {"end_turn", "destroy"} <= seen


@pytest.mark.parametrize(
    ("verb", "name"), [("kill", "assassin"), ("rob", "thief"), ("threaten", "blackmailer")]
)
@pytest.mark.parametrize("open_one", ["architect", "merchant", "king", "bishop"])
def test_no_character_that_lies_face_up_is_named(verb: str, name: str, open_one: str) -> None:
    table = position(card_set=name, characters={"A": name}, turn=name)
    table.state.face_up = 1 << RANK_OF[open_one]
    assert f"{verb}:{open_one}" not in choices(table)


def test_no_character_of_ones_own_is_named() -> None:
    table = position(
        players=2, characters={"A": "assassin architect", "B": "king"}, turn="assassin"
    )
    assert "kill:architect" not in choices(table)


def test_the_killed_character_is_not_robbed() -> None:
    table = position(characters={"A": "thief", "B": "king"}, killed="merchant", turn="thief")
    assert "rob:merchant" not in choices(table)


def test_the_witch_does_not_bewitch_what_lies_face_up() -> None:
    table = position(card_set="witch", characters={"A": "witch", "B": "king"}, turn="witch")
    table.plays("A", "gather:gold")
    table.state.face_up = 1 << RANK_OF["architect"]
    assert "bewitch:architect" not in choices(table)


@pytest.mark.parametrize(
    ("words", "allowed"),
    [
        # a district that completes the city, ahead of everybody
        ({"hands": {"A": "castle"}, "cities": {"A": "*6"}}, {"build:castle"}),
        # the dearest one that can be paid
        ({"hands": {"A": "palace temple"}, "gold": {"A": 5}}, {"build:palace"}),
        ({"hands": {"A": "manor palace"}, "gold": {"A": 1}}, {"build:manor"}),
    ],
)
def test_what_can_be_built_is_built(words: dict[str, Any], allowed: set[str]) -> None:
    table = position(characters={"A": "assassin"}, turn="assassin", **words)
    table.plays("A", "kill:thief", "gather:gold")
    assert choices(table) <= allowed


def test_gold_is_gathered_for_a_dear_card_and_cards_for_an_empty_hand() -> None:
    saving = position(characters={"A": "bishop"}, hands={"A": "palace"}, turn="bishop")
    assert choices(saving) == {"gather:gold"}
    empty = position(characters={"A": "bishop"}, gold={"A": 6}, turn="bishop")
    assert choices(empty) == {"gather:cards"}


def with_framework(hand: str, gold: int) -> CitadelsTable:
    """The Patrician has a Framework, and has gathered 2 gold more."""
    table = position(
        card_set="patrician",
        uniques="framework",
        characters={"A": "patrician"},
        cities={"A": "framework"},
        hands={"A": hand},
        gold={"A": gold},
        turn="patrician",
    )
    table.plays("A", "gather:gold")
    return table


def test_the_cheapest_way_to_pay_keeps_the_framework() -> None:
    table = with_framework(hand="palace", gold=5)
    table.plays("A", "build:palace")
    assert choices(table) == {"pay:gold"}


def test_a_district_for_nothing_is_confiscated() -> None:
    table = position(
        card_set="magistrate",
        characters={"A": "magistrate", "B": "king"},
        hands={"B": "palace"},
        gold={"B": 5},
        warrants="king! bishop merchant",
        turn="king",
    )
    table.plays("B", "gather:gold", "build:palace")
    assert table.question == ("A", "confiscate")
    assert choices(table) == {"confiscate"}


def threatened(gold: int) -> CitadelsTable:
    """The King is under threat, and has to answer with so much gold in the end."""
    table = position(
        card_set="blackmailer",
        characters={"A": "blackmailer", "B": "king"},
        threats="king! bishop",
        turn="king",
        gold={"A": 9, "B": gold - 2},
    )
    table.plays("B", "gather:gold")
    return table


def test_a_threat_is_looked_under() -> None:
    table = threatened(8)
    table.plays("B", "refuse")
    assert choices(table) == {"reveal"}


def test_a_bribe_is_paid_and_refused_so_that_nobody_can_count_on_either() -> None:
    table = threatened(4)
    features = Features(table.state, 1)
    question = run(table.state)
    assert question is not None
    chosen = {OWN["balanced"](features, *question[1:3], Random(n)).key for n in range(60)}
    assert chosen == {"bribe", "refuse"}


def test_no_district_is_given_up_for_a_cheap_one() -> None:
    table = with_framework(hand="manor", gold=0)
    assert "end_turn" in choices(table)


def test_the_last_round_is_not_spent_on_cards() -> None:
    table = position(
        characters={"A": "bishop"},
        cities={"A": "manor", "B": "*7"},
        hands={"A": "palace"},
        gold={"A": 3},
        completed="B",
        turn="bishop",
    )
    assert choices(table) == {"gather:gold"}


def test_a_worthless_card_is_given_back() -> None:
    table = position(
        card_set="seer",
        characters={"A": "seer", "B": "king"},
        cities={"A": "temple"},
        hands={"A": "palace", "B": "temple"},
        gold={"A": 5},
        turn="seer",
    )
    table.plays("A", "take_from_all")
    assert choices(table) == {"give:temple"}


def test_the_museum_keeps_what_cannot_be_built() -> None:
    table = position(
        uniques="museum",
        characters={"A": "bishop"},
        cities={"A": "museum manor"},
        hands={"A": "manor"},
        gold={"A": 0},
        turn="bishop",
    )
    table.plays("A", "gather:gold")
    assert choices(table) == {"museum:manor"}


def test_the_warlord_breaks_up_the_city_that_is_nearly_complete() -> None:
    table = position(
        characters={"A": "warlord"},
        cities={"A": "manor castle", "B": "temple palace *4", "C": "church"},
        gold={"A": 4},
        turn="warlord",
    )
    table.plays("A", "gather:gold")
    assert all(key.startswith("destroy:1:") for key in choices(table))


def test_the_best_of_the_drawn_cards_is_kept() -> None:
    table = position(
        characters={"A": "bishop"}, cities={"A": "temple"}, top="temple castle", turn="bishop"
    )
    table.plays("A", "gather:cards")
    assert choices(table) == {"keep:castle"}


def test_the_diplomat_gives_the_cheapest_district_for_a_dear_one() -> None:
    table = position(
        card_set="diplomat",
        characters={"A": "diplomat"},
        cities={"A": "tavern castle", "B": "palace manor market docks"},
        gold={"A": 7},
        turn="diplomat",
    )
    table.plays("A", "gather:gold")
    assert choices(table) == {"exchange:1:palace"}
    table.plays("A", "exchange:1:palace")
    assert choices(table) == {"give_district:tavern"}
