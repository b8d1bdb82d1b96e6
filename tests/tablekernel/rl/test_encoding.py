"""Documents as vectors, and options as actions."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="needs the extra rl")

from tablekernel.rl.encoding import SCALE, encode, name_features, number_options  # noqa: E402

SIZE = 64
COLLIDING = "key 38", "key 46"
"""Two keys with the same hash among ``SIZE``."""


def test_a_text_a_truth_value_and_null_are_features() -> None:
    document = {"phase": "turns", "over": False, "called": None}
    assert name_features(document) == {
        "/phase=turns": 1,
        "/over=False": 1,
        "/called=None": 1,
    }


def test_a_number_is_a_feature_and_a_number() -> None:
    assert name_features({"gold": 5}) == {"/gold=5": 1, "/gold": 5 / SCALE}


def test_a_list_is_a_set_with_repetitions() -> None:
    one, other = {"hand": ["manor", "temple", "manor"]}, {"hand": ["manor", "manor", "temple"]}
    assert name_features(one) == name_features(other)
    assert name_features(one) == {"/hand[]=manor": 2, "/hand[]=temple": 1}


def test_objects_in_a_list_differ_although_their_members_are_the_same() -> None:
    one = [{"x": 1, "tile": "a"}, {"x": 2, "tile": "b"}]
    other = [{"x": 2, "tile": "a"}, {"x": 1, "tile": "b"}]
    assert name_features(one) != name_features(other)


def test_a_vector_has_the_sum_of_features_with_the_same_hash() -> None:
    vector = encode({"a": 2.0, "key 38": 0.5, "key 46": 1.0}, SIZE)
    assert vector.shape == (SIZE,)
    assert vector.dtype == np.float32
    assert sorted(vector[vector != 0]) == [1.5, 2.0]
    assert not encode({}, SIZE).any()


def test_a_vector_is_the_same_in_every_process() -> None:
    assert np.flatnonzero(encode({"/phase=turns": 1.0}, 4096)).tolist() == [3076]


def test_an_option_has_the_same_action_in_every_decision() -> None:
    alone = number_options(["build:temple"], 4096)
    among = number_options(["end_turn", "build:manor", "build:temple"], 4096)
    assert alone.items() <= among.items()
    assert set(alone) == {518}


def test_options_with_the_same_hash_have_neighboring_actions() -> None:
    first, second = number_options(COLLIDING, SIZE)
    assert second == (first + 1) % SIZE


def test_every_action_can_be_used_and_no_more() -> None:
    assert sorted(number_options(map(str, range(SIZE)), SIZE)) == list(range(SIZE))
    with pytest.raises(ValueError, match="more than 64 options"):
        number_options(map(str, range(SIZE + 1)), SIZE)
