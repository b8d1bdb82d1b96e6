"""The Witch bewitches a character, lets its holder gather, and plays on as it herself."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.testing import CitadelsTable, position

OTHERS = ["thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
WORKSHOPS = "laboratory smithy museum armory"


def resumed(
    character: str, *, card_set: str = "", characters: dict[str, str] | None = None, **words: Any
) -> CitadelsTable:
    """A has bewitched a character that C holds; C has gathered gold, and A plays on as it."""
    table = position(
        card_set=f"witch {character} {card_set}",
        characters={"A": "witch", "C": character} | (characters or {}),
        bewitched=character,
        turn=character,
        **words,
    )
    assert table.question == ("C", "gather")
    assert all(key.startswith("gather:") for key in table.options)
    table.plays("C", "gather:gold")
    assert table.question == ("A", "action")
    return table


# -- her own turn


@pytest.mark.scenario("T-058")
def test_right_after_gathering_she_must_name_a_character_and_can_do_nothing_else() -> None:
    words: dict[str, Any] = {
        "uniques": WORKSHOPS,
        "cities": {"A": WORKSHOPS, "B": "manor"},
        "hands": {"A": "temple"},
        "gold": {"A": 9},
    }
    other = position(card_set="witch", characters={"A": "thief"}, **words)
    acts = ["laboratory:temple", "smithy", "museum:temple", "armory:1:manor"]
    assert other.offers("gather:gold", *acts)

    table = position(card_set="witch", characters={"A": "witch"}, **words)
    assert table.options == ["gather:gold", "gather:cards"]
    table.refuses("A", *acts)
    table.plays("A", "gather:gold")
    assert table.question == ("A", "bewitch")
    assert table.options == [f"bewitch:{name}" for name in OTHERS]
    table.refuses("A", "build:temple", *acts, "end_turn")


@pytest.mark.scenario("T-059")
def test_she_cannot_name_anybody_before_gathering() -> None:
    table = position(card_set="witch", characters={"A": "witch"}, top="temple church")
    table.refuses("A", "bewitch:king")
    table.plays("A", "gather:cards", "keep:temple")
    assert table.offers("bewitch:king")


def test_she_may_name_any_other_character_and_not_herself() -> None:
    table = position(card_set="witch tax_collector", characters={"A": "witch", "B": "king"})
    table.state.face_up = 1 << 8
    table.plays("A", "gather:gold")
    table.refuses("A", "bewitch:witch", "bewitch:assassin")
    assert table.options == [f"bewitch:{name}" for name in [*OTHERS, "tax_collector"]]


def test_the_name_is_called_aloud_alike_whether_or_not_somebody_holds_it() -> None:
    logs = []
    for held in ("merchant", "warlord"):
        table = position(card_set="witch", characters={"A": "witch", "B": "king", "C": held})
        table.plays("A", "gather:gold", "bewitch:merchant")
        assert table.question == ("B", "gather")
        assert table.view()["marks"] == [{"character": "merchant", "mark": "bewitched"}]
        assert table.events_of("bewitch_named") == [{"seat": 0, "character": "merchant"}]
        logs.append((table.events_for(None), table.events_for("D"), table.view("D")))
    assert logs[0] == logs[1]


def test_her_gold_mine_works_when_she_gathers() -> None:
    table = position(
        card_set="witch", uniques="gold_mine", characters={"A": "witch"}, cities={"A": "gold_mine"}
    )
    table.plays("A", "gather:gold")
    assert table.gold("A") == 2 + 3


def test_her_library_and_observatory_work_when_she_gathers() -> None:
    table = position(
        card_set="witch",
        uniques="library observatory",
        characters={"A": "witch"},
        cities={"A": "library observatory"},
        top="temple church manor palace",
    )
    table.plays("A", "gather:cards")
    assert table.hand("A") == ["church", "manor", "temple"]
    assert table.question == ("A", "bewitch")


# -- the bewitched player


@pytest.mark.scenario("T-060")
def test_the_bewitched_one_only_gathers_and_she_plays_on_with_the_whole_ability() -> None:
    table = position(
        card_set="witch",
        characters={"A": "witch", "C": "architect"},
        hands={"A": "temple prison manor", "C": "tavern"},
        gold={"A": 7, "C": 0},
    )
    table.plays("A", "gather:gold", "bewitch:architect")
    assert table.question == ("C", "gather")
    assert table.events_of("revealed")[-1] == {"seat": 2, "rank": 7, "character": "architect"}
    table.refuses("C", "extra_cards")
    table.plays("C", "gather:gold")
    assert table.gold("C") == 2
    assert table.question == ("A", "action")
    assert table.events_of("resumed") == [{"seat": 0, "character": "architect"}]
    assert table.view()["turn"] == {
        "seat": 0,
        "character": "architect",
        "built": 0,
        "build_limit": 3,
    }
    table.refuses("C", "build:tavern", "end_turn")
    table.refuses("A", "gather:gold", "gather:cards")
    assert table.gold("A") == 9
    table.plays("A", "extra_cards", "build:temple", "build:prison", "build:manor")
    assert table.gold("A") == 9 - 6
    assert len(table.hand("A")) == 2
    assert table.city("A") == ["temple", "prison", "manor"]
    assert [key for key in table.options if key.startswith("build:")] == []
    table.plays("A", "end_turn")
    assert table.city("C") == []
    assert table.events_of("turn_ended") == [{"seat": 0}]


@pytest.mark.scenario("T-061")
@pytest.mark.parametrize(("gathers", "gold"), [("gold", 3), ("cards", 0)])
def test_the_bewitched_one_has_a_gold_mine_and_no_income_action_or_end_of_turn(
    gathers: str, gold: int
) -> None:
    table = position(
        card_set="witch",
        uniques="gold_mine poor_house smithy",
        characters={"A": "witch", "C": "merchant"},
        cities={"C": "tavern market gold_mine poor_house smithy"},
        hands={"C": "temple"},
        gold={"C": 0},
        deck="church",
        bewitched="merchant",
        turn="merchant",
    )
    assert table.options == ["gather:gold", "gather:cards"]
    table.refuses("C", "income", "extra_gold", "smithy", "build:temple", "end_turn")
    table.plays("C", f"gather:{gathers}")
    assert table.question == ("A", "action")
    table.refuses("C", "income", "extra_gold", "smithy", "build:temple", "end_turn")
    table.plays("A", "end_turn")
    assert table.gold("C") == gold
    assert len(table.city("C")) == 5


@pytest.mark.scenario("T-062")
def test_the_library_and_the_observatory_of_the_bewitched_one_work() -> None:
    table = position(
        card_set="witch",
        uniques="library observatory",
        characters={"A": "witch", "C": "merchant"},
        cities={"C": "library observatory"},
        top="temple church manor palace",
        bewitched="merchant",
        turn="merchant",
    )
    table.plays("C", "gather:cards")
    assert table.hand("C") == ["church", "manor", "temple"]
    assert table.top(1) == ["palace"]
    assert table.question == ("A", "action")


def test_the_bewitched_one_chooses_which_card_to_keep_before_she_plays_on() -> None:
    table = position(
        card_set="witch",
        characters={"A": "witch", "C": "merchant"},
        top="temple church",
        bewitched="merchant",
        turn="merchant",
    )
    table.plays("C", "gather:cards")
    assert table.question == ("C", "keep_card")
    table.plays("C", "keep:church")
    assert table.hand("C") == ["church"]
    assert table.question == ("A", "action")


def test_the_park_of_the_bewitched_one_does_not_work() -> None:
    table = resumed("merchant", uniques="park", cities={"C": "park"})
    table.plays("A", "end_turn")
    assert table.hand("C") == []


@pytest.mark.scenario("T-063")
def test_with_the_named_character_absent_she_does_not_play_on() -> None:
    words: dict[str, Any] = {
        "card_set": "witch",
        "uniques": "park poor_house",
        "characters": {"A": "witch", "B": "warlord"},
        "cities": {"A": "park poor_house"},
        "gold": {"A": 0},
        "top": "temple church",
    }
    table = position(**words)
    table.plays("A", "gather:gold", "bewitch:bishop")
    assert table.question == ("B", "gather")
    table.refuses("A", "end_turn")
    table.plays_round_out()
    assert table.view()["phase"] == "selection"
    assert table.gold("A") == 2
    assert table.hand("A") == []
    assert table.city("A") == ["park", "poor_house"]
    assert table.events_of("resumed") == []

    table = position(**words)
    table.plays("A", "gather:cards", "keep:temple", "bewitch:bishop")
    table.plays_round_out()
    assert table.gold("A") == 0
    assert table.hand("A") == ["temple"]


def test_she_plays_on_as_her_own_other_character_with_its_income() -> None:
    table = position(
        players=3,
        card_set="witch",
        characters={"A": "witch merchant", "B": "king bishop", "C": "thief warlord"},
        cities={"A": "tavern"},
        bewitched="merchant",
        turn="merchant",
    )
    assert table.options == ["gather:gold", "gather:cards"]
    table.plays("A", "gather:gold", "income", "extra_gold", "end_turn")
    assert table.gold("A") == 2 + 2 + 1 + 1


@pytest.mark.scenario("T-077")
def test_with_2_players_she_may_bewitch_her_own_other_character() -> None:
    table = position(
        players=2,
        card_set="witch",
        characters={"A": "witch architect", "B": "king bishop"},
        hands={"A": "temple prison tavern church"},
        gold={"A": 0},
        top="manor palace",
    )
    table.plays("A", "gather:gold", "bewitch:architect")
    table.ends_turn("B")
    table.ends_turn("B")
    assert table.question == ("A", "gather")
    assert table.options == ["gather:gold", "gather:cards"]
    table.plays("A", "gather:gold")
    assert table.question == ("A", "action")
    assert table.gold("A") == 4
    table.plays("A", "build:temple", "build:prison", "build:tavern", "extra_cards")
    table.refuses("A", "build:church")
    table.plays("A", "end_turn")
    assert table.events_of("resumed") == [{"seat": 0, "character": "architect"}]


def test_the_other_turn_of_a_bewitched_player_is_their_own() -> None:
    table = position(
        players=2,
        card_set="witch",
        characters={"A": "witch thief", "B": "king bishop"},
        cities={"B": "manor temple"},
        hands={"B": "tavern"},
        bewitched="king",
        turn="king",
    )
    table.plays("B", "gather:gold")
    table.plays("A", "end_turn")
    assert table.question == ("B", "gather")
    table.plays("B", "income", "gather:gold", "build:tavern", "end_turn")
    assert table.gold("B") == 2 + 2 + 1 + 2 - 1


# -- her resumed turn: hand, stash, city and districts are hers


@pytest.mark.scenario("T-073")
def test_her_own_district_actions_work_in_the_resumed_turn_and_those_of_the_other_do_not() -> None:
    table = resumed(
        "merchant",
        cities={"A": "smithy", "C": "laboratory"},
        hands={"A": "temple", "C": "church"},
        gold={"A": 3},
        top="manor palace docks",
    )
    table.refuses("A", "laboratory:temple", "laboratory:church")
    table.plays("A", "smithy")
    assert table.gold("A") == 1
    assert table.hand("A") == ["docks", "manor", "palace", "temple"]
    table.refuses("A", "smithy")


def test_each_of_her_district_actions_works_once_in_the_resumed_turn() -> None:
    table = resumed(
        "merchant",
        uniques=WORKSHOPS,
        cities={"A": WORKSHOPS, "B": "manor"},
        hands={"A": "temple church"},
        gold={"A": 4},
    )
    table.plays("A", "laboratory:temple", "museum:church", "smithy", "armory:1:manor")
    assert table.gold("A") == 4 + 2 - 2
    assert table.city("A") == ["laboratory", "smithy", "museum"]
    spent = ("laboratory:", "museum:", "smithy", "armory:")
    assert not [key for key in table.options if key.startswith(spent)]


def test_her_park_and_poor_house_work_at_the_end_of_the_resumed_turn() -> None:
    table = resumed(
        "bishop",
        uniques="park poor_house",
        cities={"A": "park poor_house"},
        gold={"A": 0},
        top="temple church",
    )
    table.plays("A", "end_turn")
    assert table.gold("A") == 1
    assert table.hand("A") == ["church", "temple"]


@pytest.mark.scenario("T-076")
def test_a_city_that_she_completes_in_the_resumed_turn_is_the_first() -> None:
    table = resumed("merchant", cities={"A": "*6"}, hands={"A": "palace"}, gold={"A": 5})
    assert table.completed == []
    table.plays("A", "build:palace")
    assert table.completed == ["A"]
    assert table.score("A")["completion"] == 4


@pytest.mark.scenario("T-262")
def test_in_a_tie_the_witch_has_revealed_rank_1_only_and_the_bewitched_player_their_own_rank() -> (
    None
):
    table = position(
        card_set="witch",
        characters={"A": "witch", "B": "warlord", "C": "king"},
        cities={
            "A": "palace castle fortress manor",
            "B": "palace castle fortress docks",
            "C": "temple tavern watchtower church prison market trading_post",
        },
        completed="C",
        bewitched="warlord",
        turn="warlord",
    )
    table.plays("B", "gather:gold")
    table.plays("A", "end_turn")
    assert table.over
    scores = table.result["scores"]
    assert scores[0] == scores[1] == max(scores)
    assert scores.count(max(scores)) == 2
    assert table.result["tie_breaks"][:2] == [1, 8]
    assert table.result["placements"][:2] == [2, 1]
