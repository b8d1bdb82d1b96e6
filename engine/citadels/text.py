"""Titles, card texts and event sentences, in English and in our own words.

Events are stored as a key and parameters; this is one way to say them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

TITLES = {
    "thieves_den": "Thieves' Den",
    "school_of_magic": "School of Magic",
}

CARD_TEXT = {
    "assassin": "Name another character. Whoever holds it loses the turn and stays hidden.",
    "thief": (
        "Name another character, neither of rank 1 nor killed. When it is revealed, you get all "
        "gold of its player."
    ),
    "magician": (
        "Swap your whole hand with another player, or put some of your cards under the deck and "
        "draw as many."
    ),
    "king": "You take the crown. 1 gold for each of your noble districts.",
    "bishop": (
        "1 gold for each of your religious districts. Rank 8 cannot touch your city this round."
    ),
    "merchant": "1 gold for each of your trade districts, and 1 gold more.",
    "architect": "Take 2 more cards. You may build up to three districts.",
    "warlord": (
        "1 gold for each of your military districts. You may destroy one district by paying 1 less "
        "than its cost."
    ),
    "artist": (
        "Lay 1 gold each on one or two of your districts: they cost 1 more for the rest of the "
        "match."
    ),
    "dragon_gate": "Worth 2 extra points at the end.",
    "factory": "Your other unique districts cost you 1 gold less to build.",
    "haunted_quarter": "At the end it counts as whichever type suits you best.",
    "imperial_treasury": "At the end, 1 point for each gold you have.",
    "keep": "Rank 8 can do nothing to the Keep.",
    "laboratory": "Once a turn: put a card of your hand under the deck for 2 gold.",
    "library": "When you gather cards, you keep all you draw.",
    "map_room": "At the end, 1 point for each card in your hand.",
    "quarry": "You may build districts that your city already has.",
    "school_of_magic": "For income it counts as a district of the type you need.",
    "smithy": "Once a turn: pay 2 gold for 3 cards.",
    "statue": "At the end, 5 points if you hold the crown.",
    "thieves_den": (
        "Cards from your hand may stand in for any part of its price, one for each gold."
    ),
    "wishing_well": "At the end, 1 point for each of your unique districts, this one included.",
}


def card_title(name: str) -> str:
    """The English title of a card, a beautified district included."""
    plain = name.removesuffix("+")
    title = TITLES.get(plain) or plain.replace("_", " ").title()
    return f"{title} (beautified)" if name.endswith("+") else title


def _cards(event: dict[str, Any]) -> str:
    """The faces where the viewer may know them, else the number."""
    count = event["count"]
    number = f"{count} card" + ("" if count == 1 else "s")
    if "cards" not in event:
        return number
    return (
        f"{number} ({', '.join(card_title(card) for card in event['cards'])})" if count else number
    )


def _seat(event: dict[str, Any], key: str = "seat") -> str:
    return f"Seat {event[key]}"


def _kept(event: dict[str, Any]) -> str:
    if "character" in event:
        return f"{_seat(event)} keeps the {card_title(event['character'])}."
    return f"{_seat(event)} keeps a character."


def _round(event: dict[str, Any]) -> str:
    up = ", ".join(card_title(name) for name in event["face_up"])
    shown = f" Face up: {up}." if up else ""
    return f"Round {event['round']} begins; seat {event['crown']} holds the crown.{shown}"


def _over(event: dict[str, Any]) -> str:
    scores = ", ".join(f"seat {n}: {s}" for n, s in enumerate(event["result"]["scores"]))
    winners = [str(n) for n, place in enumerate(event["result"]["placements"]) if place == 1]
    return f"The match is over. Scores: {scores}. Winner: seat {', '.join(winners)}."


SENTENCES: dict[str, Callable[[dict[str, Any]], str]] = {
    "match_started": lambda e: (
        f"The match begins: {e['seats']} seats, {e['goal']} districts complete a city."
    ),
    "hand_dealt": lambda e: f"{_seat(e)} is dealt {_cards(e)}.",
    "round_started": _round,
    "character_kept": _kept,
    "character_discarded": lambda e: f"{_seat(e)} discards a character.",
    "character_lost": lambda e: "One character is discarded unseen.",
    "draft_ended": lambda e: "All characters are chosen.",
    "called": lambda e: f"Rank {e['rank']} is called: {card_title(e['character'])}.",
    "revealed": lambda e: f"{_seat(e)} is the {card_title(e['character'])}.",
    "robbed": lambda e: f"{_seat(e)} is robbed of {e['gold']} gold by seat {e['by']}.",
    "crown_moved": lambda e: f"{_seat(e)} takes the crown.",
    "heir_revealed": lambda e: f"{_seat(e)} was the killed {card_title(e['character'])}.",
    "killed_shown": lambda e: f"{_seat(e)} was the killed {card_title(e['character'])}.",
    "cards_drawn": lambda e: f"{_seat(e)} draws {_cards(e)}.",
    "cards_kept": lambda e: f"{_seat(e)} keeps {_cards(e)}.",
    "cards_gained": lambda e: f"{_seat(e)} gains {_cards(e)} ({card_title(e['reason'])}).",
    "cards_discarded": lambda e: f"{_seat(e)} puts {_cards(e)} under the deck.",
    "gold_gained": lambda e: f"{_seat(e)} gains {e['gold']} gold ({card_title(e['reason'])}).",
    "gold_paid": lambda e: f"{_seat(e)} pays {e['gold']} gold ({card_title(e['reason'])}).",
    "kill_named": lambda e: f"{_seat(e)} kills the {card_title(e['character'])}.",
    "rob_named": lambda e: f"{_seat(e)} will rob the {card_title(e['character'])}.",
    "hands_swapped": lambda e: f"Seats {e['seat']} and {e['other']} swap hands.",
    "built": lambda e: f"{_seat(e)} builds the {card_title(e['district'])} for {e['gold']} gold.",
    "destroyed": lambda e: (
        f"{_seat(e)} destroys the {card_title(e['district'])} of seat {e['victim']} "
        f"for {e['gold']} gold."
    ),
    "beautified": lambda e: f"{_seat(e)} beautifies the {card_title(e['district'])}.",
    "city_completed": lambda e: (
        f"{_seat(e)} completes the city{', the first to do so' if e['first'] else ''}."
    ),
    "turn_ended": lambda e: f"{_seat(e)} ends the turn.",
    "match_over": _over,
}


def sentence(event: dict[str, Any], language: str) -> str:
    """An event as ``event_for`` gives it, in one English sentence; other languages fall back to
    English.
    """
    return SENTENCES[event["kind"]](event)
