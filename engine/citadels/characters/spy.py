"""The Spy, rank 2."""

from __future__ import annotations

from typing import Any, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.choices import MAX_SEATS
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import SEAT
from engine.citadels.names import TYPES, district_name
from engine.citadels.state import Match
from tablekernel.frames import Choice
from tablekernel.topics import STRING


class LookForType(Act):
    """Look at a hand and name a district type."""

    def __init__(self, seat: int, kind: int) -> None:
        super().__init__(f"spy:{seat}:{TYPES[kind]}")
        self.seat = seat
        self.type = kind

    def details(self) -> dict[str, Any]:
        return {"seat": self.seat, "type": TYPES[self.type]}

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        hand = match.hand[self.seat]
        found = sum([match.card_set.type_of[card] == self.type for card in hand])
        gold = min(found, match.gold[self.seat])
        match.gold[self.seat] -= gold
        match.gold[turn.seat] += gold
        if match.events is not None:
            match.tell(
                "spied",
                {
                    "seat": turn.seat,
                    "victim": self.seat,
                    "type": TYPES[self.type],
                    "found": found,
                    "gold": gold,
                },
                {turn.seat: {"cards": [district_name(card) for card in sorted(hand)]}},
            )
        if found:
            match.cards_gain(turn.seat, found, "spy")


LOOK: Final = tuple(
    tuple(LookForType(seat, kind) for kind in range(len(TYPES))) for seat in range(MAX_SEATS)
)


class Spy(Character):
    """Look at a hand and name a type: each card of that type gains 1 gold from that player and 1
    card from the deck.
    """

    name = "spy"
    rank = 2
    title = "Spy"
    text = (
        "Name a type and look at another player's hand: for each card of that type, take 1 gold "
        "from that player and draw 1 card."
    )
    brief = "Gold and cards for a type"
    portrait = "wide_hat scarf"
    acts = {"spy": {**SEAT, "type": STRING}}
    labels = {"spy": "Look for {type} cards in {seat}'s hand"}
    events = {
        "spied": (
            "{seat} looks for {type} cards in {victim}'s hand, finds {found} and takes {gold}."
        ),
        "spied:own": (
            "{seat} looks for {type} cards in {victim}'s hand, finds {found} and takes {gold}. The "
            "hand: {faces}."
        ),
    }
    headlines = ("spied",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        for seat in range(match.card_set.seats):
            if seat != turn.seat:
                out.extend(LOOK[seat])
