"""Questions and options, in English."""

from __future__ import annotations

QUESTIONS = {
    "keep_character": "Which character do you keep?",
    "discard_character": "Which character do you discard face down?",
    "theater": "You may swap a character card with another player, unseen.",
    "gather": "You must gather gold or cards; you may use other options first.",
    "action": "You may build and use your abilities, in any order, until you end your turn.",
    "payment": "How do you pay for {district.the}? You owe {owed}.",
    "keep_card": "Which card do you keep?",
    "beautify": "You may beautify a second district.",
    "bewitch": "You must bewitch a character: you will play on as that character.",
    "blank_marker": "Which character gets the next blank marker? So far: {marked}.",
    "confiscate": "{seat} pays {gold} for {district.the}. You cannot confiscate it.",
    "confiscate:possible": "{seat} pays {gold} for {district.the}. You may confiscate it.",
    "bribe": "You are threatened as {character.the}. You may pay a bribe of {bribe}, or "
    "refuse and risk {gold}.",
    "reveal_threat": "{seat} does not pay. You may reveal the threat on {character.the}: if it is "
    "the flower, you take {gold}.",
    "discard_card": "Which cards do you discard? You will draw as many.",
    "wizard_card": "Which card of {seat}'s hand do you take?",
    "wizard_card:possible": "Which card of {seat}'s hand do you take or build at once?",
    "give_card": "Which card do you give to {seat}?",
    "give_district": "Which district do you give for {seat}'s {district}?",
    "crown": "Who do you give the crown to?",
}

LABELS = {
    "stop": "Stop here",
    "pass": "Pass",
    # -- choosing characters
    "keep:character": "Keep {character.the}",
    "discard:character": "Discard {character.the}",
    "swap_character": "Swap characters with {seat}",
    "swap_character:character": "Swap {character.the} for a character of {seat}",
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
    "pay:framework": "Destroy the Framework instead of paying",
    "pay_card": "Pay with {district.the} from your hand instead of 1 gold",
    "sacrifice": "Destroy {district.the} instead of paying",
    "borrow": "Take {gold} from {seat} and give them as many cards",
    # -- abilities of characters
    "kill": "Kill {character.the}",
    "bewitch": "Bewitch {character.the}",
    "sign_warrant": "Lay the signed warrant on {character.the}",
    "blank": "Lay a blank marker on {character.the}",
    "confiscate": "Confiscate the district",
    "rob": "Rob {character.the}",
    "spy": "Look for {type} cards in {seat}'s hand",
    "threaten": "Lay the threat with the flower on {character.the}",
    "bribe": "Pay the bribe",
    "refuse": "Refuse to pay",
    "reveal": "Reveal the threat",
    "swap": "Swap hands with {seat}",
    "redraw": "Discard cards and draw as many",
    "discard:district": "Discard {district.the}",
    "look": "Look at {seat}'s hand",
    "take": "Take {district.the} into your hand",
    "build_at_once": "Build {district.the} at once",
    "take_from_all": "Take a random card from each other player",
    "give": "Give {district.the}",
    "crown:gold": "Give the crown to {seat} and take 1 gold",
    "crown:card": "Give the crown to {seat} and take a random card",
    "crown:nothing": "Give the crown to {seat}",
    "tithe": "Take 1 gold from {seat}",
    "extra_gold": "Take 1 extra gold",
    "extra_cards": "Draw 2 extra cards",
    "navigate:gold": "Take 4 gold",
    "navigate:cards": "Draw 4 cards",
    "study": "Draw 7 cards and keep one",
    "destroy": "Destroy {seat}'s {district} ({gold})",
    "exchange": "Exchange one of your districts for {seat}'s {district}",
    "give_district": "Give {district.the}",
    "give_district:gold": "Give {district.the} and pay {gold}",
    "seize": "Seize {seat}'s {district} ({gold})",
    "queen_gold": "Take 3 gold (rank 4 sits beside you)",
    "beautify": "Beautify {district.the} (1 gold)",
    "collect_taxes": "Collect the taxes ({gold})",
    # -- districts
    "armory": "Destroy the Armory and {seat}'s {district}",
    "laboratory": "Discard {district.the} for 2 gold",
    "museum": "Lay {district.the} under the Museum",
    "smithy": "Pay 2 gold and draw 3 cards",
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
    "tithe": "1 gold from a richest player",
    "extra_gold": "your 1 extra gold",
    "extra_cards": "your 2 extra cards",
    "navigate": "your 4 gold or 4 cards",
    "study": "the Scholar's card",
    "queen_gold": "the Queen's 3 gold",
    "collect_taxes": "the taxes ({gold})",
}
"""What is lost with the end of a turn."""
