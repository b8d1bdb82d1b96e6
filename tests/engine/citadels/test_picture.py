"""The table as a picture: everything that a view tells, and nothing that it does not."""

from __future__ import annotations

import gzip
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from engine.citadels.characters import CHARACTERS
from engine.citadels.checks import Table as Game
from engine.citadels.checks import printed_tables, random_table
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import NUMBER_OF, TYPES
from engine.citadels.picture import ASIDE, MARGIN
from engine.citadels.picture.buildings import width_of_building
from engine.citadels.picture.cards import draw_card, print_face
from engine.citadels.picture.characters import INDENT, find_width, title_size, wrap_brief
from engine.citadels.picture.elements import find_changes
from engine.citadels.presentation import PRESENTATION
from engine.citadels.rules import RULES
from engine.citadels.testing import CitadelsTable, drafting, position
from engine.citadels.text import TEXTS
from tablekernel.drawing.lettering import width_of
from tablekernel.drawing.panels import WIDTH, WIDTHS
from tablekernel.drawing.svg import SVG
from tablekernel.loop import settle
from tablekernel.scene import LANDSCAPE, LAYOUTS, Scene
from tests.engine.citadels.leaks import walk
from tests.engine.citadels.paired_states import known, make_paired_state
from tests.engine.test_pictures import LARGEST, LARGEST_PACKED
from tests.tablekernel.drawing.pictures import texts, titles_of

PRINTED = printed_tables()
NAMES = {0: "alice", 1: "<b>&"}


def scene(state: Any, seat: int | None, names: dict[int, str] = NAMES) -> Scene:
    decision = settle(state)
    to_act = None if decision is None else decision.seat
    view, asked = RULES.view(state, seat), None
    if decision is not None and seat == to_act:
        asked = PRESENTATION.present(view, RULES.describe(state, decision), "en", names)
    return Scene(view, to_act, RULES.result(state), names, asked)


def draw_all(state: Any, seat: int | None) -> list[str]:
    """The picture as a seat sees it, the ids of its options, and previews of some of them."""
    now = scene(state, seat)
    options = now.decision["options"] if now.decision else []
    previews = [now._replace(preview=one) for one in options[:4]]
    marks = [",".join([one["choice"], *one["marks"]]) for one in options]
    return marks + [PRESENTATION.picture(one, "en") for one in (now, *previews)]


def drawn(table: CitadelsTable, seat: int | None = None, language: str = "en") -> Any:
    svg = PRESENTATION.picture(scene(table.state, seat), language)
    return ElementTree.fromstring(svg)  # our own


def test_a_city_lies_open_with_types_and_costs() -> None:
    table = position(
        cities={"A": "temple manor+ museum"}, uniques="museum", museum={"A": "docks tavern"}
    )
    found = titles_of(drawn(table))
    assert "Temple, religious, 1" in found
    assert "Manor, noble, 4, beautified" in found
    assert "Museum, unique, 4, Cards under the Museum: 2" in found
    assert {"+1", "+2"} <= set(texts(drawn(table)))


def test_every_seat_has_its_name_its_gold_and_its_cards() -> None:
    table = position(gold={"A": 5, "B": 11}, hands={"B": "docks tavern"}, crown="B")
    root = drawn(table)
    assert {"alice", "<b>&", "seat 2", "seat 3", "11"} <= set(texts(root))
    assert "<b>&, crown, Gold: 11, Cards in hand: 2" in titles_of(root)
    assert "alice, Gold: 5, Cards in hand: 0" in titles_of(root)


def test_a_hand_is_seen_by_its_player_alone() -> None:
    table = position(characters={"A": "king", "B": "thief"}, hands={"A": "palace", "B": "docks"})
    assert {"Only you see this", "Palace", "Hand (1)"} <= set(texts(drawn(table, 0)))
    for seat in (1, None):
        assert "Palace" not in texts(drawn(table, seat))
    assert "Only you see this" not in texts(drawn(table))


def test_the_characters_show_who_was_called_and_what_was_named() -> None:
    table = position(characters={"A": "assassin", "B": "king"}, turn="king", killed="architect")
    root = drawn(table)
    assert "4. King (<b>&, called last)" in titles_of(root)
    struck = [one.text for one in root.iter(f"{{{SVG}}}text") if one.get("text-decoration")]
    assert struck == ["Architect"]
    assert {"has to decide", "King: 0 of 1 built"} <= set(texts(root))
    assert "King (<b>&, called last)" in (root.findtext(f"{{{SVG}}}desc") or "")


def test_what_passed_in_the_draft_is_shown_to_who_saw_it() -> None:
    table = drafting("king thief bishop", players=4, aside="warlord")
    match = table.state
    match.seen[1] = (1 << 4 | 1 << 2,)
    match.dropped[1] = 1 << 2
    mine, others = texts(drawn(table, 1)), texts(drawn(table))
    assert {"Offered in the draft", "Discarded in the draft"} <= set(mine)
    assert mine.count("Thief") == 3  # of the card set, handed, put aside
    assert others.count("Thief") == 1


def test_a_match_that_is_over_shows_places_and_points() -> None:
    table = position(cities={"A": "*7", "B": "*2"}, completed="A")
    table.plays_round_out()
    assert table.over
    shown = texts(drawn(table, language="fr"))
    placements, scores = table.result["placements"], table.result["scores"]
    assert {f"{p}. {s} points" for p, s in zip(placements, scores, strict=True) if s > 1} <= set(
        shown
    )
    assert "doit décider" not in shown


@pytest.mark.parametrize("language", TEXTS.languages)
def test_the_name_of_every_district_fits_its_card(language: str) -> None:
    tongue = TEXTS.find(language)
    for name in NUMBER_OF:
        assert "…" not in draw_card(print_face(name, tongue)), name


@pytest.mark.parametrize("language", TEXTS.languages)
def test_what_a_character_does_fits_its_card(language: str) -> None:
    tongue = TEXTS.find(language)
    for name in CHARACTERS:
        assert tongue.briefs[name]
        assert "…" not in "".join(wrap_brief(name, tongue)), name
        for width in (ASIDE, WIDTH - 2 * MARGIN):
            wide = find_width(width)[1]
            size = title_size(name, tongue, wide)
            assert width_of(tongue.title(name), size, bold=True) <= wide - INDENT - 4


def test_the_draft_is_a_fan_of_the_offered_characters() -> None:
    table = drafting("king thief bishop", players=4, aside="warlord")
    seat = table.decision.seat
    options = [mark for marks in marks_of(table).values() for mark in marks]
    mine, others = drawn(table, seat), drawn(table)
    fanned = [
        one.find(f"{{{SVG}}}g").get("id").removeprefix("board-")
        for one in mine.iter(f"{{{SVG}}}g")
        if "rotate" in one.get("transform", "") and one.find(f"{{{SVG}}}g") is not None
    ]
    assert sorted(fanned) == sorted(options)
    ids = [one.get("id") for root in (mine, others) for one in root.iter() if one.get("id")]
    assert ids.count("board-character-king") == 2  # once in each picture


def test_a_complete_city_has_a_wall_and_flags() -> None:
    table = position(cities={"A": "*7", "B": "*2"}, completed="A")
    walled = [
        one.get("id")
        for one in drawn(table).iter(f"{{{SVG}}}g")
        if any(part.get("href") == "#board-wall" for part in one.findall(f"{{{SVG}}}use"))
    ]
    assert len(walled) == 1


def test_what_moves_has_an_id_that_stays() -> None:
    def where(table: CitadelsTable) -> str:
        root = drawn(table, 1)
        found = {one.get("id"): one for one in root.iter(f"{{{SVG}}}g") if one.get("id")}
        assert {f"board-{what}-{seat}" for what in ("gold", "cards") for seat in range(4)} <= set(
            found
        )
        return next(
            seat for seat, one in found.items() if one.find(".//*[@id='board-crown']") is not None
        )

    assert where(position(crown="A")) == "board-seat-0"
    assert where(position(crown="B")) == "board-seat-1"


def test_more_buildings_than_fit_overlap_and_then_stand_in_rows() -> None:
    def places(city: str) -> list[float]:
        root = drawn(position(cities={"A": city}))
        moves = [
            one.get("transform", "translate(0)")
            for one in root.iter(f"{{{SVG}}}g")
            if (one.get("id") or "").startswith("board-city-0-")
        ]
        return [float(move[len("translate(") : -1]) for move in moves]

    assert places("temple church") == [0, width_of_building("temple")]
    crowded = places("palace palace palace castle castle fortress fortress town_hall")
    assert crowded == sorted(crowded)
    assert crowded[1] < width_of_building("palace")
    assert (
        places(
            "palace palace palace castle castle castle castle fortress fortress "
            "town_hall town_hall cathedral"
        ).count(0)
        == 2
    )


@pytest.mark.parametrize("language", TEXTS.languages.values(), ids=lambda spoken: spoken.code)
def test_the_signs_are_explained(language: Any) -> None:
    shown = texts(drawn(position(), language=language.code))
    assert [word for word in shown if word in language.types.values()] == [
        language.types[kind] for kind in TYPES
    ]


def test_every_language_has_all_words() -> None:
    for language in TEXTS.languages.values():
        assert language.table.keys() == TEXTS.languages["en"].table.keys()


@pytest.mark.parametrize("table", [PRINTED[0], PRINTED[-1], random_table(Random(3))])
@pytest.mark.slow
def test_nobody_can_tell_paired_states_apart_by_the_picture(table: Game) -> None:
    compared = 0
    for match, decision, _, rng in walk(table, 1, share=0.05):
        for viewer in (None, decision.seat, rng.randrange(table[0])):
            paired = make_paired_state(match, viewer, known(match, viewer, decision), rng).match
            one, other = (draw_all(state, viewer) for state in (match, paired))
            assert one == other
            everything = (
                tuple(draw_all(state, seat))
                for state in (match, paired)
                for seat in range(table[0])
            )
            compared += len(set(everything)) > table[0]
    assert compared > 0, "the paired states were the same"


# --- what can be clicked -------------------------------------------------------------------------


def marks_of(table: CitadelsTable) -> dict[str, list[str]]:
    """The elements of every option of the open decision, without the prefix of ids."""
    decision = scene(table.state, table.decision.seat).decision
    assert decision is not None
    return {
        one["choice"]: [mark.removeprefix("board-") for mark in one["marks"]]
        for one in decision["options"]
    }


def test_a_card_is_built_by_clicks_on_it_and_on_the_own_city() -> None:
    table = position(
        characters={"A": "king"}, hands={"A": "temple docks"}, gold={"A": 4}, turn="king"
    )
    table.plays("A", "gather:gold")
    found = marks_of(table)
    assert found["build:temple"] == ["hand-temple", "site-0"]
    assert found["end_turn"] == ["choice-end_turn"]
    shown = texts(drawn(table, 0))
    assert {"Build here", "End your turn"} <= set(shown)
    assert "Build here" not in texts(drawn(table, 1))


def test_each_copy_of_a_card_is_an_element_and_any_of_them_will_do() -> None:
    table = position(
        characters={"A": "king"}, hands={"A": "temple temple"}, gold={"A": 4}, turn="king"
    )
    table.plays("A", "gather:gold")
    assert marks_of(table)["build:temple"] == ["hand-temple", "hand-temple-2", "site-0"]


def test_a_district_of_another_city_is_chosen_with_the_character_that_acts_on_it() -> None:
    table = position(
        characters={"A": "warlord", "B": "king"},
        cities={"B": "temple temple+ docks"},
        uniques="quarry",
        gold={"A": 4},
        turn="warlord",
    )
    table.plays("A", "gather:gold")
    found = marks_of(table)
    assert found["destroy:1:docks"] == ["city-1-docks", "character-warlord"]
    assert found["destroy:1:temple"] == ["city-1-temple", "character-warlord"]
    assert found["destroy:1:temple+"] == ["city-1-temple-2", "character-warlord"]


def test_gold_is_gathered_at_the_bank_and_cards_from_the_deck() -> None:
    table = position(characters={"A": "king"}, turn="king")
    found = marks_of(table)
    assert found["gather:gold"][0] == "bank"
    assert found["gather:cards"] == ["deck"]


def test_what_the_last_move_changed_is_emphasized() -> None:
    table = position(cities={"A": "temple docks"}, gold={"B": 3})
    told_last = [{"kind": "built", "seat": 0, "district": "docks", "gold": 3, "text": "A builds."}]
    svg = PRESENTATION.picture(scene(table.state, 1)._replace(events=told_last), "en")
    root = ElementTree.fromstring(svg)
    ringed = [
        one.get("id")
        for one in root.iter(f"{{{SVG}}}g")
        if any(part.get("stroke-dasharray") == "1 5" for part in one.findall(f"{{{SVG}}}rect"))
    ]
    assert ringed == ["board-city-0-docks"]
    assert "A builds." in texts(root)


def test_a_preview_stands_in_the_own_city_and_changes_nothing_else() -> None:
    table = position(characters={"A": "king"}, hands={"A": "temple"}, gold={"A": 4}, turn="king")
    table.plays("A", "gather:gold")
    now = scene(table.state, 0)
    assert now.decision is not None
    option = next(one for one in now.decision["options"] if one["choice"] == "build:temple")
    plain, preview = (
        {one.get("id") for one in ElementTree.fromstring(svg).iter() if one.get("id")}
        for svg in (
            PRESENTATION.picture(now, "en"),
            PRESENTATION.picture(now._replace(preview=option), "en"),
        )
    )
    assert preview - plain == {"board-city-0-temple"}
    assert not plain - preview


def test_unique_districts_and_characters_say_what_they_do() -> None:
    table = position(cities={"A": "keep temple"}, uniques="keep", characters={"A": "king"})
    root = drawn(table)
    about = {
        one.get("id"): one.findtext(f"{{{SVG}}}desc")
        for one in root.iter(f"{{{SVG}}}g")
        if one.get("id")
    }
    assert about["board-city-0-keep"] == DISTRICTS["keep"].text
    assert about["board-city-0-temple"] is None
    assert about["board-character-king"] == CHARACTERS["king"].text


def test_the_landscape_has_the_same_elements() -> None:
    table = position(characters={"A": "king"}, hands={"A": "temple"}, gold={"A": 4}, turn="king")
    now = scene(table.state, 0)
    portrait, landscape = (
        {one.get("id") for one in ElementTree.fromstring(svg).iter() if one.get("id")}
        for svg in (
            PRESENTATION.picture(now, "en"),
            PRESENTATION.picture(now._replace(layout=LANDSCAPE), "en"),
        )
    )
    assert portrait == landscape


def changes(table: CitadelsTable, **event: Any) -> list[str]:
    """The elements that an event of the last move changed."""
    return list(find_changes([event], RULES.view(table.state, None)))


def test_a_district_that_is_gone_is_not_marked_by_its_namesake() -> None:
    table = position(cities={"A": "temple", "B": "docks"})
    gone = {"seat": 0, "victim": 1, "district": "temple"}
    for kind in ("destroyed", "blown_up"):
        assert changes(table, kind=kind, **gone) == ["seat-0", "seat-1"]


def test_what_stands_in_a_city_since_the_last_move_is_marked_there() -> None:
    table = position(cities={"A": "temple+ temple docks", "B": "docks manor"})
    assert changes(table, kind="built", seat=0, district="temple") == ["city-0-temple-2"]
    assert changes(table, kind="beautified", seat=0, district="temple") == ["city-0-temple"]
    swapped = {"seat": 0, "victim": 1, "district": "docks", "given": "manor"}
    assert changes(table, kind="exchanged", **swapped) == ["city-0-docks", "city-1-manor"]


def test_a_seat_without_a_name_has_its_number_on_its_shield() -> None:
    shown = texts(drawn(position()))
    assert {"A", "<", "2", "3"} <= set(shown)


# --- eight seats ---------------------------------------------------------------------------------

CITIES = (
    "temple church monastery cathedral watchtower prison keep",
    "barracks fortress manor castle palace tavern museum",
    "trading_post market docks harbor town_hall temple quarry",
    "church monastery cathedral watchtower prison barracks library",
    "fortress manor castle palace tavern market smithy",
    "docks harbor town_hall temple church monastery statue",
    "watchtower prison barracks manor castle palace factory",
    "tavern trading_post market docks harbor manor map_room",
)
HAND = "castle tavern manor market"


def full_table(layout: str, language: str) -> str:
    """The largest table: eight seats with complete cities, and a player who may do a lot."""
    table = position(
        players=8,
        cities=dict(zip("ABCDEFGH", CITIES, strict=True)),
        hands={"A": HAND},
        uniques="keep museum quarry library smithy statue factory map_room",
        characters={"A": "warlord", "B": "king", "C": "thief"},
        card_set="queen",
        gold={"A": 12},
        turn="warlord",
        completed="A",
    )
    table.plays("A", "gather:gold")
    svg: str = PRESENTATION.picture(scene(table.state, 0)._replace(layout=layout), language)
    return svg


@pytest.mark.parametrize("language", TEXTS.languages)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_eight_complete_cities_are_a_small_picture(layout: str, language: str) -> None:
    svg = full_table(layout, language).encode()
    assert len(svg) <= LARGEST
    assert len(gzip.compress(svg, 6)) <= LARGEST_PACKED


@pytest.mark.parametrize("language", TEXTS.languages)
def test_eight_seats_fit_in_two_columns(language: str) -> None:
    root = ElementTree.fromstring(full_table(LANDSCAPE, language))
    assert float(root.get("height") or 0) <= 1.4 * WIDTHS[LANDSCAPE]
