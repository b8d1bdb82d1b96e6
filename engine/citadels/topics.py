"""The topics of the game's decisions, their verbs, and the members of their options."""

from __future__ import annotations

from engine.citadels.all_cards import collect
from engine.citadels.members import BUILD, CHARACTER, DISTRICT, NOTHING
from tablekernel.topics import ARRAY, INTEGER, Members, Topic

ACTS: dict[str, Members] = collect(
    {"income": {"gold": INTEGER, "cards": INTEGER}}, lambda card: card.acts
)
"""What may be done in a turn before and after gathering."""

PAYMENTS: dict[str, Members] = collect({"pay": {"gold": INTEGER}}, lambda card: card.payments)
"""The ways to pay for a district."""

SHARED: dict[str, Topic] = {
    "keep_character": Topic("Which of the offered characters to keep.", {"keep": CHARACTER}),
    "discard_character": Topic(
        "Which character to discard face down (2 players).", {"discard": CHARACTER}
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
        PAYMENTS,
    ),
    "blank_marker": Topic(
        "Which character gets the next blank marker (Magistrate, Blackmailer).",
        {"blank": CHARACTER},
    ),
    "give_card": Topic("Which card to give to a player (Seer, Cardinal).", {"give": DISTRICT}),
}
"""The decisions that no single card asks for."""

TOPICS: dict[str, Topic] = collect(SHARED, lambda card: card.topics)
