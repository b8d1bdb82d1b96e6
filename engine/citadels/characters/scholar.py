"""The Scholar, rank 7."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.flow.gather import KeepCard, tell_drawn
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.state import Match
from engine.kernel.frames import Choice
from engine.kernel.rng import shuffle

CARDS: Final = 7


class Study(Act):
    """Draw 7 cards, keep 1 and shuffle the others into the deck."""

    __slots__ = ()

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        cards = match.draw_cards(CARDS)
        if match.events is not None:
            tell_drawn(match, turn.seat, cards)
        match.push(Studying(turn.seat, cards))


STUDY: Final = Study("study")


class Scholar(Character):
    """Draw 7 cards, keep one and shuffle the others into the deck. The Scholar may build two
    districts.
    """

    name = "scholar"
    limit = 2

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if match.deck:
            out.append(STUDY)


class Studying(KeepCard):
    """Ask which card to keep, then shuffle the others into the deck. If the deck runs out, there
    are fewer than seven.
    """

    __slots__ = ()

    id: ClassVar = "scholar_choice"
    steps: ClassVar = ("ask_card",)

    def put_back(self, match: Match, cards: bytes) -> None:
        match.deck = shuffle(match, match.deck + cards)
        if match.events is not None:
            match.tell("deck_shuffled", {})
