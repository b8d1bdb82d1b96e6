"""The Merchant, rank 6."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.names import TRADE
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class TakeExtraGold(Act):
    """Gain 1 extra gold."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.gold_gain(turn.seat, 1, "merchant")


EXTRA_GOLD: Final = TakeExtraGold("extra_gold")


class Merchant(Character):
    """Gain 1 gold for each trade district, and 1 extra gold."""

    name = "merchant"
    gem = TRADE

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        out.append(EXTRA_GOLD)


class ClassicMerchant(Character):
    """Gain 1 gold for each trade district. The extra gold comes at the start of the turn (rules
    14).
    """

    name = "merchant"
    gem = TRADE

    def on_revealed(self, match: Match, seat: int) -> None:
        match.gold_gain(seat, 1, self.name)
