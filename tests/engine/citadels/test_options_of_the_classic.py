"""Which options the classic edition has (rules 3)."""

from __future__ import annotations

import pytest

from engine.citadels.options import DEFAULTS
from engine.citadels.presets import PRESETS
from engine.citadels.testing import fresh
from tests.engine.citadels.wishes import BASE, DEAR, FOURTEEN, checked, refusal


@pytest.mark.parametrize("players", range(2, 8))
def test_the_classic_edition_has_the_characters_of_the_first_game(players: int) -> None:
    table = fresh(players, options={"edition": "classic"})
    assert table.view()["cast"] == BASE
    assert table.view()["unique_districts"] == FOURTEEN
    assert table.view()["goal"] == 8


def test_the_classic_edition_is_for_up_to_7_players() -> None:
    for players in (1, 8):
        assert refusal({"edition": "classic"}, players) == ("seats_out_of_range", "/seats")


@pytest.mark.parametrize("preset", [*PRESETS, "custom", "surprise"])
def test_the_classic_edition_knows_one_list(preset: str) -> None:
    options = {"edition": "classic", "preset": preset}
    if preset == "first_game":
        assert checked(options, 4) == {**DEFAULTS, "edition": "classic"}
    else:
        assert refusal(options, 4) == ("preset_not_classic", "/preset")


@pytest.mark.parametrize(
    ("name", "value"), [("rank_4", "king"), ("rank_9", "artist"), ("characters", BASE)]
)
def test_the_classic_edition_takes_no_other_characters(name: str, value: object) -> None:
    assert refusal({"edition": "classic", name: value}, 4) == ("option_not_used", f"/{name}")


@pytest.mark.parametrize("count", [0, 1, 14])
def test_the_classic_edition_takes_up_to_14_unique_districts(count: int) -> None:
    table = fresh(4, options={"edition": "classic", "districts": DEAR[:count]})
    assert set(table.view()["unique_districts"]) == set(DEAR[:count])
    cards = len(table.state.deck) + sum(len(hand) for hand in table.state.hand)
    assert cards == 54 + count


def test_the_classic_edition_refuses_what_is_no_list_of_unique_districts() -> None:
    def of(districts: object) -> tuple[str, str]:
        return refusal({"edition": "classic", "districts": districts}, 4)

    assert of([*DEAR, "keep"]) == ("too_many_districts", "/districts")
    assert of(["keep", "keep"]) == ("district_twice", "/districts/1")
    assert of(["temple"]) == ("unknown_district", "/districts/0")
    assert of("keep") == ("districts_required", "/districts")
