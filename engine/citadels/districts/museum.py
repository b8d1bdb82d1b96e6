"""The Museum."""

from __future__ import annotations

from typing import Final

from engine.citadels.cards import District
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import Turn
from engine.citadels.members import DISTRICT
from engine.citadels.names import ONE, district_name
from engine.citadels.scoring import FinalCity
from engine.citadels.state import Match
from tablekernel.frames import Choice


class Tuck(DistrictChoice):
    """Lay a card from the hand face down under the Museum."""

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
    number = 33
    title = "Museum"
    text = (
        "Once a turn: lay a card of your hand face down under it. At the end, 1 point for each "
        "card there."
    )
    cost = 4
    worth_a_round = 1.2
    building = (
        "wall 0 60 4; wall 4 52 26; dark M0-30h60v5H0z; wall 4 52 6 30; "
        "roofs M16-24h7v18l-3.5-3-3.5 3zM37-24h7v18l-3.5-3-3.5 3z; door 25 10 17; "
        "lancet 7 5 5 10; lancet 48 5 5 10; roofs M24-36a6 6 0 0 1 12 0z; rows 6 48 30 6 1"
    )
    acts = {"museum": DISTRICT}
    labels = {"museum": "Lay {district.the} under the Museum"}
    events = {"card_tucked": "{seat} lays {cards} under the Museum."}
    quiet = ("card_tucked",)

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
