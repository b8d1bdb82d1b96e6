"""The default move of every question: legal, harmless, and no end to a match in sight for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.citadels.checks import LONGEST, Table, printed_tables, random_table
from engine.citadels.defaults import DEFAULTS
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from engine.citadels.testing import drafting, position
from engine.citadels.topics import TOPICS
from tablekernel.frames import Choice, Decision
from tablekernel.loop import answer, settle

RNG = Random(20161121)
TABLES = [*printed_tables(), *(random_table(RNG) for _ in range(100))]
ROUNDS = 6


def started(table: Table, rng: Random) -> Match:
    seats, options = table
    checked = RULES.check_options(options, seats)
    state, _ = RULES.start(checked, seats, rng.randbytes(32))
    assert isinstance(state, Match)
    return state


def default_of(match: Match) -> str:
    decision = settle(match)
    assert decision is not None
    return RULES.default_choice(match, decision).key


def played(match: Match, by_default: set[int], rng: Random) -> Iterator[tuple[Decision, Choice]]:
    """Play on: these seats by default, the others by chance."""
    while (decision := settle(match)) is not None:
        if decision.seat in by_default:
            choice = RULES.default_choice(match, decision)
            assert choice in decision.options
        else:
            choice = rng.choice(decision.options)
        yield decision, choice
        answer(match, choice)


def test_there_is_a_policy_for_every_topic_and_it_names_what_there_is() -> None:
    assert DEFAULTS.keys() == TOPICS.keys()
    for topic, wishes in DEFAULTS.items():
        for wish in wishes:
            members = TOPICS[topic].verbs[wish.wanted.partition(":")[0]]
            assert not wish.least or members[wish.least] == "integer"


def test_beside_seats_that_play_by_default_every_match_ends() -> None:
    """Half of the seats play by default. Where all did, nobody would ever build."""
    rng = Random(1)
    for table in TABLES:
        seats = table[0]
        lazy = set(rng.sample(range(seats), seats // 2))
        match = started(table, rng)
        for count, (decision, choice) in enumerate(played(match, lazy, rng)):
            assert count < LONGEST
            if decision.seat in lazy:
                wanted = {wish.wanted for wish in DEFAULTS[decision.topic]}
                assert {choice.key, choice.verb} & wanted


@pytest.mark.slow
def test_what_a_player_has_begun_a_default_can_finish() -> None:
    """The time may run out at any decision, also in the middle of an ability."""
    met: set[str] = set()
    rng = Random(2)
    for table in TABLES * 2:
        match = started(table, rng)
        while (decision := settle(match)) is not None:
            choice = rng.choice(decision.options)
            if rng.random() < 0.4:
                choice = RULES.default_choice(match, decision)
                met.add(decision.topic)
            assert choice in decision.options
            answer(match, choice)
    assert met == TOPICS.keys()


@pytest.mark.parametrize("table", TABLES[::9], ids=str)
def test_a_round_of_defaults_alone_takes_few_moves_builds_nothing_and_takes_gold(
    table: Table,
) -> None:
    rng = Random(3)
    seats = table[0]
    match = started(table, rng)
    moves = 0
    for _ in played(match, set(range(seats)), rng):
        moves += 1
        if match.round > ROUNDS:
            break
    assert moves <= ROUNDS * (4 * seats + 12)
    assert match.city == [b""] * seats
    assert sum(match.gold) > 2 * seats


def test_a_default_uses_no_draw_and_tells_the_next_player_nothing_of_what_was_offered() -> None:
    """The same cards under other seeds leave other cards: the policy cannot be worked back."""
    kept = set()
    for number in range(60):
        match = drafting("king bishop merchant warlord", step=0).state
        match.seed = bytes([number]) * 32
        before = RULES.dump(match)
        kept.add(default_of(match))
        assert RULES.dump(match) == before
    assert kept == {"keep:king", "keep:bishop", "keep:merchant", "keep:warlord"}


def test_the_cheapest_card_is_given_away() -> None:
    table = position(
        card_set="seer",
        characters={"A": "seer"},
        hands={"A": "palace tavern castle", "B": "palace"},
        turn="seer",
    )
    table.plays("A", "take_from_all")
    assert default_of(table.state) == "give:tavern"


def test_a_redraw_that_was_begun_costs_as_little_as_it_can() -> None:
    table = position(
        characters={"A": "magician"}, hands={"A": "palace tavern castle"}, turn="magician"
    )
    table.plays("A", "redraw")
    assert default_of(table.state) == "discard:tavern"
    table.plays("A", "discard:palace")
    assert default_of(table.state) == "stop"


def test_the_emperor_gives_the_crown_because_the_turn_must_end() -> None:
    table = position(card_set="emperor", characters={"A": "emperor"}, turn="emperor", crown="A")
    table.plays("A", "gather:gold")
    first = default_of(table.state)
    assert first.startswith("crown:")
    table.plays("A", first)
    assert default_of(table.state) == "end_turn"
