"""The reveal after the end: what was hidden, and where the points come from."""

from __future__ import annotations

from typing import Any

from engine.citadels.names import BEAUTIFIED, TYPES, district_name
from engine.citadels.scoring import best_reading
from engine.citadels.setup import card_names
from engine.citadels.state import Match
from engine.citadels.text import TEXTS, CitadelsLanguage
from engine.citadels.views import own_view

Item = dict[str, Any]


def reveal(match: Match) -> dict[str, Any]:
    """Return the deck, top card first, and what each seat alone knew."""
    return {
        "deck": card_names(match.deck),
        "seats": [own_view(match, seat) for seat in range(match.card_set.seats)],
    }


def reveal_round(match: Match) -> dict[str, Any]:
    """Return who is which character in this round. ``aside`` are those that nobody has, face
    down.
    """
    card_set = match.card_set
    held = [sum(1 << rank for rank in match.ranks_of(seat)) for seat in range(card_set.seats)]
    return {
        "round": match.round,
        "characters": [list(card_set.names_in(ranks)) for ranks in held],
        "face_up": list(card_set.names_in(match.face_up)),
        "aside": list(card_set.names_in(card_set.all_ranks & ~match.face_up & ~sum(held))),
    }


def score_sheet(match: Match, language: str) -> list[dict[str, Any]]:
    """Return the score of each seat, district by district and then the other items."""
    return [
        seat_score_sheet(match, seat, TEXTS.find(language)) for seat in range(match.card_set.seats)
    ]


def seat_score_sheet(match: Match, seat: int, tongue: CitadelsLanguage) -> dict[str, Any]:
    city, points = best_reading(match, seat)
    items = [
        district_item(match, district, kind, tongue)
        for district, kind in zip(city.districts, city.types, strict=True)
    ]
    first = match.completed[:1] == [seat]
    items += [
        bonus_item(name, worth, tongue, first=first)
        for name, worth in points.items()
        if name != "districts"
    ]
    return {"seat": seat, "total": sum(points.values()), "items": items}


def district_item(match: Match, district: int, kind: int, tongue: CitadelsLanguage) -> Item:
    """Return a district with its cost as points. ``type`` is the type it counted as."""
    name = district_name(district % BEAUTIFIED)
    plus = "+" if district >= BEAUTIFIED else ""
    return {
        "item": "district",
        "group": tongue.scores["districts"][0],
        "title": tongue.title(name + plus),
        "points": match.card_set.cost[district],
        "text": tongue.types[TYPES[kind]],
        "district": name,
        "type": TYPES[kind],
        "beautified": district >= BEAUTIFIED,
    }


def bonus_item(name: str, worth: int, tongue: CitadelsLanguage, *, first: bool) -> Item:
    """Return a bonus of a card, explained by the card's text."""
    key = "completion:first" if name == "completion" and first else name
    title, text = tongue.scores.get(key) or (tongue.title(name), tongue.texts[name])
    return {"item": name, "title": title, "points": worth, "text": text}
