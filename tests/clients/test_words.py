"""Menus and tables are made from what the service sends, whatever the verbs mean."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pytest
from rich.console import Console

from clients.citadels_client.choosers import by_preference
from clients.citadels_client.documents import Decision, Game, Option
from clients.citadels_client.table import crown_sign, drawn_match, drawn_options, drawn_scores
from clients.citadels_client.words import Cards, option_words
from engine.registry import ruleset

RULES = ruleset("citadels")
CARDS = Cards.of(RULES.cards())
NOW = "2026-11-21T09:30:00Z"


def match_view(seats: int, **members: Any) -> Game:
    """A match as seat 0 gets it."""
    user = {"id": "1", "username": "alice"}
    document = {
        "id": "7",
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
    assert option_words(option, match_view(2), CARDS) == line


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_every_moment_of_a_match_can_be_drawn(seats: int) -> None:
    state, _ = RULES.start(RULES.check_options({}, seats), seats, bytes([seats]) * 32)
    rng, console = Random(seats), Console(file=io.StringIO(), width=100)
    while (decision := RULES.decision(state)) is not None:
        told: Decision = {"id": 1, "since": NOW, **RULES.describe(state, decision)}  # type: ignore[typeddict-item]
        game = match_view(seats, table=RULES.view(state, decision.seat), decision=told)
        console.print(drawn_match(game, CARDS, (), crown_sign(console)))
        console.print(drawn_options(game, told, CARDS))
        RULES.play(state, decision.seat, rng.choice(decision.options).key)
    result = {**(RULES.result(state) or {}), "lost": []}
    console.print(drawn_scores(match_view(seats, result=result)))


def test_a_spectator_sees_the_table_without_secrets() -> None:
    state, _ = RULES.start(RULES.check_options({}, 4), 4, bytes(32))
    console = Console(file=io.StringIO(), width=100, record=True)
    game = match_view(4, table=RULES.view(state, None), your_seat=None)
    console.print(drawn_match(game, CARDS, (), crown_sign(console)))
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
