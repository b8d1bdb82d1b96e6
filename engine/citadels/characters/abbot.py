"""The Abbot, rank 5."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import Character
from engine.citadels.choices import SeatChoice, each_seat
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.names import RELIGIOUS
from engine.citadels.state import Match
from engine.citadels.transfers import pass_gold
from engine.kernel.frames import Choice


class Tithe(SeatChoice):
    """Take 1 gold from a richest player."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        pass_gold(match, self.seat, turn.seat, 1, "abbot")


TITHE: Final = each_seat("tithe", Tithe)


class Abbot(Character):
    """Gain 1 gold or 1 card for each religious district, in any mix. Take 1 gold from a richest
    player, unless the Abbot is among the richest.
    """

    name = "abbot"
    gem = RELIGIOUS
    pays = "either"

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """The richest player must have strictly more gold (R-67)."""
        most = max(match.gold)
        if match.gold[turn.seat] < most:
            out.extend([TITHE[seat] for seat, gold in enumerate(match.gold) if gold == most])
