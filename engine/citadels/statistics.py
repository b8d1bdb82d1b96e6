"""What is counted of finished games of Citadels, and what winners kept in the draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tablekernel.statistics import Count, Explored, Statistics

ROUNDS: Final = ((2, "1-2"), (4, "3-4"), (6, "5-6"))
CITIES: Final = ((1, "0-1"), (3, "2-3"), (5, "4-5"))


def situation(view: Mapping[str, Any]) -> dict[str, str]:
    """Return the round, whose pick it is in the draft, and the size of the own city.

    The first pick is that of the crown. With two or three players, everybody picks twice.
    """
    own, seats = view["you"], view["seats"]
    turn = (own["seat"] - view["crown"]) % len(seats) + 1
    return {
        "round": span(view["round"], ROUNDS, "7+"),
        "pick": str(len(own["characters"]) * len(seats) + turn),
        "city": span(len(seats[own["seat"]]["city"]), CITIES, "6+"),
    }


def span(number: int, spans: tuple[tuple[int, str], ...], rest: str) -> str:
    """Return the name of the first span that ends at ``number`` or later."""
    return next((name for last, name in spans if number <= last), rest)


STATISTICS: Final = Statistics(
    counts=(
        Count("character_kept", event="character_kept", value="character"),
        Count("character_killed", event="kill_named", value="character"),
        Count("character_robbed", event="rob_named", value="character"),
        Count("was_killed", event="killed_shown", value="character"),
        Count("was_killed", event="heir_revealed", value="character"),  # the same for rank 4
        Count("district_built", event="built", value="district"),
    ),
    round="round_started",
    explored=Explored("keep_character", "character", ("round", "pick", "city"), situation),
)
