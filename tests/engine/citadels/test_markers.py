"""Which warrant is signed and which threat has the flower: paired matches that differ in nothing
else look the same to everybody but the one who laid them, move by move, until it is revealed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from engine.citadels.testing import CitadelsTable, position

OTHERS = ("B", "C", "D", None)
Move = tuple[str, str]
WARRANTS = ("king", "bishop", "merchant")
THREATS = ("king", "merchant")


def magistrate(**words: Any) -> CitadelsTable:
    return position(
        **{
            "card_set": "magistrate",
            "characters": {"A": "magistrate", "B": "king", "C": "bishop", "D": "merchant"},
            "hands": {"B": "manor", "C": "temple", "D": "tavern"},
            **words,
        }
    )


def blackmailer() -> CitadelsTable:
    return position(
        card_set="blackmailer",
        characters={"A": "blackmailer", "B": "king", "C": "bishop", "D": "merchant"},
        gold={"B": 4, "D": 5},
    )


def laying(verb: str, marked: Iterable[str], face: str) -> list[Move]:
    """The moves that lay markers on these characters, with the face on one of them."""
    return [("A", f"{verb}:{face}"), *[("A", f"blank:{name}") for name in marked if name != face]]


def traces(table: CitadelsTable, moves: Iterable[Move]) -> list[object]:
    """What all others see and hear after each move, and which seat is asked what."""
    seen: list[object] = []
    for letter, key in moves:
        table.plays(letter, key)
        seen.append(
            (table.question, [(table.view(other), table.events_for(other)) for other in OTHERS])
        )
    return seen


def turns(letter: str, *keys: str) -> list[Move]:
    return [(letter, key) for key in ("gather:gold", *keys)]


ALL_BUILD = [
    *turns("A", "end_turn"),
    *turns("B", "build:manor"),
    ("A", "pass"),
    ("B", "end_turn"),
    *turns("C", "build:temple"),
    ("A", "pass"),
    ("C", "end_turn"),
    *turns("D", "build:tavern"),
    ("A", "pass"),
    ("D", "end_turn"),
]


@pytest.mark.scenario("T-270")
@pytest.mark.parametrize("city", ["", "temple manor"], ids=["takes anything", "has two of them"])
def test_nobody_can_tell_which_warrant_is_signed_before_it_is_revealed(city: str) -> None:
    """Not even where the Magistrate could not confiscate, and not when the markers leave."""
    first, *rest = [
        traces(
            magistrate(cities={"A": city}),
            laying("sign_warrant", WARRANTS, signed) + ALL_BUILD,
        )
        for signed in WARRANTS
    ]
    assert len(first) == 3 + len(ALL_BUILD)
    assert all(other == first for other in rest)


@pytest.mark.scenario("T-270")
def test_a_warrant_that_is_revealed_was_not_known_a_move_earlier() -> None:
    until_tavern = ALL_BUILD[: ALL_BUILD.index(("D", "build:tavern")) + 1]
    tables = {signed: magistrate() for signed in WARRANTS}
    seen = [
        traces(table, laying("sign_warrant", WARRANTS, signed) + until_tavern)
        for signed, table in tables.items()
    ]
    assert seen[0] == seen[1] == seen[2]
    assert tables["king"].options == tables["bishop"].options == ["pass"]
    assert traces(tables["king"], [("A", "pass")]) == traces(tables["bishop"], [("A", "pass")])
    assert traces(tables["merchant"], [("A", "confiscate")])
    assert tables["merchant"].events_of("confiscated")


ANSWERS: dict[str, list[Move]] = {
    "both bribe": [
        *turns("B", "bribe", "end_turn"),
        *turns("C", "end_turn"),
        *turns("D", "bribe", "end_turn"),
    ],
    "both refuse": [
        *turns("B", "refuse"),
        ("A", "pass"),
        ("B", "end_turn"),
        *turns("C", "end_turn"),
        *turns("D", "refuse"),
        ("A", "pass"),
        ("D", "end_turn"),
    ],
    "one bribes, one refuses": [
        *turns("B", "bribe", "end_turn"),
        *turns("C", "end_turn"),
        *turns("D", "refuse"),
        ("A", "pass"),
        ("D", "end_turn"),
    ],
}


@pytest.mark.parametrize("answers", ANSWERS)
def test_nobody_can_tell_which_threat_has_the_flower_before_it_is_revealed(answers: str) -> None:
    moves = turns("A", "end_turn") + ANSWERS[answers]
    first, second = [
        traces(blackmailer(), laying("threaten", THREATS, flower) + moves) for flower in THREATS
    ]
    assert first == second


def test_a_threat_that_is_revealed_was_not_known_a_move_earlier() -> None:
    moves = [*turns("A", "end_turn"), *turns("B", "refuse")]
    tables = [blackmailer(), blackmailer()]
    first, second = [
        traces(table, laying("threaten", THREATS, flower) + moves)
        for table, flower in zip(tables, THREATS, strict=True)
    ]
    assert first == second
    assert [table.options for table in tables] == [["reveal", "pass"]] * 2
    first, second = [traces(table, [("A", "reveal")]) for table in tables]
    assert first != second


@pytest.mark.parametrize("flower", THREATS)
def test_the_bewitched_blackmailer_does_not_learn_what_the_witch_laid(flower: str) -> None:
    def seen_by_b(face: str) -> list[object]:
        table = position(
            card_set="witch blackmailer",
            characters={"A": "witch", "B": "blackmailer", "C": "king", "D": "merchant"},
            bewitched="blackmailer",
            turn="blackmailer",
        )
        table.plays("B", "gather:gold")
        moves = [*laying("threaten", THREATS, face), ("A", "end_turn")]
        return traces(table, [*moves, *turns("C", "refuse"), ("A", "pass")])

    assert seen_by_b(flower) == seen_by_b("king")
