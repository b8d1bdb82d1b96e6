"""Nothing hidden leaks: two states that a viewer cannot tell apart look the same (T-269). How
they are compared is said in ``leaks.py``, what may differ in ``paired_states.py``; that leaks are
found, in ``test_leak_mutations.py``.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.citadels.checks import Table, printed_tables, random_table
from tests.engine.citadels.leaks import (
    check_all_batches,
    check_batches,
    check_match,
    check_matches,
)

PRINTED = printed_tables()
NUMBERS = st.integers(min_value=0, max_value=2**32 - 1)
QUIET = settings(max_examples=25)


@pytest.mark.scenario("T-269")
@QUIET
@given(table=st.sampled_from(PRINTED), number=NUMBERS)
@pytest.mark.slow
def test_a_viewer_of_a_printed_list_cannot_tell_paired_states_apart(
    table: Table, number: int
) -> None:
    check_match(table, number)


@pytest.mark.scenario("T-269")
@QUIET
@given(number=NUMBERS)
@pytest.mark.slow
def test_a_viewer_of_any_legal_list_cannot_tell_paired_states_apart(number: int) -> None:
    check_match(random_table(Random(number)), number)


@pytest.mark.slow
@pytest.mark.scenario("T-269")
@pytest.mark.parametrize("seats", range(2, 9))
def test_no_seat_of_any_table_can_tell_paired_states_apart(seats: int) -> None:
    check_matches([table for table in PRINTED if table[0] == seats], 1, share=0.3)


@QUIET
@given(number=NUMBERS)
@pytest.mark.slow
def test_a_batch_of_choices_stops_where_it_would_be_a_free_look(number: int) -> None:
    check_batches(random_table(Random(number)), number)


@pytest.mark.slow
def test_no_batch_of_any_printed_list_is_a_free_look() -> None:
    check_all_batches(PRINTED, 1)


def test_there_are_batches_of_more_than_one_choice() -> None:
    assert check_batches((4, {}), 0) > 50
