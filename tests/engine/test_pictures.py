"""The picture of every game, at random moments of random matches."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from tablekernel.drawing.lettering import SMALL
from tablekernel.drawing.panels import WIDTH
from tablekernel.drawing.svg import SVG
from tablekernel.frames import Decision
from tablekernel.loop import settle
from tablekernel.marks import BUTTON, id_of, narrow_options
from tablekernel.presentation import Presentation
from tablekernel.registry import rulesets
from tablekernel.ruleset import Ruleset
from tablekernel.scene import LAYOUTS, PORTRAIT, Scene
from tablekernel.state import State
from tests.tablekernel.drawing.pictures import smallest_text, texts, titles_of
from tests.tablekernel.trio import TRIO

NAMES = {0: "alice", 1: "<b>&"}
LARGEST = 60 * 1024
LARGEST_PACKED = 12 * 1024
"""The most bytes of a picture, and of one that is compressed."""


def drawn(presentation: Presentation, scene: Scene, language: str) -> str:
    """A picture: the same one again and again, of well-formed XML with something to read in it."""
    svg = presentation.picture(scene, language)
    assert svg is not None
    assert svg == presentation.picture(scene, language)
    assert len(svg.encode()) <= LARGEST
    assert len(gzip.compress(svg.encode(), 6)) <= LARGEST_PACKED
    root = ElementTree.fromstring(svg)  # our own
    assert root.get("lang") == language
    assert all(root.findtext(f"{{{SVG}}}{words}") for words in ("title", "desc"))
    assert {"alice", "<b>&"} <= set(texts(root))
    if language == "fr":
        check_colons({*texts(root), *titles_of(root)} - {presentation.title})
    return svg


def check_colons(words: set[str]) -> None:
    """Check that French has room before a colon."""
    colons = [text for text in words if ": " in text]
    assert colons
    assert all("\N{NO-BREAK SPACE}: " in text for text in colons), colons


def has_picture(ruleset: Ruleset) -> bool:
    return type(ruleset.presentation).picture is not Presentation.picture


DRAWN = [ruleset for ruleset in (*rulesets(), TRIO) if has_picture(ruleset)]


def test_a_game_may_have_no_picture() -> None:
    rules = TRIO.rules
    state, _ = rules.start(rules.check_options({}, 3), 3, bytes(32))
    scene = Scene(rules.view(state, None), 0, None, NAMES)
    assert TRIO.presentation.picture(scene, "en") is None


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
def test_every_moment_of_a_match_can_be_drawn(ruleset: Ruleset) -> None:
    rules, presentation = ruleset.rules, ruleset.presentation
    rng, seats = Random(17), max(2, rules.min_seats)
    options = rules.check_options({}, seats)
    state, _ = rules.start(options, seats, rng.randbytes(32))
    found: list[str] = []
    while (decision := settle(state)) is not None:
        if rng.random() < 0.2:
            viewer, language = rng.choice((None, *range(seats))), rng.choice(presentation.languages)
            view = rules.view(state, viewer)
            found.append(drawn(presentation, Scene(view, decision.seat, None, NAMES), language))
        rules.play(state, decision.seat, rng.choice(decision.options).key)
    for language in presentation.languages:
        scene = Scene(rules.view(state, None), None, rules.result(state), NAMES)
        found.append(drawn(presentation, scene, language))
    assert len(found) > 10
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
def test_a_result_without_scores_is_none(ruleset: Ruleset) -> None:
    rules, seats = ruleset.rules, max(2, ruleset.rules.min_seats)
    state, _ = rules.start(rules.check_options({}, seats), seats, bytes(32))
    scene = Scene(rules.view(state, None), None, None, NAMES)
    without = ruleset.presentation.picture(scene._replace(result={"scores": []}), "en")
    assert without == ruleset.presentation.picture(scene, "en")


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
def test_the_own_seat_comes_first(ruleset: Ruleset) -> None:
    rules, seats = ruleset.rules, ruleset.rules.max_seats
    state, _ = rules.start(rules.check_options({}, seats), seats, bytes(32))
    for viewer in range(seats):
        svg = ruleset.presentation.picture(Scene(rules.view(state, viewer), 0, None, NAMES), "en")
        assert svg is not None
        ids = [one.get("id") or "" for one in ElementTree.fromstring(svg).iter()]
        own = [f"board-seat-{(viewer + place) % seats}" for place in range(seats)]
        assert [name for name in ids if name.startswith("board-seat-")] == own


def tables() -> Iterator[Any]:
    """Every game with every number of seats."""
    for ruleset in DRAWN:
        for seats in range(max(2, ruleset.rules.min_seats), ruleset.rules.max_seats + 1):
            yield pytest.param(ruleset, seats, id=f"{ruleset.slug}-{seats}")


@pytest.mark.parametrize(("ruleset", "seats"), list(tables()))
def test_letters_have_eleven_pixels_on_a_phone(ruleset: Ruleset, seats: int) -> None:
    assert SMALL * 360 / WIDTH >= 11
    rules, rng = ruleset.rules, Random(seats)
    state, _ = rules.start(rules.check_options({}, seats), seats, rng.randbytes(32))
    drawings = 0
    while (decision := settle(state)) is not None:
        if rng.random() < 0.05:
            layout, language = rng.choice(LAYOUTS), rng.choice(ruleset.presentation.languages)
            scene = scene_of_the_decider(ruleset, state, decision, layout)
            svg = ruleset.presentation.picture(scene, language) or ""
            assert smallest_text(ElementTree.fromstring(svg)) >= SMALL
            drawings += 1
        rules.play(state, decision.seat, rng.choice(decision.options).key)
    assert drawings > 1


# --- what can be clicked -------------------------------------------------------------------------


def scene_of_the_decider(
    ruleset: Ruleset, state: State, decision: Decision, layout: str = PORTRAIT
) -> Scene:
    """The scene of the seat that decides, with its decision."""
    rules, presentation = ruleset.rules, ruleset.presentation
    view, described = rules.view(state, decision.seat), rules.describe(state, decision)
    asked = presentation.present(view, described, "en", NAMES)
    return Scene(view, decision.seat, None, NAMES, asked, layout=layout)


def elements_of(svg: str) -> dict[str, Any]:
    """The elements of a picture by id, each of which is there once."""
    found = [one for one in ElementTree.fromstring(svg).iter() if one.get("id")]
    by_id = {one.get("id", ""): one for one in found}
    assert len(by_id) == len(found)
    return by_id


def check_marks(ruleset: Ruleset, scene: Scene) -> int:
    """Check that every option can be chosen by clicks on elements. Returns how many need a
    button.
    """
    assert scene.decision is not None
    options = scene.decision["options"]
    svg = ruleset.presentation.picture(scene, "en")
    assert svg is not None
    elements = elements_of(svg)
    buttons = 0
    for option in options:
        assert narrow_options(options, option["marks"]) == [option]
        buttons += id_of(BUTTON + option["choice"]) in option["marks"]
    marked = {mark for option in options for mark in option["marks"]}
    assert {name for name, one in elements.items() if one.get("role") == "button"} == marked
    for mark in marked:
        element = elements[mark]
        assert (element.get("tabindex"), element.get("class")) == ("0", "board-open")
        assert element.findtext(f"{{{SVG}}}title")
    return buttons


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.slow
def test_every_option_can_be_chosen_by_clicks(ruleset: Ruleset, seed: int) -> None:
    rules, rng = ruleset.rules, Random(seed)
    seats = rng.randint(rules.min_seats, rules.max_seats)
    state, _ = rules.start(rules.check_options({}, seats), seats, rng.randbytes(32))
    options = buttons = 0
    while (decision := settle(state)) is not None:
        if rng.random() < 0.25:
            scene = scene_of_the_decider(ruleset, state, decision, rng.choice(LAYOUTS))
            buttons += check_marks(ruleset, scene)
            options += len(decision.options)
        rules.play(state, decision.seat, rng.choice(decision.options).key)
    assert options > 20
    assert buttons < options / 2


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
@pytest.mark.slow
def test_a_preview_shows_the_option_and_nothing_else(ruleset: Ruleset) -> None:
    rules, rng = ruleset.rules, Random(23)
    seats = max(2, rules.min_seats)
    state, _ = rules.start(rules.check_options({}, seats), seats, rng.randbytes(32))
    compared = 0
    while (decision := settle(state)) is not None:
        if rng.random() < 0.1 and len(decision.options) > 1:
            scene = scene_of_the_decider(ruleset, state, decision)
            options = scene.decision["options"] if scene.decision else []
            drawings = [
                ruleset.presentation.picture(scene._replace(preview=one), "en") for one in options
            ]
            assert len(set(drawings)) == len(options)
            for svg in drawings:
                assert svg is not None
                assert elements_of(svg).keys() >= {mark for one in options for mark in one["marks"]}
            compared += 1
        rules.play(state, decision.seat, rng.choice(decision.options).key)
    assert compared > 2


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
def test_spectators_can_click_on_nothing(ruleset: Ruleset) -> None:
    rules = ruleset.rules
    seats = max(2, rules.min_seats)
    state, _ = rules.start(rules.check_options({}, seats), seats, bytes(32))
    for layout in LAYOUTS:
        scene = Scene(rules.view(state, None), 0, None, NAMES, layout=layout)
        svg = ruleset.presentation.picture(scene, "en") or ""
        assert elements_of(svg)
        assert "button" not in svg
        assert "tabindex" not in svg


@pytest.mark.parametrize("ruleset", DRAWN, ids=lambda ruleset: ruleset.slug)
def test_the_parts_of_a_table_are_explained_in_every_language(ruleset: Ruleset) -> None:
    rules, presentation = ruleset.rules, ruleset.presentation
    seats = max(2, rules.min_seats)
    state, _ = rules.start(rules.check_options({}, seats), seats, bytes(32))
    view = rules.view(state, 0)
    helps = [presentation.help(view, language) for language in presentation.languages]
    assert len({frozenset(one) for one in helps}) == 1
    for name in helps[0]:
        texts = [(one[name]["title"], one[name]["text"]) for one in helps]
        assert all(title and text for title, text in texts)
        assert len({text for _, text in texts}) == len(helps)
