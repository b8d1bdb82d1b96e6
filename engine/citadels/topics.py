"""Every question of the game, the verbs that answer it, and what their options say."""

from __future__ import annotations

from engine.kernel.topics import ARRAY, BOOLEAN, INTEGER, STRING, Members, Topic

NOTHING: Members = {}
CHARACTER: Members = {"character": STRING, "rank": INTEGER}
DISTRICT: Members = {"district": STRING, "cost": INTEGER}
OWN_DISTRICT: Members = {**DISTRICT, "beautified": BOOLEAN}
BUILD: Members = {**DISTRICT, "gold": INTEGER, "otherwise": ARRAY}
SEAT: Members = {"seat": INTEGER}
CITY: Members = {**SEAT, **OWN_DISTRICT}
RAID: Members = {**CITY, "gold": INTEGER}

ACTS: dict[str, Members] = {
    "income": {"gold": INTEGER, "cards": INTEGER},
    # -- characters, by rank
    "kill": CHARACTER,
    "sign_warrant": CHARACTER,
    "rob": CHARACTER,
    "spy": {**SEAT, "type": STRING},
    "threaten": CHARACTER,
    "swap": SEAT,
    "redraw": NOTHING,
    "look": SEAT,
    "take_from_all": NOTHING,
    "crown": {**SEAT, "resource": STRING},
    "tithe": SEAT,
    "extra_gold": NOTHING,
    "extra_cards": NOTHING,
    "navigate": NOTHING,
    "study": NOTHING,
    "destroy": RAID,
    "exchange": CITY,
    "seize": RAID,
    "queen_gold": NOTHING,
    "beautify": DISTRICT,
    "collect_taxes": {"gold": INTEGER},
    # -- districts
    "armory": CITY,
    "laboratory": DISTRICT,
    "museum": DISTRICT,
    "smithy": NOTHING,
}
"""What may be done in a turn before and after gathering."""

PASS: dict[str, Members] = {"pass": NOTHING}
STOP: dict[str, Members] = {"stop": NOTHING}

TOPICS: dict[str, Topic] = {
    "keep_character": Topic("Which of the characters handed on to keep.", {"keep": CHARACTER}),
    "discard_character": Topic(
        "Which character to discard face down (2 players).", {"discard": CHARACTER}
    ),
    "theater": Topic(
        "Whether to swap a character card with an opponent (Theater).",
        {**PASS, "swap_character": {**SEAT, "character": STRING}},
    ),
    "gather": Topic(
        "Gold or cards; what has no fixed time may come before.", {"gather": NOTHING, **ACTS}
    ),
    "keep_card": Topic("Which of the drawn cards to keep.", {"keep": DISTRICT}),
    "action": Topic(
        "What to build and use, in any order, until the turn ends.",
        {"end_turn": NOTHING, "build": BUILD, **ACTS},
    ),
    "payment": Topic(
        "How to pay for a district, where there is more than one way.",
        {
            "pay": {"gold": INTEGER},
            "pay_card": DISTRICT,
            "borrow": {**SEAT, "gold": INTEGER},
            "sacrifice": OWN_DISTRICT,
        },
    ),
    "blank_marker": Topic(
        "Who gets the next blank marker (Magistrate, Blackmailer).", {"blank": CHARACTER}
    ),
    "confiscate": Topic(
        "Whether to confiscate a district that somebody has paid for (Magistrate).",
        {"confiscate": NOTHING, **PASS},
    ),
    "bribe": Topic(
        "Whether to buy oneself off from a threat (Blackmailer).",
        {"bribe": NOTHING, "refuse": NOTHING},
    ),
    "reveal_threat": Topic(
        "Whether to reveal the threat on who did not pay (Blackmailer).",
        {"reveal": NOTHING, **PASS},
    ),
    "bewitch": Topic("Which character to bewitch (Witch).", {"bewitch": CHARACTER}),
    "discard_card": Topic(
        "Which cards to discard, one at a time, before drawing as many (Magician).",
        {"discard": DISTRICT, **STOP},
    ),
    "wizard_card": Topic(
        "Which card to take of the hand looked at, or to build at once (Wizard).",
        {"take": DISTRICT, "build_at_once": BUILD},
    ),
    "give_card": Topic("Which card to give to a player (Seer, Cardinal).", {"give": DISTRICT}),
    "give_district": Topic(
        "Which district to give for the one chosen (Diplomat).",
        {"give_district": {**OWN_DISTRICT, "gold": INTEGER}},
    ),
    "beautify": Topic(
        "Whether to beautify a second district (Artist).", {"beautify": DISTRICT, **STOP}
    ),
    "crown": Topic("Who gets the crown of a killed Emperor.", {"crown": SEAT}),
}
