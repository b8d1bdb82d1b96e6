"""Completed paths, towers and houses, and who scores them (1.5, 1.6)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.castle.features import followers_in, open_sides, size
from engine.castle.testing import CastleTable, position


def kinds(table: CastleTable) -> set[str]:
    """The followers that may be placed now."""
    assert table.question[1] == "follower"
    return {key.partition(":")[0] for key in table.options} - {"pass"}


# -- paths


@pytest.mark.scenario("C-012")
def test_a_path_scores_its_tiles_and_its_start_space() -> None:
    table = position(tiles="s08@6,0/0", followers={"A": "6,0:N"}, draws="j01")
    table.plays("A", "place:6,1:0", "pass")
    assert table.score("A") == 3
    assert table.supply("A") == 6
    (scored,) = table.events_of("scored")
    assert scored["terrain"] == "path"
    assert scored["cells"] == [{"x": 6, "y": 0}, {"x": 6, "y": 1}]


@pytest.mark.scenario("C-013")
def test_a_well_doubles_a_path() -> None:
    tiles = "s04@3,11/0 s08@3,10/0"
    table = position(tiles=tiles, followers={"A": "3,11:S"}, draws="j01")
    table.plays("A", "place:3,9:0", "pass")
    assert table.score("A") == 8


@pytest.mark.scenario("C-014")
def test_a_second_well_does_not_count() -> None:
    tiles = "s04@3,11/0 s06@3,10/0"
    table = position(tiles=tiles, followers={"A": "3,11:S"}, draws="j01")
    table.plays("A", "place:3,9:0", "pass")
    assert table.score("A") == 8
    assert table.events_of("scored")[0]["wells"] == 2


@pytest.mark.scenario("C-015")
def test_a_path_of_one_tile_is_complete_at_once() -> None:
    table = position(draws="j01")
    table.plays("A", "place:3,0:0", "herald:N")
    assert table.score("A") == 1
    assert table.supply("A") == 6


@pytest.mark.scenario("C-016")
def test_a_square_parts_the_paths_that_meet_there() -> None:
    words: dict[str, Any] = {"tiles": "j01@4,4/0", "active": "B", "draws": "s08"}
    table = position(followers={"A": "4,4:N"}, **words)
    table.plays("B", "place:4,5:0")
    assert table.offers("herald:N")
    table = position(followers={"A": "4,4:N"}, **words)
    table.plays("B", "place:4,3:0")
    assert "herald" not in kinds(table)


@pytest.mark.scenario("C-017")
def test_a_crossing_with_a_well_is_one_path_with_three_ends() -> None:
    table = position(tiles="j04@4,4/0 d03@4,3/2", followers={"A": "4,4:N"}, draws="d03 s02 d04")
    table.plays("A", "place:5,4:3", "pass")
    assert open_sides(table.state, table.root("4,4:S")) == 1
    assert table.score("A") == 0
    plain = position(tiles="j05@4,4/0 d03@4,3/2 d03@5,4/3", draws="s02")
    assert open_sides(plain.state, plain.root("4,4:S")) == 1


@pytest.mark.scenario("C-018")
def test_a_ring_is_complete() -> None:
    table = position(tiles="c01@6,9/2 c01@6,10/3 c01@5,10/0", draws="c01")
    table.plays("A", "place:5,9:1", "herald:E")
    assert table.score("A") == 4
    assert table.supply("A") == 6


@pytest.mark.scenario("C-019")
def test_a_path_ends_at_a_building() -> None:
    table = position(tiles="s08@6,0/0", followers={"A": "6,0:N"}, draws="d01")
    table.plays("A", "place:6,1:0", "pass")
    assert table.score("A") == 3


# -- towers and houses


@pytest.mark.scenario("C-020")
def test_a_house_of_one_tile_scores_and_gets_the_keep() -> None:
    table = position(draws="b15")
    table.plays("A", "place:3,0:0", "squire:N")
    assert (table.score("A"), table.keep("A"), table.supply("A")) == (1, 1, 6)


@pytest.mark.scenario("C-021")
def test_a_tower_of_one_tile_scores_2() -> None:
    table = position(draws="b14")
    table.plays("A", "place:3,0:0", "knight:N")
    assert table.score("A") == 2


@pytest.mark.scenario("C-022")
def test_a_start_space_counts_as_a_tile_of_a_tower() -> None:
    table = position(draws="b05")
    table.plays("A", "place:3,0:0", "knight:W")
    assert table.score("A") == 4


@pytest.mark.scenario("C-023")
def test_a_tower_scores_2_for_each_tile() -> None:
    table = position(tiles="b05@4,3/3 b17@4,4/0 b17@4,5/0", followers={"A": "4,4:N"}, draws="b05")
    table.plays("A", "place:4,6:1", "pass")
    assert table.score("A") == 8


RING = "b07@4,6/1 b01@5,6/1 b07@6,6/2 b01@6,7/2 b07@6,8/3 b01@5,8/3 b07@4,8/0 b01@4,7/0"


@pytest.mark.scenario("C-024")
def test_a_tower_round_an_empty_cell_is_not_complete() -> None:
    table = position(tiles=RING, followers={"A": "4,6:E"}, draws="b06")
    root = table.root("4,6:E")
    assert (size(table.state, root), open_sides(table.state, root)) == (8, 4)
    table.plays("A", "place:5,7:0", "pass")
    assert table.score("A") == 16


@pytest.mark.scenario("C-025")
def test_nobody_scores_a_house_without_a_majority() -> None:
    table = position(
        tiles="b06@4,3/3 b06@5,4/0", followers={"A": "4,3:S", "B": "5,4:W"}, draws="b10"
    )
    table.plays("A", "place:4,4:0", "pass")
    assert (table.score("A"), table.score("B")) == (0, 0)
    assert (table.keep("A"), table.keep("B")) == (0, 0)
    assert (table.supply("A"), table.supply("B")) == (6, 6)
    assert len(table.events_of("tied")) == 1


@pytest.mark.scenario("C-026")
def test_the_majority_scores_no_matter_who_completes() -> None:
    table = position(
        tiles="b05@4,3/3 b05@5,4/0 b05@4,5/1",
        followers={"A": "4,3:S", "B": "5,4:W 4,5:N"},
        draws="b01",
    )
    table.plays("A", "place:4,4:0", "pass")
    assert (table.score("A"), table.score("B")) == (0, 8)


@pytest.mark.scenario("C-027")
def test_a_tower_without_followers_scores_nothing() -> None:
    table = position(tiles="b05@4,3/3 b17@4,4/0", draws="b05")
    table.plays("A", "place:4,5:1", "pass")
    assert (table.score("A"), table.score("B")) == (0, 0)
    assert table.events_of("scored") == table.events_of("tied") == []


# -- followers


@pytest.mark.scenario("C-028")
def test_nobody_joins_a_follower_of_the_other() -> None:
    table = position(tiles="b04@4,4/0", followers={"B": "4,4:N"}, draws="b10")
    table.plays("A", "place:5,4:2")
    assert table.options == ["pass", "knight:N", "merchant:E"]
    table.refuses("A", "squire:W", "squire:S")


@pytest.mark.scenario("C-029")
def test_nobody_joins_their_own_follower() -> None:
    table = position(tiles="b04@4,4/0", followers={"A": "4,4:N"}, draws="b10")
    table.plays("A", "place:5,4:2")
    assert table.options == ["pass", "knight:N", "merchant:E"]


@pytest.mark.scenario("C-030")
def test_a_tile_may_join_two_towers() -> None:
    table = position(
        tiles="b05@4,3/3 b05@5,4/0", followers={"A": "4,3:S", "B": "5,4:W"}, draws="b01 b01"
    )
    table.plays("A", "place:4,4:0")
    assert followers_in(table.state, table.root("4,4:N")) == (1, 1)
    assert "knight" not in kinds(table)
    table.plays("A", "pass")
    table.plays("B", "place:4,5:3")
    assert table.root("4,5:N") == table.root("4,3:S")
    assert "knight" not in kinds(table)


ELSEWHERE = "6,6:N 6,6:E 6,6:S 6,6:W 6,6:Er"
"""Five followers, on each of the three paths of a square and in two courts."""


@pytest.mark.scenario("C-031")
def test_without_a_follower_at_hand_none_is_placed() -> None:
    table = position(tiles="j01@6,6/0", followers={"A": f"6,6:Nr {ELSEWHERE}"}, draws="b14")
    assert table.supply("A") == 0
    table.plays("A", "place:3,0:0")
    assert table.question == ("B", "place")
    assert table.events_of("follower_placed") == []


@pytest.mark.scenario("C-032")
def test_a_follower_that_returns_may_be_placed_from_the_next_turn_on() -> None:
    table = position(
        tiles="j01@6,6/0 b06@4,3/3",
        followers={"A": f"4,3:S {ELSEWHERE}"},
        draws="b06 c08 b14",
    )
    table.plays("A", "place:4,4:1")
    assert table.question == ("B", "place")
    assert (table.score("A"), table.supply("A")) == (2, 1)
    table.plays("B", "place:1,9:0", "pass")
    table.plays("A", "place:3,0:0", "knight:N")
    assert table.score("A") == 4


@pytest.mark.scenario("C-033")
def test_a_merchant_stays_until_the_end() -> None:
    table = position(tiles="b02@4,4/0", followers={"A": "4,4:W"}, draws="b02")
    table.plays("A", "place:3,4:2", "pass")
    assert table.root("3,4:E") == table.root("4,4:W")
    assert (table.score("A"), table.supply("A")) == (0, 5)
    assert [one["role"] for one in table.view()["followers"]] == ["merchant"]
