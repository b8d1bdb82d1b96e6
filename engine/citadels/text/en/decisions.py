"""Questions and options, in English. What belongs to one card is in its file."""

from __future__ import annotations

QUESTIONS = {
    "keep_character": "Which character do you keep?",
    "discard_character": "Which character do you discard face down?",
    "gather": "You must gather gold or cards; you may use other options first.",
    "action": "You may build and use your abilities, in any order, until you end your turn.",
    "payment": "How do you pay for {district.the}? You owe {owed}.",
    "keep_card": "Which card do you keep?",
    "blank_marker": "Which character gets the next blank marker? So far: {marked}.",
    "give_card": "Which card do you give to {seat}?",
}

LABELS = {
    "stop": "Stop here",
    "pass": "Pass",
    # -- choosing characters
    "keep:character": "Keep {character.the}",
    "discard:character": "Discard {character.the}",
    # -- the turn
    "gather:gold": "Gather gold",
    "gather:cards": "Gather cards",
    "keep:district": "Keep {district.the}",
    "build": "Build {district.the}",
    "end_turn": "End your turn",
    "end_turn:uncollected": "End your turn without taking {uncollected}",
    "income": "Take your income: {gold} and {cards}",
    "income:gold": "Take your income ({gold})",
    "income:cards": "Take your income ({cards})",
    # -- paying
    "pay:gold": "Pay {gold}",
    # -- abilities of several characters
    "blank": "Lay a blank marker on {character.the}",
    "give": "Give {district.the}",
}

PAYMENTS = {
    "gold": "({gold})",
    "destroys": "by destroying {destroys.the}",
    "sacrifice": "by destroying one of your districts",
    "lender": "with {cards_in_gold} from {lender} for as many of your cards",
    "borrow": "with {cards_in_gold} from another player for as many of your cards",
    "cards": "by giving up at least {cards}",
    "several": "(not only with gold)",
}
"""What a district costs, after the label to build it."""

GAINS = {
    "income": "your income of {gold} or cards",
    "income:gold": "your {gold} of income",
    "income:cards": "your {cards} of income",
}
"""What is lost with the end of a turn."""
