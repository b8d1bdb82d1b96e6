"""From options to the first deal (rules 3, 4)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.citadels.names import DISTRICTS
from engine.citadels.ruleset import CITADELS
from engine.citadels.presets import PRESETS
from engine.citadels.state import Match
from engine.citadels.testing import fresh
from engine.errors import OptionsRefused

EVERY_COUNT = range(2, 9)
DEFAULTS = {"preset": "first_game", "rank_9": None, "first_crown": None}


def refused(options: dict[str, Any], players: int) -> OptionsRefused:
    with pytest.raises(OptionsRefused) as refusal:
        CITADELS.check_options(options, players)
    return refusal.value


# -- the deal


@pytest.mark.scenario("T-001")
def test_everybody_is_dealt_4_cards_and_2_gold_from_a_deck_of_68() -> None:
    table = fresh(4)
    state = table.state
    assert len(state.deck) == 52
    assert [len(hand) for hand in state.hand] == [4, 4, 4, 4]
    assert state.gold == [2, 2, 2, 2]
    assert state.city == [b"", b"", b"", b""]
    assert state.completed == []


@pytest.mark.scenario("T-015")
def test_8_players_are_dealt_32_cards_and_36_remain() -> None:
    state = fresh(8).state
    assert sum(len(hand) for hand in state.hand) == 32
    assert len(state.deck) == 36


@pytest.mark.scenario("T-014")
@pytest.mark.parametrize(
    ("players", "goal"), [(2, 8), (3, 8), (4, 7), (5, 7), (6, 7), (7, 7), (8, 7)]
)
def test_8_districts_complete_a_city_of_2_or_3_players_and_7_any_other(
    players: int, goal: int
) -> None:
    assert fresh(players).view()["goal"] == goal


def test_the_first_crown_may_be_given_to_a_seat() -> None:
    assert [fresh(4, crown=letter).crown for letter in "ABCD"] == ["A", "B", "C", "D"]


def test_without_a_word_chance_gives_the_first_crown() -> None:
    crowns = set()
    for number in range(40):
        state, _ = CITADELS.start(CITADELS.check_options({}, 4), 4, bytes([number] * 32))
        assert isinstance(state, Match)
        crowns.add(state.crown)
    assert crowns == {0, 1, 2, 3}


def test_another_seed_shuffles_another_deck() -> None:
    assert fresh(4, seed=bytes(32)).state.deck != fresh(4, seed=bytes([1] * 32)).state.deck


def test_every_seat_is_told_its_own_hand_and_of_the_others_only_the_number() -> None:
    table = fresh(3)
    dealt = [event for event in table.events if event.kind == "hand_dealt"]
    assert [event.public for event in dealt] == [{"seat": n, "count": 4} for n in range(3)]
    for letter, event in zip("ABC", dealt, strict=True):
        own = event.private[event.public["seat"]]["cards"]
        assert sorted(own) == table.hand(letter)
        assert list(event.private) == [event.public["seat"]]


# -- the cast


@pytest.mark.scenario("T-012")
@pytest.mark.parametrize("players", EVERY_COUNT)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_can_be_played_by_every_number_of_players(preset: str, players: int) -> None:
    view = fresh(players, options={"preset": preset}).view()
    assert len(view["unique_districts"]) == len(set(view["unique_districts"])) == 14
    assert len(view["cast"]) == (9 if players in (3, 8) else 8)


@pytest.mark.scenario("T-013")
@pytest.mark.parametrize("players", [3, 8])
def test_3_and_8_players_get_the_artist_where_no_rank_9_is_chosen(players: int) -> None:
    assert CITADELS.check_options({}, players)["rank_9"] == "artist"
    assert fresh(players).view()["cast"][-1] == "artist"


@pytest.mark.scenario("T-004")
def test_2_players_cannot_have_a_rank_9() -> None:
    error = refused({"rank_9": "artist"}, 2)
    assert (error.code, error.pointer) == ("rank_9_not_allowed", "/rank_9")
    assert CITADELS.check_options({"rank_9": None}, 2)["rank_9"] is None
    assert len(fresh(2).view()["cast"]) == 8


@pytest.mark.scenario("T-007")
@pytest.mark.parametrize("players", [3, 8])
def test_3_and_8_players_cannot_do_without_a_rank_9(players: int) -> None:
    error = refused({"rank_9": None}, players)
    assert (error.code, error.pointer) == ("rank_9_required", "/rank_9")


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_4_to_7_players_may_take_a_rank_9_or_leave_it(players: int) -> None:
    assert CITADELS.check_options({}, players) == DEFAULTS
    assert len(fresh(players).view()["cast"]) == 8
    assert fresh(players, options={"rank_9": "artist"}).view()["cast"][-1] == "artist"


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_there_is_one_character_of_each_rank(players: int) -> None:
    cast = fresh(players).state.cast
    ranks = [cast.character(rank).rank for rank in cast.ranks]
    assert ranks == list(range(1, len(ranks) + 1))


# -- what is refused, with which code


@pytest.mark.parametrize("players", [-1, 0, 1, 9, 100])
def test_it_is_for_2_to_8_players(players: int) -> None:
    error = refused({}, players)
    assert (error.code, error.pointer) == ("seats_out_of_range", "/seats")


def test_an_unknown_option_is_refused_by_name() -> None:
    error = refused({"rank9": "artist"}, 4)
    assert (error.code, error.pointer) == ("unknown_option", "/rank9")


@pytest.mark.parametrize("preset", ["last_game", "", 1, None, ["first_game"], {}])
def test_an_unknown_preset_is_refused(preset: object) -> None:
    error = refused({"preset": preset}, 4)
    assert (error.code, error.pointer) == ("unknown_preset", "/preset")


@pytest.mark.parametrize("character", ["king", "nobody", "", 9, True, ["artist"], {}])
def test_rank_9_is_a_character_of_rank_9(character: object) -> None:
    error = refused({"rank_9": character}, 4)
    assert (error.code, error.pointer) == ("unknown_character", "/rank_9")


@pytest.mark.parametrize("seat", [-1, 4, "0", 1.0, True, [0], {}])
def test_the_first_crown_goes_to_a_seat_of_the_table(seat: object) -> None:
    error = refused({"first_crown": seat}, 4)
    assert (error.code, error.pointer) == ("unknown_seat", "/first_crown")


@pytest.mark.parametrize("players", EVERY_COUNT)
def test_checked_options_are_complete_and_stay_as_they_are(players: int) -> None:
    checked = CITADELS.check_options({}, players)
    assert checked.keys() == DEFAULTS.keys()
    assert CITADELS.check_options(checked, players) == checked


def test_checking_does_not_change_what_was_given() -> None:
    given = {"first_crown": 1}
    CITADELS.check_options(given, 4)
    assert given == {"first_crown": 1}


def test_the_schema_lists_exactly_the_options_that_are_taken() -> None:
    schema = CITADELS.options_schema()
    assert set(schema["properties"]) == set(DEFAULTS)
    assert schema["additionalProperties"] is False
    assert all(option["description"] for option in schema["properties"].values())
    for preset in schema["properties"]["preset"]["enum"]:
        CITADELS.check_options({"preset": preset}, 5)
    for character in schema["properties"]["rank_9"]["enum"]:
        CITADELS.check_options({"rank_9": character}, 5)


def test_the_deck_holds_the_cards_of_the_match_and_no_others() -> None:
    table = fresh(2)
    cards = [DISTRICTS[n] for n in table.state.deck + b"".join(table.state.hand)]
    assert len(cards) == 68
    unique = sorted(card for card in cards if cards.count(card) == 1)
    assert unique == sorted(table.view()["unique_districts"])
