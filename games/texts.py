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
    "en": {
        "resigned": "has resigned",
        "timed_out": "has lost the seat by time",
        "removed": "was removed by a moderator",
    },
    "fr": {
        "resigned": "a abandonné",
        "timed_out": "a perdu sa place au temps",
        "removed": "a été exclu par un modérateur",
    },
}
WHY = {
    "en": {
        "vacation": "vacation",
        "vote": "a vote",
        "moderator": "a moderator's decision",
        "quarantine": "a failure of the service",
        "standstill": "all matches stand still",
    },
    "fr": {
        "vacation": "vacances",
        "vote": "un vote",
        "moderator": "décision d'un modérateur",
        "quarantine": "une panne du service",
        "standstill": "toutes les parties sont arrêtées",
    },
}
ENDED = {
    "en": {
        "last_player": "The match is over: one player is left.",
        "nobody_left": "The match is over: nobody is left.",
        "moderator": "A moderator has ended the match; it is not rated.",
    },
    "fr": {
        "last_player": "La partie est finie : il ne reste qu'un joueur.",
        "nobody_left": "La partie est finie : il ne reste personne.",
        "moderator": "Un modérateur a mis fin à la partie ; elle n'est pas classée.",
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

UNITS = {
    "en": ((86400, "day", "days"), (3600, "hour", "hours"), (60, "minute", "minutes")),
    "fr": ((86400, "jour", "jours"), (3600, "heure", "heures"), (60, "minute", "minutes")),
}


def length(seconds: int, language: str) -> str:
    """A length of time in its largest units: ``1 day 6 hours``; below a minute, one minute."""
    parts, rest = [], max(60, seconds)
    for size, one, many in UNITS[language]:
        count, rest = divmod(rest, size)
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return " ".join(parts)


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
    "state_rebuilt": lambda event, who: (
        "The service had lost the state of the match, and has it again from its moves."
    ),
    "roll_back_undone": lambda event, who: (
        f"The match did not go back after all: it stands after move {event['to_move']}."
    ),
    "deadline_extended": lambda event, who: (
        f"A moderator gives {who} {length(event['seconds'], 'en')} more."
    ),
    "deadline_reset": lambda event, who: f"A moderator gives {who} the time for this turn anew.",
    "miss_forgiven": lambda event, who: f"A moderator excuses the missed turn of {who}.",
    "played_by_moderator": lambda event, who: f"A moderator answers for {who}.",
    "match_annulled": lambda event, who: "A moderator has annulled the match: it does not count.",
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
    "state_rebuilt": lambda event, who: (
        "Le service avait perdu l'état de la partie, et l'a retrouvé à partir de ses coups."
    ),
    "roll_back_undone": lambda event, who: (
        f"Le retour en arrière est annulé : la partie en est au coup {event['to_move']}."
    ),
    "deadline_extended": lambda event, who: (
        f"Un modérateur accorde {length(event['seconds'], 'fr')} de plus à {who}."
    ),
    "deadline_reset": lambda event, who: (
        f"Un modérateur redonne à {who} le temps de ce tour en entier."
    ),
    "miss_forgiven": lambda event, who: f"Un modérateur excuse le tour manqué de {who}.",
    "played_by_moderator": lambda event, who: f"Un modérateur répond pour {who}.",
    "match_annulled": lambda event, who: "Un modérateur a annulé la partie : elle ne compte pas.",
}
SENTENCES = {"en": ENGLISH, "fr": FRENCH}
