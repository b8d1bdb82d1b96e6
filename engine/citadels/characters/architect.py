"""The Architect, rank 7."""

from __future__ import annotations

from typing import Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import NOTHING
from engine.citadels.state import Match
from tablekernel.frames import Choice


class TakeExtraCards(Act):
    """Gain 2 extra cards."""

    def play(self, match: Match, turn: Turn) -> None:
        turn.used |= ABILITY
        match.cards_gain(turn.seat, 2, "architect")


EXTRA_CARDS: Final = TakeExtraCards("extra_cards")


class Architect(Character):
    """Gains 2 extra cards, and may build up to three districts."""

    name = "architect"
    rank = 7
    title = "Architect"
    text = "2 extra cards. You may build up to three districts."
    brief = "2 cards; builds up to 3"
    limit = 3
    portrait = "curls flat_cap"
    acts = {"extra_cards": NOTHING}
    labels = {"extra_cards": "Draw 2 extra cards"}
    gains = {"extra_cards": "your 2 extra cards"}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if match.deck:
            out.append(EXTRA_CARDS)


class ClassicArchitect(Character):
    """May build up to three districts. The extra cards come at the start of the turn (rules 14)."""

    name = Architect.name
    rank = Architect.rank
    limit = 3

    def on_revealed(self, match: Match, seat: int) -> None:
        if match.deck:
            match.cards_gain(seat, 2, self.name)
