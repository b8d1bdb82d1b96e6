"""The picture of every game, at random moments of random matches."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from engine.drawing.svg import SVG
from engine.kernel.loop import settle
from engine.kernel.presentation import Presentation
from engine.kernel.ruleset import Ruleset
from engine.kernel.scene import Scene
from engine.registry import rulesets
from tests.engine.drawing.pictures import texts
from tests.engine.kernel.trio import TRIO

NAMES = {0: "alice", 1: "<b>&"}
LARGEST = 120_000
"""A picture has fewer bytes."""


def drawn(presentation: Presentation, scene: Scene, language: str) -> str:
    """A picture: the same one again and again, of well-formed XML with something to read in it."""
    svg = presentation.picture(scene, language)
    assert svg is not None
    assert svg == presentation.picture(scene, language)
    assert len(svg.encode()) < LARGEST
    root = ElementTree.fromstring(svg)  # our own
    assert root.get("lang") == language
    assert all(root.findtext(f"{{{SVG}}}{words}") for words in ("title", "desc"))
    assert {"alice", "<b>&"} <= set(texts(root))
    return svg


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
