"""Calling the ranks: who plays when, and what the table is told (rules 6.1)."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def revealed(table: CitadelsTable) -> list[tuple[int, str]]:
    return [(event["seat"], event["character"]) for event in table.events_of("revealed")]


@pytest.mark.scenario("T-033")
def test_turns_follow_the_ranks_and_not_the_seats() -> None:
    table = position(
        characters={"A": "warlord", "B": "assassin", "C": "king", "D": "merchant"}, crown="A"
    )
    table.plays_round_out()
    assert revealed(table) == [(1, "assassin"), (2, "king"), (3, "merchant"), (0, "warlord")]


def test_every_rank_of_the_card_set_is_called_once_in_order() -> None:
    table = position(characters={"A": "warlord", "B": "assassin"}, options={"rank_9": "artist"})
    table.plays_round_out()
    assert [event["rank"] for event in table.events_of("called")] == list(range(1, 10))


def test_a_rank_outside_the_card_set_is_not_called() -> None:
    table = position(characters={"A": "warlord"})
    table.plays_round_out()
    assert [event["rank"] for event in table.events_of("called")] == list(range(1, 9))


def test_a_rank_nobody_holds_is_called_and_passed_over() -> None:
    table = position(characters={"A": "thief", "B": "king"})
    table.ends_turn("A")
    assert table.question == ("B", "gather")
    assert [event["character"] for event in table.events_of("called")] == [
        "assassin",
        "thief",
        "magician",
        "king",
    ]


def test_a_killed_character_a_discarded_one_and_an_absent_one_are_called_alike() -> None:
    table = position(characters={"A": "assassin", "C": "merchant", "D": "warlord"})
    table.state.face_up = 1 << 5
    table.plays("A", "kill:merchant")
    table.ends_turn("A")
    log = [event for event in table.events_for(None) if event["kind"] in ("called", "revealed")]
    called = [event for event in log if event.get("character") in ("bishop", "merchant")]
    assert [event["kind"] for event in called] == ["called", "called"]
    assert [set(event) for event in called] == [{"kind", "rank", "character"}] * 2
    assert table.question == ("D", "gather")


def test_a_character_is_hidden_until_it_is_called() -> None:
    table = position(characters={"A": "assassin", "B": "king"})
    assert table.view("C")["seats"][1]["characters"] == []
    table.ends_turn("A")
    assert table.view("C")["seats"][1]["characters"] == ["king"]


def test_the_view_tells_who_is_called_and_whose_turn_it_is() -> None:
    table = position(characters={"A": "assassin", "B": "architect"})
    assert table.view()["called"] == "assassin"
    assert table.view()["turn"] == {
        "seat": 0,
        "character": "assassin",
        "built": 0,
        "build_limit": 1,
    }
    table.ends_turn("A")
    assert table.view()["called"] == "architect"
    assert table.view()["turn"]["build_limit"] == 3


def test_with_2_characters_a_player_takes_two_turns_a_round() -> None:
    table = position(players=2, characters={"A": "thief warlord", "B": "king merchant"})
    table.plays_round_out()
    assert revealed(table) == [(0, "thief"), (1, "king"), (1, "merchant"), (0, "warlord")]


@pytest.mark.scenario("T-265")
def test_a_card_drawn_as_one_character_may_be_built_as_the_other() -> None:
    table = position(
        players=3,
        characters={"A": "architect warlord", "B": "king bishop", "C": "thief magician"},
        hands={"A": "temple tavern"},
        gold={"A": 9},
        top="palace prison",
        turn="architect",
    )
    table.plays("A", "gather:cards", "keep:palace", "end_turn")
    assert table.question == ("A", "gather")
    assert table.view()["turn"]["build_limit"] == 1
    table.plays("A", "gather:gold", "build:palace")
    assert table.city("A") == ["palace"]
    table.refuses("A", "build:temple", "build:tavern")


@pytest.mark.scenario("T-267")
def test_district_actions_are_free_again_in_a_players_other_turn() -> None:
    table = position(
        players=2,
        characters={"A": "king bishop", "B": "thief magician"},
        cities={"A": "laboratory"},
        hands={"A": "temple tavern palace"},
        gold={"A": 0},
        turn="king",
    )
    table.plays("A", "laboratory:temple", "gather:gold")
    table.refuses("A", "laboratory:tavern")
    table.plays("A", "end_turn", "laboratory:tavern")
    assert table.gold("A") == 2 + 2 + 2
    table.refuses("A", "laboratory:palace")


def test_only_the_player_whose_turn_it_is_may_choose() -> None:
    table = position(characters={"A": "assassin", "B": "king"})
    table.refuses("B", "gather:gold")
    table.refuses("C", "gather:gold")
    assert table.offers("gather:gold")
