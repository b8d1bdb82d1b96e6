"""What is told when a match is over: what was hidden, and where the points come from."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.names import NUMBER_OF
from engine.citadels.presentation import PRESENTATION
from engine.citadels.score_sheet import reveal, reveal_round, score_sheet
from engine.citadels.scoring import result
from engine.citadels.testing import CitadelsTable, fresh, position
from engine.citadels.text import TEXTS, CitadelsLanguage

LANGUAGES = pytest.mark.parametrize(
    "language", TEXTS.languages.values(), ids=lambda spoken: spoken.code
)
ALL_TYPES = "temple watchtower manor tavern"


def table_of(city: str, **words: Any) -> CitadelsTable:
    return position(players=4, cities={"A": city}, **words)


def items(table: CitadelsTable, seat: int = 0, language: str = "en") -> dict[str, Any]:
    """The items of a seat by district, or by what they are for."""
    rows = score_sheet(table.state, language)[seat]["items"]
    return {row.get("district", row["item"]): row for row in rows}


def test_each_district_has_its_points_and_its_type() -> None:
    found = items(table_of("palace tavern"))
    assert {name: row["points"] for name, row in found.items()} == {"palace": 5, "tavern": 1}
    assert (found["palace"]["title"], found["palace"]["type"]) == ("Palace", "noble")
    assert items(table_of("palace"), language="fr")["palace"]["title"] == "Palais"


def test_a_bonus_of_a_card_is_explained_by_the_card() -> None:
    rows = score_sheet(table_of("dragon_gate").state, "en")[0]["items"]
    assert [(row["item"], row["points"]) for row in rows] == [("district", 6), ("dragon_gate", 2)]
    assert rows[1]["text"] == TEXTS.languages["en"].texts["dragon_gate"]


def test_all_types_count_and_one_may_count_as_another() -> None:
    found = items(table_of(f"{ALL_TYPES} haunted_quarter dragon_gate"))
    assert found["all_types"]["points"] == 3
    rows = items(table_of("temple watchtower manor haunted_quarter dragon_gate"))
    assert (rows["haunted_quarter"]["type"], rows["all_types"]["points"]) == ("trade", 3)


def test_the_first_complete_city_is_called_so() -> None:
    table = table_of("temple")
    table.state.completed = [0, 1]
    assert items(table, 0)["completion"]["title"] == "First complete city"
    assert items(table, 0)["completion"]["points"] == 4
    assert items(table, 1)["completion"]["title"] == "Complete city"
    assert items(table, 1)["completion"]["points"] == 2


def test_the_items_add_up_to_the_score() -> None:
    table = table_of(f"{ALL_TYPES} dragon_gate map_room")
    table.state.completed = [0]
    scores = result(table.state)["scores"]
    for row in score_sheet(table.state, "en"):
        assert row["total"] == scores[row["seat"]] == sum(i["points"] for i in row["items"])
        districts = [one for one in row["items"] if one["item"] == "district"]
        assert {one["group"] for one in districts} <= {"Districts"}


def test_there_is_no_score_sheet_while_the_match_runs() -> None:
    assert PRESENTATION.score_sheet(fresh(players=4).state, "en") is None


@LANGUAGES
def test_every_language_says_why_points_are_scored(language: CitadelsLanguage) -> None:
    assert language.scores.keys() == TEXTS.languages["en"].scores.keys()
    assert {"districts", "all_types", "completion", "completion:first"} == language.scores.keys()
    assert all(title and reason for title, reason in language.scores.values())


# --- what was hidden ---------------------------------------------------------------------------


def test_deck_and_hands_are_revealed() -> None:
    state = fresh(players=4).state
    told = reveal(state)
    assert [NUMBER_OF[name] for name in told["deck"]] == list(state.deck)
    for seat, row in enumerate(told["seats"]):
        assert [NUMBER_OF[name] for name in row["hand"]] == list(state.hand[seat])


def test_a_round_tells_who_was_who_and_what_lay_aside() -> None:
    table = position(players=4, characters={"A": "king", "B": "thief", "C": "bishop"})
    told = reveal_round(table.state)
    assert told["characters"] == [["king"], ["thief"], ["bishop"], []]
    held = {name for seat in told["characters"] for name in seat}
    card_set = {
        character.name
        for character in map(table.state.card_set.character, table.state.card_set.ranks)
    }
    assert set(told["aside"]) | set(told["face_up"]) | held == card_set
    assert not held & set(told["aside"])
