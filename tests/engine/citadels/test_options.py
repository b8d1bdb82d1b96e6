"""Which options a match may have, and with which code the others are refused (rules 3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.citadels.districts import DISTRICTS
from engine.citadels.names import CHARACTERS, UNIQUES
from engine.citadels.options import DEFAULTS, MAX_CLASSIC_SEATS, allowed, rank_9_rule
from engine.citadels.presets import PRESETS
from engine.citadels.ruleset import CITADELS
from engine.citadels.testing import custom, fresh
from engine.errors import OptionsRefused

every_count = pytest.mark.parametrize("players", range(2, 9))
BASE = list(PRESETS["first_game"].characters)
FOURTEEN = list(PRESETS["first_game"].districts)
DEAR = [
    "capitol", "factory", "imperial_treasury", "ivory_tower", "laboratory", "map_room",
    "necropolis", "quarry", "smithy", "wishing_well", "dragon_gate", "gold_mine", "library",
    "park",
]  # fmt: skip
"""14 unique districts that all cost 5 or 6."""

WITH_EMPEROR = ["cunning_agents", "illustrious_emissaries"]
WITH_QUEEN = ["ambitious_aristocrats", "devious_dignitaries"]


SIZES = {"never": {8}, "always": {9}, "optional": {8, 9}}
"""How many characters a cast may have, by what is said of rank 9."""


def checked(options: dict[str, Any], players: int) -> dict[str, Any]:
    return CITADELS.check_options(options, players)


def refusal(options: dict[str, Any], players: int) -> tuple[str, str]:
    """The code and the pointer with which the options are refused."""
    with pytest.raises(OptionsRefused) as refused:
        checked(options, players)
    assert refused.value.message.endswith(".")
    return refused.value.code, refused.value.pointer


def own(characters: list[str] = BASE, districts: list[str] = FOURTEEN) -> dict[str, Any]:
    """The options of a custom list; the first game where nothing else is said."""
    return {"preset": "custom", "characters": characters, "districts": districts}


def cast_of(options: dict[str, Any], players: int) -> list[str]:
    """The characters that a match with these options is played with."""
    cast: list[str] = fresh(players, options=options).view()["cast"]
    return cast


def legal(players: int) -> Iterator[dict[str, Any]]:
    """Options of every kind that this number of players admits."""
    yield {}
    yield {"first_crown": players - 1}
    yield {"preset": "surprise"}
    yield custom(players=players)
    for preset in PRESETS:
        yield {"preset": preset}
        for name, row in (("rank_4", CHARACTERS[3]), ("rank_9", CHARACTERS[8])):
            yield from ({"preset": preset, name: c} for c in row if allowed(c, players))
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
    schema = Draft202012Validator(CITADELS.options_schema())
    for options in legal(players):
        schema.validate(options)
        schema.validate(checked(options, players))


@every_count
def test_whatever_is_accepted_is_played_with_one_character_of_each_rank(players: int) -> None:
    for options in legal(players):
        cast = cast_of(options, players)
        classic = options.get("edition") == "classic"
        assert len(cast) in ({8} if classic else SIZES[rank_9_rule(players)])
        assert all(name in row for name, row in zip(cast, CHARACTERS, strict=False))


def test_checking_does_not_change_what_was_given() -> None:
    given = {"first_crown": 1, "preset": "cunning_agents"}
    checked(given, 2)
    assert given == {"first_crown": 1, "preset": "cunning_agents"}


def test_the_schema_is_a_schema_and_describes_every_option() -> None:
    schema = CITADELS.options_schema()
    Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]) == set(DEFAULTS)
    assert schema["additionalProperties"] is False
    for name, option in schema["properties"].items():
        assert option["description"]
        assert option["default"] == DEFAULTS[name]


def test_the_schema_names_every_preset_and_every_card() -> None:
    properties = CITADELS.options_schema()["properties"]
    assert properties["preset"]["enum"] == [*PRESETS, "custom", "surprise"]
    assert properties["rank_4"]["enum"] == [*CHARACTERS[3], None]
    assert properties["rank_9"]["enum"] == [*CHARACTERS[8], None]
    assert set(properties["characters"]["items"]["enum"]) == {n for row in CHARACTERS for n in row}
    assert set(properties["districts"]["items"]["enum"]) == set(UNIQUES)


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 100])
def test_it_is_for_2_to_8_players(players: int) -> None:
    assert refusal({}, players) == ("seats_out_of_range", "/seats")


def test_an_unknown_option_is_refused_by_name() -> None:
    assert refusal({"rank9": "artist"}, 4) == ("unknown_option", "/rank9")


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
    assert len(cast_of({"preset": preset}, players)) == 8
    for ninth in CHARACTERS[8]:
        if (ninth, players) != ("queen", 4):
            assert cast_of({"preset": preset, "rank_9": ninth}, players)[8] == ninth


@pytest.mark.scenario("T-013")
@pytest.mark.parametrize("players", [3, 8])
def test_3_and_8_players_get_the_artist_where_neither_list_nor_host_names_a_rank_9(
    players: int,
) -> None:
    assert checked({}, players)["rank_9"] == "artist"
    assert cast_of({}, players)[-1] == "artist"


@pytest.mark.scenario("T-004")
def test_2_players_cannot_have_a_rank_9() -> None:
    for ninth in CHARACTERS[8]:
        assert refusal({"rank_9": ninth}, 2) == ("rank_9_not_allowed", "/rank_9")
    assert refusal(own([*BASE, "artist"]), 2) == ("rank_9_not_allowed", "/characters")
    assert cast_of({"rank_9": None}, 2) == BASE
    assert cast_of(own(), 2) == BASE


@pytest.mark.scenario("T-005")
@pytest.mark.parametrize("preset", WITH_EMPEROR)
def test_2_players_cannot_keep_the_emperor(preset: str) -> None:
    assert refusal({"preset": preset, "rank_4": "emperor"}, 2) == (
        "emperor_needs_3_players",
        "/rank_4",
    )
    for other in ("king", "patrician"):
        assert cast_of({"preset": preset, "rank_4": other}, 2)[3] == other


@pytest.mark.scenario("T-006")
def test_3_players_may_have_the_emperor_and_the_tax_collector() -> None:
    options = {"preset": "cunning_agents", "rank_4": "emperor", "rank_9": "tax_collector"}
    assert cast_of(options, 3)[3::5] == ["emperor", "tax_collector"]
    assert checked({"preset": "cunning_agents"}, 3) == checked(options, 3)


@pytest.mark.scenario("T-008")
@pytest.mark.parametrize("preset", WITH_QUEEN)
def test_4_players_cannot_keep_the_queen(preset: str) -> None:
    assert refusal({"preset": preset, "rank_9": "queen"}, 4) == ("queen_needs_5_players", "/rank_9")
    for other in ("artist", "tax_collector"):
        assert cast_of({"preset": preset, "rank_9": other}, 4)[8] == other
    assert len(cast_of({"preset": preset}, 4)) == 8


def test_3_players_cannot_have_the_queen_either() -> None:
    assert refusal({"rank_9": "queen"}, 3) == ("queen_needs_5_players", "/rank_9")


@pytest.mark.scenario("T-009")
@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_5_and_more_players_may_have_the_queen(players: int) -> None:
    options = {"preset": "devious_dignitaries", "rank_9": "queen"}
    assert cast_of(options, players)[8] == "queen"


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


# -- lists of the host's own


@pytest.mark.scenario("T-010")
def test_a_custom_list_has_exactly_one_character_of_each_rank() -> None:
    wrong = [
        ["assassin", "witch", *BASE[2:]],
        [*BASE, "witch"],
        BASE[1:],
        [*BASE[:7], "artist"],
        [*BASE, "artist", "queen"],
        [*BASE, BASE[0]],
        [],
    ]
    for characters in wrong:
        assert refusal(own(characters), 5) == ("one_character_per_rank", "/characters")
    assert cast_of(own(["witch", *BASE[1:]]), 5) == ["witch", *BASE[1:]]


@pytest.mark.scenario("T-007")
@pytest.mark.parametrize("players", [3, 8])
def test_a_custom_list_for_3_or_8_players_has_a_rank_9(players: int) -> None:
    assert refusal(own(BASE), players) == ("rank_9_required", "/characters")
    assert cast_of(own([*BASE, "tax_collector"]), players) == [*BASE, "tax_collector"]


def test_a_custom_list_follows_the_number_of_players_too() -> None:
    emperor = [*BASE[:3], "emperor", *BASE[4:]]
    assert refusal(own(emperor), 2) == ("emperor_needs_3_players", "/characters/3")
    assert refusal(own([*BASE, "queen"]), 4) == ("queen_needs_5_players", "/characters/8")
    assert refusal(own(["queen", *BASE]), 3) == ("queen_needs_5_players", "/characters/0")
    assert cast_of(own([*emperor, "queen"]), 5)[3::5] == ["emperor", "queen"]


def test_the_order_of_a_custom_list_does_not_matter() -> None:
    shuffled = fresh(5, options=own(BASE[::-1], FOURTEEN[::-1])).view()
    straight = fresh(5, options=own()).view()
    assert shuffled == straight


@pytest.mark.parametrize("name", ["keep", "nobody", "", 1, None, ["king"], {}])
def test_a_custom_list_names_characters_that_exist(name: object) -> None:
    characters: list[Any] = [*BASE[:7], name]
    assert refusal(own(characters), 4) == ("unknown_character", "/characters/7")


@pytest.mark.parametrize("characters", [None, "king", {}, 8])
def test_a_custom_list_needs_a_list_of_characters(characters: object) -> None:
    options = {**own(), "characters": characters}
    assert refusal(options, 4) == ("characters_required", "/characters")


@pytest.mark.parametrize("districts", [None, "keep", {}, 14])
def test_a_custom_list_needs_a_list_of_districts(districts: object) -> None:
    assert refusal({**own(), "districts": districts}, 4) == ("districts_required", "/districts")


@pytest.mark.scenario("T-011")
def test_a_custom_list_has_14_different_unique_districts() -> None:
    code = "fourteen_unique_districts"
    assert refusal(own(districts=FOURTEEN[:13]), 4) == (code, "/districts")
    assert refusal(own(districts=[*FOURTEEN, "park"]), 4) == (code, "/districts")
    assert refusal(own(districts=[]), 4) == (code, "/districts")
    twice = [*FOURTEEN[:13], FOURTEEN[0]]
    assert refusal(own(districts=twice), 4) == ("district_twice", "/districts/13")
    assert {DISTRICTS[name].cost for name in DEAR} == {5, 6}
    assert set(fresh(4, options=own(districts=DEAR)).view()["unique_districts"]) == set(DEAR)


@pytest.mark.parametrize("name", ["temple", "king", "", 1, None, ["keep"], {}])
def test_a_custom_list_names_unique_districts(name: object) -> None:
    districts: list[Any] = [name, *FOURTEEN[1:]]
    assert refusal(own(districts=districts), 4) == ("unknown_district", "/districts/0")


@pytest.mark.parametrize(("name", "character"), [("rank_4", "king"), ("rank_9", "artist")])
def test_a_custom_list_says_all_of_its_ranks_itself(name: str, character: str) -> None:
    assert refusal({**own(), name: character}, 4) == ("option_not_used", f"/{name}")


# -- surprises


def surprise(players: int, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The characters and unique districts of a surprising match of this seed."""
    view = fresh(players, seed=number.to_bytes(32, "big"), options={"preset": "surprise"}).view()
    return tuple(view["cast"]), tuple(view["unique_districts"])


@every_count
def test_a_surprise_is_legal(players: int) -> None:
    for number in range(40):
        characters, districts = surprise(players, number)
        checked(own([*characters], [*districts]), players)


def test_the_seed_alone_decides_the_surprise() -> None:
    lists = [surprise(6, number) for number in range(40)]
    assert lists == [surprise(6, number) for number in range(40)]
    assert len(set(lists)) == 40


def test_a_surprise_may_bring_every_character_and_every_unique_district() -> None:
    lists = [surprise(6, number) for number in range(200)]
    assert {name for characters, _ in lists for name in characters} == {
        name for row in CHARACTERS for name in row
    }
    assert {name for _, districts in lists for name in districts} == set(UNIQUES)


@every_count
def test_a_surprise_brings_a_rank_9_always_sometimes_or_never(players: int) -> None:
    sizes = {len(surprise(players, number)[0]) for number in range(30)}
    assert sizes == SIZES[rank_9_rule(players)]


def test_a_surprise_says_nothing_before_the_match_begins() -> None:
    assert checked({"preset": "surprise"}, 4) == {**DEFAULTS, "preset": "surprise"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rank_4", "king"), ("rank_9", "artist"), ("characters", BASE), ("districts", FOURTEEN),
    ],
)  # fmt: skip
def test_a_surprise_takes_no_wishes(name: str, value: object) -> None:
    assert refusal({"preset": "surprise", name: value}, 4) == ("option_not_used", f"/{name}")


def test_a_surprise_lets_the_host_give_the_first_crown() -> None:
    table = fresh(4, options={"preset": "surprise"}, crown="C")
    assert table.crown == "C"


# -- the classic edition


@pytest.mark.parametrize("players", range(2, 8))
def test_the_classic_edition_has_the_characters_of_the_first_game(players: int) -> None:
    table = fresh(players, options={"edition": "classic"})
    assert table.view()["cast"] == BASE
    assert table.view()["unique_districts"] == FOURTEEN
    assert table.view()["goal"] == 8


def test_the_classic_edition_is_for_up_to_7_players() -> None:
    for players in (1, 8):
        assert refusal({"edition": "classic"}, players) == ("seats_out_of_range", "/seats")


@pytest.mark.parametrize("preset", [*PRESETS, "custom", "surprise"])
def test_the_classic_edition_knows_one_list(preset: str) -> None:
    options = {"edition": "classic", "preset": preset}
    if preset == "first_game":
        assert checked(options, 4) == {**DEFAULTS, "edition": "classic"}
    else:
        assert refusal(options, 4) == ("preset_not_classic", "/preset")


@pytest.mark.parametrize(
    ("name", "value"), [("rank_4", "king"), ("rank_9", "artist"), ("characters", BASE)]
)
def test_the_classic_edition_takes_no_other_characters(name: str, value: object) -> None:
    assert refusal({"edition": "classic", name: value}, 4) == ("option_not_used", f"/{name}")


@pytest.mark.parametrize("count", [0, 1, 14])
def test_the_classic_edition_takes_up_to_14_unique_districts(count: int) -> None:
    table = fresh(4, options={"edition": "classic", "districts": DEAR[:count]})
    assert set(table.view()["unique_districts"]) == set(DEAR[:count])
    cards = len(table.state.deck) + sum(len(hand) for hand in table.state.hand)
    assert cards == 54 + count


def test_the_classic_edition_refuses_what_is_no_list_of_unique_districts() -> None:
    def of(districts: object) -> tuple[str, str]:
        return refusal({"edition": "classic", "districts": districts}, 4)

    assert of([*DEAR, "keep"]) == ("too_many_districts", "/districts")
    assert of(["keep", "keep"]) == ("district_twice", "/districts/1")
    assert of(["temple"]) == ("unknown_district", "/districts/0")
    assert of("keep") == ("districts_required", "/districts")
