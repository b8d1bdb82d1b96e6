"""Everything that people read, in both languages: nothing is missing, and it fits."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from string import Formatter

import pytest

import engine.castle
from engine.castle.checks import lively
from engine.castle.names import ROLES, SLOTS, TERRAINS, WALL_TILES
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.testing import position
from engine.castle.text import TEXTS, CastleLanguage
from engine.castle.tiles import TILE_SETS
from engine.castle.topics import TOPICS
from tablekernel.events import event_for
from tablekernel.loop import settle

SOURCES = sorted(Path(engine.castle.__file__).parent.rglob("*.py"))
LANGUAGES = pytest.mark.parametrize(
    "language", TEXTS.languages.values(), ids=lambda spoken: spoken.code
)
LONG_NAMES = {seat: f"{seat}" * 30 for seat in range(2)}
"""The longest names that the platform lets people have."""

LONGEST = 200


def kinds_told() -> set[str]:
    """The kinds of all events that the code tells."""
    pattern = r'\b(?:tell|tell_tile)\(\s*(?:match, )?"(\w+)"'
    return {kind for path in SOURCES for kind in re.findall(pattern, path.read_text())}


@LANGUAGES
def test_every_event_question_and_option_has_a_text(language: CastleLanguage) -> None:
    told = {key.partition(":")[0].replace("final", "final_scored") for key in language.events}
    assert told == kinds_told()
    assert language.questions.keys() == TOPICS.keys()
    verbs = {verb for topic in TOPICS.values() for verb in topic.verbs}
    assert {key.partition(":")[0] for key in language.labels} == verbs


@LANGUAGES
def test_every_card_has_a_title_and_a_text(language: CastleLanguage) -> None:
    assert language.wall_titles.keys() == language.wall_texts.keys() == set(WALL_TILES)
    assert language.terrains.keys() == language.texts.keys() == set(TERRAINS)
    assert language.a_terrain.keys() == set(TERRAINS)
    assert language.roles.keys() == language.a_role.keys() == set(ROLES)
    assert language.sides.keys() == set(SLOTS)
    assert language.sets.keys() <= TILE_SETS.keys()
    titles = [language.tile(name) for tiles in TILE_SETS.values() for name in tiles.names]
    assert max(map(len, titles)) < 80
    texts = [*language.texts.values(), *language.wall_texts.values()]
    assert max(map(len, texts)) <= LONGEST


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize(
    "table", ["events", "questions", "labels", "table", "scores", "wall_texts", "sides"]
)
def test_languages_say_the_same_things(table: str) -> None:
    first, *others = [getattr(language, table) for language in TEXTS.languages.values()]
    for other in others:
        assert other.keys() == first.keys()
        if table in ("events", "questions", "labels"):
            assert {k: fields(t) for k, t in other.items()} == {
                k: fields(t) for k, t in first.items()
            }


@LANGUAGES
def test_whole_games_are_told(language: CastleLanguage) -> None:
    for number in range(6):
        rng = Random(number)
        state, played = RULES.start(RULES.check_options({}, 2), 2, rng.randbytes(32))
        while True:
            for event in played.events:
                shown = event_for(event.to_json(), None)
                text = PRESENTATION.text(shown, language.code, LONG_NAMES)
                assert 0 < len(text) <= LONGEST
                assert "{" not in text
            decision = settle(state)
            if decision is None:
                break
            described = RULES.describe(state, decision)
            assert PRESENTATION.question(described, language.code, LONG_NAMES)
            labels = [PRESENTATION.label(option, language.code) for option in described["options"]]
            assert len(set(labels)) == len(labels)
            played = RULES.play(state, decision.seat, lively(decision, rng).key)
        table = PRESENTATION.score_sheet(state, language.code)
        result = RULES.result(state)
        assert table is not None
        assert result is not None
        for seat in table:
            assert sum(item["points"] for item in seat["items"]) == seat["total"]
            assert seat["total"] == result["scores"][seat["seat"]]
            assert all("{" not in item["title"] + item["text"] for item in seat["items"])


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ann scores 8 points for a tower of 4 tiles."),
        ("fr", "Ann marque 8 points pour une tour de 4 tuiles."),
        ("nl", "Ann scores 8 points for a tower of 4 tiles."),
    ],
)
def test_a_sentence(language: str, text: str) -> None:
    event = {"kind": "scored", "seat": 0, "points": 8, "terrain": "tower", "tiles": 4}
    assert PRESENTATION.text(event, language, {0: "Ann"}) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The game is over: seat 1 wins with 70 points."),
        ("fr", "La partie est finie\N{NO-BREAK SPACE}: le joueur 1 gagne avec 70 points."),
    ],
)
def test_a_winner_without_a_name_does_not_begin_a_sentence(language: str, text: str) -> None:
    event = {"kind": "match_over", "result": {"placements": [2, 1], "scores": [12, 70]}}
    assert PRESENTATION.text(event, language, {}) == text


def test_tiles_are_called_by_what_they_show() -> None:
    assert TEXTS.find("en").tile("j04") == "a path and three courts, with a well"
    assert (
        TEXTS.find("fr").tile("j02") == "trois chemins, une maison et trois cours, avec une place"
    )


@LANGUAGES
def test_the_end_is_told_item_by_item(language: CastleLanguage) -> None:
    tiles = "b17@4,3/0 b05@3,8/1 s01@6,8/0"
    table = position(
        tiles=tiles,
        followers={"A": "4,3:N 3,8:E 6,8:N"},
        keep={"A": 1},
        wall={"A": "4 5 7 8 9"},
        ends=True,
    )
    (mine, theirs) = PRESENTATION.score_sheet(table.state, language.code) or []
    assert theirs["items"] == []
    found = {item["item"]: item["points"] for item in mine["items"]}
    assert found == {"keep": 73, "courts": 4, "unfinished": 2, "wall_points": 5}
    told = [PRESENTATION.text(event, language.code, {0: "Ann"}) for event in table.events_for(None)]
    assert len([text for text in told if text.startswith("Ann")]) == 6 - 1


def test_a_place_says_where_the_tile_lies_and_how_it_is_turned() -> None:
    def labels(code: str) -> list[str]:
        options = [{"verb": "place", "x": 3, "y": 0, "rotation": turned} for turned in range(4)]
        return [TEXTS.find(code).label(option, {}) for option in options]

    assert labels("en") == [
        f"At 3,0, {how}" for how in ("not turned", "turned right", "turned around", "turned left")
    ]
    assert labels("fr")[1] == "En 3,0, tournée à droite"
