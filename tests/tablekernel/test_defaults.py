"""The default move: the wishes of a policy, and what decides among equals."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tablekernel.defaults import Wish, filter_preferred, one_of
from tablekernel.loop import settle
from tests.tablekernel.toy import RULES

SEED = bytes(range(32))


def option(choice: str, **members: Any) -> dict[str, Any]:
    return {"choice": choice, "verb": choice.partition(":")[0], **members}


STOP, FIRST, SECOND = option("stop"), option("give:a", cost=3), option("give:b", cost=1)
PRICELESS = option("give:c", cost=None)


def test_the_first_wish_that_admits_an_option_counts() -> None:
    assert filter_preferred([Wish("stop"), Wish("give")], [FIRST, STOP]) == [STOP]
    assert filter_preferred([Wish("stop"), Wish("give")], [FIRST, SECOND]) == [FIRST, SECOND]


def test_a_wish_names_a_verb_or_one_option() -> None:
    assert filter_preferred([Wish("give:b")], [FIRST, SECOND]) == [SECOND]


def test_the_least_of_a_number_is_wished_and_what_has_none_comes_last() -> None:
    assert filter_preferred([Wish("give", "cost")], [FIRST, PRICELESS, SECOND]) == [SECOND]
    assert filter_preferred([Wish("give", "cost")], [PRICELESS]) == [PRICELESS]


def test_without_a_wish_that_fits_everything_is_admitted() -> None:
    assert filter_preferred([Wish("build")], [FIRST, STOP]) == [FIRST, STOP]


def test_among_equals_the_seed_decides_and_every_one_of_them_has_its_turn() -> None:
    options = [option(f"keep:{name}") for name in "abcd"]
    assert one_of(options, SEED, 7) == one_of(options, SEED, 7)
    chosen = Counter(one_of(options, SEED, draws) for draws in range(400))
    assert len(chosen) == 4
    assert min(chosen.values()) > 60
    assert len({one_of(options, bytes([n]) * 32, 7) for n in range(50)}) == 4


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_match_played_by_defaults_alone_ends(seats: int) -> None:
    state, _ = RULES.start({"rounds": 3}, seats, SEED)
    moves = 0
    while (decision := settle(state)) is not None:
        before = RULES.dump(state)
        choice = RULES.default_choice(state, decision)
        assert RULES.default_choice(state, decision) is choice
        assert RULES.dump(state) == before, "asking changes nothing, and uses no draw up"
        RULES.play(state, decision.seat, choice.key)
        moves += 1
    assert moves == 3 * (2 * seats + 1) - seats  # the last card of a hand is laid unasked
    assert RULES.result(state) is not None
