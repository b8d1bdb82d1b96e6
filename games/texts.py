"""The sentences in which the platform tells what happened. What the rules tell, the game says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.engines import Voice

Event = dict[str, Any]
Say = Callable[[Event, str], str]


def sentence(event: Event, voice: Voice) -> str:
    """An event of the platform in a sentence, in the language of ``voice`` or in English."""
    language = voice.language if voice.language in SENTENCES else "en"
    seat = event.get("seat")
    who = "" if seat is None else voice.names.get(seat) or SEAT[language](seat)
    return SENTENCES[language][event["kind"]](event, who)


SEAT: dict[str, Callable[[int], str]] = {
    "en": lambda seat: f"Seat {seat}",
    "fr": lambda seat: f"Place {seat}",
}

LOST = {
    "en": {"resigned": "has resigned", "timed_out": "has lost the seat by time"},
    "fr": {"resigned": "a abandonné", "timed_out": "a perdu sa place au temps"},
}
WHY = {
    "en": {
        "vacation": "vacation",
        "vote": "a vote",
        "moderator": "a moderator's decision",
        "quarantine": "a failure of the service",
    },
    "fr": {
        "vacation": "vacances",
        "vote": "un vote",
        "moderator": "décision d'un modérateur",
        "quarantine": "une panne du service",
    },
}
ENDED = {
    "en": {
        "last_player": "The match is over: one player is left.",
        "nobody_left": "The match is over: nobody is left.",
    },
    "fr": {
        "last_player": "La partie est finie : il ne reste qu'un joueur.",
        "nobody_left": "La partie est finie : il ne reste personne.",
    },
}

ABOUT = {
    "en": {
        "pause": "to pause the match",
        "resume": "to go on with the match",
        "cancel": "to call the match off",
        "replace": "to replace an absent player",
        "undo": "to take moves back",
    },
    "fr": {
        "pause": "mettre la partie en pause",
        "resume": "reprendre la partie",
        "cancel": "annuler la partie",
        "replace": "remplacer un joueur absent",
        "undo": "reprendre des coups",
    },
}
PASSED = {
    "en": {True: "It is agreed", False: "It is not agreed"},
    "fr": {True: "C'est accepté", False: "C'est refusé"},
}

ENGLISH: dict[str, Say] = {
    "seat_lost": lambda event, who: f"{who} {LOST['en'][event['how']]}; a bot plays on.",
    "match_ended": lambda event, who: ENDED["en"][event["ended_by"]],
    "turn_excused": lambda event, who: f"{who} is out of time, and is excused.",
    "bot_took_over": lambda event, who: f"{who} is out of time; a bot stands in.",
    "player_returned": lambda event, who: f"{who} is back.",
    "default_played": lambda event, who: f"{who} is out of time; the rules answer instead.",
    "match_called_off": lambda event, who: f"{who} never showed up: the match is called off.",
    "clock_paused": lambda event, who: f"The clock stands still: {WHY['en'][event['reason']]}.",
    "clock_resumed": lambda event, who: (
        f"No longer in the clock's way: {WHY['en'][event['reason']]}."
    ),
    "vote_opened": lambda event, who: f"{who} proposes {ABOUT['en'][event['about']]}.",
    "vote_closed": lambda event, who: (
        f"{PASSED['en'][event['passed']]} {ABOUT['en'][event['about']]}."
    ),
    "seat_handed_over": lambda event, who: f"{event['to']} takes the seat of {event['by']}.",
    "rolled_back": lambda event, who: f"The match went back to move {event['to_move']}.",
}
FRENCH: dict[str, Say] = {
    "seat_lost": lambda event, who: f"{who} {LOST['fr'][event['how']]} ; un robot continue.",
    "match_ended": lambda event, who: ENDED["fr"][event["ended_by"]],
    "turn_excused": lambda event, who: f"{who} n'a plus de temps, et est excusé.",
    "bot_took_over": lambda event, who: f"{who} n'a plus de temps ; un robot le remplace.",
    "player_returned": lambda event, who: f"{who} est de retour.",
    "default_played": lambda event, who: f"{who} n'a plus de temps ; les règles répondent.",
    "match_called_off": lambda event, who: f"{who} n'est jamais venu : la partie est annulée.",
    "clock_paused": lambda event, who: f"L'horloge est arrêtée : {WHY['fr'][event['reason']]}.",
    "clock_resumed": lambda event, who: f"N'arrête plus l'horloge : {WHY['fr'][event['reason']]}.",
    "vote_opened": lambda event, who: f"{who} propose : {ABOUT['fr'][event['about']]}.",
    "vote_closed": lambda event, who: (
        f"{PASSED['fr'][event['passed']]} : {ABOUT['fr'][event['about']]}."
    ),
    "seat_handed_over": lambda event, who: f"{event['to']} prend la place de {event['by']}.",
    "rolled_back": lambda event, who: f"La partie est revenue au coup {event['to_move']}.",
}
SENTENCES = {"en": ENGLISH, "fr": FRENCH}
