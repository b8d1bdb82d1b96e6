"""From options to a cast and a first state (rules 3, 4)."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.citadels.cast import Cast
from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.flow.rounds import Rounds
from engine.citadels.names import RANK_OF, district_name
from engine.citadels.state import Match
from engine.errors import OptionsRefused
from engine.kernel.rng import picked, shuffled

MIN_SEATS, MAX_SEATS = 2, 8
HAND, STASH = 4, 2
RANK_9 = 9
DEFAULT_RANK_9 = "artist"

PRESETS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "first_game": (
        (
            "assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord",
        ),
        (
            "dragon_gate", "factory", "haunted_quarter", "imperial_treasury", "keep", "laboratory",
            "library", "map_room", "quarry", "school_of_magic", "smithy", "statue", "thieves_den",
            "wishing_well",
        ),
    ),
}  # fmt: skip
"""The characters of ranks 1 to 8 and the 14 unique districts of each list (rules 3.2)."""


def goal_of(seats: int) -> int:
    """How many districts complete a city (rules 3.1)."""
    return 7 if seats >= 4 else 8


def rank_9_rule(seats: int) -> str:
    """Whether a character of rank 9 is ``never``, ``always`` or ``optional`` part of the cast
    (rules 3.1, V2, V6).
    """
    if seats == 2:
        return "never"
    return "always" if seats in (3, 8) else "optional"


def schema() -> dict[str, Any]:
    """The options as a JSON Schema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "preset": {
                "type": "string",
                "enum": list(PRESETS),
                "default": "first_game",
                "description": "The list of characters and unique districts that is played.",
            },
            "rank_9": {
                "type": ["string", "null"],
                "enum": [*sorted(n for n, c in CHARACTERS.items() if c.rank == RANK_9), None],
                "description": (
                    "The character of rank 9: required with 3 and 8 players, where it defaults "
                    f"to the {DEFAULT_RANK_9}; optional with 4 to 7, where it defaults to none; "
                    "never with 2."
                ),
            },
            "first_crown": {
                "type": ["integer", "null"],
                "minimum": 0,
                "maximum": MAX_SEATS - 1,
                "default": None,
                "description": "The seat that holds the crown first; null leaves it to chance.",
            },
        },
    }


def checked(options: dict[str, Any], seats: int) -> dict[str, Any]:
    """The options with their defaults filled in. Raises ``OptionsRefused`` (rules 3.3)."""
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise OptionsRefused(
            "seats_out_of_range", f"Citadels is for {MIN_SEATS} to {MAX_SEATS} players.", "/seats"
        )
    for name in options:
        if name not in ("preset", "rank_9", "first_crown"):
            raise OptionsRefused("unknown_option", f"There is no option {name!r}.", f"/{name}")
    preset = options.get("preset", "first_game")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise OptionsRefused("unknown_preset", f"There is no preset {preset!r}.", "/preset")
    crown = options.get("first_crown")
    if crown is not None and (type(crown) is not int or not 0 <= crown < seats):
        raise OptionsRefused(
            "unknown_seat", f"first_crown is a seat from 0 to {seats - 1}, or null.", "/first_crown"
        )
    return {"preset": preset, "rank_9": checked_rank_9(options, seats), "first_crown": crown}


def checked_rank_9(options: dict[str, Any], seats: int) -> str | None:
    """The character of rank 9, or ``None`` where there is none (rules 3.1, R-03, R-04)."""
    rule = rank_9_rule(seats)
    name = options.get("rank_9", DEFAULT_RANK_9 if rule == "always" else None)
    if name is None:
        if rule == "always":
            raise OptionsRefused(
                "rank_9_required", f"{seats} players need a character of rank 9.", "/rank_9"
            )
        return None
    if not isinstance(name, str) or name not in CHARACTERS or RANK_OF[name] != RANK_9:
        raise OptionsRefused("unknown_character", f"{name!r} is no character of rank 9.", "/rank_9")
    if rule == "never":
        raise OptionsRefused(
            "rank_9_not_allowed", f"{seats} players play without rank 9.", "/rank_9"
        )
    return name


@cache
def cast_of(seats: int, preset: str, rank_9: str | None) -> Cast:
    """The cast of checked options, made once and shared."""
    characters, districts = PRESETS[preset]
    names = characters if rank_9 is None else (*characters, rank_9)
    return Cast(
        seats,
        goal_of(seats),
        tuple(CHARACTERS[name] for name in names),
        tuple(DISTRICTS[name] for name in districts),
    )


def cast_for(options: dict[str, Any], seats: int) -> Cast:
    """``cast_of`` for a dictionary of checked options."""
    return cast_of(seats, options["preset"], options["rank_9"])


def deal(match: Match, first_crown: int | None) -> None:
    """Shuffle 68 cards, deal 4 to each player with 2 gold, give the crown, and begin (rules 4)."""
    seats = match.cast.seats
    match.deck = shuffled(match, match.cast.deck)
    match.crown = picked(match, seats) if first_crown is None else first_crown
    for seat in range(seats):
        match.hand_add(seat, match.drawn(HAND))
        match.gold[seat] = STASH
    if match.events is not None:
        match.tell("match_started", {"seats": seats, "goal": match.cast.goal, "crown": match.crown})
        for seat in range(seats):
            match.tell(
                "hand_dealt",
                {"seat": seat, "count": HAND},
                {seat: {"cards": card_names(match.hand[seat])}},
            )
    match.push(Rounds())


def card_names(cards: bytes) -> list[str]:
    """Cards of a hand or deck by name."""
    return [district_name(card) for card in cards]
