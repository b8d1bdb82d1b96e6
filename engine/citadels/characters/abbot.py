"""The Abbot, rank 5."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import Character
from engine.citadels.choices import SeatChoice, each_seat
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import SEAT
from engine.citadels.names import RELIGIOUS
from engine.citadels.state import Match
from engine.citadels.transfers import pass_gold
from tablekernel.frames import Choice


class Tithe(SeatChoice):
    """Take 1 gold from a richest player."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        pass_gold(match, self.seat, turn.seat, 1, "abbot")


TITHE: Final = each_seat("tithe", Tithe)


class Abbot(Character):
    """Gain 1 gold or 1 card for each religious district, in any mix. Take 1 gold from a richest
    player, unless the Abbot is among the richest.
    """

    name = "abbot"
    rank = 5
    title = "Abbot"
    text = (
        "1 gold or 1 card for each of your religious districts, in any mix. If another player is "
        "richer than you, take 1 gold from the richest."
    )
    brief = "Gold or cards for religious"
    gem = RELIGIOUS
    portrait = "tonsure cowl chain"
    pays = "either"
    acts = {"tithe": SEAT}
    labels = {"tithe": "Take 1 gold from {seat}"}
    gains = {"tithe": "1 gold from a richest player"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """The richest player must have strictly more gold (R-67)."""
        most = max(match.gold)
        if match.gold[turn.seat] < most:
            out.extend([TITHE[seat] for seat, gold in enumerate(match.gold) if gold == most])
