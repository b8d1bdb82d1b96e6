"""The measures of simulated ratings."""

from __future__ import annotations

import pytest

from bench.rating_candidates import softmax
from bench.ratings import busy_world, games_until, predictions, rank_correlation


def test_worlds_are_the_same_for_every_candidate() -> None:
    assert busy_world(3) == busy_world(3) != busy_world(4)


def test_a_newcomer_arrives_where_five_hits_in_a_row_begin() -> None:
    assert games_until([True, False, *[True] * 5]) == 3
    assert games_until([False] * 9) == 9


def test_rank_correlation_knows_only_the_order() -> None:
    assert rank_correlation([(1, 10), (2, 20), (30, 21)]) == 1
    assert rank_correlation([(3, 1), (2, 2), (1, 3)]) == -1


def test_predictions_of_equals_are_even() -> None:
    assert softmax([2, 2, 2]) == pytest.approx([1 / 3] * 3)
    assert predictions([[1.0, 1.0]] * 4).brier == pytest.approx(0.5)
