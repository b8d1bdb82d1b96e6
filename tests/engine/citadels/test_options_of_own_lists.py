"""Lists of cards that the host chooses, or leaves to the seed (rules 3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.districts import DISTRICTS
from engine.citadels.options import DEFAULTS, rank_9_rule
from engine.citadels.pools import POOL_2016
from engine.citadels.testing import fresh
from tests.engine.citadels.wishes import (
    BASE,
    DEAR,
    FOURTEEN,
    SIZES,
    checked,
    find_card_set,
    own,
    refusal,
)

every_count = pytest.mark.parametrize("players", range(2, 9))


# -- lists of the host's own


@pytest.mark.scenario("T-010")
def test_a_custom_list_has_exactly_one_character_of_each_rank() -> None:
    wrong = [
        ["assassin", "witch", *BASE[2:]],
        [*BASE, "witch"],
        BASE[1:],
        [*BASE[:7], "artist"],
        [*BASE, "artist", "queen"],
        [*BASE, BASE[0]],
        [],
    ]
    for characters in wrong:
        assert refusal(own(characters), 5) == ("one_character_per_rank", "/characters")
    assert find_card_set(own(["witch", *BASE[1:]]), 5) == ["witch", *BASE[1:]]


@pytest.mark.scenario("T-007")
@pytest.mark.parametrize("players", [3, 8])
def test_a_custom_list_for_3_or_8_players_has_a_rank_9(players: int) -> None:
    assert refusal(own(BASE), players) == ("rank_9_required", "/characters")
    assert find_card_set(own([*BASE, "tax_collector"]), players) == [*BASE, "tax_collector"]


def test_a_custom_list_follows_the_number_of_players_too() -> None:
    emperor = [*BASE[:3], "emperor", *BASE[4:]]
    assert refusal(own(emperor), 2) == ("emperor_needs_3_players", "/characters/3")
    assert refusal(own([*BASE, "queen"]), 4) == ("queen_needs_5_players", "/characters/8")
    assert refusal(own(["queen", *BASE]), 3) == ("queen_needs_5_players", "/characters/0")
    assert find_card_set(own([*emperor, "queen"]), 5)[3::5] == ["emperor", "queen"]


def test_the_order_of_a_custom_list_does_not_matter() -> None:
    shuffled = fresh(5, options=own(BASE[::-1], FOURTEEN[::-1])).view()
    straight = fresh(5, options=own()).view()
    assert shuffled == straight


@pytest.mark.parametrize("name", ["keep", "nobody", "", 1, None, ["king"], {}])
def test_a_custom_list_names_characters_that_exist(name: object) -> None:
    characters: list[Any] = [*BASE[:7], name]
    assert refusal(own(characters), 4) == ("unknown_character", "/characters/7")


@pytest.mark.parametrize("characters", [None, "king", {}, 8])
def test_a_custom_list_needs_a_list_of_characters(characters: object) -> None:
    options = {**own(), "characters": characters}
    assert refusal(options, 4) == ("characters_required", "/characters")


@pytest.mark.parametrize("districts", [None, "keep", {}, 14])
def test_a_custom_list_needs_a_list_of_districts(districts: object) -> None:
    assert refusal({**own(), "districts": districts}, 4) == ("districts_required", "/districts")


@pytest.mark.scenario("T-011")
def test_a_custom_list_has_14_different_unique_districts() -> None:
    code = "fourteen_unique_districts"
    assert refusal(own(districts=FOURTEEN[:13]), 4) == (code, "/districts")
    assert refusal(own(districts=[*FOURTEEN, "park"]), 4) == (code, "/districts")
    assert refusal(own(districts=[]), 4) == (code, "/districts")
    twice = [*FOURTEEN[:13], FOURTEEN[0]]
    assert refusal(own(districts=twice), 4) == ("district_twice", "/districts/13")
    assert {DISTRICTS[name].cost for name in DEAR} == {5, 6}
    assert set(fresh(4, options=own(districts=DEAR)).view()["unique_districts"]) == set(DEAR)


@pytest.mark.parametrize("name", ["temple", "king", "", 1, None, ["keep"], {}])
def test_a_custom_list_names_unique_districts(name: object) -> None:
    districts: list[Any] = [name, *FOURTEEN[1:]]
    assert refusal(own(districts=districts), 4) == ("unknown_district", "/districts/0")


@pytest.mark.parametrize(("name", "character"), [("rank_4", "king"), ("rank_9", "artist")])
def test_a_custom_list_says_all_of_its_ranks_itself(name: str, character: str) -> None:
    assert refusal({**own(), name: character}, 4) == ("option_not_used", f"/{name}")


# -- surprises


def surprise(players: int, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters and unique districts of a surprising match of this seed."""
    view = fresh(players, seed=number.to_bytes(32, "big"), options={"preset": "surprise"}).view()
    return tuple(view["cast"]), tuple(view["unique_districts"])


@every_count
def test_a_surprise_is_legal(players: int) -> None:
    for number in range(40):
        characters, districts = surprise(players, number)
        checked(own([*characters], [*districts]), players)


def test_the_seed_alone_decides_the_surprise() -> None:
    lists = [surprise(6, number) for number in range(40)]
    assert lists == [surprise(6, number) for number in range(40)]
    assert len(set(lists)) == 40


def test_a_surprise_may_bring_every_character_and_every_unique_district() -> None:
    lists = [surprise(6, number) for number in range(200)]
    assert {name for characters, _ in lists for name in characters} == {
        name for row in POOL_2016.characters for name in row
    }
    assert {name for _, districts in lists for name in districts} == set(POOL_2016.districts)


@every_count
def test_a_surprise_brings_a_rank_9_always_sometimes_or_never(players: int) -> None:
    sizes = {len(surprise(players, number)[0]) for number in range(30)}
    assert sizes == SIZES[rank_9_rule(players)]


def test_a_surprise_says_nothing_before_the_match_begins() -> None:
    assert checked({"preset": "surprise"}, 4) == {**DEFAULTS, "preset": "surprise"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rank_4", "king"), ("rank_9", "artist"), ("characters", BASE), ("districts", FOURTEEN),
    ],
)  # fmt: skip
def test_a_surprise_takes_no_wishes(name: str, value: object) -> None:
    assert refusal({"preset": "surprise", name: value}, 4) == ("option_not_used", f"/{name}")


def test_a_surprise_lets_the_host_give_the_first_crown() -> None:
    table = fresh(4, options={"preset": "surprise"}, crown="C")
    assert table.crown == "C"
