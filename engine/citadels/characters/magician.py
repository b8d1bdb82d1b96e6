"""The Magician, rank 3."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.choices import (
    STOP,
    DistrictChoice,
    SeatChoice,
    each_district,
    each_seat,
)
from engine.citadels.frames import ABILITY, MatchFrame, Turn
from engine.citadels.members import CHEAPEST, DISTRICT, MAY_STOP, NOTHING, SEAT
from engine.citadels.names import ONE, district_name
from engine.citadels.state import UNKNOWN, Match
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Question
from tablekernel.topics import Topic


class SwapHands(SeatChoice):
    """Swap the whole hand with another player. One of them may be empty.

    Both hands are sorted, because only their old owners know in which order the cards came.
    """

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        mine, theirs = bytes(sorted(match.hand[turn.seat])), bytes(sorted(match.hand[self.seat]))
        match.hand[turn.seat], match.hand[self.seat] = theirs, mine
        if match.events is not None:
            match.tell(
                "hands_swapped",
                {"seat": turn.seat, "other": self.seat},
                {
                    turn.seat: {"cards": [district_name(card) for card in theirs]},
                    self.seat: {"cards": [district_name(card) for card in mine]},
                },
            )


class Redraw(Act):
    """Discard some cards, then draw as many."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.push(Redrawing(turn.seat))


SWAP: Final = each_seat("swap", SwapHands)
REDRAW: Final = Redraw("redraw")
DISCARD: Final = each_district("discard", DistrictChoice)


class Magician(Character):
    """Swap hands with another player, or discard any number of cards and draw the same number. Not
    both.
    """

    name = "magician"
    rank = 3
    title = "Magician"
    text = (
        "Swap your whole hand with another player's, or put any of your cards under the deck and "
        "draw as many."
    )
    brief = "Swaps hands or redraws"
    portrait = "long_hair turban jewel"
    acts = {
        "swap": SEAT,
        "redraw": NOTHING,
    }
    labels = {
        "swap": "Swap hands with {seat}",
        "redraw": "Discard cards and draw as many",
        "discard:district": "Discard {district.the}",
    }
    questions = {"discard_card": "Which cards do you discard? You will draw as many."}
    topics = {
        "discard_card": Topic(
            "Which cards to discard, one at a time, before drawing the same number (Magician).",
            {"discard": DISTRICT, **MAY_STOP},
        ),
    }
    defaults = {"discard_card": (Wish("stop"), Wish("discard", CHEAPEST))}
    events = {
        "hands_swapped": "{seat} and {other} swap hands.",
        "hands_swapped:own": "{seat} and {other} swap hands. You get {faces}.",
    }
    headlines = ("hands_swapped",)

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        """Two empty hands cannot be swapped (R-115)."""
        if match.hand[turn.seat] or match.card_set.terms.swaps_empty_hands:
            out.extend(SWAP[: turn.seat])
            out.extend(SWAP[turn.seat + 1 : match.card_set.seats])
        else:
            out.extend([SWAP[seat] for seat, hand in enumerate(match.hand) if hand])
        if match.hand[turn.seat]:
            out.append(REDRAW)


class Redrawing(MatchFrame):
    """Ask for cards to discard, one at a time and at least one. ``cards`` are those chosen so far,
    in order.
    """

    id: ClassVar = "magician_redraw"
    steps: ClassVar = ("ask_card", "redraw")
    fields: ClassVar = ("seat", "cards")

    def __init__(self, seat: int) -> None:
        self.at = 0
        self.seat = seat
        self.cards = b""

    def ask_card(self, match: Match) -> Question | None:
        """The decision is secret: if all cards in the hand are alike, nobody else may learn it."""
        hand = match.hand[self.seat]
        if not hand:
            return None
        options: list[Choice] = [*DISCARD.among(hand)]
        if self.cards:
            options.append(STOP)
        return self.seat, "discard_card", options, True

    def context(self, match: Match) -> dict[str, Any]:
        return {"cards": [district_name(card) for card in self.cards]}

    def answer_card(self, match: Match, choice: Choice) -> bool:
        if not isinstance(choice, DistrictChoice):
            return False
        match.hand_remove(self.seat, choice.district)
        self.cards += ONE[choice.district]
        return True

    def redraw(self, match: Match) -> None:
        """The discards go under the deck first, in the order chosen. Then the same number is drawn
        (rules T-121).
        """
        match.deck += self.cards
        if match.events is not None:
            names = [district_name(card) for card in self.cards]
            match.tell(
                "cards_discarded",
                {"seat": self.seat, "count": len(self.cards)},
                {self.seat: {"cards": names}},
            )
        match.cards_gain(self.seat, len(self.cards), "magician")

    def hide(self, match: Match, seat: int) -> None:
        if seat != self.seat:
            self.cards = ONE[UNKNOWN] * len(self.cards)
