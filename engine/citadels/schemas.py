"""JSON Schemas of what clients get (``tablekernel.schemas``). A card that brings a new member of
events has it accepted without an entry here.
"""

from __future__ import annotations

from typing import Final

from engine.citadels.names import TYPES
from engine.citadels.text.en import ENGLISH
from engine.citadels.topics import TOPICS
from engine.citadels.views import FACES, MARKS
from tablekernel.schemas import (
    CONTEXT,
    EVENT,
    OPTION,
    RESULT,
    TABLE,
    Schema,
    event_schema,
    list_of,
    number,
    option_schema,
    or_null,
    part,
    record,
    text,
    truth,
    words,
)

SEAT: Final = number("A seat, from 0.")
CHARACTER: Final = text("A character; `cards/` lists them.")
CHARACTERS: Final = list_of(CHARACTER)
DISTRICT: Final = text("A district; `cards/` lists them. A beautified one may end in `+`.")
DISTRICTS: Final = list_of(DISTRICT)
RANK: Final = number("The rank of the character, 1 to 9.")
GOLD: Final = number("Gold.")
REASON: Final = text("The card or the rule that causes it.")

LISTS: Final[dict[str, Schema]] = {
    "otherwise": list_of(text(), "The choices that pay in other ways."),
    "uncollected": list_of(part("Gain"), "What would be lost with the end of the turn."),
}
FRAGMENTS: Final = frozenset({"surcharge"})
"""Texts that are part of the sentence of another event."""

ABOUT_MEMBERS: Final[dict[str, Schema]] = {
    "seat": SEAT,
    "character": CHARACTER,
    "district": DISTRICT,
    "beautified": truth(),
    "cards": DISTRICTS,
    "count": number("How many cards."),
    "gold": GOLD,
    "owed": number("Gold to pay."),
    "bribe": number("Gold that would be paid."),
    "face": CHARACTER,
    "marked": CHARACTERS,
}
EVENT_MEMBERS: Final[dict[str, Schema]] = {
    "seat": SEAT,
    "by": SEAT,
    "other": SEAT,
    "victim": SEAT,
    "crown": SEAT,
    "seats": number("The number of seats."),
    "goal": number("How many districts complete a city."),
    "round": number(),
    "count": number("How many cards."),
    "found": number("How many cards were of the type."),
    "gold": GOLD,
    "surcharge": number("Gold that goes to the bank besides."),
    "rank": RANK,
    "first": truth("It is the first city that is completed."),
    "flower": truth("The threat had the flower."),
    "face": CHARACTER,
    "character": CHARACTER,
    "gave": CHARACTER,
    "got": CHARACTER,
    "characters": CHARACTERS,
    "offered": CHARACTERS,
    "face_up": CHARACTERS,
    "district": DISTRICT,
    "given": DISTRICT,
    "districts": DISTRICTS,
    "cards": list_of(DISTRICT, "Only for viewers that may know them."),
    "type": words(TYPES),
    "reason": REASON,
    "result": part(RESULT),
}

SCHEMAS: Final[dict[str, Schema]] = {
    TABLE: record(
        "The table as you may see it.",
        {
            "round": number(),
            "phase": words(("selection", "turns", "over")),
            "goal": number("How many districts complete a city."),
            "crown": SEAT,
            "deck_size": number(),
            "cast": list_of(CHARACTER, "The characters of the game, by rank."),
            "unique_districts": DISTRICTS,
            "face_up": list_of(CHARACTER, "Characters that are out of this round."),
            "called": or_null(text("The character called last.")),
            "turn": or_null(part("Turn")),
            "building": or_null(part("Building")),
            "marks": list_of(part("Mark")),
            "taxes": number("Gold on the Tax Collector."),
            "museum_cards": number("Cards under the Museum."),
            "completed": list_of(number(), "Seats with completed cities, the first one first."),
            "seats": list_of(part("Seat")),
            "you": or_null(part("You")),
        },
    ),
    "Turn": record(
        "Whose turn it is, and as which character.",
        {
            "seat": SEAT,
            "character": CHARACTER,
            "built": number("Districts built in this turn."),
            "build_limit": number(),
        },
    ),
    "Building": record(
        "A district that is paid for and not placed yet.",
        {"seat": SEAT, "district": DISTRICT, "gold": GOLD},
    ),
    "Mark": record(
        "A mark on a character.", {"character": CHARACTER, "mark": words(MARKS.values())}
    ),
    "Seat": record(
        "What everybody knows of a seat.",
        {
            "seat": SEAT,
            "gold": GOLD,
            "hand_size": number(),
            "city": list_of(part("District")),
            "characters": list_of(CHARACTER, "Those that everybody knows."),
            "characters_held": number("How many it has, known or not."),
            "crown": truth("It has the crown."),
            "completed": truth("Its city is completed."),
        },
    ),
    "District": record(
        "A district of a city.",
        {
            "district": DISTRICT,
            "type": words(TYPES),
            "cost": number(),
            "beautified": truth("It has a coin, and costs 1 more."),
        },
    ),
    "You": record(
        "What you alone know.",
        {
            "seat": SEAT,
            "hand": DISTRICTS,
            "characters": CHARACTERS,
            "draft_seen": list_of(CHARACTERS, "The characters that you could choose from."),
            "draft_discarded": CHARACTERS,
            "looking_at": list_of(DISTRICT, "Cards that you choose from."),
            "faces": {
                "type": "object",
                "description": "The characters under the markers whose faces you know.",
                "properties": {face: CHARACTER for *_, face in FACES},
                "additionalProperties": True,
            },
            "tucked": list_of(DISTRICT, "Cards that you laid under the Museum."),
        },
    ),
    "Gain": record("A gain.", {"verb": text()}, {"gold": GOLD, "cards": number("Cards.")}),
    CONTEXT: record(
        "What a decision is about. Its topic decides which members it has.", {}, ABOUT_MEMBERS
    ),
    OPTION: option_schema(TOPICS, LISTS),
    EVENT: event_schema(
        {key.partition(":")[0] for key in ENGLISH.events} - FRAGMENTS, EVENT_MEMBERS
    ),
    RESULT: record(
        "The result, by seat.",
        {
            "placements": list_of(number(), "1 is best."),
            "scores": list_of(number()),
            "breakdown": list_of(part("Score")),
            "tie_breaks": {
                "type": "array",
                "description": "The highest revealed rank. In the classic edition a list of two "
                "numbers: the cost of the city, and the gold.",
                "items": {},
            },
        },
    ),
    "Score": {
        "type": "object",
        "description": "The score of a seat: `districts`, `all_types`, `completion`, and districts "
        "with points of their own.",
        "additionalProperties": number(),
    },
}
