"""Setting up and laying tiles (1.1 to 1.3, 1.5)."""

from __future__ import annotations

import pytest

from engine.castle.features import open_sides
from engine.castle.presentation import PRESENTATION
from engine.castle.testing import fresh, position

STARTS = {"1,9", "3,5", "3,0", "6,0", "8,2", "7,7", "3,11"}


@pytest.mark.scenario("C-001")
def test_the_castle_is_set_up() -> None:
    table = fresh()
    view = table.view("A")
    assert view["board"] == []
    assert len(PRESENTATION.cards()["board"]["cells"]) == 76
    assert sum(view["tiles_left"].values()) + 1 == 60
    assert view["bag_size"] == 59
    spaces = [tower["spaces"] for tower in view["towers"]]
    assert len(spaces) == 13
    assert all(tower["wall_tile"] is True for tower in view["towers"])
    assert [0, 1] not in spaces
    assert len(table.state.unused) == 5
    for seat in view["seats"]:
        assert (seat["score"], seat["supply"], seat["keep"]) == (0, 6, None)


@pytest.mark.scenario("C-002")
def test_the_first_tile_lies_at_a_start_space() -> None:
    assert position(draws="c07").places() == STARTS


@pytest.mark.scenario("C-003")
def test_a_tile_away_from_start_spaces_and_tiles_is_refused() -> None:
    position(draws="b01").refuses("A", "place:4,4:0", "place:4,4:1", "place:4,4:2", "place:4,4:3")


@pytest.mark.scenario("C-004")
def test_a_tile_without_a_path_cannot_end_the_path_of_a_start_space() -> None:
    table = position(draws="b01")
    assert len(table.options) == 20
    assert table.places() == STARTS - {"6,0", "3,11"}


@pytest.mark.scenario("C-005")
def test_the_next_tile_shares_a_side_with_a_tile_or_a_start_space() -> None:
    table = position(tiles="s08@6,0/0", draws="c07")
    assert table.places() == (STARTS - {"6,0"}) | {"5,0", "7,0", "6,1"}


@pytest.mark.scenario("C-006")
def test_a_path_must_go_on() -> None:
    table = position(tiles="s01@3,3/1", draws="b01")
    assert "4,3" not in table.places()
    table.refuses("A", "place:4,3:0")
    table = position(tiles="s01@3,3/1", draws="s01")
    assert table.offers("place:4,3:1", "place:4,3:3")
    table.refuses("A", "place:4,3:0", "place:4,3:2")


@pytest.mark.scenario("C-007")
def test_other_terrains_may_meet_and_close_each_other() -> None:
    table = position(tiles="b04@3,3/0", draws="b02")
    assert open_sides(table.state, table.root("3,3:E")) == 3
    assert table.offers("place:4,3:0", "place:4,3:1", "place:4,3:2", "place:4,3:3")
    table.plays("A", "place:4,3:2")  # its tower is in the west
    assert open_sides(table.state, table.root("3,3:E")) == 2
    court = position(tiles="b04@3,3/0", draws="b02")
    court.plays("A", "place:4,3:0")  # its court is in the west
    assert open_sides(court.state, court.root("3,3:E")) == 2


@pytest.mark.scenario("C-008")
def test_a_path_does_not_meet_a_house() -> None:
    table = position(tiles="b04@3,3/0", draws="s01")
    table.refuses("A", "place:4,3:1", "place:4,3:3")
    assert table.offers("place:4,3:0", "place:4,3:2")


@pytest.mark.scenario("C-009")
def test_a_path_may_end_at_the_wall() -> None:
    table = position(draws="s05")
    table.plays("A", "place:3,0:0")
    assert open_sides(table.state, table.root("3,0:N")) == 1
    assert table.root("3,0:N") == table.root("3,0:S")


BOTH_PATHS_ENDED = "d01@6,0/0 d01@3,11/2"
"""No start space asks for a path any more, and no tile does."""


@pytest.mark.scenario("C-010")
def test_a_tile_that_fits_nowhere_leaves_and_another_is_drawn() -> None:
    table = position(tiles=BOTH_PATHS_ENDED, draws="x01 b01")
    assert table.question == ("A", "place")
    view = table.view("A")
    assert (view["removed"], view["tile"]["tile"], view["turn"]["number"]) == (["x01"], "b01", 1)
    drawn = [(one["tile"], one["left"]) for one in table.events_of("tile_drawn")]
    assert drawn == [("x01", 4), ("b01", 3)]
    assert [one["tile"] for one in table.events_of("tile_removed")] == ["x01"]
    table.passes("A")
    assert len(table.state.order) == 3


@pytest.mark.scenario("C-011")
def test_the_match_ends_when_the_last_tile_fits_nowhere() -> None:
    table = position(tiles=BOTH_PATHS_ENDED, draws="x01", more="")
    assert table.over
    assert table.view()["removed"] == ["x01"]
    assert table.result["placements"] == [1, 1]
    assert len(table.events_of("match_over")) == 1
