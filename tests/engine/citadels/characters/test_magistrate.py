"""The Magistrate lays three warrants, and may take what the signed one pays for first."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, position

OTHERS = ["thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
MARKED = [{"character": name, "mark": "warrant"} for name in ("king", "bishop", "merchant")]


def built(
    character: str, district: str, *, characters: dict[str, str] | None = None, **words: Any
) -> CitadelsTable:
    """C has gathered gold and built, as a character that bears a warrant; A is the Magistrate."""
    usual: dict[str, Any] = {
        "card_set": f"magistrate {character}",
        "hands": {"C": district},
        "gold": {"C": 9},
        "warrants": f"{character}! thief warlord",
    }
    table = position(
        characters={"A": "magistrate", "C": character} | (characters or {}),
        turn=character,
        **{**usual, **words},
    )
    table.plays("C", "gather:gold", f"build:{district}")
    return table


# -- laying the warrants


@pytest.mark.scenario("T-079")
def test_three_different_characters_are_marked_and_only_the_magistrate_knows_the_signed_one() -> (
    None
):
    table = position(card_set="magistrate", characters={"A": "magistrate", "B": "king"})
    assert [key for key in table.options if key.startswith("sign_warrant:")] == [
        f"sign_warrant:{name}" for name in OTHERS
    ]
    table.refuses("A", "sign_warrant:magistrate")
    table.plays("A", "gather:gold", "sign_warrant:merchant")
    assert table.question == ("A", "blank_marker")
    table.refuses("A", "blank:merchant", "blank:magistrate", "end_turn")
    table.plays("A", "blank:king")
    assert table.question == ("A", "blank_marker")
    table.refuses("A", "blank:merchant", "blank:king", "blank:magistrate", "end_turn")
    table.plays("A", "blank:bishop")
    assert table.question == ("A", "action")
    table.refuses("A", "sign_warrant:thief")

    public = {"seat": 0, "characters": ["king", "bishop", "merchant"]}
    assert table.events_of("markers_laid") == [public]
    assert table.events_for("A", "markers_laid") == [
        {"kind": "markers_laid", **public, "face": "merchant"}
    ]
    for letter in ("A", "B", "C", "D", None):
        assert table.view(letter)["marks"] == MARKED
    assert table.view("A")["you"]["faces"] == {"signed": "merchant"}
    for letter in ("B", "C", "D"):
        assert table.view(letter)["you"]["faces"] == {}
        assert table.events_for(letter) == table.events_for(None)


def test_nobody_learns_of_a_warrant_before_all_three_are_laid() -> None:
    table = position(card_set="magistrate", characters={"A": "magistrate"})
    for key in ("sign_warrant:merchant", "blank:king"):
        before = len(table.events)
        table.plays("A", key)
        assert len(table.events) == before
        assert table.view("B")["marks"] == []
        assert table.view("A")["marks"] == []
    assert RULES.own_decision(table.state, 0)["about"] == {
        "face": "merchant",
        "marked": ["king", "merchant"],
    }


def test_the_order_in_which_the_warrants_are_laid_is_not_told() -> None:
    heard = []
    for keys in (
        ("sign_warrant:warlord", "blank:thief", "blank:king"),
        ("sign_warrant:thief", "blank:king", "blank:warlord"),
    ):
        table = position(card_set="magistrate", characters={"A": "magistrate"})
        table.plays("A", *keys)
        heard.append(table.events_for("B"))
    assert heard[0] == heard[1]


def test_laying_warrants_is_optional_and_possible_before_and_after_gathering() -> None:
    table = position(card_set="magistrate", characters={"A": "magistrate", "B": "king"})
    assert table.offers("sign_warrant:king")
    table.plays("A", "gather:gold")
    assert table.offers("sign_warrant:king")
    table.plays("A", "end_turn")
    assert table.view()["marks"] == []


def test_discarded_characters_and_rank_9_may_be_marked() -> None:
    table = position(card_set="magistrate tax_collector", characters={"A": "magistrate"})
    table.state.face_up = 1 << 8
    table.plays("A", "sign_warrant:warlord", "blank:tax_collector", "blank:thief")
    assert table.view("A")["you"]["faces"] == {"signed": "warlord"}


# -- confiscating


@pytest.mark.scenario("T-080")
def test_what_the_signed_one_pays_for_is_taken_and_the_other_warrants_leave() -> None:
    table = position(
        card_set="magistrate",
        characters={"A": "magistrate", "B": "warlord", "C": "merchant"},
        hands={"B": "temple", "C": "harbor tavern"},
        gold={"A": 0, "C": 4},
    )
    table.plays("A", "sign_warrant:merchant", "blank:king", "blank:warlord")
    table.ends_turn("A")
    table.plays("C", "gather:gold", "build:harbor")
    assert table.question == ("A", "confiscate")
    assert table.options == ["confiscate", "pass"]
    assert table.gold("C") == 2
    assert table.city("C") == []
    table.plays("A", "confiscate")
    assert table.gold("C") == 6
    assert table.gold("A") == 2
    assert table.hand("C") == ["tavern"]
    assert table.city("C") == []
    assert table.city("A") == ["harbor"]
    assert table.question == ("C", "action")
    table.refuses("C", "build:tavern")
    assert table.view()["marks"] == []
    assert table.view("A")["you"]["faces"] == {}

    table.plays("C", "end_turn")
    table.plays("B", "gather:gold", "build:temple")
    assert table.question == ("B", "action")
    assert table.city("B") == ["temple"]


@pytest.mark.scenario("T-098")
def test_a_king_with_a_blank_warrant_is_left_alone_once_the_signed_one_is_revealed() -> None:
    table = position(
        card_set="magistrate spy",
        characters={"A": "magistrate", "B": "king", "C": "spy"},
        hands={"B": "temple", "C": "harbor"},
        gold={"C": 4},
        warrants="spy! king bishop",
        turn="spy",
    )
    table.plays("C", "gather:gold", "build:harbor")
    table.plays("A", "confiscate")
    table.ends_turn("C")
    table.plays("B", "gather:gold", "build:temple")
    assert table.question == ("B", "action")


def test_the_magistrate_is_told_what_is_at_stake_and_so_is_everybody() -> None:
    table = built("merchant", "harbor")
    stake = {"seat": 2, "district": "harbor", "gold": 4}
    assert table.events_of("paid") == [stake]
    assert RULES.own_decision(table.state, 0)["about"] == stake
    for letter in ("A", "B", "C", None):
        assert table.view(letter)["building"] == stake


def test_everybody_is_told_of_the_confiscation_and_that_it_cost_the_magistrate_nothing() -> None:
    table = built("merchant", "harbor")
    table.plays("A", "confiscate")
    assert table.events_of("confiscated") == [
        {"seat": 0, "victim": 2, "district": "harbor", "gold": 4}
    ]
    assert table.events_of("built") == [{"seat": 0, "district": "harbor", "gold": 0}]
    assert table.view()["building"] is None


@pytest.mark.scenario("T-081")
def test_who_passes_on_the_first_paid_build_has_no_second_chance() -> None:
    table = built(
        "architect", "temple", hands={"C": "temple palace"}, warrants="architect! thief warlord"
    )
    table.plays("A", "pass")
    assert table.question == ("C", "action")
    table.plays("C", "build:palace")
    assert table.question == ("C", "action")
    assert table.city("C") == ["temple", "palace"]
    assert table.city("A") == []


@pytest.mark.scenario("T-083")
def test_for_a_blank_warrant_the_magistrate_is_asked_all_the_same() -> None:
    blank = built("king", "manor", warrants="king thief! warlord")
    assert blank.question == ("A", "confiscate")
    assert blank.options == ["pass"]
    signed = built("king", "manor", warrants="king! thief warlord")
    for table in (blank, signed):
        table.plays("A", "pass")
        assert table.question == ("C", "action")
    for letter in ("B", "C", "D", None):
        assert blank.events_for(letter) == signed.events_for(letter)
        assert blank.view(letter) == signed.view(letter)


def test_the_warrant_stays_when_the_magistrate_passes() -> None:
    table = built("king", "manor", warrants="king! thief warlord")
    table.plays("A", "pass")
    assert {"character": "king", "mark": "warrant"} in table.view()["marks"]
    assert table.view("A")["you"]["faces"] == {"signed": "king"}


def test_a_character_without_a_warrant_builds_undisturbed() -> None:
    table = built("king", "manor", warrants="merchant! thief warlord")
    assert table.question == ("C", "action")
    assert table.city("C") == ["manor"]


def test_a_marked_character_that_builds_nothing_is_not_disturbed() -> None:
    table = position(
        card_set="magistrate",
        characters={"A": "magistrate", "B": "bishop", "C": "merchant"},
        warrants="merchant! king thief",
        turn="merchant",
    )
    table.ends_turn("C")
    assert table.question[1] == "keep_character"
    assert table.events_of("confiscated") == []


@pytest.mark.scenario("T-096")
def test_with_the_signed_character_absent_nothing_happens_and_the_markers_leave() -> None:
    table = position(
        card_set="magistrate",
        characters={"A": "magistrate", "B": "bishop", "C": "thief", "D": "magician"},
        hands={"B": "temple"},
    )
    table.plays("A", "sign_warrant:merchant", "blank:king", "blank:warlord")
    table.ends_turn("A")
    table.ends_turn("C")
    table.ends_turn("D")
    table.plays("B", "gather:gold", "build:temple", "end_turn")
    assert table.view()["phase"] == "selection"
    assert table.events_of("confiscated") == []
    assert table.city("B") == ["temple"]
    assert table.view()["marks"] == []
    assert table.view("A")["you"]["faces"] == {}


# -- two characters a player


@pytest.mark.scenario("T-097")
def test_nothing_is_confiscated_from_oneself() -> None:
    table = position(
        players=2,
        card_set="magistrate",
        characters={"A": "magistrate merchant", "B": "king bishop"},
        hands={"A": "harbor"},
        gold={"A": 9},
    )
    table.plays("A", "sign_warrant:merchant", "blank:king", "blank:thief")
    table.ends_turn("A")
    table.ends_turn("B")
    table.ends_turn("B")
    table.plays("A", "gather:gold", "build:harbor")
    assert table.question == ("A", "action")
    assert table.city("A") == ["harbor"]
    assert table.gold("A") == 9 + 2 + 2 - 4
    assert table.events_of("confiscated") == []


def test_a_warrant_lies_on_one_character_and_not_on_the_players_other_one() -> None:
    table = position(
        players=3,
        card_set="magistrate",
        characters={"A": "magistrate thief", "B": "bishop warlord", "C": "king merchant"},
        hands={"C": "temple tavern"},
        warrants="merchant! bishop warlord",
        turn="king",
    )
    table.plays("C", "gather:gold", "build:temple")
    assert table.question == ("C", "action")
    table.plays("C", "end_turn")
    table.ends_turn("B")
    table.plays("C", "gather:gold", "build:tavern")
    assert table.options == ["confiscate", "pass"]


def test_each_marked_character_of_a_player_has_its_own_first_build() -> None:
    table = position(
        players=3,
        card_set="magistrate",
        characters={"A": "magistrate thief", "B": "bishop warlord", "C": "king merchant"},
        hands={"C": "temple tavern"},
        warrants="merchant! king warlord",
        turn="king",
    )
    table.plays("C", "gather:gold", "build:temple")
    assert (table.question, table.options) == (("A", "confiscate"), ["pass"])
    table.plays("A", "pass")
    table.ends_turn("C")
    table.ends_turn("B")
    table.plays("C", "gather:gold", "build:tavern")
    assert table.options == ["confiscate", "pass"]
    table.plays("A", "confiscate")
    assert table.city("A") == ["tavern"]
