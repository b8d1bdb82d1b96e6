"""The table as people draw it. All of it comes from views: it cannot show more than they do."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Final

from engine.citadels import views
from engine.citadels.cast import UNPAYABLE
from engine.citadels.names import NUMBER_OF, RANK_OF, TYPES
from engine.citadels.scoring import points_on_the_table
from engine.citadels.state import Match
from engine.citadels.text import Language, spoken
from engine.kernel.drawing import TONES, Card, Drawing, Fact, Place, Row, fact

TONE_OF: Final = dict(zip(TYPES, TONES, strict=True))
Document = dict[str, Any]


def drawing(match: Match, seats: Collection[int], language: str) -> Drawing:
    """The table as a spectator sees it, and what each of ``seats`` alone knows besides."""
    table, tongue = views.view(match, None), spoken(language)
    own = {seat: views.own_view(match, seat) for seat in seats}
    return {
        "facts": facts(table, tongue),
        "rows": [row(tongue.table["cast"], characters(table, tongue))],
        "places": [
            place(match, table, seat, own.get(seat["seat"]), tongue) for seat in table["seats"]
        ],
    }


def facts(table: Document, tongue: Language) -> list[Fact]:
    words = tongue.table
    found = [
        fact(words["round"], table["round"]),
        fact(words["phase"], words[f"phase:{table['phase']}"]),
        fact(words["goal"], table["goal"]),
        fact(words["deck"], table["deck_size"]),
    ]
    if table["taxes"]:
        found.append(fact(words["taxes"], table["taxes"]))
    if table["museum_cards"]:
        found.append(fact(words["museum"], table["museum_cards"]))
    if table["building"]:
        found.append(fact(words["building"], tongue.title(table["building"]["district"])))
    return found


def characters(table: Document, tongue: Language) -> list[Card]:
    """The cast, each with what everybody knows of it."""
    words = tongue.table
    cards = []
    for name in table["cast"]:
        notes = [
            words["held"].format(seat=seat["seat"])
            for seat in table["seats"]
            if name in seat["characters"]
        ]
        if name in table["face_up"]:
            notes.append(words["face_up"])
        if name == table["called"]:
            notes.append(words["called"])
        if table["turn"] and table["turn"]["character"] == name:
            notes.append(words["on_turn"])
        notes += [words[mark["mark"]] for mark in table["marks"] if mark["character"] == name]
        cards.append(character(name, tongue, notes))
    return cards


def place(
    match: Match, table: Document, seat: Document, own: Document | None, tongue: Language
) -> Place:
    words = tongue.table
    shown = [
        fact(words["gold"], seat["gold"]),
        fact(words["hand_size"], seat["hand_size"]),
        fact(words["score"], points_on_the_table(match, seat["seat"])),
        fact(words["hidden"], seat["characters_held"] - len(seat["characters"])),
    ]
    rows = [row(words["city"], (in_city(card, tongue) for card in seat["city"]))]
    if seat["characters"]:
        known = (character(name, tongue) for name in seat["characters"])
        rows.insert(0, row(words["characters"], known))
    return {
        "seat": seat["seat"],
        "acting": table["turn"] is not None and table["turn"]["seat"] == seat["seat"],
        "marks": marks(table, seat, tongue),
        "facts": shown,
        "rows": rows + ([] if own is None else secrets(match, own, tongue)),
    }


def marks(table: Document, seat: Document, tongue: Language) -> list[str]:
    found = ["crown"] if seat["crown"] else []
    if seat["completed"]:
        first = table["completed"][0] == seat["seat"]
        found.append("completed_first" if first else "completed")
    return [tongue.table[mark] for mark in found]


def secrets(match: Match, own: Document, tongue: Language) -> list[Row]:
    """What this seat alone knows: a hand and its characters always, the rest if there is any."""
    words = tongue.table
    seen, aside = own["draft_seen"], own["draft_discarded"]
    passed = (character(name, tongue) for names in seen for name in names)
    hidden = (character(name, tongue, [words[face]]) for face, name in own["faces"].items())
    rows = [
        row(words["own_characters"], (character(name, tongue) for name in own["characters"])),
        row(words["hand"], (in_hand(match, name, tongue) for name in own["hand"])),
    ]
    rest = [
        row(words["looking_at"], (in_hand(match, name, tongue) for name in own["looking_at"])),
        row(words["tucked"], (in_hand(match, name, tongue) for name in own["tucked"])),
        row(words["draft_seen"], passed),
        row(words["draft_discarded"], (character(name, tongue) for name in aside)),
        row(words["faces"], hidden),
    ]
    rows += [one for one in rest if one["cards"]]
    return [{**one, "secret": True} for one in rows]


def row(label: str, cards: Iterable[Card]) -> Row:
    return {"label": label, "secret": False, "cards": list(cards)}


def character(name: str, tongue: Language, notes: Iterable[str] = ()) -> Card:
    return {
        "title": tongue.title(name),
        "tone": "",
        "worth": RANK_OF[name],
        "notes": list(notes),
    }


def in_city(district: Document, tongue: Language) -> Card:
    beautified = [tongue.table["beautified"]] if district["beautified"] else []
    return {
        "title": tongue.title(district["district"]),
        "tone": TONE_OF[district["type"]],
        "worth": district["cost"],
        "notes": [tongue.types[district["type"]], *beautified],
    }


def in_hand(match: Match, name: str, tongue: Language) -> Card:
    """A district card that is not built: what it would be for is printed on it."""
    number = NUMBER_OF[name]
    kind, cost = TYPES[match.cast.type_of[number]], match.cast.cost[number]
    return {
        "title": tongue.title(name),
        "tone": TONE_OF[kind],
        "worth": None if cost == UNPAYABLE else cost,
        "notes": [tongue.types[kind]],
    }
