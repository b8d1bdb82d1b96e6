"""Events, in English."""

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
    "theater_passed": "{seat} swaps no characters.",
    "characters_swapped": "{seat} and {other} swap characters.",
    "characters_swapped:own": (
        "{seat} and {other} swap characters: you give {gave.the} and get {got.the}."
    ),
    # -- turns
    "called": "Rank {rank} is called: {character.the}.",
    "revealed": "{seat} is {character.the}.",
    "resumed": "{seat} plays on as {character.the}.",
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
    "card_tucked": "{seat} lays {cards} under the Museum.",
    "deck_shuffled": "The deck is shuffled.",
    "gold_gained": "{seat} gains {gold} through {reason.the}.",
    "gold_gained:gather": "{seat} gathers {gold}.",
    "gold_gained:income": "{seat} takes {gold} as income.",
    "gold_paid": "{seat} pays {gold} to use {reason.the}.",
    "gold_taken": "{seat} takes {gold} from {victim} as {reason.the}.",
    "taxed": "{seat} pays a tax of {gold}.",
    # -- abilities
    "kill_named": "{seat} kills {character.the}.",
    "bewitch_named": "{seat} bewitches {character.the}.",
    "rob_named": "{seat} will rob {character.the}.",
    "robbed": "{by} robs {seat} of {gold}.",
    "robbed:free": "{by} robs {seat} and finds no gold.",
    "robbed:self": "{seat} plays the Thief as well and loses nothing.",
    "markers_laid:warrant": "{seat} lays warrants on {characters}.",
    "markers_laid:warrant:own": (
        "{seat} lays warrants on {characters}. The signed one lies on {face.the}."
    ),
    "markers_laid:threat": "{seat} lays threats on {characters}.",
    "markers_laid:threat:own": (
        "{seat} lays threats on {characters}. The flower lies on {face.the}."
    ),
    "confiscated": "{seat} confiscates {district.the} from {victim}, who gets {gold} back.",
    "confiscated:free": "{seat} confiscates {district.the} from {victim}.",
    "bribed": "{seat} bribes {by} with {gold}.",
    "bribed:free": "{seat} owes {by} no bribe and goes free.",
    "bribe_refused": "{seat} refuses to bribe {by}.",
    "threat_revealed:flower": "{by} reveals the flower and takes {gold} from {seat}.",
    "threat_revealed:blank": "{by} reveals a blank threat; {seat} loses nothing.",
    "spied": ("{seat} looks for {type} cards in {victim}'s hand, finds {found} and takes {gold}."),
    "spied:own": (
        "{seat} looks for {type} cards in {victim}'s hand, finds {found} and takes {gold}. "
        "The hand: {faces}."
    ),
    "hands_swapped": "{seat} and {other} swap hands.",
    "hands_swapped:own": "{seat} and {other} swap hands. You get {faces}.",
    "hand_seen": "{seat} looks at {victim}'s hand.",
    "hand_seen:own": "{seat} looks at {victim}'s hand: {faces}.",
    # -- districts
    "paid": "{seat} pays {gold} for {district.the}.",
    "paid:free": "{seat} pays no gold for {district.the}.",
    "built": "{seat} builds {district.the} for {gold}.",
    "built:free": "{seat} builds {district.the} without paying gold.",
    "beautified": "{seat} beautifies {district.the}.",
    "sacrificed": "{seat} destroys {district.the} instead of paying.",
    "destroyed": "{seat} destroys {victim}'s {district} for {gold}.",
    "destroyed:self": "{seat} destroys {district.the} in their own city for {gold}.",
    "blown_up": "{seat} destroys the Armory and {victim}'s {district}.",
    "blown_up:self": "{seat} destroys the Armory and {district.the} in their own city.",
    "seized": "{seat} seizes {victim}'s {district} for {gold}.",
    "exchanged": "{seat} exchanges {given.the} and {gold} for {victim}'s {district}.",
    "exchanged:free": "{seat} exchanges {given.the} for {victim}'s {district}.",
    "surcharge": "Another {surcharge} goes to the bank.",
    "city_completed": "{seat} completes their city.",
    "city_completed:first": "{seat} is the first to complete a city: this is the last round.",
    "match_over": "The game is over: {winners} wins with {score}.",
    "match_over:shared": "The game is over: {winners} share the win with {score}.",
}
