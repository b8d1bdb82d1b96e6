"""The Queen gains 3 gold beside the character of rank 4."""

from __future__ import annotations

import pytest

from engine.citadels.testing import CitadelsTable, position


def seated(
    characters: dict[str, str], *, players: int = 5, card_set: str = "queen"
) -> CitadelsTable:
    """A position at the first call, with the given holders and no gold."""
    return position(
        players=players,
        card_set=card_set,
        characters=characters,
        gold=dict.fromkeys("ABCDEFGH"[:players], 0),
    )


@pytest.mark.scenario("T-190")
def test_a_neighbor_of_rank_4_gains_3_gold() -> None:
    table = seated({"B": "king", "C": "queen"})
    table.ends_turn("B")
    table.plays("C", "queen_gold")
    assert table.gold("C") == 3
    assert table.events_of("gold_gained")[-1] == {"seat": 2, "gold": 3, "reason": "queen"}
    table.refuses("C", "queen_gold")
    table.plays("C", "gather:gold")
    table.refuses("C", "queen_gold")


@pytest.mark.scenario("T-191")
@pytest.mark.parametrize(
    ("letter", "beside"), [("A", True), ("C", True), ("D", False), ("E", False)]
)
def test_neighbors_sit_directly_to_the_left_or_right(letter: str, beside: bool) -> None:
    table = seated({"B": "king", letter: "queen"})
    table.ends_turn("B")
    assert table.question == (letter, "gather")
    assert table.offers("queen_gold") == beside
    if not beside:
        table.refuses(letter, "queen_gold")
        table.ends_turn(letter)
        assert table.gold(letter) == 2
        return
    table.plays(letter, "queen_gold")
    assert table.gold(letter) == 3


@pytest.mark.scenario("T-277")
def test_the_first_and_the_last_seat_are_neighbors() -> None:
    table = seated({"A": "queen", "H": "king"}, players=8)
    table.ends_turn("H")
    table.plays("A", "queen_gold")
    assert table.gold("A") == 3


@pytest.mark.parametrize("rank_4", ["king", "emperor", "patrician"])
def test_any_character_of_rank_4_counts(rank_4: str) -> None:
    table = seated({"B": rank_4, "C": "queen"}, card_set=f"queen {rank_4}")
    if rank_4 == "emperor":
        table.plays("B", "crown:2:nothing")
    table.ends_turn("B")
    assert table.offers("queen_gold")


def test_without_rank_4_at_the_table_there_is_no_gold() -> None:
    table = seated({"B": "thief", "C": "queen"})
    table.ends_turn("B")
    table.refuses("C", "queen_gold")


def test_the_gold_is_optional_and_may_come_after_gathering() -> None:
    table = seated({"B": "king", "C": "queen"})
    table.ends_turn("B")
    table.plays("C", "gather:gold", "queen_gold", "end_turn")
    assert table.gold("C") == 5
    table = seated({"B": "king", "C": "queen"})
    table.plays_round_out()
    assert table.gold("C") == 2


# -- beside a killed rank 4


def killed(characters: dict[str, str], rank_4: str = "king") -> CitadelsTable:
    """A is the Assassin and has killed this character."""
    card_set = "queen" if rank_4 == "king" else f"queen {rank_4}"
    table = seated({"A": "assassin", **characters}, card_set=card_set)
    table.plays("A", f"kill:{rank_4}")
    table.ends_turn("A")
    return table


@pytest.mark.scenario("T-192")
@pytest.mark.parametrize("rank_4", ["king", "patrician"])
def test_beside_a_killed_heir_the_gold_comes_at_the_end_of_the_round(rank_4: str) -> None:
    table = killed({"B": rank_4, "C": "queen"}, rank_4)
    assert table.question == ("C", "gather")
    table.refuses("C", "queen_gold")
    table.ends_turn("C")
    assert table.gold("C") == 2 + 3
    assert table.crown == "B"
    kinds = [event.kind for event in table.events]
    assert kinds.index("heir_revealed") < kinds.index("crown_moved")
    assert table.events_of("gold_gained")[-1] == {"seat": 2, "gold": 3, "reason": "queen"}


def test_who_is_no_neighbor_of_the_heir_gains_nothing() -> None:
    table = killed({"B": "king", "D": "queen"})
    table.ends_turn("D")
    assert table.gold("D") == 2
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "king"}]


def test_a_killed_queen_gains_nothing() -> None:
    table = seated({"A": "assassin", "B": "king", "C": "queen"})
    table.plays("A", "kill:queen")
    table.plays_round_out()
    assert table.gold("C") == 0


def test_a_killed_rank_4_that_nobody_holds_brings_nothing() -> None:
    table = killed({"B": "thief", "C": "queen"})
    table.plays_round_out()
    assert table.gold("C") == 2


def test_until_the_end_of_the_round_the_queen_does_not_learn_who_was_killed() -> None:
    with_king, without = killed({"B": "king", "C": "queen"}), killed({"C": "queen"})
    assert with_king.options == without.options
    assert with_king.events_for("C") == without.events_for("C")
    seats = [table.view("C")["seats"] for table in (with_king, without)]
    assert [seat["characters"] for seat in seats[0]] == [seat["characters"] for seat in seats[1]]


@pytest.mark.scenario("T-193")
@pytest.mark.parametrize("crowned", ["2", "3", "4"])
def test_beside_a_killed_emperor_it_comes_no_matter_who_gets_the_crown(crowned: str) -> None:
    table = position(
        players=5,
        card_set="queen emperor",
        characters={"A": "assassin", "B": "emperor", "C": "queen"},
        gold={"C": 0, "E": 4},
        crown="A",
    )
    table.plays("A", "kill:emperor")
    table.ends_turn("A")
    table.ends_turn("C")
    assert table.question == ("B", "crown")
    assert table.options == ["crown:2", "crown:3", "crown:4"]
    assert table.gold("C") == 2, "the crown comes first"
    table.plays("B", f"crown:{crowned}")
    assert table.crown == "ABCDE"[int(crowned)]
    assert table.gold("C") == 2 + 3
    assert table.gold("E") == 4


@pytest.mark.scenario("T-194")
def test_the_gold_of_the_last_round_is_scored() -> None:
    table = position(
        players=5,
        card_set="queen",
        characters={"A": "assassin", "B": "king", "C": "queen"},
        cities={"C": "imperial_treasury", "E": "*7"},
        gold={"C": 0},
        completed="E",
    )
    table.plays("A", "kill:king")
    table.ends_turn("A")
    table.ends_turn("C")
    assert table.over
    assert table.gold("C") == 5
    assert table.result["breakdown"][2]["imperial_treasury"] == 5
