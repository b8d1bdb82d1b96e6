"""Citadels as the platform sees it."""

from __future__ import annotations

from typing import Any

from engine.citadels import options, setup, stored, views
from engine.citadels.bots import BOTS
from engine.citadels.catalogue import catalogue
from engine.citadels.scoring import result
from engine.citadels.state import Match
from engine.citadels.text import sentence
from engine.kernel.ruleset import Bot, Ruleset
from engine.kernel.state import State


class Citadels(Ruleset):
    """The 2016 edition."""

    slug = "citadels"
    title = "Citadels"
    version = "citadels/2016.1"
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    bot_levels = tuple(BOTS)
    quiet = frozenset(
        {
            "beautified",
            "built",
            "cards_discarded",
            "cards_kept",
            "city_completed",
            "destroyed",
            "gold_gained",
            "gold_paid",
            "kill_named",
            "rob_named",
        }
    )

    def options_schema(self) -> dict[str, Any]:
        return options.schema()

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.checked(given, seats)

    def cards(self) -> dict[str, Any]:
        return catalogue()

    def begin(self, options: dict[str, Any], seats: int, seed: bytes) -> Match:
        return setup.begun(options, seats, seed)

    def open(self, state: State) -> None:
        setup.deal(_match(state))

    def dump(self, state: State) -> bytes:
        return stored.dump(_match(state))

    def load(self, data: bytes | str) -> Match:
        return stored.load(data)

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return views.view(_match(state), seat)

    def result(self, state: State) -> dict[str, Any] | None:
        match = _match(state)
        return None if match.stack else result(match)

    def text(self, event: dict[str, Any], language: str) -> str:
        return sentence(event, language)

    def bot(self, level: str) -> Bot:
        return BOTS[level]


def _match(state: State) -> Match:
    if not isinstance(state, Match):
        raise TypeError(f"not a match of Citadels: {type(state).__name__}")
    return state


CITADELS = Citadels()
