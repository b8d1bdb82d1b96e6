"""The Assassin names a character, and its holder loses the turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.testing import CitadelsTable, position

OTHERS = ["thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


def merchant_killed(*, held: bool = True) -> CitadelsTable:
    """A, the Assassin, has killed the Merchant, which C may hold, and the turn phase is over."""
    table = position(
        characters={"A": "assassin", "B": "bishop", "D": "warlord"}
        | ({"C": "merchant"} if held else {}),
        cities={"C": "tavern market"},
        hands={"C": "docks"},
        gold={"C": 5},
        crown="D",
    )
    table.plays("A", "kill:merchant")
    table.plays_round_out()
    return table


def public_turn_phase(table: CitadelsTable) -> list[dict[str, Any]]:
    """What a spectator was told up to the end of the last turn of the round."""
    log = table.events_for(None)
    last = max(place for place, event in enumerate(log) if event["kind"] == "turn_ended")
    return log[: last + 1]


@pytest.mark.scenario("T-049")
def test_the_killed_character_takes_no_turn_and_stays_hidden() -> None:
    table = position(
        characters={"A": "assassin", "B": "bishop", "C": "merchant", "D": "warlord"},
        cities={"C": "tavern market"},
        hands={"C": "docks"},
        gold={"C": 5},
    )
    table.plays("A", "kill:merchant")
    table.ends_turn("A")
    table.ends_turn("B")
    assert table.question == ("D", "gather")
    assert table.view()["seats"][2]["characters"] == []
    assert table.gold("C") == 5
    assert table.hand("C") == ["docks"]
    assert table.city("C") == ["tavern", "market"]


@pytest.mark.scenario("T-050")
def test_nobody_learns_in_the_turn_phase_whether_the_killed_character_was_held() -> None:
    held, absent = merchant_killed(), merchant_killed(held=False)
    assert public_turn_phase(held) == public_turn_phase(absent)
    assert {"kind": "called", "rank": 6, "character": "merchant"} in public_turn_phase(held)


def test_the_killed_character_is_shown_after_the_round_if_somebody_held_it() -> None:
    shown = {"seat": 2, "character": "merchant"}
    assert merchant_killed().events_of("killed_shown") == [shown]
    assert merchant_killed(held=False).events_of("killed_shown") == []


@pytest.mark.scenario("T-051")
def test_any_other_character_may_be_named_but_not_the_assassin() -> None:
    table = position(characters={"A": "assassin"})
    assert [key for key in table.options if key.startswith("kill:")] == [
        f"kill:{name}" for name in OTHERS
    ]
    table.refuses("A", "kill:assassin")


def test_a_rank_9_of_the_card_set_may_be_named_and_one_outside_it_may_not() -> None:
    assert position(characters={"A": "assassin"}, options={"rank_9": "artist"}).offers(
        "kill:artist"
    )
    position(characters={"A": "assassin"}).refuses("A", "kill:artist")


def test_a_character_that_lies_face_up_may_be_named() -> None:
    table = position(characters={"A": "assassin"})
    table.state.face_up = 1 << 8
    assert table.view()["face_up"] == ["warlord"]
    table.plays("A", "kill:warlord")
    assert table.events_of("kill_named") == [{"seat": 0, "character": "warlord"}]


@pytest.mark.scenario("T-052")
def test_the_assassin_may_end_the_turn_without_naming_anybody() -> None:
    table = position(characters={"A": "assassin", "C": "merchant"})
    table.plays("A", "gather:gold", "end_turn")
    assert table.question == ("C", "gather")
    assert table.view()["marks"] == []


def test_the_name_is_called_aloud() -> None:
    table = position(characters={"A": "assassin", "C": "merchant"})
    table.plays("A", "kill:merchant")
    assert table.view()["marks"] == [{"character": "merchant", "mark": "killed"}]
    assert table.events_of("kill_named") == [{"seat": 0, "character": "merchant"}]


def test_only_one_character_can_be_killed_a_turn() -> None:
    table = position(characters={"A": "assassin"})
    table.plays("A", "kill:merchant")
    table.refuses("A", "kill:king", "kill:merchant")
    table.plays("A", "gather:gold")
    table.refuses("A", "kill:king")


def test_the_name_may_also_be_called_after_gathering_and_building() -> None:
    table = position(characters={"A": "assassin", "C": "king"}, hands={"A": "temple"})
    table.plays("A", "gather:gold", "build:temple", "kill:king", "end_turn")
    assert table.events_of("turn_ended") == [{"seat": 0}]


def test_the_killed_player_still_sees_their_card_and_nobody_else_does() -> None:
    table = position(characters={"A": "assassin", "B": "warlord", "C": "merchant"})
    table.plays("A", "kill:merchant")
    table.ends_turn("A")
    assert table.question == ("B", "gather")
    assert table.view("C")["you"]["characters"] == ["merchant"]
    assert table.view("D")["seats"][2]["characters"] == []
    assert table.events_for("D") == table.events_for(None)


@pytest.mark.scenario("T-053")
def test_a_killed_king_inherits_the_crown_at_the_end_of_the_round_and_earns_nothing() -> None:
    table = position(
        characters={"A": "assassin", "B": "king", "D": "warlord"},
        cities={"B": "manor castle"},
        gold={"B": 3},
        crown="D",
    )
    table.plays("A", "kill:king")
    table.ends_turn("A")
    assert table.question == ("D", "gather")
    assert table.crown == "D"
    assert table.events_of("heir_revealed") == []
    table.ends_turn("D")
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "king"}]
    assert table.crown == "B"
    assert table.gold("B") == 3
    assert table.question == ("B", "keep_character")


@pytest.mark.scenario("T-054")
def test_a_killed_patrician_inherits_the_crown_and_gains_no_cards() -> None:
    table = position(
        card_set="patrician",
        characters={"A": "assassin", "B": "patrician"},
        cities={"B": "manor castle"},
        hands={"B": "temple"},
        crown="D",
    )
    table.plays("A", "kill:patrician")
    table.ends_turn("A")
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "patrician"}]
    assert table.crown == "B"
    assert table.hand("B") == ["temple"]
    assert table.gold("B") == 2


@pytest.mark.scenario("T-055")
def test_a_killed_emperor_gives_the_crown_at_the_end_of_the_round_and_takes_nothing() -> None:
    table = position(
        card_set="emperor",
        characters={"A": "assassin", "B": "emperor", "C": "thief"},
        hands={"C": "temple"},
        gold={"C": 3},
        crown="D",
        top="manor palace",
    )
    table.plays("A", "kill:emperor")
    table.ends_turn("A")
    table.plays("C", "gather:cards", "keep:manor", "end_turn")
    assert table.question == ("B", "crown")
    assert table.events_of("heir_revealed") == [{"seat": 1, "character": "emperor"}]
    assert table.options == ["crown:0", "crown:2"]
    table.refuses("B", "crown:1", "crown:3")
    table.plays("B", "crown:2")
    assert table.crown == "C"
    assert table.gold("C") == 3
    assert table.hand("C") == ["manor", "temple"]
    assert table.gold("B") == 2
    assert table.question == ("C", "keep_character")


@pytest.mark.scenario("T-057")
def test_the_districts_of_a_killed_player_do_not_work() -> None:
    table = position(
        uniques="park poor_house",
        characters={"A": "assassin", "B": "bishop", "C": "warlord"},
        cities={"B": "park poor_house"},
        gold={"B": 0},
    )
    table.plays("A", "kill:bishop")
    table.plays_round_out()
    assert table.view()["phase"] == "selection"
    assert table.gold("B") == 0
    assert table.hand("B") == []


def test_a_killed_king_is_shown_once() -> None:
    table = position(characters={"A": "assassin", "B": "king"})
    table.plays("A", "kill:king")
    table.ends_turn("A")
    assert len(table.events_of("heir_revealed")) == 1
    assert table.events_of("killed_shown") == []


def test_a_killed_king_that_nobody_holds_leaves_the_crown_where_it_is() -> None:
    table = position(characters={"A": "assassin", "B": "warlord"}, crown="C")
    table.plays("A", "kill:king")
    table.plays_round_out()
    assert table.crown == "C"
    assert table.events_of("heir_revealed") == []


def test_the_mark_is_gone_in_the_next_round() -> None:
    table = merchant_killed()
    assert table.view()["phase"] == "selection"
    assert table.view()["marks"] == []


@pytest.mark.scenario("T-266")
def test_with_2_characters_only_the_killed_one_loses_its_turn() -> None:
    table = position(
        players=2,
        characters={"A": "assassin merchant", "B": "king warlord"},
        cities={"B": "prison"},
        hands={"B": "temple"},
        crown="A",
    )
    table.plays("A", "kill:king")
    table.ends_turn("A")
    table.ends_turn("A")
    assert table.crown == "A"
    table.plays("B", "gather:gold", "income", "build:temple", "end_turn")
    assert table.gold("B") == 2 + 2 + 1 - 1
    assert table.city("B") == ["prison", "temple"]
    assert table.crown == "B"
    assert table.question == ("B", "keep_character")


def test_with_2_characters_a_player_may_kill_their_own_other_one() -> None:
    table = position(players=2, characters={"A": "assassin merchant", "B": "bishop warlord"})
    table.plays("A", "kill:merchant")
    table.ends_turn("A")
    table.ends_turn("B")
    assert table.question == ("B", "gather")
    assert table.view()["called"] == "warlord"
