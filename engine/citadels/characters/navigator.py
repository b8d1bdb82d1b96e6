"""The Navigator, rank 7."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import NOTHING
from engine.citadels.state import Match
from tablekernel.frames import Choice

GAIN: Final = 4


class SailForGold(Act):
    """Gain 4 gold."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.gold_gain(turn.seat, GAIN, "navigator")


class SailForCards(Act):
    """Gain 4 cards."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.cards_gain(turn.seat, GAIN, "navigator")


SAIL_FOR_GOLD: Final = SailForGold("navigate:gold")
SAIL_FOR_CARDS: Final = SailForCards("navigate:cards")


class Navigator(Character):
    """Gain 4 gold or 4 cards. The Navigator cannot build."""

    name = "navigator"
    rank = 7
    title = "Navigator"
    text = "Take 4 gold or 4 cards. You build nothing."
    brief = "4 gold or cards; no building"
    limit = 0
    builds = False
    portrait = "tricorn beard"
    emblem = (
        "M7.1 4.7a2.2 2.2 0 1 1 1.8 0v.9h2.8v1.7H8.9v5.5c2-.3 3.4-1.5 3.8-3.2l-1.5.5L13.3 7"
        "l2.2 3.4-1.2-.3c-.7 3.1-3.3 5.2-6.3 5.2s-5.6-2.1-6.3-5.2l-1.2.3L2.7 7l2.1 3.1-1.5-.5"
        "c.4 1.7 1.8 2.9 3.8 3.2V7.3H4.3V5.6h2.8zM8 1.9a.8.8 0 1 0 .1 0z"
    )
    acts = {"navigate": NOTHING}
    labels = {
        "navigate:gold": "Take 4 gold",
        "navigate:cards": "Draw 4 cards",
    }
    gains = {"navigate": "your 4 gold or 4 cards"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        out.append(SAIL_FOR_GOLD)
        if match.deck:
            out.append(SAIL_FOR_CARDS)
