"""The counters of what each card does: they see every part, and leave nothing behind."""

from __future__ import annotations

from random import Random

import pytest

from engine.citadels.all_cards import CARDS
from engine.citadels.characters import CHARACTERS
from engine.citadels.checks import CheckedMatch, printed_tables, random_table
from engine.citadels.coverage import count_effects, parts
from engine.citadels.districts import DISTRICTS
from engine.citadels.rules import RULES
from engine.citadels.serialization import FRAMES
from engine.citadels.testing import position
from tablekernel.loop import play_out


def test_every_card_has_a_part_that_can_be_counted() -> None:
    assert {name for name, _ in parts()} == {*CHARACTERS, *DISTRICTS} == set(CARDS)
    assert len(set(parts())) == len(parts())


@pytest.mark.parametrize(
    "part",
    [
        ("king", "on_revealed"),
        ("king", "gem"),
        ("navigator", "builds"),
        ("witch", "gathers_first"),
        ("trader", "uncounted"),
        ("stables", "counts"),
        ("secret_vault", "points_in_hand"),
        ("magistrate", "choice confiscate"),
        ("scholar", "Studying.ask_card"),
        ("necropolis", "choice sacrifice"),
    ],
)
def test_hooks_choices_procedures_and_data_are_parts(part: tuple[str, str]) -> None:
    assert part in parts()


def test_what_a_card_does_is_counted_and_what_it_does_not_do_is_not() -> None:
    with count_effects() as hits:
        table = position(characters={"A": "merchant", "B": "warlord"}, cities={"A": "tavern"})
        table.plays("A", "income", "extra_gold", "gather:gold", "end_turn")
    assert hits["merchant", "gem"] == 1
    assert hits["merchant", "choice extra_gold"] == 1
    assert hits["merchant", "offer_actions"] > 0
    assert hits["warlord", "choice destroy"] == 0
    assert hits["king", "on_revealed"] == 0


def test_counting_changes_no_match_and_leaves_nothing_behind() -> None:
    before = {name: cls.program for name, cls in FRAMES.items()}
    plain = CheckedMatch(5, 1, {"preset": "cunning_agents"}).run()
    with count_effects() as hits:
        watched = CheckedMatch(5, 1, {"preset": "cunning_agents"}).run()
    assert hits["witch", "choice bewitch"] > 0
    assert watched.traces == plain.traces
    assert {name: cls.program for name, cls in FRAMES.items()} == before
    assert not any(callable(value) for card in CARDS.values() for value in vars(card).values())
    total = hits.total()
    CheckedMatch(5, 1, {"preset": "cunning_agents"}).run()
    assert hits.total() == total


@pytest.mark.slow
def test_every_part_of_every_card_takes_effect_in_random_matches() -> None:
    tables = printed_tables() * 3 + [random_table(Random(f"list {n}")) for n in range(400)]
    with count_effects() as hits:
        for number, (seats, given) in enumerate(tables):
            rng = Random(number)
            match = RULES.begin(RULES.check_options(given, seats), seats, rng.randbytes(32))
            RULES.open(match)
            play_out(match, rng)
    assert [part for part in parts() if not hits[part]] == []
