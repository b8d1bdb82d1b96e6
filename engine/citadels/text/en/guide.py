"""How to play Citadels, and its rules, in English."""

from __future__ import annotations

SUMMARY = (
    "Choose a character in secret, guess what the others have chosen, and build the finest city. "
    "For 2 to 8 players: the 2016 edition with all its cards, or the classic one."
)

HOW_TO_PLAY = {
    "aim": (
        "The aim",
        "Build the most valuable city. Each district in it is worth its cost in points.",
    ),
    "round": (
        "A round",
        "You play another character in each round. First all choose in secret, then all play.",
    ),
    "round:choose": (
        "Choosing",
        "The player with the crown keeps one character and passes the others on, and so on. Nobody "
        "sees what you keep; you see what was left for you. A few characters are put aside.",
    ),
    "round:call": (
        "Calling",
        "The characters are called by rank, from 1 up. When yours is called, it is revealed, and "
        "you take your turn.",
    ),
    "turn": ("Your turn", ""),
    "turn:gather": ("Gather", "Take 2 gold; or draw 2 district cards and keep one."),
    "turn:build": (
        "Build",
        "Pay the cost of a district of your hand and put it into your city: one in a turn, and no "
        "name twice.",
    ),
    "turn:use": (
        "Use your character",
        "It robs, swaps hands, destroys, or takes the crown. Some get 1 gold for each district of "
        "a type in your city.",
    ),
    "matters": ("What matters", ""),
    "matters:guess": (
        "Guess well",
        "Assassin and Thief name a character, not a player. Think of who needs which character; "
        "and do not keep the one that everybody expects.",
    ),
    "matters:types": (
        "Follow your types",
        "With many trade districts the Merchant pays well, with noble ones the King.",
    ),
    "matters:build": (
        "Build in most turns",
        "Gold and cards in your hand are worth nothing at the end, and can be stolen.",
    ),
    "matters:watch": (
        "Watch the leader",
        "A city that is nearly complete ends the game. The last cards should not be the Warlord's "
        "to destroy.",
    ),
    "end": (
        "The end",
        "When a city has 7 districts (8 with 2 or 3 players) it is complete, and the round is the "
        "last one.",
    ),
    "points": ("Points", "The most points win."),
    "points:cost": ("Districts", "their cost"),
    "points:types": ("All five types", "3 (noble, religious, trade, military and unique)"),
    "points:complete": ("A complete city", "4 for the first, 2 for any other"),
    "points:unique": ("Unique districts", "what their cards say"),
}

ADVICE = {
    "waiting": (
        "The others choose or play. Follow the calls in the events: from what is called, and from "
        "what you passed on, you can guess who holds which character."
    ),
    "keep_character": (
        "Choose a character in secret, for this round only. What suits your hand? The Architect "
        "builds fast, the Merchant brings gold, the King chooses first in the next round. Nobody "
        "sees what you keep."
    ),
    "discard_character": (
        "Put a character aside, so that the other player cannot have it. Take one that would hurt "
        "you."
    ),
    "gather": (
        "Each turn begins so. Take gold if your hand has a district that you cannot pay yet; draw "
        "cards if you have nothing worth building. Income and abilities can be used before or "
        "after."
    ),
    "keep_card": (
        "Keep what you can soon pay, or what has the type of a character that you like to play: "
        "it pays income. The other card goes under the deck."
    ),
    "action": (
        "Build a district now if you can pay it: it is worth its cost in points, and gold can be "
        "stolen. Take your income and use your character before you end the turn."
    ),
    "payment": (
        "Cards of your hand can pay in place of gold. Give up cards that you do not want to build."
    ),
    "discard_card": "Discard what is too dear or of no use to you; you draw as many new cards.",
}

RULES = {
    "table": (
        "This table",
        "{edition}, {seats} players. {goal} districts complete a city.",
    ),
    "table:drawn": (
        "Cards",
        "The characters and the unique districts are drawn when the game starts.",
    ),
    "setup": (
        "The start",
        "Each player gets 4 district cards and 2 gold. One player has the crown.",
    ),
    "choosing": (
        "Choosing characters",
        "Each round begins so. Put aside face up, but never rank 4: {face_up}. One is put aside "
        "face down. From the player with the crown on, clockwise, each looks at the rest, keeps "
        "one and passes the others on.",
    ),
    "choosing:last": (
        "The last player",
        "also looks at the character that was put aside face down, and keeps one of the two.",
    ),
    "choosing/2": (
        "Choosing characters",
        "Each round begins so, and each player gets two characters. One is put aside face down. "
        "The player with the crown keeps one. From then on each keeps one and puts one aside face "
        "down, in turn; of the last two the other player keeps one.",
    ),
    "choosing/3": (
        "Choosing characters",
        "Each round begins so, and each player gets two characters. One is put aside face down. "
        "From the player with the crown on, each keeps one; one is removed at random, unseen; then "
        "each keeps a second one.",
    ),
    "choosing/classic": (
        "Choosing characters",
        "Each round begins so, and each player gets two characters. One is put aside face down. "
        "From the player with the crown on, the others go round twice, and each keeps one each "
        "time.",
    ),
    "calling": (
        "Calling",
        "Ranks are called from 1 up. The player of the character reveals it and takes a turn. For "
        "a killed character, and for one that nobody holds, nothing happens.",
    ),
    "calling:two": (
        "Two characters",
        "You have one hand, one stash of gold and one city, and two turns in each round.",
    ),
    "calling:robbed": (
        "Robbed",
        "A robbed player loses all gold at the reveal, before anything else.",
    ),
    "turn": (
        "A turn",
        "Gather, then act, then end the turn. Income and abilities can be used once in a turn, "
        "before or after gathering.",
    ),
    "turn:gather": (
        "Gather",
        "Take 2 gold; or draw 2 cards, keep one, and put the other one under the deck.",
    ),
    "turn:build": (
        "Build",
        "After gathering: one district of your hand, or as many as your character may. Pay its "
        "cost to the bank. A city cannot have two districts of the same name.",
    ),
    "turn:income": (
        "Income",
        "A character with a type is paid for each district of that type in your city.",
    ),
    "city": (
        "Complete cities",
        "A city with {goal} districts is complete, and stays so. Nobody else can destroy, seize or "
        "exchange anything in it. It may still grow.",
    ),
    "end": (
        "The end",
        "The round in which the first city is completed is the last one; it is played to its end.",
    ),
    "points": ("Points", ""),
    "points:cost": ("Each district", "its cost"),
    "points:types": ("Districts of all five types", "3"),
    "points:first": ("The first complete city", "4"),
    "points:other": ("Any other complete city", "2"),
    "points:unique": ("Unique districts", "what their texts say"),
    "points:ties": (
        "Equal points",
        "The player wins who revealed the highest rank in the last round.",
    ),
    "points/classic:ties": (
        "Equal points",
        "The player wins whose districts cost more; then the one with more gold.",
    ),
    "hidden": (
        "What nobody else sees",
        "Your hand, your characters until they are called, and what you saw while choosing. Gold, "
        "cities and the number of cards in a hand are open to all.",
    ),
    "characters": ("Characters", "By rank, as they are called."),
    "unique": ("Unique districts", "One of each, with its cost."),
    "basic": ("Other districts", "With their costs, and the number of cards if there are several."),
}
