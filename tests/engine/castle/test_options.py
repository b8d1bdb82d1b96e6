"""The options of a match."""

from __future__ import annotations

from typing import Any

import pytest

from engine.castle.ruleset import CASTLE
from engine.errors import OptionsRefused


@pytest.mark.parametrize(
    ("given", "seats", "code", "pointer"),
    [
        ({"tile_set": "printed"}, 2, "unknown_tile_set", "/tile_set"),
        ({"tile_set": []}, 2, "unknown_tile_set", "/tile_set"),
        ({"tile_set": None}, 2, "unknown_tile_set", "/tile_set"),
        ({"first_seat": 2}, 2, "no_such_seat", "/first_seat"),
        ({"first_seat": True}, 2, "no_such_seat", "/first_seat"),
        ({"first_seat": "0"}, 2, "no_such_seat", "/first_seat"),
        ({"board": "round"}, 2, "unknown_option", "/board"),
        ({}, 3, "seats_out_of_range", "/seats"),
    ],
)
def test_what_the_game_does_not_know_is_refused(
    given: dict[str, Any], seats: int, code: str, pointer: str
) -> None:
    with pytest.raises(OptionsRefused) as refused:
        CASTLE.check_options(given, seats)
    assert (refused.value.code, refused.value.pointer) == (code, pointer)


def test_options_are_completed_and_stay_what_they_are() -> None:
    whole = CASTLE.check_options({"first_seat": 1}, 2)
    assert whole == {"tile_set": "reconstruction", "first_seat": 1}
    assert CASTLE.check_options(whole, 2) == whole
