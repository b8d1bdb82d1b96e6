"""The Emperor must give the crown away and takes a resource of who gets it."""

from __future__ import annotations

import pytest

from engine.citadels.testing import SEED, CitadelsTable, position


def emperor(
    *,
    players: int = 4,
    crown: str = "A",
    gold: int = 1,
    hand: str = "palace temple",
    city: str = "",
    seed: bytes = SEED,
) -> CitadelsTable:
    """B is the Emperor; C has this gold and these cards, the others nothing."""
    return position(
        players=players,
        card_set="emperor",
        characters={"A": "bishop", "B": "emperor", "C": "warlord"},
        crown=crown,
        gold={"A": 0, "B": 0, "C": gold, "D": 0},
        hands={"C": hand},
        cities={"B": city},
        turn="emperor",
        seed=seed,
    )


def crowns(table: CitadelsTable) -> list[str]:
    return [key for key in table.options if key.startswith("crown:")]


@pytest.mark.scenario("T-132")
def test_the_crown_is_given_and_a_card_taken_of_who_gets_it() -> None:
    table = emperor()
    table.plays("B", "crown:2:card")
    assert table.crown == "C"
    assert (len(table.hand("B")), len(table.hand("C"))) == (1, 1)
    assert sorted(table.hand("B") + table.hand("C")) == ["palace", "temple"]
    assert (table.gold("B"), table.gold("C")) == (0, 1)


@pytest.mark.scenario("T-132")
def test_the_card_taken_is_a_random_one_that_only_the_two_see() -> None:
    taken = set()
    for number in range(20):
        table = emperor(seed=bytes([number] * 32))
        table.plays("B", "crown:2:card")
        (card,) = table.hand("B")
        taken.add(card)
        public = {"kind": "card_taken", "seat": 1, "victim": 2, "count": 1}
        for letter in ("A", "D", None):
            assert table.events_for(letter, "card_taken") == [public]
        for letter in "BC":
            assert table.events_for(letter, "card_taken") == [{**public, "cards": [card]}]
    assert taken == {"palace", "temple"}


def test_1_gold_may_be_taken_instead() -> None:
    table = emperor(gold=3)
    table.plays("B", "crown:2:gold")
    assert table.crown == "C"
    assert (table.gold("B"), table.gold("C")) == (1, 2)
    assert table.events_of("gold_taken") == [
        {"seat": 1, "victim": 2, "gold": 1, "reason": "emperor"}
    ]
    assert len(table.hand("C")) == 2


@pytest.mark.scenario("T-133")
def test_an_emperor_with_the_crown_must_give_it_away() -> None:
    table = emperor(crown="B")
    table.refuses("B", "crown:1:gold", "crown:1:card", "crown:1:nothing")
    table.plays("B", "gather:gold")
    table.refuses("B", "end_turn", "crown:1:gold", "crown:1:nothing")
    assert table.crown == "B"
    table.plays("B", "crown:0:nothing", "end_turn")
    assert table.crown == "A"


@pytest.mark.scenario("T-134")
def test_the_crown_cannot_be_left_with_who_has_it() -> None:
    table = emperor(crown="A")
    table.refuses("B", "crown:0:gold", "crown:0:card", "crown:0:nothing")
    assert crowns(table) == ["crown:2:gold", "crown:2:card", "crown:3:nothing"]


@pytest.mark.scenario("T-135")
def test_a_player_with_nothing_may_be_crowned_and_nothing_is_taken() -> None:
    table = emperor(gold=0, hand="")
    table.refuses("B", "crown:2:gold", "crown:2:card")
    table.plays("B", "crown:2:nothing")
    assert table.crown == "C"
    assert (table.gold("B"), table.gold("C")) == (0, 0)
    assert table.events_of("gold_taken") == table.events_of("card_taken") == []


@pytest.mark.scenario("T-136")
def test_with_3_players_only_one_is_left_to_be_crowned() -> None:
    table = position(
        players=3,
        card_set="emperor",
        characters={"A": "bishop thief", "B": "emperor merchant", "C": "warlord magician"},
        crown="A",
        turn="emperor",
    )
    assert {key.split(":")[1] for key in crowns(table)} == {"2"}


@pytest.mark.scenario("T-278")
def test_of_a_player_without_cards_only_gold_can_be_taken() -> None:
    table = emperor(gold=2, hand="")
    table.refuses("B", "crown:2:card", "crown:2:nothing")
    table.plays("B", "crown:2:gold")
    assert (table.gold("B"), table.gold("C"), table.crown) == (1, 1, "C")


def test_of_a_player_without_gold_only_a_card_can_be_taken() -> None:
    table = emperor(gold=0)
    table.refuses("B", "crown:2:gold", "crown:2:nothing")
    assert table.offers("crown:2:card")


def test_the_crown_is_given_once_a_turn_before_or_after_gathering() -> None:
    early = emperor()
    early.plays("B", "crown:2:gold", "gather:gold")
    assert crowns(early) == []
    early.plays("B", "end_turn")
    late = emperor()
    late.plays("B", "gather:gold", "crown:2:gold")
    assert crowns(late) == []
    late.plays("B", "end_turn")


def test_the_crown_does_not_come_by_itself() -> None:
    assert emperor().crown == "A"


def test_each_noble_district_pays_the_emperor_1_gold() -> None:
    table = emperor(city="manor castle temple")
    table.plays("B", "income")
    assert table.gold("B") == 2


def test_who_was_crowned_chooses_first_in_the_next_round() -> None:
    table = emperor()
    table.plays("B", "crown:3:nothing")
    table.plays_round_out()
    assert table.question == ("D", "keep_character")


# -- the killed Emperor


def killed(crown: str = "D", players: int = 4) -> CitadelsTable:
    """B is the Emperor and killed; C has 3 gold."""
    others = {"A": "assassin", "B": "emperor", "C": "warlord"}
    if players == 3:
        others = {"A": "assassin thief", "B": "emperor merchant", "C": "bishop warlord"}
    table = position(
        players=players,
        card_set="emperor",
        characters=others,
        crown=crown,
        gold={"A": 0, "B": 0, "C": 3, "D": 0},
        hands={"C": "temple"},
        cities={"B": "manor"},
    )
    table.plays("A", "kill:emperor")
    table.ends_turn("A")
    while not table.over and table.question[1] != "crown" and table.view()["phase"] == "turns":
        table.ends_turn(table.question[0])
    return table


@pytest.mark.scenario("T-055")
def test_a_killed_emperor_still_names_who_gets_the_crown_and_takes_nothing() -> None:
    table = killed()
    assert table.question == ("B", "crown")
    assert table.options == ["crown:0", "crown:2"]
    table.refuses("B", "crown:1", "crown:3")
    gold = table.gold("C")
    table.plays("B", "crown:2")
    assert table.crown == "C"
    assert table.gold("C") == gold == 3 + 2
    assert table.hand("C") == ["temple"]
    assert table.gold("B") == 0
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "emperor"}]
    assert table.question == ("C", "keep_character")


def test_a_killed_emperor_with_the_crown_gives_it_away_too() -> None:
    table = killed(crown="B")
    assert table.options == ["crown:0", "crown:2", "crown:3"]


def test_until_the_end_of_the_round_nobody_learns_who_the_killed_emperor_is() -> None:
    table = position(
        card_set="emperor",
        characters={"A": "assassin", "B": "emperor", "C": "warlord"},
        crown="D",
    )
    table.plays("A", "kill:emperor")
    table.ends_turn("A")
    assert table.question == ("C", "gather")
    assert table.events_of("heir_revealed") == []
    assert all(seat["characters"] != ["emperor"] for seat in table.view("D")["seats"])


def test_with_3_players_the_killed_emperor_has_no_choice_and_is_not_asked() -> None:
    table = killed(crown="A", players=3)
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "emperor"}]
    assert table.crown == "C"
    assert table.question == ("C", "keep_character")


def test_a_killed_emperor_that_nobody_holds_moves_no_crown() -> None:
    table = position(card_set="emperor", characters={"A": "assassin", "C": "warlord"}, crown="D")
    table.plays("A", "kill:emperor")
    table.plays_round_out()
    assert table.crown == "D"
    assert table.events_of("heir_revealed") == []


def test_in_the_last_round_the_killed_emperor_gives_the_crown_before_the_scoring() -> None:
    table = position(
        card_set="emperor",
        characters={"A": "assassin", "B": "emperor", "D": "warlord"},
        cities={"C": "statue", "D": "*7"},
        completed="D",
        crown="D",
    )
    table.plays("A", "kill:emperor")
    for letter in "AD":
        table.ends_turn(letter)
    assert table.question == ("B", "crown")
    table.plays("B", "crown:2")
    assert table.over
    assert table.result["breakdown"][2]["statue"] == 5
    assert table.result["tie_breaks"] == [1, 4, 0, 8]
