"""The Museum."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Turn
from engine.citadels.names import ONE, district_name
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match
from engine.kernel.frames import Choice


class Tuck(DistrictChoice):
    """Lay a card from the hand face down under the Museum."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.worked |= MUSEUM.bit
        match.hand_remove(turn.seat, self.district)
        match.memory["museum"] = find_tucked(match) + ONE[self.district]
        match.memory["museum_by"] = find_tuckers(match) + ONE[turn.seat]
        if match.events is not None:
            match.tell(
                "card_tucked",
                {"seat": turn.seat, "count": 1},
                {turn.seat: {"cards": [district_name(self.district)]}},
            )


TUCK: Final = each_district("museum", Tuck)


def find_tucked(match: Match) -> bytes:
    """Return the cards under the Museum, in the order in which they were laid there."""
    cards = match.memory.get("museum", b"")
    assert isinstance(cards, bytes)
    return cards


def find_tuckers(match: Match) -> bytes:
    """Return the seat that laid each card, because nobody may look at another player's (R-60)."""
    seats = match.memory.get("museum_by", b"")
    assert isinstance(seats, bytes)
    return seats


class Museum(District):
    """Once a turn, put a card from the hand under it. Each card scores 1 point for the owner of the
    Museum at the end of the match.
    """

    name = "museum"
    cost = 4

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if not turn.worked & self.bit:
            out.extend(TUCK.among(match.hand[turn.seat]))

    def score(self, match: Match, seat: int, city: FinalCity) -> int:
        return len(find_tucked(match))

    def on_destroyed(self, match: Match, seat: int) -> None:
        """The cards follow the Museum under the deck (rules 9)."""
        match.deck += find_tucked(match)
        match.memory["museum"] = match.memory["museum_by"] = b""


MUSEUM: Final = Museum()
