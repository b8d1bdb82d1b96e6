"""The Scholar, rank 7."""

from __future__ import annotations

from typing import ClassVar, Final

from engine.citadels.acts import Act
from engine.citadels.cards import Character
from engine.citadels.flow.gather import KeepCard, tell_drawn
from engine.citadels.frames import ABILITY, Turn
from engine.citadels.members import NOTHING
from engine.citadels.state import Match
from tablekernel.frames import Choice
from tablekernel.rng import shuffle

CARDS: Final = 7


class Study(Act):
    """Draw 7 cards, keep 1 and shuffle the others into the deck."""

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
    rank = 7
    title = "Scholar"
    text = (
        "Draw 7 cards, keep one and shuffle the others into the deck. You may build up to two "
        "districts."
    )
    brief = "Keeps 1 of 7 cards; builds 2"
    limit = 2
    portrait = "mortarboard long_beard"
    acts = {"study": NOTHING}
    labels = {"study": "Draw 7 cards and keep one"}
    gains = {"study": "the Scholar's card"}
    events = {"deck_shuffled": "The deck is shuffled."}

    def offer_actions(self, match: Match, turn: Turn, out: list[Choice]) -> None:
        if match.deck:
            out.append(STUDY)


class Studying(KeepCard):
    """Ask which card to keep, then shuffle the others into the deck. If the deck runs out, there
    are fewer than seven.
    """

    id: ClassVar = "scholar_choice"
    steps: ClassVar = ("ask_card",)

    def put_back(self, match: Match, cards: bytes) -> None:
        match.deck = shuffle(match, match.deck + cards)
        if match.events is not None:
            match.tell("deck_shuffled", {})
