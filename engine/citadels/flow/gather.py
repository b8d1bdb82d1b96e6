"""Gathering resources (rules 6.3)."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.choices import DistrictChoice, each_district
from engine.citadels.frames import MatchFrame, Turn
from engine.citadels.names import ONE, district_name
from engine.citadels.state import UNKNOWN, Match
from engine.citadels.verbs import adjust
from tablekernel.frames import Question

GOLD: Final = 2
CARDS_DRAWN: Final = 2
CARDS_KEPT: Final = 1


class GatherGold(Act):
    """Gain 2 gold."""

    def play(self, match: Match, turn: Turn) -> None:
        seat = turn.seat
        gold = GOLD
        hook = match.card_set.adjust_gold
        if hook.for_all or match.owned[seat] & hook.mask:
            gold = adjust(match, hook, gold, seat)
        match.gold_gain(seat, gold, "gather")


class GatherCards(Act):
    """Draw 2 cards and keep 1; with fewer in the deck, draw what is there (R-54, R-56)."""

    def play(self, match: Match, turn: Turn) -> None:
        seat = turn.seat
        owned = match.owned[seat]
        count, keep = CARDS_DRAWN, CARDS_KEPT
        hook = match.card_set.adjust_drawn
        if hook.for_all or owned & hook.mask:
            count = adjust(match, hook, count, seat)
        cards = match.draw_cards(count)
        count = len(cards)
        hook = match.card_set.adjust_kept
        if hook.for_all or owned & hook.mask:
            keep = adjust(match, hook, keep, seat, count)
        if match.events is not None:
            tell_drawn(match, seat, cards)
        if keep >= count:
            match.hand_add(seat, cards)
            if match.events is not None:
                tell_kept(match, seat, cards)
        else:
            match.stack.append(KeepCard(seat, cards))


GATHER_GOLD: Final = GatherGold("gather:gold", ends=True)
GATHER_CARDS: Final = GatherCards("gather:cards", ends=True)
KEEP: Final = each_district("keep", DistrictChoice)


def tell_drawn(match: Match, seat: int, cards: bytes) -> None:
    names = [district_name(card) for card in cards]
    match.tell("cards_drawn", {"seat": seat, "count": len(cards)}, {seat: {"cards": names}})


def tell_kept(match: Match, seat: int, cards: bytes) -> None:
    names = [district_name(card) for card in cards]
    match.tell("cards_kept", {"seat": seat, "count": len(cards)}, {seat: {"cards": names}})


class KeepCard(MatchFrame):
    """Keeps one of ``cards``, which were drawn in this order. The others go under the deck in that
    order (R-55).
    """

    id: ClassVar = "keep_card"
    steps: ClassVar = ("ask_card",)
    fields: ClassVar = ("seat", "cards")

    def __init__(self, seat: int, cards: bytes) -> None:
        self.at = 0
        self.seat = seat
        self.cards = cards

    def ask_card(self, match: Match) -> Question:
        """Secret: two identical cards leave one option, which concerns nobody else."""
        return self.seat, "keep_card", KEEP.among(self.cards), True

    def context(self, match: Match) -> dict[str, Any]:
        return {"cards": [district_name(card) for card in self.cards]}

    def answer_card(self, match: Match, choice: DistrictChoice) -> None:
        kept = ONE[choice.district]
        match.hand_add(self.seat, kept)
        if match.events is not None:
            tell_kept(match, self.seat, kept)
        self.put_back(match, self.cards.replace(kept, b"", 1))

    def put_back(self, match: Match, cards: bytes) -> None:
        match.deck += cards

    def hide(self, match: Match, seat: int) -> None:
        if seat != self.seat:
            self.cards = ONE[UNKNOWN] * len(self.cards)

    def copy(self) -> KeepCard:
        new = type(self)(self.seat, self.cards)
        new.at = self.at
        return new
