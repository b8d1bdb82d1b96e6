"""Events, in English. What only one card causes is in its file."""

from __future__ import annotations

EVENTS = {
    "match_started": ("The game begins: {seats} seats, and {goal} districts complete a city."),
    "hand_dealt": "{seat} is dealt {cards}.",
    # -- choosing characters
    "round_started": "Round {round} begins; {crown} holds the crown.",
    "round_started:face_up": ("Round {round} begins; {crown} holds the crown. Face up: {face_up}."),
    "character_kept": "{seat} keeps a character.",
    "character_kept:own": "{seat} keeps {character.the}.",
    "character_discarded": "{seat} discards a character.",
    "character_discarded:own": "{seat} discards {character.the}.",
    "character_lost": "One character is discarded unseen.",
    "draft_ended": "All characters are chosen.",
    # -- turns
    "called": "Rank {rank} is called: {character.the}.",
    "revealed": "{seat} is {character.the}.",
    "turn_ended": "{seat} ends the turn.",
    "crown_moved": "{seat} gets the crown.",
    "heir_revealed": "{seat} was {character.the}, killed this round.",
    "killed_shown": "{seat} held {character.the}, who was killed, and lost the turn.",
    # -- gold and cards
    "cards_drawn": "{seat} draws {cards}.",
    "cards_kept": "{seat} keeps {cards}.",
    "cards_gained": "{seat} gains {cards} through {reason.the}.",
    "cards_gained:income": "{seat} draws {cards} as income.",
    "cards_discarded": "{seat} puts {cards} under the deck.",
    "card_taken": "{seat} takes {cards} from {victim}'s hand.",
    "card_given": "{seat} gives {cards} to {other}.",
    "gold_gained": "{seat} gains {gold} through {reason.the}.",
    "gold_gained:gather": "{seat} gathers {gold}.",
    "gold_gained:income": "{seat} takes {gold} as income.",
    "gold_taken": "{seat} takes {gold} from {victim} as {reason.the}.",
    # -- markers
    "markers_laid:warrant": "{seat} lays warrants on {characters}.",
    "markers_laid:warrant:own": (
        "{seat} lays warrants on {characters}. The signed one lies on {face.the}."
    ),
    "markers_laid:threat": "{seat} lays threats on {characters}.",
    "markers_laid:threat:own": (
        "{seat} lays threats on {characters}. The flower lies on {face.the}."
    ),
    # -- districts
    "paid": "{seat} pays {gold} for {district.the}.",
    "paid:free": "{seat} pays no gold for {district.the}.",
    "built": "{seat} builds {district.the} for {gold}.",
    "built:free": "{seat} builds {district.the} without paying gold.",
    "sacrificed": "{seat} destroys {district.the} instead of paying.",
    "surcharge": "Another {surcharge} goes to the bank.",
    "city_completed": "{seat} completes their city.",
    "city_completed:first": "{seat} is the first to complete a city: this is the last round.",
    "match_over": "The game is over: {winners} wins with {score}.",
    "match_over:shared": "The game is over: {winners} share the win with {score}.",
}
