"""The Emperor, rank 4."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.choices import MAX_SEATS, SeatChoice, each_seat
from engine.citadels.crown import reveal_killed_rank_4
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.members import SEAT
from engine.citadels.names import NOBLE, NOBODY
from engine.citadels.state import Match
from engine.citadels.transfers import pass_gold, take_random_card
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision, Frame
from tablekernel.topics import STRING, Topic

RESOURCES: Final = ("gold", "card", "nothing")


class GiveCrown(Act):
    """Give the crown to a player and take gold or a card from them."""

    def __init__(self, seat: int, resource: str) -> None:
        super().__init__(f"crown:{seat}:{resource}")
        self.seat = seat
        self.resource = resource

    def details(self) -> dict[str, Any]:
        return {"seat": self.seat, "resource": self.resource}

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.crown_give(self.seat)
        if self.resource == "gold":
            pass_gold(match, self.seat, turn.seat, 1, "emperor")
        elif self.resource == "card":
            take_random_card(match, self.seat, turn.seat)


CROWN: Final = tuple(
    {name: GiveCrown(seat, name) for name in RESOURCES} for seat in range(MAX_SEATS)
)
ADVISE: Final = each_seat("crown", SeatChoice)


def recipients(match: Match, emperor: int) -> list[int]:
    """Return the seats that may get the crown: neither the giver nor the present holder (R-61,
    R-62).
    """
    return [seat for seat in range(match.card_set.seats) if seat not in (emperor, match.crown)]


class Emperor(Character):
    """Give the crown to another player and take 1 gold or a card from them. Gain 1 gold for each
    noble district.
    """

    name = "emperor"
    rank = 4
    title = "Emperor"
    text = (
        "Give the crown to another player who does not hold it and take 1 gold or 1 random card "
        "from them. 1 gold for each of your noble districts."
    )
    brief = "Gives the crown for a price"
    min_seats = 3
    gem = NOBLE
    portrait = "imperial_crown beard collar"
    acts = {"crown": {**SEAT, "resource": STRING}}
    labels = {
        "crown:gold": "Give the crown to {seat} and take 1 gold",
        "crown:card": "Give the crown to {seat} and take a random card",
        "crown:nothing": "Give the crown to {seat}",
    }
    questions = {"crown": "Who do you give the crown to?"}
    topics = {"crown": Topic("Which player gets the crown of a killed Emperor.", {"crown": SEAT})}
    defaults = {"crown": (Wish("crown"),)}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """The Emperor chooses among the resources that the new holder has (R-08, R-93)."""
        for seat in recipients(match, turn.seat):
            kinds = []
            if match.gold[seat]:
                kinds.append("gold")
            if match.hand[seat]:
                kinds.append("card")
            out.extend([CROWN[seat][kind] for kind in kinds or ["nothing"]])

    def adjust_may_end(self, match: Match, allowed: bool, turn: Turn) -> bool:
        """The crown must be given before the turn ends (R-17)."""
        return allowed and bool(turn.used & ABILITY)

    def on_round_end(self, match: Match) -> Frame | None:
        """A killed Emperor is revealed now and still gives the crown, but takes no resource."""
        heir = reveal_killed_rank_4(match)
        return None if heir == NOBODY else Advising(heir)


class Advising(MatchFrame):
    """Ask the killed Emperor's player who gets the crown."""

    id: ClassVar = "emperor_advice"
    steps: ClassVar = ("ask_recipient",)
    fields: ClassVar = ("seat",)

    def __init__(self, seat: int) -> None:
        self.at = 0
        self.seat = seat

    def ask_recipient(self, match: Match) -> Decision:
        options = [ADVISE[seat] for seat in recipients(match, self.seat)]
        return Decision(self.seat, "crown", options)

    def answer_recipient(self, match: Match, choice: SeatChoice) -> None:
        match.crown_give(choice.seat)
