"""Menus and tables are made from what the service sends, whatever the verbs mean."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from rich.console import Console

from clients.citadels_client.choosers import Chooser, by_chance
from clients.citadels_client.documents import Decision, Game, Option
from clients.citadels_client.guides import Guide, guide_to
from clients.citadels_client.guides.citadels import crown_sign
from clients.citadels_client.guides.citadels_cards import Cards, by_preference, card_words
from clients.citadels_client.scores import drawn_scores
from clients.citadels_client.words import option_words
from engine.kernel.ruleset import Ruleset
from engine.registry import ruleset

CITADELS = ruleset("citadels")
CARDS = Cards.of(CITADELS.cards())
NOW = "2026-11-21T09:30:00Z"


def match_view(seats: int, **members: Any) -> Game:
    """A match as seat 0 gets it."""
    user = {"id": "1", "username": "alice"}
    document = {
        "id": "7",
        "ruleset": "citadels",
        "move_count": 0,
        "status": "active",
        "your_seat": 0,
        "seats": [
            {
                "number": number,
                "user": None if number else user,
                "bot": "greedy" if number else None,
                "bot_profile": "balanced" if number else None,
                "lost": None,
                "away": False,
            }
            for number in range(seats)
        ],
        "table": None,
        "decision": None,
        "result": None,
    }
    return {**document, **members}  # type: ignore[typeddict-item]


def test_an_option_is_called_by_its_label_and_else_by_its_key() -> None:
    assert option_words({"choice": "lay:3:4", "verb": "lay", "label": "Lay it."}) == "Lay it."
    assert option_words({"choice": "lay_down:3:4", "verb": "lay_down"}) == "Lay down 3 4"


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ({"choice": "gather:gold", "verb": "gather"}, "Gather gold"),
        ({"choice": "end_turn", "verb": "end_turn"}, "End turn"),
        (
            {"choice": "build:town_hall", "verb": "build", "district": "town_hall"},
            "Build the Town Hall (5)",
        ),
        ({"choice": "kill:king", "verb": "kill", "character": "king"}, "Kill the King"),
        ({"choice": "swap:1", "verb": "swap", "seat": 1}, "Swap seat 1 greedy bot"),
        (
            {"choice": "destroy:0:keep", "verb": "destroy", "seat": 0, "district": "keep"},
            "Destroy the Keep of seat 0 alice",
        ),
        ({"choice": "lay:3:4", "verb": "lay"}, "Lay 3 4"),
    ],
)
def test_an_option_is_a_line_of_a_menu(option: dict[str, Any], line: str) -> None:
    assert card_words(option, match_view(2), CARDS) == line


def moments(rules: Ruleset, seats: int, choose: Chooser) -> Iterator[tuple[Game, Decision]]:
    """Every decision of a match as the seat that has to make it gets it."""
    state, _ = rules.start(rules.check_options({}, seats), seats, bytes([seats]) * 32)
    while (decision := rules.decision(state)) is not None:
        told: Decision = {"id": 1, "since": NOW, **rules.describe(state, decision)}  # type: ignore[typeddict-item]
        told["question"] = rules.question(dict(told), "en")
        for option in told["options"]:
            option["label"] = rules.label(option, "en")
        table = rules.view(state, decision.seat)
        game = match_view(seats, ruleset=rules.slug, table=table, decision=told)
        game["your_seat"] = decision.seat
        yield game, told
        rules.play(state, decision.seat, choose(game, told))
    result = {**(rules.result(state) or {}), "lost": []}
    yield match_view(seats, ruleset=rules.slug, result=result), told


def screen(encoding: str = "utf-8") -> tuple[Console, io.BytesIO]:
    out = io.BytesIO()
    return Console(file=io.TextIOWrapper(out, encoding=encoding), width=100), out


@pytest.mark.parametrize(
    ("slug", "seats"), [("citadels", 2), ("citadels", 3), ("citadels", 8), ("castle", 2)]
)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_moment_of_a_match_can_be_drawn(slug: str, seats: int, encoding: str) -> None:
    rules, (console, _) = ruleset(slug), screen(encoding)
    guide = guide_to(slug, rules.cards())
    for game, decision in moments(rules, seats, by_chance(Random(seats))):
        if game["result"]:
            console.print(drawn_scores(game))
            continue
        console.print(guide.table(game, console))
        console.print(guide.options(game, decision, console))


@pytest.mark.parametrize("slug", ["citadels", "castle"])
def test_a_game_that_nobody_has_drawn_is_shown_and_played(slug: str) -> None:
    rules, (console, out) = ruleset(slug), screen()
    guide = guide_to("unheard-of", rules.cards())
    assert type(guide) is Guide
    choose = guide.preference(Random(1))
    for game, decision in moments(rules, 2, choose):
        if not game["result"]:
            console.print(guide.table(game, console))
            console.print(guide.options(game, decision, console))
            assert guide.understood("1", decision) == decision["options"][0]["choice"]
    console.file.flush()
    assert "alice" in out.getvalue().decode()


def test_a_spectator_sees_the_table_without_secrets() -> None:
    state, _ = CITADELS.start(CITADELS.check_options({}, 4), 4, bytes(32))
    console = Console(file=io.StringIO(), width=100, record=True)
    game = match_view(4, table=CITADELS.view(state, None), your_seat=None)
    console.print(guide_to("citadels", CITADELS.cards()).table(game, console))
    assert "You watch." in console.export_text()


def test_a_plain_terminal_gets_a_plain_crown() -> None:
    ascii_only = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    assert crown_sign(Console(file=ascii_only)) == "*"


def test_the_preferences_know_no_rules_but_harm_themselves_last() -> None:
    options: list[Option] = [
        {"choice": "destroy:0:temple", "verb": "destroy", "seat": 0, "district": "temple"},
        {"choice": "unheard:of", "verb": "unheard"},
    ]
    decision: Decision = {"id": 1, "seat": 0, "topic": "new", "since": NOW, "options": options}
    choose = by_preference(Cards(), Random(1))
    assert choose(match_view(2), decision) == "unheard:of"
