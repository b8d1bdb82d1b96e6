"""The rules of Citadels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from engine.citadels import options, serialization, setup, views
from engine.citadels.all_cards import list_events
from engine.citadels.amounts import amounts
from engine.citadels.defaults import DEFAULTS
from engine.citadels.observation import observe
from engine.citadels.scoring import result
from engine.citadels.state import Match
from engine.citadels.terms import CLASSIC, MODERN, Terms
from engine.citadels.topics import TOPICS
from tablekernel.frames import Decision
from tablekernel.rules import Rules
from tablekernel.state import State


class CitadelsRules(Rules):
    """The 2016 edition, and the classic one of 2000."""

    slug = "citadels"
    version = "citadels/2016.2"
    terms: ClassVar[Mapping[str, Terms]] = {
        MODERN: Terms(swaps_empty_hands=False),
        CLASSIC: Terms(
            CLASSIC, swaps_empty_hands=False, bonus_at_start=True, city_breaks_ties=True
        ),
    }
    """By edition: in what versions differ."""

    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    topics = TOPICS
    defaults = DEFAULTS
    quiet = list_events(
        {
            "built",
            "card_given",
            "card_taken",  # by the Wizard, who has seen the hand; a random one uses chance
            "cards_discarded",
            "cards_kept",
            "city_completed",
            "crown_moved",
            "gold_gained",
            "gold_taken",
            "markers_laid",
            "paid",
            "sacrificed",
        },
        lambda card: card.quiet,
    )

    def options_schema(self) -> dict[str, Any]:
        return options.schema()

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.complete(given, seats)

    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> Match:
        return setup.begin(options, seats, seed, self.terms[options["edition"]])

    def open(self, state: State) -> None:
        setup.deal(match_of(state))

    def dump(self, state: State) -> bytes:
        return serialization.dump(match_of(state))

    def load(self, data: bytes | str) -> Match:
        return serialization.load(data, self.terms)

    def earlier(self, state: State) -> Iterable[bytes]:
        return serialization.earlier(match_of(state))

    def describe(self, state: State, decision: Decision) -> dict[str, Any]:
        """Describe a decision; options also have the cost of districts, and their own costs and
        gains.
        """
        described = super().describe(state, decision)
        for option, choice in zip(described["options"], decision.options, strict=True):
            option.update(amounts(match_of(state), decision.seat, choice))
        return described

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(match_of(state), seat)

    def result(self, state: State) -> dict[str, Any] | None:
        match = match_of(state)
        return None if match.stack else result(match)

    def interim_result(self, state: State) -> dict[str, Any]:
        return result(match_of(state))

    def observe(self, state: State, seat: int) -> Match:
        return observe(match_of(state), seat)


def match_of(state: State) -> Match:
    """Return a state as a match of this game. Raises ``TypeError`` for one of another game."""
    if not isinstance(state, Match):
        raise TypeError(f"not a match of Citadels: {type(state).__name__}")
    return state


RULES: Final = CitadelsRules()
