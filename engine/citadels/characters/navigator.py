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
    portrait = "long_hair tricorn"
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
