"""The Wizard, rank 3."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.cards import Character
from engine.citadels.choices import (
    DistrictChoice,
    SeatChoice,
    each_district,
    each_seat,
)
from engine.citadels.flow.build import BuildDistrict, BuildFrame, offer_builds
from engine.citadels.flow.turn import ASK_ACTION
from engine.citadels.frames import ABILITY, Build, MatchFrame, Turn
from engine.citadels.members import BUILD, DISTRICT, SEAT
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match
from engine.citadels.transfers import take_card_out
from tablekernel.defaults import Wish
from tablekernel.frames import Choice, Decision
from tablekernel.topics import Topic


class LookAtHand(SeatChoice):
    """Look at another player's hand, which must not be empty (R-98)."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        hand = match.hand[self.seat]
        if match.events is not None:
            names = [district_name(card) for card in sorted(hand)]
            match.tell(
                "hand_seen",
                {"seat": turn.seat, "victim": self.seat},
                {turn.seat: {"cards": names}},
            )
        match.push(ChoosingOne(turn.seat, self.seat, int(turn.at >= ASK_ACTION)))


class BuildAtOnce(BuildDistrict):
    """Build the chosen card from the other hand at once, beyond the limit."""

    def build(self, match: Match, turn: Turn, price: int, *, drawn: bool) -> Build:
        return BuildFrame(turn.seat, self.district, turn.rank, price, len(match.hand[turn.seat]))


LOOK: Final = each_seat("look", LookAtHand)
TAKE: Final = each_district("take", DistrictChoice)
BUILD_AT_ONCE: Final = each_district("build_at_once", BuildAtOnce).choices


class Wizard(Character):
    """Look at a hand and take or build one of its cards. The Wizard may build identical
    districts.
    """

    name = "wizard"
    rank = 3
    title = "Wizard"
    text = (
        "Look at another player's hand and take a card, or pay for it and build it at once, beyond "
        "your limit. You may build districts that your city already has."
    )
    brief = "Takes a card from a hand"
    portrait = "wizard_hat star long_beard"
    acts = {"look": SEAT}
    labels = {
        "look": "Look at {seat}'s hand",
        "take": "Take {district.the} into your hand",
        "build_at_once": "Build {district.the} at once",
    }
    questions = {
        "wizard_card": "Which card of {seat}'s hand do you take?",
        "wizard_card:possible": "Which card of {seat}'s hand do you take or build at once?",
    }
    topics = {
        "wizard_card": Topic(
            "Which card of the other hand to take or to build at once (Wizard).",
            {"take": DISTRICT, "build_at_once": BUILD},
        ),
    }
    defaults = {"wizard_card": (Wish("take"),)}
    events = {
        "hand_seen": "{seat} looks at {victim}'s hand.",
        "hand_seen:own": "{seat} looks at {victim}'s hand: {faces}.",
    }

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        out.extend(
            [
                LOOK[seat]
                for seat in range(match.card_set.seats)
                if seat != turn.seat and match.hand[seat]
            ]
        )

    def adjust_barred(self, match: Match, barred: bytes, seat: int, turn: Turn) -> bytes:
        """This holds for the Wizard's whole turn (rules 8)."""
        return b"" if turn.rank == self.rank else barred


class ChoosingOne(MatchFrame):
    """Ask for one card of ``victim``'s hand to take, or to build if resources are ``gathered``
    (R-15).
    """

    id: ClassVar = "wizard_choice"
    steps: ClassVar = ("ask_card",)
    fields: ClassVar = ("seat", "victim", "gathered")

    def __init__(self, seat: int, victim: int, gathered: int) -> None:
        self.at = 0
        self.seat = seat
        self.victim = victim
        self.gathered = gathered

    def ask_card(self, match: Match) -> Decision:
        hand = bytes(sorted(match.hand[self.victim]))
        options: list[Choice] = [*TAKE.among(hand)]
        if self.gathered:
            turn = match.turn
            offer_builds(match, turn, match.card_set.roles[turn.rank], hand, BUILD_AT_ONCE, options)
        return Decision(self.seat, "wizard_card", options, secret=True)

    def context(self, match: Match) -> dict[str, Any]:
        return {"seat": self.victim}

    def answer_card(self, match: Match, choice: DistrictChoice) -> None:
        """The other player learns which card is gone, also if it is built at once."""
        take_card_out(match, self.victim, self.seat, choice.district)
        if isinstance(choice, BuildAtOnce):
            choice.begin(match, match.turn)
        else:
            match.hand_add(self.seat, ONE[choice.district])
