"""The Navigator, rank 7."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.state import Match
from engine.kernel.frames import Choice

GAIN: Final = 4


class SailForGold(Act):
    """Gain 4 gold."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.gold_gain(turn.seat, GAIN, "navigator")


class SailForCards(Act):
    """Gain 4 cards."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.cards_gain(turn.seat, GAIN, "navigator")


SAIL_FOR_GOLD: Final = SailForGold("navigate:gold")
SAIL_FOR_CARDS: Final = SailForCards("navigate:cards")


class Navigator(Character):
    """Gain 4 gold or 4 cards. The Navigator cannot build."""

    name = "navigator"
    limit = 0
    builds = False

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        out.append(SAIL_FOR_GOLD)
        if match.deck:
            out.append(SAIL_FOR_CARDS)
