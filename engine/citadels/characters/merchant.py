"""The Merchant, rank 6."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import NOTHING
from engine.citadels.names import TRADE
from engine.citadels.state import Match
from tablekernel.frames import Choice


class TakeExtraGold(Act):
    """Gain 1 extra gold."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.gold_gain(turn.seat, 1, "merchant")


EXTRA_GOLD: Final = TakeExtraGold("extra_gold")


class Merchant(Character):
    """Gain 1 gold for each trade district, and 1 extra gold."""

    name = "merchant"
    rank = 6
    title = "Merchant"
    text = "1 gold for each of your trade districts, and 1 extra gold."
    brief = "1 extra gold; gold for trade"
    gem = TRADE
    portrait = "beret feather chain"
    acts = {"extra_gold": NOTHING}
    labels = {"extra_gold": "Take 1 extra gold"}
    gains = {"extra_gold": "your 1 extra gold"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        out.append(EXTRA_GOLD)


class ClassicMerchant(Character):
    """Gain 1 gold for each trade district. The extra gold comes at the start of the turn (rules
    14).
    """

    name = Merchant.name
    rank = Merchant.rank
    gem = TRADE

    def on_revealed(self, match: Match, seat: int) -> None:
        match.gold_gain(seat, 1, self.name)
