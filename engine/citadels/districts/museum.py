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
    emblem = (
        "M5.3.8h5.4v1.7h-.9v2c3.4 1.5 3.4 5.5 0 9H6.2c-3.4-3.5-3.4-7.5 0-9v-2h-.9z"
        "M4.9 7.4v1.3h6.2V7.4zM5 14h6v1.4H5z"
        "M5.3 3.2H3.8C1.8 3.2 1.3 5 2.2 6.7l1.2-.8c-.4-.9 0-1.4.7-1.4h1.2z"
        "M10.7 3.2h1.5c2 0 2.5 1.8 1.6 3.5l-1.2-.8c.4-.9 0-1.4-.7-1.4h-1.2z"
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
