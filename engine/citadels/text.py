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
    "witch": (
        "Gather, then name another character and wait. When it is revealed, its player only "
        "gathers and you play on as that character, with your own gold, cards and city."
    ),
    "magistrate": (
        "Lay one signed and two blank warrants on three characters. The first district that the "
        "signed one pays for may be yours instead; the gold goes back."
    ),
    "spy": (
        "Look at a hand and name a type: for each such card take 1 gold of that player and gain "
        "1 card."
    ),
    "blackmailer": (
        "Threaten two characters, one of them in earnest. Each may buy itself off with half its "
        "gold, or risk all of it."
    ),
    "wizard": (
        "Look at a hand and take a card of it, or pay for it and build it at once. You may build "
        "districts that your city already has."
    ),
    "seer": (
        "Take a random card from everybody, then give everybody one back. You may build two "
        "districts."
    ),
    "emperor": (
        "Give the crown to somebody else and take 1 gold or 1 card of the new holder. 1 gold for "
        "each of your noble districts."
    ),
    "patrician": "You take the crown. 1 card for each of your noble districts.",
    "abbot": (
        "1 gold or 1 card for each of your religious districts, in any mix. 1 gold from a richest "
        "player, if that is not you."
    ),
    "cardinal": (
        "1 card for each of your religious districts. If gold is missing for a district, one "
        "player gives it for as many of your cards."
    ),
    "alchemist": "At the end of your turn you get back the gold you paid for districts.",
    "trader": (
        "1 gold for each of your trade districts. Trade districts do not count towards your "
        "building limit."
    ),
    "navigator": "Take 4 gold or 4 cards. You build nothing.",
    "scholar": (
        "Draw 7 cards, keep one and shuffle the others into the deck. You may build two districts."
    ),
    "diplomat": (
        "1 gold for each of your military districts. Exchange one of your districts for another "
        "player's and pay the difference if that one is dearer."
    ),
    "marshal": (
        "1 gold for each of your military districts. Move a district of cost 3 or less from "
        "another city to yours, paying its owner."
    ),
    "queen": "3 gold if the character of rank 4 sits beside you.",
    "tax_collector": (
        "Whoever builds puts 1 gold on your token, whether you are in play or not. In your turn "
        "you may take it all."
    ),
    "armory": "In your turn: destroy it, and another district of any city with it.",
    "basilica": "At the end, 1 point for each of your districts with an odd cost.",
    "capitol": "At the end, 3 points if three of your districts share a type.",
    "framework": "You may destroy it instead of paying for a district.",
    "gold_mine": "When you gather gold, 1 gold more.",
    "great_wall": "Rank 8 pays 1 gold more to touch any district of your city.",
    "ivory_tower": "At the end, 5 points if it is your only unique district.",
    "monument": (
        "Counts as two districts towards a completed city. Not to be built once your city has five."
    ),
    "museum": (
        "Once a turn: lay a card of your hand face down under it. At the end, 1 point for each "
        "card there."
    ),
    "necropolis": "May be built by destroying one of your districts instead of paying.",
    "observatory": "When you gather cards, you draw three.",
    "park": "If your turn ends with no card in hand, take 2 cards.",
    "poor_house": "If your turn ends with no gold, take 1 gold.",
    "secret_vault": "Cannot be built. 3 points if it is in your hand at the end.",
    "stables": "Building it does not count towards your building limit.",
    "theater": (
        "After the characters are chosen, you may swap one of yours with another player's, unseen."
    ),
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


def _flower(event: dict[str, Any]) -> str:
    return "a flower" if event["flower"] else "nothing"


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
    "resumed": lambda e: f"{_seat(e)} plays on as the {card_title(e['character'])}.",
    "bewitch_named": lambda e: f"{_seat(e)} bewitches the {card_title(e['character'])}.",
    "markers_laid": lambda e: (
        f"{_seat(e)} lays markers on {', '.join(card_title(name) for name in e['characters'])}."
    ),
    "confiscated": lambda e: (
        f"{_seat(e)} confiscates the {card_title(e['district'])} of seat {e['victim']}, who gets "
        f"{e['gold']} gold back."
    ),
    "bribed": lambda e: f"{_seat(e)} bribes seat {e['by']} with {e['gold']} gold.",
    "bribe_refused": lambda e: f"{_seat(e)} refuses to bribe seat {e['by']}.",
    "threat_revealed": lambda e: (
        f"{_seat(e, 'by')} reveals the threat: {_flower(e)}. {_seat(e)} loses {e['gold']} gold."
    ),
    "spied": lambda e: (
        f"{_seat(e)} finds {e['found']} {e['type']} cards in the hand of seat {e['victim']} and "
        f"takes {e['gold']} gold."
    ),
    "hand_seen": lambda e: f"{_seat(e)} looks at the hand of seat {e['victim']}.",
    "card_taken": lambda e: f"{_seat(e)} takes {_cards(e)} from the hand of seat {e['victim']}.",
    "card_given": lambda e: f"{_seat(e)} gives {_cards(e)} to seat {e['other']}.",
    "gold_taken": lambda e: (
        f"{_seat(e)} takes {e['gold']} gold of seat {e['victim']} ({card_title(e['reason'])})."
    ),
    "deck_shuffled": lambda e: "The deck is shuffled.",
    "seized": lambda e: (
        f"{_seat(e)} seizes the {card_title(e['district'])} of seat {e['victim']} "
        f"for {e['gold']} gold."
    ),
    "exchanged": lambda e: (
        f"{_seat(e)} gets the {card_title(e['district'])} of seat {e['victim']} for the "
        f"{card_title(e['given'])} and {e['gold']} gold."
    ),
    "taxed": lambda e: f"{_seat(e)} pays {e['gold']} gold in tax.",
    "blown_up": lambda e: (
        f"{_seat(e)} destroys the {card_title(e['district'])} of seat {e['victim']} "
        "with the Armory."
    ),
    "sacrificed": lambda e: f"{_seat(e)} gives up the {card_title(e['district'])}.",
    "card_tucked": lambda e: f"{_seat(e)} lays {_cards(e)} under the Museum.",
    "theater_passed": lambda e: f"{_seat(e)} swaps no characters.",
    "characters_swapped": lambda e: f"Seats {e['seat']} and {e['other']} swap characters.",
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
