"""The Scholar, rank 7."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.citadels.abilities import ABILITY
from engine.citadels.cards import Act, Character
from engine.citadels.choices import DistrictChoice
from engine.citadels.flow.gather import KEEP, told_kept
from engine.citadels.flow.turn import Turn
from engine.citadels.names import ONE, district_name
from engine.citadels.state import Match, MatchFrame
from engine.kernel.frames import Choice, Decision
from engine.kernel.rng import shuffled

CARDS = 7


class Study(Act):
    """Draw 7 cards and keep 1; the others are shuffled into the deck."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        cards = match.drawn(CARDS)
        if match.events is not None:
            names = [district_name(card) for card in cards]
            match.tell(
                "cards_drawn",
                {"seat": turn.seat, "count": len(cards)},
                {turn.seat: {"cards": names}},
            )
        match.push(Studying(turn.seat, cards))


STUDY = Study("study")


class Scholar(Character):
    """Draws 7 cards, keeps one and shuffles the others into the deck; may build two districts."""

    name = "scholar"
    limit = 2

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if match.deck and not turn.used & ABILITY:
            out.append(STUDY)


class Studying(MatchFrame):
    """Keep one of ``cards``; with the deck out, there may be fewer than seven."""

    __slots__ = ("cards", "seat")

    steps: ClassVar = ("ask_card",)
    fields: ClassVar = ("seat", "cards")

    def __init__(self, seat: int, cards: bytes) -> None:
        self.at = 0
        self.seat = seat
        self.cards = cards

    def ask_card(self, match: Match) -> Decision:
        """Secret: identical cards leave fewer options, which is nobody else's business."""
        options = [KEEP[card] for card in dict.fromkeys(self.cards)]
        return Decision(self.seat, "keep_card", options, secret=True)

    def about(self, match: Match) -> dict[str, Any]:
        return {"cards": [district_name(card) for card in self.cards]}

    def answer_card(self, match: Match, choice: DistrictChoice) -> None:
        kept = ONE[choice.district]
        match.hand_add(self.seat, kept)
        match.deck = shuffled(match, match.deck + self.cards.replace(kept, b"", 1))
        told_kept(match, self.seat, kept)
        if match.events is not None:
            match.tell("deck_shuffled", {})
