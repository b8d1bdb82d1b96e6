"""How to play each game, and the rules of its tables: complete in each language, and short."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.castle.text import TEXTS as CASTLE
from engine.castle.text.english import ENGLISH, English
from engine.citadels.rules import RULES as CITADELS
from engine.citadels.table_rules import find_keys
from engine.citadels.text import TEXTS
from engine.citadels.text.en import ENGLISH as CITADELS_ENGLISH
from engine.citadels.text.en import English as CitadelsEnglish
from engine.citadels.text.language import CitadelsLanguage, Noun
from tablekernel import registry
from tablekernel.ruleset import Ruleset
from tablekernel.text.french import FrenchGrammar
from tablekernel.text.language import Names
from tablekernel.text.translation import Translation

GAMES = pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
LANGUAGES = pytest.mark.parametrize("language", TEXTS.codes)
VARYING = {key for key in CITADELS_ENGLISH.rules if "/" in key}
VARYING |= {"choosing", "choosing:last", "calling:two", "points:ties"}
ONE_SCREEN = range(250, 351)
"""Words of a page that is read before a first game."""


def words_of(sections: list[dict[str, Any]]) -> Iterator[str]:
    for section in sections:
        for part in (section, *section["items"]):
            yield from (part["title"], part["text"])


@GAMES
@LANGUAGES
def test_how_to_play_fits_one_screen(ruleset: Ruleset, language: str) -> None:
    sections = ruleset.presentation.how_to_play(language)["sections"]
    english = ruleset.presentation.how_to_play("en")["sections"]
    assert [one["section"] for one in sections] == [one["section"] for one in english]
    assert {"aim", "turn", "matters", "end"} <= {one["section"] for one in sections}
    assert len(" ".join(words_of(sections)).split()) in ONE_SCREEN
    assert ruleset.presentation.summarize(language).endswith(".")


@GAMES
@LANGUAGES
def test_every_decision_of_the_first_rounds_comes_with_advice(
    ruleset: Ruleset, language: str
) -> None:
    rules = ruleset.rules
    seats = ruleset.presentation.beginner_seats or rules.min_seats
    guide = ruleset.presentation.how_to_play(language)
    asked = set()
    for number in range(5):
        rng = Random(number)
        state, _ = rules.start(rules.check_options({}, seats), seats, rng.randbytes(32))
        for _ in range(60):
            if (decision := rules.decision(state)) is None:
                break
            asked.add(decision.topic)
            rules.play(state, decision.seat, rng.choice(decision.options).key)
    assert asked <= guide["first_round"].keys() <= rules.topics.keys()
    assert all(text.endswith(".") for text in (*guide["first_round"].values(), guide["waiting"]))


@GAMES
def test_nothing_of_a_guide_is_left_in_english(ruleset: Ruleset) -> None:
    assert not [line for texts in (TEXTS, CASTLE) for line in texts.list_missing()]
    guide = ruleset.presentation.how_to_play("fr")
    texts = [*words_of(guide["sections"]), *guide["first_round"].values(), guide["waiting"]]
    assert not [text for text in texts if any(f" {sign}" in text for sign in ":;?!")]


@LANGUAGES
@pytest.mark.parametrize(
    ("options", "seats", "expected"),
    [
        ({}, 4, {"choosing", "points:ties"}),
        ({}, 7, {"choosing", "choosing:last", "points:ties"}),
        ({}, 2, {"choosing/2", "calling:two", "points:ties"}),
        ({}, 3, {"choosing/3", "calling:two", "points:ties"}),
        ({"edition": "classic"}, 3, {"choosing/classic", "calling:two", "points/classic:ties"}),
    ],
)
def test_the_rules_of_a_table_are_those_of_its_edition_and_seats(
    language: str, options: dict[str, Any], seats: int, expected: set[str]
) -> None:
    full = CITADELS.check_options(options, seats)
    sections = registry.ruleset("citadels").presentation.table_rules(full, seats, None, language)
    assert not [text for text in words_of(sections) if "{" in text]
    characters = next(one["items"] for one in sections if one["section"] == "characters")
    assert set(find_keys(full, seats, len(characters))) & VARYING == expected


@LANGUAGES
def test_a_table_shows_its_own_cards_and_a_surprise_only_when_they_are_drawn(language: str) -> None:
    presentation = registry.ruleset("citadels").presentation
    options = CITADELS.check_options({"preset": "surprise"}, 4)
    before = presentation.table_rules(options, 4, None, language)
    assert not {"characters", "unique"} & {one["section"] for one in before}
    state, _ = CITADELS.start(options, 4, bytes(32))
    view = CITADELS.view(state, None)
    sections = {one["section"]: one for one in presentation.table_rules(options, 4, view, language)}
    titles = [item["title"].partition(". ")[2] for item in sections["characters"]["items"]]
    assert titles == [TEXTS.find(language).title(name) for name in view["cast"]]
    assert len(sections["unique"]["items"]) == len(view["unique_districts"])


# -- a language with twenty texts


class NewCastle(English):
    """A third language of The Castle, hardly begun."""

    code = "nl"
    first = ENGLISH
    terrains = {**ENGLISH.terrains, "tower": "toren"}
    a_terrain = {**ENGLISH.a_terrain, "tower": "een toren"}
    events = Translation({"turn_started": "Beurt {turn}: {seat}."}, ENGLISH.events)
    advice = Translation({"place": "Leg de tegel."}, ENGLISH.advice)


class NewCitadels(CitadelsEnglish):
    """A third language of Citadels, hardly begun: it builds, and knows no prices."""

    code = "nl"
    first = CITADELS_ENGLISH
    labels = Translation({"build": "Bouw {district}"}, CITADELS_ENGLISH.labels)
    payments = Translation[str, str]({}, CITADELS_ENGLISH.payments)


def test_what_a_language_lacks_is_english_text_by_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CASTLE.languages, "nl", NewCastle())
    turn = {"kind": "turn_started", "turn": 3, "seat": 0}
    assert CASTLE.sentence(turn, "nl", {0: "Ann"}) == "Beurt 3: Ann."
    tied = {"kind": "tied", "terrain": "tower", "tiles": 4}
    assert CASTLE.sentence(tied, "nl") == CASTLE.sentence(tied, "en")
    guide = CASTLE.how_to_play("nl")
    assert guide["first_round"]["place"] == "Leg de tegel."
    assert guide["sections"] == CASTLE.how_to_play("en")["sections"]


def test_a_text_of_two_parts_is_in_one_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEXTS.languages, "nl", NewCitadels())
    build = {"choice": "build:temple", "verb": "build", "district": "temple", "gold": 1}
    assert TEXTS.label(build, "nl") == TEXTS.label(build, "en") == "Build the Temple (1 gold)"


class OwnGrammar(FrenchGrammar, CitadelsLanguage):
    """A third language of Citadels with its own grammar, and a single text in a plain table."""

    code = "nl"
    first = CITADELS_ENGLISH
    events = {"turn_ended": "{seat} is klaar."}

    def card(self, name: str) -> Noun:
        title = str(self.titles[name.removesuffix("+")])
        return Noun(title, title, title, title)

    def seat(self, number: int, names: Names) -> Noun:
        name = names.get(number, f"plaats {number}")
        return Noun(name, name, name, name)

    def gold(self, count: int) -> str:
        return f"{count} goud"

    def cards(self, count: int) -> str:
        return self.count(count, "kaart", "kaarten")

    def more(self, count: int) -> str:
        return f"{count} meer"


def test_whole_tables_that_a_language_lacks_are_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEXTS.languages, "nl", OwnGrammar())
    assert TEXTS.sentence({"kind": "turn_ended", "seat": 0}, "nl") == "Plaats 0 is klaar."
    built = {"kind": "built", "seat": 0, "district": "temple", "gold": 1}
    assert TEXTS.sentence(built, "nl") == TEXTS.sentence(built, "en")
    assert TEXTS.summarize("nl") == TEXTS.summarize("en")
    assert TEXTS.how_to_play("nl") == TEXTS.how_to_play("en")
    presentation, options = registry.ruleset("citadels").presentation, CITADELS.check_options({}, 4)
    assert presentation.cards("nl") == presentation.cards("en")
    rules = [presentation.table_rules(options, 4, None, code) for code in ("nl", "en")]
    assert [one["title"] for one in rules[0]] == [one["title"] for one in rules[1]]
    assert {"nl events built", "nl texts statue", "nl rules setup"} <= {*TEXTS.list_missing()}


def test_a_language_that_a_game_lacks_is_english() -> None:
    for ruleset in registry.rulesets():
        presentation = ruleset.presentation
        assert presentation.how_to_play("tlh") == presentation.how_to_play("en")
        assert presentation.summarize("tlh") == presentation.summary
