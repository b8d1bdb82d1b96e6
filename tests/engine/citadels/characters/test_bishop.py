"""The Bishop's city is safe from rank 8."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def attacks(table: CitadelsTable) -> list[str]:
    """What the Warlord could destroy now."""
    return [key for key in table.options if key.startswith("destroy:")]


@pytest.mark.scenario("T-138")
def test_the_warlord_cannot_touch_the_city_of_a_revealed_bishop() -> None:
    table = position(
        characters={"A": "warlord", "B": "bishop"},
        cities={"B": "temple manor", "C": "temple"},
        gold={"A": 9},
        turn="warlord",
    )
    table.refuses("A", "destroy:1:temple", "destroy:1:manor")
    assert attacks(table) == ["destroy:2:temple"]


@pytest.mark.scenario("T-138")
@pytest.mark.parametrize(("rank_8", "verb"), [("diplomat", "exchange"), ("marshal", "seize")])
def test_neither_can_the_others_of_rank_8(rank_8: str, verb: str) -> None:
    table = position(
        card_set=rank_8,
        characters={"A": rank_8, "B": "bishop"},
        cities={"A": "tavern", "B": "temple manor", "C": "temple"},
        gold={"A": 9},
        turn=rank_8,
    )
    table.refuses("A", f"{verb}:1:temple", f"{verb}:1:manor")
    assert [key for key in table.options if key.startswith(verb)] == [f"{verb}:2:temple"]


@pytest.mark.parametrize(("rank_8", "verb"), [("diplomat", "exchange"), ("marshal", "seize")])
def test_a_killed_bishop_protects_nothing_from_the_others_of_rank_8(rank_8: str, verb: str) -> None:
    table = position(
        card_set=rank_8,
        characters={"A": rank_8, "B": "bishop", "D": "assassin"},
        cities={"A": "tavern", "B": "temple"},
        gold={"A": 9},
        killed="bishop",
        turn=rank_8,
    )
    assert table.offers(f"{verb}:1:temple")


@pytest.mark.parametrize("rank_8", ["warlord", "diplomat", "marshal"])
def test_a_bewitched_bishop_protects_the_witch_instead(rank_8: str) -> None:
    table = position(
        card_set=f"witch {rank_8}",
        characters={"A": rank_8, "B": "bishop", "C": "witch"},
        cities={"A": "tavern", "B": "temple", "C": "church"},
        gold={"A": 9},
        bewitched="bishop",
        turn="bishop",
    )
    table.plays("B", "gather:gold")
    table.plays("C", "end_turn")
    assert table.question == ("A", "gather")
    aimed = [key.partition(":")[2] for key in table.options]
    assert "1:temple" in aimed
    assert "2:church" not in aimed


@pytest.mark.parametrize("rank_8", ["warlord", "diplomat", "marshal"])
def test_a_bishop_that_nobody_holds_protects_nobody(rank_8: str) -> None:
    card_set = {"A": rank_8, "B": "king", "C": "thief", "D": "merchant"}
    table = position(
        card_set=rank_8,
        characters=card_set,
        cities={"A": "tavern", "B": "temple", "C": "church", "D": "manor"},
        gold={"A": 9},
        turn=rank_8,
    )
    aimed = {key.partition(":")[2] for key in table.options}
    assert {"1:temple", "2:church", "3:manor"} <= aimed


@pytest.mark.scenario("T-139")
def test_the_armory_reaches_the_city_of_a_bishop() -> None:
    table = position(
        uniques="armory",
        characters={"B": "bishop", "C": "merchant"},
        cities={"B": "temple", "C": "armory"},
        turn="merchant",
    )
    table.plays("C", "armory:1:temple")
    assert table.city("B") == []
    assert table.city("C") == []


@pytest.mark.scenario("T-056")
def test_a_killed_bishop_protects_nothing() -> None:
    table = position(
        characters={"A": "warlord", "B": "bishop", "D": "assassin"},
        cities={"B": "market"},
        gold={"A": 1},
    )
    table.plays("D", "kill:bishop")
    table.ends_turn("D")
    table.plays("A", "destroy:1:market")
    assert table.city("B") == []
    assert table.gold("A") == 0


@pytest.mark.scenario("T-140")
def test_with_2_characters_the_protection_lasts_through_the_players_other_turn() -> None:
    table = position(
        players=2,
        characters={"A": "magician warlord", "B": "bishop merchant"},
        cities={"A": "prison", "B": "temple tavern"},
        gold={"A": 9},
    )
    table.ends_turn("A")
    table.ends_turn("B")
    table.ends_turn("B")
    assert table.view()["called"] == "warlord"
    table.refuses("A", "destroy:1:temple", "destroy:1:tavern")
    assert attacks(table) == ["destroy:0:prison"]


@pytest.mark.scenario("T-141")
def test_a_player_who_is_bishop_and_warlord_cannot_destroy_their_own_districts() -> None:
    table = position(
        players=2,
        characters={"A": "bishop warlord", "B": "king merchant"},
        cities={"A": "temple", "B": "tavern"},
        turn="warlord",
    )
    table.refuses("A", "destroy:0:temple")
    assert attacks(table) == ["destroy:1:tavern"]


def test_a_robbed_bishop_protects_all_the_same() -> None:
    table = position(
        characters={"A": "warlord", "B": "bishop", "C": "thief"},
        cities={"B": "temple"},
        robbed="bishop",
        turn="bishop",
    )
    table.ends_turn("B")
    table.refuses("A", "destroy:1:temple")


def test_the_protection_is_gone_in_the_next_round() -> None:
    table = position(
        characters={"A": "magician", "B": "bishop"},
        cities={"B": "temple", "C": "temple"},
        gold={"A": 9},
        seed=bytes(32),
    )
    table.plays_round_out()
    table.plays("A", "keep:warlord")
    table.plays("B", "keep:king")
    table.plays("C", "keep:bishop")
    table.plays("D", table.options[0])
    while table.view()["called"] != "warlord":
        table.ends_turn(table.question[0])
    assert attacks(table) == ["destroy:1:temple"]


def test_each_religious_district_pays_1_gold() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "temple church manor"}, gold={"A": 0})
    table.plays("A", "income")
    assert table.gold("A") == 2
    assert table.events_of("gold_gained") == [{"seat": 0, "gold": 2, "reason": "income"}]


def test_the_bishop_has_nothing_to_do_besides_income() -> None:
    table = position(characters={"A": "bishop"}, cities={"A": "temple"})
    assert table.options == ["gather:gold", "gather:cards", "income"]
