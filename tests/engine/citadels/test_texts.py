"""Everything that people read, in every language: nothing is missing, and it fits."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

import pytest

import engine.citadels
from engine.citadels.abilities import EachCharacter
from engine.citadels.all_cards import CARDS
from engine.citadels.characters import CHARACTERS
from engine.citadels.choices import EachDistrict
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import BASIC, NUMBER_OF, TYPES
from engine.citadels.options import CUSTOM, SURPRISE
from engine.citadels.pools import PUBLISHED
from engine.citadels.presentation import PRESENTATION
from engine.citadels.presets import PRESETS
from engine.citadels.rules import RULES
from engine.citadels.testing import fresh, position
from engine.citadels.text import TEXTS, CitadelsLanguage
from engine.citadels.text.en import ENGLISH
from engine.citadels.text.fr import FRENCH
from engine.citadels.text.language import LONGEST, CardWords
from tablekernel.choice_table import ChoiceTable
from tablekernel.events import event_for
from tablekernel.frames import Choice
from tablekernel.loop import settle
from tablekernel.text.translation import Translation

SOURCES = sorted(Path(engine.citadels.__file__).parent.rglob("*.py"))
LANGUAGES = pytest.mark.parametrize(
    "language", TEXTS.languages.values(), ids=lambda spoken: spoken.code
)
LONG_NAMES = {seat: f"{seat}" * 30 for seat in range(8)}
"""The longest names that the platform lets people have."""


def kinds_told() -> set[str]:
    """The kinds of all events that the code tells."""
    found = [re.findall(r'\btell\(\s*"(\w+)"', path.read_text()) for path in SOURCES]
    return {kind for kinds in found for kind in kinds}


def topics_asked() -> set[str]:
    """The topics of all questions that the code puts."""
    return {topic for path in SOURCES for topic in topics_in(ast.parse(path.read_text()))}


def topics_in(tree: ast.AST) -> Iterator[str]:
    for step in ast.walk(tree):
        if not isinstance(step, ast.FunctionDef) or not step.name.startswith("ask_"):
            continue
        for node in ast.walk(step):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Decision":
                yield ast.literal_eval(node.args[1])
            elif isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
                yield ast.literal_eval(node.value.elts[1])


def choices_in(thing: Any) -> Iterator[Choice]:
    if isinstance(thing, Choice):
        yield thing
    elif isinstance(thing, tuple):
        for part in thing:
            yield from choices_in(part)
    elif isinstance(thing, ChoiceTable):
        yield from thing.list_all()
    elif isinstance(thing, dict):
        yield from choices_in(tuple(thing.values()))
    elif isinstance(thing, EachCharacter | EachDistrict):
        yield from choices_in(thing.choices)


def verbs_of_new_cards() -> set[str]:
    """The verbs that only cards offer which are not published yet."""
    new = [card for name, card in CARDS.items() if name not in PUBLISHED]
    return {
        verb
        for card in new
        for verbs in (card.acts, card.payments, *(topic.verbs for topic in card.topics.values()))
        for verb in verbs
    }


def verbs_offered() -> set[str]:
    """The verbs of all choices that some module makes, and of those that a card set makes."""
    modules = [module for name, module in sys.modules.items() if name.startswith("engine.citadels")]
    found = {c.verb for module in modules for c in choices_in(tuple(vars(module).values()))}
    return found | {"keep", "discard"}


def plain_keys(templates: Any) -> set[str]:
    return {key.partition(":")[0] for key in templates}


class Told:
    """Whatever is told and asked in a match, with all that single seats are told."""

    def __init__(self, options: dict[str, Any], seats: int, number: int) -> None:
        self.events: list[dict[str, Any]] = []
        self.decisions: list[dict[str, Any]] = []
        rng = Random(number)
        checked = RULES.check_options(options, seats)
        state, played = RULES.start(checked, seats, rng.randbytes(32))
        while True:
            stored = [event.to_json() for event in played.events]
            self.events += [
                event_for(event, seat) for event in stored for seat in (None, *range(seats))
            ]
            decision = settle(state)
            if decision is None:
                break
            self.decisions.append(RULES.describe(state, decision))
            played = RULES.play(state, decision.seat, rng.choice(decision.options).key)


@cache
def random_matches() -> tuple[Told, ...]:
    """A random match of every preset, with every number of players."""
    card_sets = [*PRESETS, SURPRISE]
    return tuple(
        Told({"preset": preset}, 2 + (place + turn) % 7, place)
        for place, preset in enumerate(card_sets)
        for turn in range(3)
    )


# -- nothing is missing


@LANGUAGES
def test_every_kind_of_event_has_a_sentence(language: CitadelsLanguage) -> None:
    assert plain_keys(language.events) - {"surcharge"} == kinds_told()


@LANGUAGES
def test_every_topic_has_a_question(language: CitadelsLanguage) -> None:
    assert plain_keys(language.questions) == topics_asked()


@LANGUAGES
def test_every_verb_has_a_label(language: CitadelsLanguage) -> None:
    assert plain_keys(language.labels) == verbs_offered()


@LANGUAGES
def test_every_card_has_a_title_and_a_text(language: CitadelsLanguage) -> None:
    cards = {*CHARACTERS, *NUMBER_OF}
    titles = [language.title(card) for card in sorted(cards)]
    assert len(set(titles)) == len(titles)
    assert all(title[0].isupper() for title in titles)
    assert set(language.texts) == {*CHARACTERS, *DISTRICTS, *TYPES} - {"unique"}
    assert all(text.endswith(".") and text[0].isalnum() for text in language.texts.values())
    assert set(language.types) == set(TYPES)
    assert set(language.presets) == {*PRESETS, CUSTOM, SURPRISE}


def test_all_languages_say_the_same_things() -> None:
    english, *others = TEXTS.languages.values()
    for other in others:
        for table in (
            "events", "questions", "labels", "payments", "gains", "texts", "types", "presets"
        ):  # fmt: skip
            assert set(getattr(other, table)) == set(getattr(english, table)), table


def fields(template: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize("table", ["events", "questions", "labels", "payments", "gains"])
def test_all_languages_name_the_same_parameters(table: str) -> None:
    english, *others = TEXTS.languages.values()
    for key, template in getattr(english, table).items():
        for other in others:
            assert fields(getattr(other, table)[key]) == fields(template), key


def test_languages_differ() -> None:
    english, *others = TEXTS.languages.values()
    for other in others:
        for table in ("events", "questions", "labels", "texts"):
            translation = getattr(other, table)
            for key, text in getattr(english, table).items():
                assert key in translation.missing or translation[key] != text, key


def test_what_is_not_translated_is_listed_and_shown_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = Translation({"museum": "Un texte."}, ENGLISH.texts)
    titles = Translation[str, tuple[str, str]]({}, {"statue": ("Statue", ""), "keep": ("Keep", "")})
    monkeypatch.setattr(type(FRENCH), "texts", texts)
    monkeypatch.setattr(type(FRENCH), "titles", titles)
    assert FRENCH.texts["statue"] == ENGLISH.texts["statue"]
    assert {"fr texts statue", "fr titles keep"} <= {*TEXTS.list_missing()}
    assert "fr texts museum" not in TEXTS.list_missing()
    event = {"kind": "beautified", "seat": 0, "district": "statue"}
    assert TEXTS.sentence(event, "fr", {0: "bob"}) == "bob embellit la carte Statue."
    assert FRENCH.card("keep+").plain == "Keep (embellie)"


def test_every_published_card_is_translated() -> None:
    new = {
        key
        for name, card in CARDS.items()
        if name not in PUBLISHED
        for key in (name, *card.labels, *card.gains, *card.questions, *card.events)
    }
    assert {line.rpartition(" ")[2] for line in TEXTS.list_missing()} <= new


def test_a_sentence_without_a_translation_is_english_as_a_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    events = Translation({"built": FRENCH.events["built"]}, ENGLISH.events)
    monkeypatch.setattr(type(FRENCH), "events", events)
    event = {"kind": "robbed", "seat": 0, "by": 1, "gold": 2}
    assert TEXTS.sentence(event, "fr") == TEXTS.sentence(event, "en")


# -- whole matches


@LANGUAGES
@pytest.mark.parametrize("names", [{}, LONG_NAMES], ids=["by number", "by name"])
@pytest.mark.slow
def test_everything_that_is_told_and_asked_fits(
    language: CitadelsLanguage, names: dict[int, str]
) -> None:
    texts = set()
    for match in random_matches():
        texts |= {language.sentence(event, names) for event in match.events}
        for decision in match.decisions:
            texts.add(language.question(decision, names))
            texts |= {language.label(option, names) for option in decision["options"]}
    for text in texts:
        assert 0 < len(text) <= LONGEST, text
        assert not set("{}_") & set(text), text
        assert not re.search(r" [,.)]|\( |  |\bNone\b", text), text


def test_the_matches_tell_and_ask_nearly_everything() -> None:
    kinds = {event["kind"] for match in random_matches() for event in match.events}
    verbs = {o["verb"] for match in random_matches() for d in match.decisions for o in d["options"]}
    assert len(kinds_told() - kinds) <= 4, kinds_told() - kinds
    assert len(verbs_offered() - verbs) <= 4, verbs_offered() - verbs


@LANGUAGES
def test_texts_of_cards_fit(language: CitadelsLanguage) -> None:
    assert all(len(text) <= LONGEST for text in language.texts.values())


# -- sentences


def said(kind: str, language: str = "en", names: dict[int, str] | None = None, **parts: Any) -> str:
    return PRESENTATION.text({"kind": kind, **parts}, language, names)


def test_seats_are_called_by_the_names_given() -> None:
    event: dict[str, Any] = {"seat": 0, "district": "palace", "gold": 5}
    assert said("built", **event) == "Seat 0 builds the Palace for 5 gold."
    assert said("built", names={0: "alice"}, **event) == "alice builds the Palace for 5 gold."
    assert said("built", names={1: "bob"}, **event) == "Seat 0 builds the Palace for 5 gold."
    assert said("built", "fr", **event) == "Le joueur 0 bâtit le Palais pour 5 pièces d'or."


def test_names_are_not_read_as_templates() -> None:
    names = {0: "{seat.__class__}"}
    assert said("turn_ended", names=names, seat=0) == "{seat.__class__} ends the turn."


def test_faces_are_told_to_who_may_know_them() -> None:
    public: dict[str, Any] = {"seat": 0, "count": 2}
    assert said("cards_drawn", **public) == "Seat 0 draws 2 cards."
    assert (
        said("cards_drawn", cards=["temple", "thieves_den"], **public)
        == "Seat 0 draws 2 cards (Temple and Thieves' Den)."
    )
    laid: dict[str, Any] = {"seat": 0, "characters": ["thief", "king", "bishop"]}
    assert said("markers_laid", **laid).endswith("the Thief, the King and the Bishop.")
    assert said("markers_laid", face="king", **laid).endswith("The signed one lies on the King.")
    assert said("character_kept", seat=1) == "Seat 1 keeps a character."
    assert said("character_kept", seat=1, character="king") == "Seat 1 keeps the King."


def test_numbers_and_nouns_agree() -> None:
    for count, card, gold in ((0, "0 cards", "0 gold"), (1, "1 card", "1 gold")):
        assert TEXTS.find("en").cards(count) == card
        assert TEXTS.find("en").gold(count) == gold
    french = TEXTS.find("fr")
    assert [french.cards(count) for count in (0, 1, 2)] == ["0 carte", "1 carte", "2 cartes"]
    assert french.gold(1) == "1 pièce d'or"
    assert french.gold(2) == "2 pièces d'or"
    assert [TEXTS.find("en").points(count) for count in (1, 2)] == ["1 point", "2 points"]


def test_a_long_hand_is_cut_short() -> None:
    text = said("hand_seen", seat=0, victim=1, cards=["imperial_treasury"] * 30)
    assert len(text) <= LONGEST
    assert re.search(r" and \d+ more\.$", text)


def test_gold_for_the_bank_is_a_sentence_of_its_own() -> None:
    event: dict[str, Any] = {"seat": 0, "victim": 1, "district": "temple", "gold": 1}
    text = "Seat 0 seizes seat 1's Temple for 1 gold."
    assert said("seized", surcharge=0, **event) == text
    assert said("seized", surcharge=1, **event) == f"{text} Another 1 gold goes to the bank."


def test_the_end_names_who_has_won() -> None:
    result = {"placements": [2, 1], "scores": [20, 31]}
    assert said("match_over", result=result) == "The game is over: seat 1 wins with 31 points."
    shared = {"placements": [1, 1], "scores": [31, 31]}
    assert "seat 0 and seat 1 share the win" in said("match_over", result=shared)


def test_an_unknown_language_is_english() -> None:
    assert said("turn_ended", "tlh", seat=0) == "Seat 0 ends the turn."


# -- French


@pytest.mark.parametrize(
    ("card", "forms"),
    [
        ("king", ("Roi", "le Roi", "du Roi", "au Roi")),
        ("queen", ("Reine", "la Reine", "de la Reine", "à la Reine")),
        ("bishop", ("Évêque", "l'Évêque", "de l'Évêque", "à l'Évêque")),
        ("poor_house", ("Hospice", "l'Hospice", "de l'Hospice", "à l'Hospice")),
        ("stables", ("Écuries", "les Écuries", "des Écuries", "aux Écuries")),
    ],
)
def test_french_cards_have_articles(card: str, forms: tuple[str, ...]) -> None:
    noun = TEXTS.find("fr").card(card)
    assert (noun.plain, noun.the, noun.of, noun.to) == forms


def test_french_embellishment_agrees() -> None:
    titles = [TEXTS.find("fr").title(f"{card}+") for card in ("manor", "prison", "stables")]
    assert titles == ["Manoir (embelli)", "Prison (embellie)", "Écuries (embellies)"]


@pytest.mark.parametrize(
    ("card", "title"),
    [
        ("witch", "Sorcière"),
        ("wizard", "Sorcier"),
        ("magician", "Magicienne"),
        ("tax_collector", "Bailli"),
        ("magistrate", "Échevin"),
    ],
)
def test_french_names_that_are_easily_confused(card: str, title: str) -> None:
    assert TEXTS.find("fr").title(card) == title


def test_french_people_are_elided_and_seats_have_an_article() -> None:
    event: dict[str, Any] = {"seat": 1, "victim": 0}
    names = {0: "alice", 1: "bob"}
    assert said("hand_seen", "fr", names, **event) == "bob regarde la main d'alice."
    assert said("hand_seen", "fr", {1: "bob"}, **event) == "bob regarde la main du joueur 0."
    names[0] = "hugo"
    assert said("hand_seen", "fr", names, **event) == "bob regarde la main de hugo."


def test_french_signs_keep_their_distance() -> None:
    assert "\N{NO-BREAK SPACE}:" in said("called", "fr", rank=4, character="king")


# -- questions and options


def test_a_question_says_what_it_is_about() -> None:
    table = position(
        characters={"A": "magistrate", "B": "king"},
        options={"preset": "ambitious_aristocrats", "rank_4": "king"},
        hands={"B": "temple"},
        warrants="thief! king bishop",
        turn="king",
    )
    table.plays("B", "gather:gold", "build:temple")
    decision = RULES.own_decision(table.state, 0)
    assert PRESENTATION.question(decision, "en", {1: "bob"}) == (
        "bob pays 1 gold for the Temple. You cannot confiscate it."
    )


def test_options_say_what_they_cost_and_bring() -> None:
    table = position(
        characters={"A": "king"},
        cities={"A": "manor factory"},
        hands={"A": "smithy palace"},
        gold={"A": 8},
        turn="king",
    )
    table.plays("A", "gather:gold")
    decision = RULES.own_decision(table.state, 0)
    labels = {o["choice"]: PRESENTATION.label(o, "en") for o in decision["options"]}
    assert labels == {
        "end_turn": "End your turn without taking your 1 gold of income",
        "build:smithy": "Build the Smithy (4 gold)",
        "build:palace": "Build the Palace (5 gold)",
        "income": "Take your income (1 gold)",
    }


def test_a_label_names_people() -> None:
    option = {"choice": "swap:1", "verb": "swap", "seat": 1}
    assert PRESENTATION.label(option, "en", {1: "bob"}) == "Swap hands with bob"
    assert PRESENTATION.label(option, "fr", {1: "bob"}) == "Échanger les mains avec bob"


# -- the catalogue


def test_the_catalogue_speaks_every_language() -> None:
    for code in PRESENTATION.languages:
        catalogue = PRESENTATION.cards(code)
        for part in ("characters", "districts"):
            assert all(entry["title"] and entry["text"] for entry in catalogue[part])
        assert len(catalogue["districts"]) == len(BASIC) + len(DISTRICTS)
        assert [entry["preset"] for entry in catalogue["presets"]] == [*PRESETS, CUSTOM, SURPRISE]
    assert PRESENTATION.cards() == PRESENTATION.cards("en")
    assert PRESENTATION.cards("fr")["characters"][0]["title"] == "Assassin"


def test_a_fresh_match_is_told_in_full() -> None:
    table = fresh()
    texts = [PRESENTATION.text(event_for(event.to_json(), 0), "en") for event in table.events]
    assert texts[0] == "The game begins: 4 seats, and 7 districts complete a city."
    assert re.match(r"Seat 0 is dealt 4 cards \(.+\)\.", texts[1])
    assert texts[2] == "Seat 1 is dealt 4 cards."


def test_parameters_without_a_form_stand_as_they_are() -> None:
    words = CardWords(TEXTS.find("en"), {"round": 3}, {})
    assert words["round"] == 3
