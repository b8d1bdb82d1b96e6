"""The cards as data (rules 2), and that each has what a card must have."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import orjson
import pytest

from engine.citadels.cards import Card
from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, FIRST_UNIQUE, LAST_UNIQUE, TYPES
from engine.citadels.pools import CHARACTER_RANKS, DISTRICT_NUMBERS, POOL_2016
from engine.citadels.presentation import PRESENTATION
from engine.citadels.presets import PRESETS
from tablekernel.codec import canonical

HERE = Path(__file__).parent

COSTS: dict[int | None, set[str]] = {
    2: {"haunted_quarter", "stables"},
    3: {"armory", "framework", "keep", "statue"},
    4: {"basilica", "monument", "museum", "observatory", "poor_house"},
    None: {"secret_vault"},
    6: {
        "dragon_gate", "gold_mine", "great_wall", "library", "park", "school_of_magic", "theater",
        "thieves_den",
    },
}  # fmt: skip
GEMS = {
    "noble": ("king", "emperor", "patrician"),
    "religious": ("bishop", "abbot", "cardinal"),
    "trade": ("merchant", "trader"),
    "military": ("warlord", "diplomat", "marshal"),
}
LIMITS = {"architect": 3, "seer": 2, "scholar": 2, "navigator": 0}


def entries(part: str) -> dict[str, dict[str, Any]]:
    """The catalogue's characters or districts, by name."""
    key = part.removesuffix("s")
    return {entry[key]: entry for entry in PRESENTATION.cards()[part]}


# -- the numbers


@pytest.mark.scenario("T-002")
@pytest.mark.parametrize(
    ("kind", "cards", "cost"),
    [("religious", 11, 28), ("military", 11, 28), ("noble", 12, 46), ("trade", 20, 50)],
)
def test_the_basic_districts_add_up(kind: str, cards: int, cost: int) -> None:
    rows = [(price, copies) for _, number, price, copies in BASIC if TYPES[number] == kind]
    assert sum(copies for _, copies in rows) == cards
    assert sum(price * copies for price, copies in rows) == cost


@pytest.mark.scenario("T-002")
def test_there_are_54_basic_cards_of_17_names() -> None:
    assert len({name for name, *_ in BASIC}) == 17
    assert sum(copies for *_, copies in BASIC) == 54
    assert sum(cost * copies for *_, cost, copies in BASIC) == 152


def test_the_2016_edition_has_27_characters_three_of_each_rank() -> None:
    assert [len(row) for row in POOL_2016.characters] == [3] * 9
    for rank, row in enumerate(POOL_2016.characters, start=1):
        assert [CHARACTERS[name].rank for name in row] == [rank] * 3


@pytest.mark.scenario("T-003")
def test_the_2016_edition_has_30_unique_districts_and_one_of_each() -> None:
    numbers = [DISTRICTS[name].number for name in POOL_2016.districts]
    assert numbers == list(range(17, 47))
    assert [entries("districts")[name]["copies"] for name in POOL_2016.districts] == [1] * 30


@pytest.mark.scenario("T-003")
@pytest.mark.parametrize("name", POOL_2016.districts)
def test_a_unique_district_costs_what_its_card_says(name: str) -> None:
    expected = next((cost for cost, names in COSTS.items() if name in names), 5)
    assert DISTRICTS[name].cost == expected


@pytest.mark.scenario("T-003")
def test_only_the_secret_vault_has_no_cost() -> None:
    assert [name for name in POOL_2016.districts if DISTRICTS[name].cost is None] == [
        "secret_vault"
    ]


@pytest.mark.parametrize("name", [name for row in POOL_2016.characters for name in row])
def test_a_character_has_the_rank_the_gem_and_the_limit_of_its_card(name: str) -> None:
    entry = entries("characters")[name]
    assert entry["rank"] == CHARACTERS[name].rank
    assert entry["income"] == next((gem for gem, names in GEMS.items() if name in names), None)
    assert entry["build_limit"] == LIMITS.get(name, 1)


# -- what every card has


@pytest.mark.parametrize("name", CHARACTERS)
def test_every_character_has_a_test_file(name: str) -> None:
    assert (HERE / "characters" / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", DISTRICTS)
def test_every_unique_district_has_a_test_file(name: str) -> None:
    assert (HERE / "districts" / f"test_{name}.py").is_file()


@pytest.mark.parametrize("card", [*CHARACTERS.values(), *DISTRICTS.values()], ids=lambda c: c.name)
def test_every_card_says_what_it_does(card: Card) -> None:
    assert type(card).__doc__


def test_the_presets_are_made_of_registered_cards() -> None:
    for preset in PRESETS.values():
        assert [CHARACTERS[name].rank for name in preset.characters] == list(range(1, 9))
        assert preset.rank_9 is None or CHARACTERS[preset.rank_9].rank == 9
        assert len({DISTRICTS[name].number for name in preset.districts}) == 14


# -- the catalogue for clients


def test_the_catalogue_holds_every_character_and_every_district() -> None:
    assert set(entries("characters")) == set(CHARACTERS)
    assert set(entries("districts")) == {name for name, *_ in BASIC} | set(DISTRICTS)


def test_every_card_has_a_title() -> None:
    for part in ("characters", "districts"):
        titles = [entry["title"] for entry in entries(part).values()]
        assert all(title and title[0].isupper() for title in titles)
        assert len(set(titles)) == len(titles)


def test_every_character_and_every_unique_district_has_a_text() -> None:
    for name, entry in {**entries("characters"), **entries("districts")}.items():
        if entry.get("type", "unique") == "unique":
            assert entry["text"].endswith("."), name


def test_every_district_has_a_type_a_cost_and_a_number_of_copies() -> None:
    for entry in entries("districts").values():
        assert entry["type"] in TYPES
        assert entry["cost"] is None or entry["cost"] > 0
        assert entry["copies"] > 0


def test_characters_are_listed_by_rank() -> None:
    ranks = [entry["rank"] for entry in PRESENTATION.cards()["characters"]]
    assert ranks == sorted(ranks)


# -- what stored matches know the cards by

STORED = tomllib.loads((HERE / "stored_cards.toml").read_text())


def test_a_card_keeps_the_number_or_rank_that_stored_matches_have() -> None:
    """Add a new card to stored_cards.toml. A line that is there never changes."""
    ranks = {name: card.rank for name, card in CHARACTERS.items()}
    numbers = {name: card.number for name, card in DISTRICTS.items()}
    assert {"ranks": ranks, "numbers": numbers} == STORED


def test_published_cards_are_stored_cards() -> None:
    assert CHARACTER_RANKS.items() <= STORED["ranks"].items()
    assert DISTRICT_NUMBERS.items() <= STORED["numbers"].items()


def test_the_set_of_all_unique_districts_can_be_stored() -> None:
    everything = sum(1 << number - FIRST_UNIQUE for number in range(FIRST_UNIQUE, LAST_UNIQUE + 1))
    assert orjson.loads(canonical({"worked": everything})) == {"worked": everything}
