"""What must stay small: states, and the lists that are kept. And playing on by chance inside of the
loop is playing.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.citadels.choices import MOST_LISTS, SHORT, DistrictChoice, each_district
from engine.citadels.names import NUMBER_OF, district_name
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.state import Match
from tablekernel.loop import play_out, run

MOST_BYTES = 1500


def begun(preset: str, seats: int, number: int) -> Match:
    match = RULES.begin(
        RULES.check_options({"preset": preset}, seats), seats, Random(number).randbytes(32)
    )
    RULES.open(match)
    return match


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [4, 8])
def test_no_state_is_large(preset: str, seats: int) -> None:
    match, rng = begun(preset, seats, seats), Random(seats)
    question, largest = run(match), 0
    while question is not None:
        largest = max(largest, len(RULES.dump(match)))
        question = run(match, rng.choice(question[2]))
    assert 0 < largest <= MOST_BYTES


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_played_on_by_chance_could_have_been_chosen(preset: str) -> None:
    by_chance, chosen = begun(preset, 5, 1), begun(preset, 5, 1)
    play_out(by_chance, Random(3))
    rng, question = Random(3), run(chosen)
    while question is not None:
        options = question[2]
        question = run(chosen, options[int(rng.random() * len(options))])
    assert RULES.dump(by_chance) == RULES.dump(chosen)


def test_choices_among_cards_name_identical_cards_once_and_in_their_order() -> None:
    choices = each_district("take", DistrictChoice)
    assert [choice.district for choice in choices.among(b"\x05\x01\x05")] == [5, 1]
    assert choices.among(b"\x05\x01\x05") is choices.among(b"\x05\x01\x05")
    assert choices.among(b"") == ()
    assert choices.among(b"\x02")[0].key == f"take:{district_name(2)}"


def test_lists_of_choices_that_are_kept_stay_few_and_short() -> None:
    choices = each_district("take", DistrictChoice)
    for first in range(len(NUMBER_OF)):
        for second in range(len(NUMBER_OF)):
            for third in range(3):
                choices.among(bytes((first, second, third)))
                choices.among(bytes((first, second, third, third)))
    assert 0 < len(choices.lists) <= MOST_LISTS
    assert max(map(len, choices.lists)) <= SHORT
