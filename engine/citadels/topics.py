"""The topics of the game's decisions, their verbs, and the members of their options."""

from __future__ import annotations

from engine.kernel.topics import ARRAY, BOOLEAN, INTEGER, STRING, Members, Topic

NOTHING: Members = {}
CHARACTER: Members = {"character": STRING, "rank": INTEGER}
DISTRICT: Members = {"district": STRING, "cost": INTEGER}
OWN_DISTRICT: Members = {**DISTRICT, "beautified": BOOLEAN}
BUILD: Members = {
    **DISTRICT,
    "gold": INTEGER,
    "otherwise": ARRAY,
    "destroys": STRING,
    "cards": INTEGER,
}
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
    "keep_character": Topic("Which of the offered characters to keep.", {"keep": CHARACTER}),
    "discard_character": Topic(
        "Which character to discard face down (2 players).", {"discard": CHARACTER}
    ),
    "theater": Topic(
        "Swap a character card with an opponent, or not (Theater).",
        {**PASS, "swap_character": {**SEAT, "character": STRING}},
    ),
    "gather": Topic(
        "Gather gold or cards. Abilities that may be used at any time can come first.",
        {"gather": NOTHING, **ACTS},
    ),
    "keep_card": Topic("Which of the drawn cards to keep.", {"keep": DISTRICT}),
    "action": Topic(
        "What to build and use, in any order, until the turn ends.",
        {"end_turn": {"uncollected": ARRAY}, "build": {**BUILD, "lender": INTEGER}, **ACTS},
    ),
    "payment": Topic(
        "How to pay for a district, if there is more than one way.",
        {
            "pay": {"gold": INTEGER},
            "pay_card": DISTRICT,
            "borrow": {**SEAT, "gold": INTEGER},
            "sacrifice": OWN_DISTRICT,
        },
    ),
    "blank_marker": Topic(
        "Which character gets the next blank marker (Magistrate, Blackmailer).",
        {"blank": CHARACTER},
    ),
    "confiscate": Topic(
        "Confiscate a district that another player has paid for, or not (Magistrate).",
        {"confiscate": NOTHING, **PASS},
    ),
    "bribe": Topic(
        "Pay the bribe to a Blackmailer, or refuse.",
        {"bribe": NOTHING, "refuse": NOTHING},
    ),
    "reveal_threat": Topic(
        "Reveal the threat on a player who did not pay, or not (Blackmailer).",
        {"reveal": NOTHING, **PASS},
    ),
    "bewitch": Topic("Which character to bewitch (Witch).", {"bewitch": CHARACTER}),
    "discard_card": Topic(
        "Which cards to discard, one at a time, before drawing the same number (Magician).",
        {"discard": DISTRICT, **STOP},
    ),
    "wizard_card": Topic(
        "Which card of the other hand to take or to build at once (Wizard).",
        {"take": DISTRICT, "build_at_once": BUILD},
    ),
    "give_card": Topic("Which card to give to a player (Seer, Cardinal).", {"give": DISTRICT}),
    "give_district": Topic(
        "Which own district to give in exchange (Diplomat).",
        {"give_district": {**OWN_DISTRICT, "gold": INTEGER}},
    ),
    "beautify": Topic(
        "Beautify a second district, or stop (Artist).", {"beautify": DISTRICT, **STOP}
    ),
    "crown": Topic("Which player gets the crown of a killed Emperor.", {"crown": SEAT}),
}
