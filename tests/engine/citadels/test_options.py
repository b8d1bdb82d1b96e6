"""Which options a match may have, and with which code the others are refused (rules 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.options import DEFAULTS, MAX_CLASSIC_SEATS, is_allowed, list_rank, rank_9_rule
from engine.citadels.pools import POOL_2016
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.testing import custom, fresh
from tests.engine.citadels.wishes import BASE, FOURTEEN, SIZES, checked, find_card_set, own, refusal

every_count = pytest.mark.parametrize("players", range(2, 9))
WITH_EMPEROR = ["cunning_agents", "illustrious_emissaries"]
WITH_QUEEN = ["ambitious_aristocrats", "devious_dignitaries"]


def legal(players: int) -> Iterator[dict[str, Any]]:
    """Options of every kind that this number of players admits."""
    yield {}
    yield {"first_crown": players - 1}
    yield {"preset": "surprise"}
    yield custom(players=players)
    for preset in PRESETS:
        yield {"preset": preset}
        for name, row in (("rank_4", list_rank(4)), ("rank_9", list_rank(9))):
            yield from ({"preset": preset, name: c} for c in row if is_allowed(c, players))
    if players <= MAX_CLASSIC_SEATS:
        for districts in (None, [], FOURTEEN[:3]):
            yield {"edition": "classic", "districts": districts}


# -- what is common to all


@every_count
def test_checked_options_are_complete_and_checking_them_again_changes_nothing(players: int) -> None:
    for options in legal(players):
        first = checked(options, players)
        assert first.keys() == DEFAULTS.keys()
        assert checked(first, players) == first


@every_count
def test_the_schema_accepts_what_is_accepted_as_given_and_as_checked(players: int) -> None:
    schema = Draft202012Validator(RULES.options_schema())
    for options in legal(players):
        schema.validate(options)
        schema.validate(checked(options, players))


@every_count
def test_whatever_is_accepted_is_played_with_one_character_of_each_rank(players: int) -> None:
    for options in legal(players):
        card_set = find_card_set(options, players)
        classic = options.get("edition") == "classic"
        assert len(card_set) in ({8} if classic else SIZES[rank_9_rule(players)])
        assert all(name in row for name, row in zip(card_set, POOL_2016.characters, strict=False))


def test_checking_does_not_change_what_was_given() -> None:
    given = {"first_crown": 1, "preset": "cunning_agents"}
    checked(given, 2)
    assert given == {"first_crown": 1, "preset": "cunning_agents"}


def test_the_schema_is_a_schema_and_describes_every_option() -> None:
    schema = RULES.options_schema()
    Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]) == set(DEFAULTS)
    assert schema["additionalProperties"] is False
    for name, option in schema["properties"].items():
        assert option["description"]
        assert option["default"] == DEFAULTS[name]


def test_the_schema_names_every_preset_and_every_card() -> None:
    properties = RULES.options_schema()["properties"]
    assert properties["preset"]["enum"] == [*PRESETS, "custom", "surprise"]
    assert properties["rank_4"]["enum"] == [*list_rank(4), None]
    assert properties["rank_9"]["enum"] == [*list_rank(9), None]
    assert set(properties["characters"]["items"]["enum"]) == set(CHARACTERS)
    assert set(properties["districts"]["items"]["enum"]) == set(DISTRICTS)


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 100])
def test_it_is_for_2_to_8_players(players: int) -> None:
    assert refusal({}, players) == ("seats_out_of_range", "/seats")


def test_an_unknown_option_is_refused_by_name() -> None:
    assert refusal({"rank9": "artist"}, 4) == ("unknown", "/rank9")


@pytest.mark.parametrize("edition", ["2000", "", 2016, None, ["classic"], {}])
def test_an_unknown_edition_is_refused(edition: object) -> None:
    assert refusal({"edition": edition}, 4) == ("unknown_edition", "/edition")


@pytest.mark.parametrize("preset", ["last_game", "", 1, None, ["first_game"], {}])
def test_an_unknown_preset_is_refused(preset: object) -> None:
    assert refusal({"preset": preset}, 4) == ("unknown_preset", "/preset")


@pytest.mark.parametrize("seat", [-1, 4, "0", 1.0, True, [0], {}])
def test_the_first_crown_goes_to_a_seat_of_the_table(seat: object) -> None:
    assert refusal({"first_crown": seat}, 4) == ("unknown_seat", "/first_crown")


# -- the printed lists


@pytest.mark.scenario("T-012")
@every_count
@pytest.mark.parametrize("preset", PRESETS)
def test_every_printed_list_can_be_played_by_every_number_of_players(
    preset: str, players: int
) -> None:
    view = fresh(players, options={"preset": preset}).view()
    assert tuple(view["unique_districts"]) == PRESETS[preset].districts
    assert len(set(view["unique_districts"])) == 14

    printed = list(PRESETS[preset].characters)
    if players == 2 and preset in WITH_EMPEROR:
        printed[3] = "king"
    if players in (3, 8):
        ninth = PRESETS[preset].rank_9
        printed.append("artist" if ninth is None or (ninth, players) == ("queen", 3) else ninth)
    assert view["cast"] == printed


@pytest.mark.parametrize("players", [4, 5, 6, 7])
@pytest.mark.parametrize("preset", PRESETS)
def test_4_to_7_players_may_take_a_rank_9_or_leave_it(preset: str, players: int) -> None:
    assert len(find_card_set({"preset": preset}, players)) == 8
    for ninth in list_rank(9):
        if (ninth, players) != ("queen", 4):
            assert find_card_set({"preset": preset, "rank_9": ninth}, players)[8] == ninth


@pytest.mark.scenario("T-013")
@pytest.mark.parametrize("players", [3, 8])
def test_3_and_8_players_get_the_artist_where_neither_list_nor_host_names_a_rank_9(
    players: int,
) -> None:
    assert checked({}, players)["rank_9"] == "artist"
    assert find_card_set({}, players)[-1] == "artist"


@pytest.mark.scenario("T-004")
def test_2_players_cannot_have_a_rank_9() -> None:
    for ninth in list_rank(9):
        assert refusal({"rank_9": ninth}, 2) == ("rank_9_not_allowed", "/rank_9")
    assert refusal(own([*BASE, "artist"]), 2) == ("rank_9_not_allowed", "/characters")
    assert find_card_set({"rank_9": None}, 2) == BASE
    assert find_card_set(own(), 2) == BASE


@pytest.mark.scenario("T-005")
@pytest.mark.parametrize("preset", WITH_EMPEROR)
def test_2_players_cannot_keep_the_emperor(preset: str) -> None:
    assert refusal({"preset": preset, "rank_4": "emperor"}, 2) == (
        "emperor_needs_3_players",
        "/rank_4",
    )
    for other in ("king", "patrician"):
        assert find_card_set({"preset": preset, "rank_4": other}, 2)[3] == other


@pytest.mark.scenario("T-006")
def test_3_players_may_have_the_emperor_and_the_tax_collector() -> None:
    options = {"preset": "cunning_agents", "rank_4": "emperor", "rank_9": "tax_collector"}
    assert find_card_set(options, 3)[3::5] == ["emperor", "tax_collector"]
    assert checked({"preset": "cunning_agents"}, 3) == checked(options, 3)


@pytest.mark.scenario("T-008")
@pytest.mark.parametrize("preset", WITH_QUEEN)
def test_4_players_cannot_keep_the_queen(preset: str) -> None:
    assert refusal({"preset": preset, "rank_9": "queen"}, 4) == ("queen_needs_5_players", "/rank_9")
    for other in ("artist", "tax_collector"):
        assert find_card_set({"preset": preset, "rank_9": other}, 4)[8] == other
    assert len(find_card_set({"preset": preset}, 4)) == 8


def test_3_players_cannot_have_the_queen_either() -> None:
    assert refusal({"rank_9": "queen"}, 3) == ("queen_needs_5_players", "/rank_9")


@pytest.mark.scenario("T-009")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_5_and_more_players_may_have_the_queen(players: int) -> None:
    options = {"preset": "devious_dignitaries", "rank_9": "queen"}
    assert find_card_set(options, players)[8] == "queen"


@pytest.mark.parametrize("character", ["king", "nobody", "", 9, True, ["artist"], {}])
def test_rank_9_is_a_character_of_rank_9(character: object) -> None:
    assert refusal({"rank_9": character}, 4) == ("unknown_character", "/rank_9")


@pytest.mark.parametrize("character", ["bishop", "nobody", "", 4, False, ["king"], {}])
def test_rank_4_is_a_character_of_rank_4(character: object) -> None:
    assert refusal({"rank_4": character}, 4) == ("unknown_character", "/rank_4")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_printed_list_takes_no_lists_of_cards(preset: str) -> None:
    for name, cards in (("characters", BASE), ("districts", FOURTEEN)):
        assert refusal({"preset": preset, name: cards}, 4) == ("option_not_used", f"/{name}")
