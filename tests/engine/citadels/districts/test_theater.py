"""The Theater swaps a character card at the end of the selection phase."""

from __future__ import annotations

import pytest

from engine.citadels.testing import SEED, CitadelsTable, drafting, position


def theater(
    d: str = "thief", c: str = "king", *, city: str = "theater", gold: int = 2
) -> CitadelsTable:
    """B owns the Theater and has the Bishop; D has chosen this character, the last one."""
    table = drafting(
        f"{d} magician",
        step=3,
        uniques="theater",
        characters={"A": "merchant", "B": "bishop", "C": c},
        cities={"B": city},
        gold={"A": gold},
    )
    table.plays("D", f"keep:{d}")
    return table


def characters(table: CitadelsTable, letter: str) -> list[str]:
    names = table.view(letter)["you"]["characters"]
    assert isinstance(names, list)
    return names


@pytest.mark.scenario("T-029")
def test_two_players_swap_their_characters_and_the_new_holder_answers() -> None:
    table = theater()
    assert table.question == ("B", "theater")
    assert table.options == ["pass", "swap_character:0", "swap_character:2", "swap_character:3"]
    table.plays("B", "swap_character:3")
    assert characters(table, "B") == ["thief"]
    assert characters(table, "D") == ["bishop"]
    assert table.events_of("revealed") == [{"seat": 1, "rank": 2, "character": "thief"}]
    assert table.question == ("B", "gather")


@pytest.mark.scenario("T-029")
def test_only_the_two_know_the_cards_and_the_others_that_they_swapped() -> None:
    public = {"kind": "characters_swapped", "seat": 1, "other": 3}
    table = theater("architect")
    table.plays("B", "swap_character:3")
    assert table.events_for("B", "characters_swapped") == [
        {**public, "gave": "bishop", "got": "architect"}
    ]
    assert table.events_for("D", "characters_swapped") == [
        {**public, "gave": "architect", "got": "bishop"}
    ]
    for letter in ("A", "C", None):
        assert table.events_for(letter, "characters_swapped") == [public]


def test_the_others_cannot_tell_which_cards_changed_hands() -> None:
    one, other = theater("architect"), theater("warlord")
    for table in (one, other):
        table.plays("B", "swap_character:3")
        assert table.question == ("C", "gather")
    for letter in ("A", "C", None):
        assert one.view(letter) == other.view(letter)
        assert one.events_for(letter) == other.events_for(letter)


def test_the_owner_names_the_opponent_without_seeing_more_than_their_own_card() -> None:
    one, other = theater("thief"), theater("architect")
    assert one.options == other.options
    assert one.view("B") == other.view("B")
    assert one.events_for("B") == other.events_for("B")
    assert one.rules.describe(one.state, one.decision) == other.rules.describe(
        other.state, other.decision
    )


@pytest.mark.scenario("T-030")
def test_the_owner_may_decline_and_rank_1_is_called() -> None:
    table = theater()
    assert table.events_of("called") == []
    table.plays("B", "pass")
    assert characters(table, "B") == ["bishop"]
    assert characters(table, "D") == ["thief"]
    assert table.events_of("theater_passed") == [{"seat": 1}]
    assert table.events_of("characters_swapped") == []
    assert table.events_of("called")[0] == {"rank": 1, "character": "assassin"}
    assert table.question == ("D", "gather")


def test_there_is_one_swap_a_round_and_no_other_player_is_asked() -> None:
    table = theater()
    table.refuses("A", "swap_character:1", "pass")
    table.refuses("B", "swap_character:1")
    table.plays("B", "swap_character:0")
    assert characters(table, "A") == ["bishop"]
    assert characters(table, "B") == ["merchant"]
    assert table.question == ("D", "gather")


def test_a_swapped_king_takes_the_crown_for_its_new_player() -> None:
    table = theater("thief", "king")
    table.plays("B", "swap_character:2")
    table.ends_turn("D")
    assert table.question == ("B", "gather")
    assert table.crown == "B"


def test_a_beautified_theater_works_like_any_other() -> None:
    table = drafting(
        "thief magician",
        step=3,
        card_set="artist",
        uniques="theater",
        characters={"A": "merchant", "B": "bishop", "C": "king"},
        cities={"B": "theater+"},
    )
    table.plays("D", "keep:thief")
    assert table.question == ("B", "theater")


def test_a_theater_in_a_hand_does_nothing() -> None:
    table = drafting(
        "thief magician",
        step=3,
        uniques="theater",
        characters={"A": "merchant", "B": "bishop", "C": "king"},
        hands={"B": "theater"},
    )
    table.plays("D", "keep:thief")
    assert table.question == ("D", "gather")


@pytest.mark.scenario("T-032")
def test_a_theater_that_was_destroyed_swaps_nothing() -> None:
    table = position(
        uniques="theater",
        characters={"A": "warlord", "B": "king"},
        cities={"B": "theater"},
        gold={"A": 5},
        turn="warlord",
    )
    table.plays("A", "destroy:1:theater")
    table.ends_turn("A")
    while table.view()["phase"] == "selection" and table.question[1] == "keep_character":
        table.plays(table.question[0], table.options[0])
    assert table.question[1] == "gather"
    assert table.events_of("theater_passed") == table.events_of("characters_swapped") == []


def test_a_theater_that_stands_is_asked_about_every_round() -> None:
    table = position(
        uniques="theater", characters={"B": "king"}, cities={"C": "theater"}, turn="king"
    )
    for _ in range(2):
        table.plays_round_out()
        while table.question[1] == "keep_character":
            table.plays(table.question[0], table.options[0])
        assert table.question == ("C", "theater")
        table.plays("C", "pass")


# -- 2 and 3 players


def theater_of_3(seed: bytes = SEED) -> CitadelsTable:
    """B owns the Theater and holds Witch and Cardinal; C has Thief and Architect."""
    table = drafting(
        "architect merchant",
        players=3,
        step=6,
        card_set="witch cardinal",
        uniques="theater",
        characters={"A": "king warlord", "B": "witch cardinal", "C": "thief"},
        cities={"B": "theater"},
        seed=seed,
    )
    table.plays("C", "keep:architect")
    return table


@pytest.mark.scenario("T-031")
def test_of_two_cards_the_owner_chooses_their_own_and_gets_one_at_random() -> None:
    got = set()
    for number in range(20):
        table = theater_of_3(bytes([number] * 32))
        assert table.question == ("B", "theater")
        table.plays("B", "swap_character:2:cardinal")
        mine, theirs = characters(table, "B"), characters(table, "C")
        assert mine[0] == "witch"
        assert len(mine) == len(theirs) == 2
        assert sorted([*mine, *theirs]) == ["architect", "cardinal", "thief", "witch"]
        assert "cardinal" in theirs
        assert characters(table, "A") == ["king", "warlord"]
        got.add(mine[1])
    assert got == {"thief", "architect"}


def test_of_two_cards_either_may_be_given_to_either_opponent() -> None:
    table = theater_of_3()
    assert table.options == [
        "pass",
        "swap_character:0:witch",
        "swap_character:0:cardinal",
        "swap_character:2:witch",
        "swap_character:2:cardinal",
    ]
    table.plays("B", "swap_character:0:witch")
    assert "witch" in characters(table, "A")
    assert characters(table, "B")[-1] in ("cardinal", "warlord")


def test_with_two_cards_the_third_player_learns_only_who_swapped() -> None:
    table = theater_of_3()
    table.plays("B", "swap_character:2:cardinal")
    public = {"kind": "characters_swapped", "seat": 1, "other": 2}
    assert table.events_for("A", "characters_swapped") == [public]
    assert table.events_for(None, "characters_swapped") == [public]
    assert table.events_for("B", "characters_swapped")[0]["gave"] == "cardinal"
    assert table.events_for("C", "characters_swapped")[0]["got"] == "cardinal"


def test_2_players_swap_one_card_each() -> None:
    table = drafting(
        "architect merchant",
        players=2,
        step=5,
        uniques="theater",
        characters={"A": "king warlord", "B": "thief"},
        cities={"A": "theater"},
    )
    table.plays("B", "keep:architect")
    assert table.question == ("A", "theater")
    table.plays("A", "swap_character:1:warlord")
    assert "warlord" in characters(table, "B")
    assert characters(table, "A") in (["thief", "king"], ["king", "architect"])
