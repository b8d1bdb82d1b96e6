"""The classic edition: eight characters, a draft of its own, eight districts (rules 14)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.draft import Draft
from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, fresh, position
from tablekernel.errors import OptionsRefused
from tablekernel.loop import nearest

CLASSIC: Mapping[str, Any] = {"edition": "classic"}
EIGHT = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]


def drafted(table: CitadelsTable) -> list[tuple[str, str, list[str]]]:
    """Let everybody take the first character; who was asked what, with which characters."""
    asked = []
    while table.question[1] in ("keep_character", "discard_character"):
        letter, topic = table.question
        names = [key.partition(":")[2] for key in table.options]
        asked.append((letter, topic.partition("_")[0], names))
        table.plays(letter, table.options[0])
    return asked


def refused(options: dict[str, Any], players: int) -> str:
    with pytest.raises(OptionsRefused) as refusal:
        RULES.check_options({**CLASSIC, **options}, players)
    return refusal.value.code


@pytest.mark.scenario("T-273")
def test_with_3_players_the_packet_goes_round_twice_and_nothing_is_lost() -> None:
    table = fresh(3, options=CLASSIC)
    face_down = nearest(table.state, Draft).aside
    assert table.view()["goal"] == 8
    assert table.view()["face_up"] == []
    asked = drafted(table)
    assert [(letter, what, len(names)) for letter, what, names in asked] == [
        ("A", "keep", 7),
        ("B", "keep", 6),
        ("C", "keep", 5),
        ("A", "keep", 4),
        ("B", "keep", 3),
        ("C", "keep", 2),
    ]
    assert table.events_of("character_lost") == []
    held = [table.view(letter)["you"]["characters"] for letter in "ABC"]
    assert [len(names) for names in held] == [2, 2, 2]
    left = set(EIGHT) - {name for names in held for name in names}
    last = set(asked[-1][2]) & left
    assert len(last) == 1
    assert left - last == set(table.state.card_set.names_in(face_down))


@pytest.mark.scenario("T-274")
def test_5_players_have_8_characters_one_face_up_and_one_face_down() -> None:
    table = fresh(5, options=CLASSIC)
    view = table.view()
    assert view["cast"] == EIGHT
    assert len(view["face_up"]) == 1
    assert nearest(table.state, Draft).aside.bit_count() == 1
    assert len(table.options) == 6
    assert view["goal"] == 8
    assert [len(names) for _, _, names in drafted(table)] == [6, 5, 4, 3, 2]


@pytest.mark.parametrize(
    ("players", "face_up", "offers"),
    [
        (2, 0, [7, 6, 5, 4, 3, 2]),
        (4, 2, [5, 4, 3, 2]),
        (6, 0, [7, 6, 5, 4, 3, 2]),
        (7, 0, [7, 6, 5, 4, 3, 2, 2]),
    ],
)
def test_the_other_drafts_are_those_of_8_characters(
    players: int, face_up: int, offers: list[int]
) -> None:
    table = fresh(players, options=CLASSIC)
    assert table.view()["cast"] == EIGHT
    assert table.view()["goal"] == 8
    assert len(table.view()["face_up"]) == face_up
    assert [len(names) for _, _, names in drafted(table)] == offers


def test_the_last_of_7_players_takes_up_the_card_face_down() -> None:
    table = fresh(7, options=CLASSIC)
    face_down = nearest(table.state, Draft).aside
    offered = drafted(table)[-1][2]
    assert set(table.state.card_set.names_in(face_down)) <= set(offered)


def test_the_classic_edition_is_for_2_to_7_players() -> None:
    assert refused({}, 8) == "seats_out_of_range"
    assert refused({}, 1) == "seats_out_of_range"
    for players in range(2, 8):
        RULES.check_options(dict(CLASSIC), players)


def test_it_has_its_own_characters_and_no_others() -> None:
    assert refused({"rank_9": "artist"}, 5) == "option_not_used"
    assert refused({"rank_4": "patrician"}, 5) == "option_not_used"
    assert refused({"characters": EIGHT}, 5) == "option_not_used"
    for preset in ("cunning_agents", "custom", "surprise"):
        assert refused({"preset": preset}, 5) == "preset_not_classic"


def test_up_to_14_unique_districts_may_be_named_or_none() -> None:
    table = fresh(4, options={**CLASSIC, "districts": []})
    assert table.view()["unique_districts"] == []
    assert table.view()["deck_size"] == 54 - 16
    table = fresh(4, options={**CLASSIC, "districts": ["park", "keep"]})
    assert sorted(table.view()["unique_districts"]) == ["keep", "park"]
    assert len(fresh(4, options=CLASSIC).view()["unique_districts"]) == 14
    assert refused({"districts": ["keep", "keep"]}, 4) == "district_twice"
    assert refused({"districts": ["castle"]}, 4) == "unknown_district"


def test_15_unique_districts_are_too_many() -> None:
    assert refused({"districts": [*DISTRICTS][:15]}, 4) == "too_many_districts"
    RULES.check_options({**CLASSIC, "districts": [*DISTRICTS][:14]}, 4)


def test_the_first_crown_is_drawn_by_lot() -> None:
    crowns = set()
    for number in range(40):
        options = RULES.check_options(dict(CLASSIC), 4)
        state, _ = RULES.start(options, 4, bytes([number] * 32))
        crowns.add(RULES.view(state, None)["crown"])
    assert crowns == {0, 1, 2, 3}


def test_the_eighth_district_completes_a_city_of_4_players() -> None:
    table = position(
        options=CLASSIC,
        characters={"A": "architect"},
        cities={"A": "*6"},
        hands={"A": "palace castle"},
        gold={"A": 9},
    )
    table.plays("A", "gather:gold", "build:palace")
    assert table.completed == []
    table.plays("A", "build:castle")
    assert table.completed == ["A"]
    assert table.score("A")["completion"] == 4


def test_a_killed_king_is_heir_at_the_end_of_the_round() -> None:
    table = position(
        options=CLASSIC, characters={"A": "assassin", "B": "king", "C": "warlord"}, crown="D"
    )
    table.plays("A", "kill:king")
    table.plays_round_out()
    assert table.crown == "B"


def test_the_modern_3_player_draft_is_not_the_classic_one() -> None:
    table = fresh(3)
    assert len(table.view()["cast"]) == 9
    assert [len(names) for _, _, names in drafted(table)] == [8, 7, 6, 4, 3, 2]
