"""The input of the rules of thumb: the table as one seat knows it, in the engine's numbers.

Features are computed from a state, true or observed, and hold only what the seat knows, so the
rules cannot read hidden facts. They must be cheap, because playouts compute thousands a second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from engine.citadels.characters.cardinal import GivingCards
from engine.citadels.characters.diplomat import Offering
from engine.citadels.characters.seer import GivingBack
from engine.citadels.characters.tax_collector import taxes
from engine.citadels.districts.museum import find_tucked
from engine.citadels.flow.build import BuildFrame
from engine.citadels.flow.calls import Calls
from engine.citadels.names import NOBODY
from engine.citadels.state import FLOWER, SIGNED, Match

NONE: Final = -1
"""Stands for a missing seat or district."""


class Features:
    """What a seat knows, as far as the rules of thumb need it.

    * The table: ``gold``, ``sizes`` (of hands), ``city`` and ``owned``, each by seat;
      ``holders[rank]``, only those known; ``marks[rank]``, with the faces of markers that this seat
      placed; ``shown``, ``face_up``; ``called``, the last rank called; ``taxes``; ``museum``, the
      number of cards under it.
    * This seat: ``hand``, ``mine`` (bit set of its ranks), ``seen``, ``dropped``.
    * The current turn: ``turn_seat``, ``rank``; ``built`` and ``used`` if it is this seat's turn.
    * The open decision, if it is this seat's: ``other`` (a seat), ``card`` (a district), ``sum``
      (gold).
    """

    def __init__(self, match: Match, seat: int) -> None:
        self.card_set = match.card_set
        self.seat = seat
        self.round = match.round
        self.crown = match.crown
        self.gold = match.gold[:]
        self.sizes = [len(hand) for hand in match.hand]
        self.hand = match.hand[seat]
        self.city = match.city[:]
        self.owned = match.owned[:]
        self.completed = match.completed[:]
        self.face_up = match.face_up
        self.shown = match.shown
        self.seen = match.seen[seat]
        self.dropped = match.dropped[seat]
        self.taxes = taxes(match) if match.memory else 0
        self.museum = len(find_tucked(match)) if match.memory else 0
        self._characters(match)
        self._course(match)

    def _characters(self, match: Match) -> None:
        """Read the revealed characters, and the markers without the faces that other seats laid."""
        seat, shown, mine = self.seat, match.shown, 0
        holders = match.holders[:]
        for rank, holder in enumerate(holders):
            if holder == seat:
                mine |= 1 << rank
            elif holder != NOBODY and not shown >> rank & 1:
                holders[rank] = NOBODY
        self.holders = holders
        self.mine = mine
        self.marks = match.marks[:]
        characters = match.card_set.characters
        first, second = characters[1], characters[2]
        hidden = 0
        if first is not None and first.name == "magistrate" and match.holders[1] != seat:
            hidden |= SIGNED
        if second is not None and second.name == "blackmailer" and match.player(2) != seat:
            hidden |= FLOWER
        if hidden:
            self.marks = [mark & ~hidden for mark in self.marks]

    def _course(self, match: Match) -> None:
        """Read whose turn it is and what is asked."""
        self.called = self.rank = self.built = self.used = self.sum = 0
        self.turn_seat = self.other = self.card = NONE
        stack: list[Any] = match.stack
        if len(stack) < 2:
            return
        if isinstance(stack[1], Calls):
            self.called = stack[1].rank
        top = stack[-1]
        for frame in stack[::-1]:
            if frame.is_turn:
                self.turn_seat = frame.seat
                self.rank = frame.rank
                if frame.seat == self.seat:
                    self.built = frame.built
                    self.used = frame.used
                break
        if not top.is_turn:
            asked = ASKED.get(type(top))
            if asked is not None and top.seat == self.seat:
                asked(self, top)


# -- what frames tell the seat that they ask


def _giving_back(features: Features, frame: Any) -> None:
    features.other = frame.waiting[0]


def _giving_cards(features: Features, frame: Any) -> None:
    features.other = frame.other


def _paying(features: Features, frame: Any) -> None:
    features.card, features.sum = frame.district, frame.owed


def _exchanging(features: Features, frame: Any) -> None:
    features.other, features.card = frame.victim, frame.theirs


ASKED: dict[type[Any], Callable[[Features, Any], None]] = {
    GivingBack: _giving_back,
    GivingCards: _giving_cards,
    BuildFrame: _paying,
    Offering: _exchanging,
}
