"""The Blackmailer lays two threats, and is bribed, or reveals what lies under one."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, position

TARGETS = ["magician", "king", "bishop", "merchant", "architect", "warlord"]


def threatened(threats: str = "merchant! king", gold: int = 5, **words: Any) -> CitadelsTable:
    """A is the Blackmailer, and C, the Merchant, is called."""
    usual: dict[str, Any] = {
        "card_set": "blackmailer",
        "characters": {"A": "blackmailer", "C": "merchant", "D": "warlord"},
        "gold": {"A": 0, "C": gold},
    }
    return position(threats=threats, turn="merchant", **{**usual, **words})


# -- laying the threats


def test_two_characters_are_threatened_and_only_the_blackmailer_knows_the_flower() -> None:
    table = position(card_set="blackmailer", characters={"A": "blackmailer", "C": "merchant"})
    assert [key for key in table.options if key.startswith("threaten:")] == [
        f"threaten:{name}" for name in TARGETS
    ]
    table.plays("A", "threaten:merchant")
    assert table.events_of("markers_laid") == []
    assert table.view("B")["marks"] == table.view("A")["marks"] == []
    table.plays("A", "blank:king")
    marked = [{"character": name, "mark": "threat"} for name in ("king", "merchant")]
    public = {"seat": 0, "characters": ["king", "merchant"]}
    assert table.events_of("markers_laid") == [public]
    assert table.events_for("A", "markers_laid") == [
        {"kind": "markers_laid", **public, "face": "merchant"}
    ]
    for letter in ("A", "B", "C", "D", None):
        assert table.view(letter)["marks"] == marked
    assert table.view("A")["you"]["faces"] == {"flower": "merchant"}
    for letter in ("B", "C", "D"):
        assert table.view(letter)["you"]["faces"] == {}
        assert table.events_for(letter) == table.events_for(None)


@pytest.mark.scenario("T-115")
def test_neither_the_killed_character_nor_rank_1_nor_the_blackmailer_may_be_threatened() -> None:
    table = position(
        card_set="blackmailer", characters={"A": "blackmailer", "B": "assassin", "D": "king"}
    )
    table.plays("B", "kill:king")
    table.ends_turn("B")
    barred = ("king", "assassin", "blackmailer")
    assert table.offers("threaten:merchant")
    table.refuses("A", *[f"threaten:{name}" for name in barred])
    table.plays("A", "threaten:merchant")
    assert table.offers("blank:bishop")
    table.refuses("A", *[f"blank:{name}" for name in barred])


def test_the_bewitched_character_may_not_be_threatened() -> None:
    table = position(
        card_set="blackmailer witch", characters={"A": "blackmailer", "B": "witch", "D": "king"}
    )
    table.plays("B", "gather:gold", "bewitch:king")
    table.refuses("A", "threaten:king", "threaten:witch")
    table.plays("A", "threaten:merchant")
    table.refuses("A", "blank:king", "blank:witch")
    assert table.offers("blank:bishop")


@pytest.mark.scenario("T-117")
def test_both_threats_are_laid_on_two_characters_or_none_is() -> None:
    table = position(card_set="blackmailer", characters={"A": "blackmailer", "C": "merchant"})
    table.plays("A", "gather:gold")
    assert table.offers("end_turn")
    table.plays("A", "threaten:merchant")
    assert table.question == ("A", "blank_marker")
    assert table.options == [f"blank:{name}" for name in TARGETS if name != "merchant"]
    table.refuses("A", "blank:merchant", "end_turn", "stop", "pass")
    table.plays("A", "blank:king")
    table.refuses("A", "threaten:bishop")
    table.plays("A", "end_turn")
    table = position(card_set="blackmailer", characters={"A": "blackmailer", "C": "merchant"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.view()["marks"] == []


def test_a_discarded_character_and_rank_9_may_be_threatened() -> None:
    table = position(card_set="blackmailer tax_collector", characters={"A": "blackmailer"})
    table.state.face_up = 1 << 8
    table.plays("A", "threaten:warlord", "blank:tax_collector")
    assert table.view("A")["you"]["faces"] == {"flower": "warlord"}


# -- the bribe


@pytest.mark.scenario("T-109")
@pytest.mark.parametrize("threats", ["merchant! king", "merchant king!"])
def test_the_bribe_is_half_of_the_gold_after_gathering_and_the_marker_leaves_unseen(
    threats: str,
) -> None:
    table = threatened(threats)
    table.plays("C", "gather:gold")
    assert table.gold("C") == 7
    assert table.question == ("C", "bribe")
    assert table.options == ["bribe", "refuse"]
    table.plays("C", "bribe")
    assert table.gold("C") == 4
    assert table.gold("A") == 3
    assert table.view()["marks"] == [{"character": "king", "mark": "threat"}]
    assert table.events_of("bribed") == [{"seat": 2, "by": 0, "gold": 3}]
    assert table.events_of("threat_revealed") == []
    assert table.question == ("C", "action")


@pytest.mark.scenario("T-113")
@pytest.mark.parametrize("gold", [0, 1])
def test_a_bribe_of_nothing_takes_the_threat_away(gold: int) -> None:
    table = threatened(gold=gold, top="temple church")
    table.plays("C", "gather:cards", "keep:temple")
    assert table.question == ("C", "bribe")
    table.plays("C", "bribe")
    assert (table.gold("A"), table.gold("C")) == (0, gold)
    assert table.view()["marks"] == [{"character": "king", "mark": "threat"}]
    assert table.events_of("bribed") == [{"seat": 2, "by": 0, "gold": 0}]


@pytest.mark.scenario("T-114")
def test_a_threatened_player_gathers_then_answers_and_does_nothing_else_before() -> None:
    table = position(
        card_set="blackmailer emperor",
        uniques="gold_mine laboratory",
        characters={"A": "blackmailer", "C": "emperor"},
        cities={"C": "gold_mine laboratory manor"},
        hands={"C": "temple"},
        gold={"C": 0},
        threats="emperor! merchant",
        turn="emperor",
    )
    acts = ["income", "laboratory:temple", "crown:1:gold"]
    for topic in ("gather", "bribe"):
        assert table.question == ("C", topic)
        table.refuses("C", "build:temple", "end_turn", *acts)
        if topic == "gather":
            table.plays("C", "gather:gold")
    assert table.gold("C") == 3
    assert RULES.own_decision(table.state, 2)["about"] == {
        "seat": 2,
        "character": "emperor",
        "gold": 3,
        "bribe": 1,
    }
    table.plays("C", "bribe")
    assert table.gold("C") == 2
    assert table.offers("build:temple", *acts)


def test_somebody_who_is_not_threatened_may_act_before_gathering() -> None:
    table = threatened("king! bishop", cities={"C": "tavern"})
    assert table.offers("gather:gold", "income", "extra_gold")
    table.plays("C", "gather:gold")
    assert table.question == ("C", "action")


# -- the refusal


@pytest.mark.scenario("T-110")
def test_the_flower_takes_the_whole_stash_and_the_other_threat_leaves() -> None:
    table = threatened("merchant! warlord")
    table.plays("C", "gather:gold", "refuse")
    assert table.question == ("A", "reveal_threat")
    assert table.options == ["reveal", "pass"]
    assert table.gold("C") == 7
    table.plays("A", "reveal")
    assert table.gold("A") == 7
    assert table.gold("C") == 0
    assert table.view()["marks"] == []
    assert table.view("A")["you"]["faces"] == {}
    assert table.events_of("threat_revealed") == [{"seat": 2, "by": 0, "flower": True, "gold": 7}]
    assert table.question == ("C", "action")
    table.plays("C", "extra_gold", "end_turn")
    table.plays("D", "gather:gold")
    assert table.question == ("D", "action")


@pytest.mark.scenario("T-111")
def test_a_blank_threat_that_is_revealed_does_nothing_but_tell_where_the_flower_is() -> None:
    table = threatened("merchant warlord!")
    table.plays("C", "gather:gold", "refuse")
    assert table.options == ["reveal", "pass"]
    table.plays("A", "reveal")
    assert (table.gold("A"), table.gold("C")) == (0, 7)
    assert table.events_for(None, "threat_revealed") == [
        {"kind": "threat_revealed", "seat": 2, "by": 0, "flower": False, "gold": 0}
    ]
    assert table.view()["marks"] == [{"character": "warlord", "mark": "threat"}]
    table.plays("C", "end_turn")
    table.plays("D", "gather:gold", "refuse")
    table.plays("A", "reveal")
    assert table.gold("D") == 0


@pytest.mark.scenario("T-112")
def test_a_flower_that_is_not_revealed_leaves_unseen() -> None:
    table = threatened("merchant! warlord")
    table.plays("C", "gather:gold", "refuse")
    table.plays("A", "pass")
    assert (table.gold("A"), table.gold("C")) == (0, 7)
    assert table.events_of("threat_revealed") == []
    assert table.view()["marks"] == [{"character": "warlord", "mark": "threat"}]
    assert table.question == ("C", "action")
    table.plays("C", "end_turn")
    table.plays("D", "gather:gold", "refuse")
    assert table.question == ("A", "reveal_threat")


@pytest.mark.parametrize("threats", ["merchant! warlord", "merchant warlord!"])
def test_the_blackmailer_is_asked_even_with_nothing_to_gain(threats: str) -> None:
    table = threatened(threats, gold=0, deck="temple")
    table.plays("C", "gather:cards", "refuse")
    assert table.question == ("A", "reveal_threat")
    assert table.options == ["reveal", "pass"]


def test_only_gold_of_that_moment_is_lost() -> None:
    table = threatened("merchant! king", cities={"C": "tavern"})
    table.plays("C", "gather:gold", "refuse")
    table.plays("A", "reveal")
    table.plays("C", "income", "extra_gold", "end_turn")
    assert table.gold("C") == 1 + 1
    assert table.gold("A") == 7


# -- absent, killed, one's own


def test_a_threat_on_a_character_nobody_holds_is_not_asked_about() -> None:
    table = threatened("king! bishop")
    table.plays_round_out()
    assert table.events_of("bribed") == table.events_of("bribe_refused") == []
    assert table.view()["marks"] == []


def test_the_threats_leave_unseen_at_the_end_of_the_round() -> None:
    table = position(card_set="blackmailer", characters={"A": "blackmailer", "B": "magician"})
    table.plays("A", "threaten:merchant", "blank:king")
    table.plays_round_out()
    assert table.view()["phase"] == "selection"
    assert table.view()["marks"] == []
    assert table.view("A")["you"]["faces"] == {}
    assert table.events_of("threat_revealed") == []


def test_threatening_ones_own_other_character_has_no_effect() -> None:
    table = position(
        players=2,
        card_set="blackmailer",
        characters={"A": "blackmailer merchant", "B": "king bishop"},
        gold={"A": 4},
    )
    table.plays("A", "threaten:merchant", "blank:architect")
    table.ends_turn("A")
    table.ends_turn("B")
    table.ends_turn("B")
    table.plays("A", "gather:gold")
    assert table.question == ("A", "action")
    assert table.gold("A") == 8


@pytest.mark.scenario("T-280")
def test_with_two_characters_each_threat_is_answered_in_its_own_turn() -> None:
    table = position(
        players=3,
        card_set="blackmailer",
        characters={"A": "blackmailer assassin", "B": "merchant architect", "C": "king bishop"},
        gold={"A": 0, "B": 3},
        threats="merchant architect!",
        turn="merchant",
    )
    table.plays("B", "gather:gold", "bribe", "extra_gold", "end_turn")
    assert (table.gold("A"), table.gold("B")) == (2, 4)
    assert table.question == ("B", "gather")
    table.plays("B", "gather:gold", "refuse")
    table.plays("A", "reveal")
    assert (table.gold("A"), table.gold("B")) == (2 + 6, 0)


@pytest.mark.scenario("T-116")
def test_a_threat_is_answered_before_a_warrant_on_the_same_character() -> None:
    table = position(
        card_set="blackmailer magistrate",
        characters={"A": "magistrate", "B": "blackmailer", "C": "merchant"},
        hands={"C": "tavern"},
        gold={"B": 0, "C": 4},
        warrants="merchant! king bishop",
        threats="merchant! king",
        turn="merchant",
    )
    assert table.options == ["gather:gold", "gather:cards"]
    table.plays("C", "gather:gold")
    assert table.gold("C") == 6
    assert table.question == ("C", "bribe")
    table.refuses("C", "build:tavern")
    table.plays("C", "bribe")
    assert (table.gold("B"), table.gold("C")) == (3, 3)
    table.plays("C", "build:tavern")
    assert table.question == ("A", "confiscate")
    assert table.options == ["confiscate", "pass"]
    table.plays("A", "confiscate")
    assert table.gold("C") == 3
    assert table.city("A") == ["tavern"]
