"""The options of a match: schema, defaults and validation (rules 3)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.citadels.characters import CHARACTERS
from engine.citadels.districts import DISTRICTS
from engine.citadels.names import CROWN_RANK, RANK_OF
from engine.citadels.presets import PRESETS
from engine.citadels.terms import CLASSIC, MODERN
from tablekernel.errors import OptionsRefused

MIN_SEATS, MAX_SEATS, MAX_CLASSIC_SEATS = 2, 8, 7
RANK_9 = 9
UNIQUE_DISTRICTS = 14
CUSTOM, SURPRISE = "custom", "surprise"
DEFAULTS: dict[str, Any] = {
    "edition": MODERN,
    "preset": "first_game",
    "rank_4": None,
    "rank_9": None,
    "characters": None,
    "districts": None,
    "goal": None,
    "first_crown": None,
}
FIRST = frozenset(DEFAULTS) - {"goal"}
"""The options of citadels/2016.1."""

GOALS = (7, 8)

Options = dict[str, Any]


def schema(names: Collection[str] = DEFAULTS) -> dict[str, Any]:
    """Return the options with these names as a JSON Schema."""
    properties: dict[str, dict[str, Any]] = {
        "edition": {
            "type": "string",
            "enum": [MODERN, CLASSIC],
            "description": (
                "The 2016 edition; or the classic one of 2000 for 2 to 7 players: its eight "
                "characters, its draft and its rules, and eight districts to complete a city."
            ),
        },
        "preset": {
            "type": "string",
            "enum": [*PRESETS, CUSTOM, SURPRISE],
            "description": (
                "The list of characters and unique districts. `custom`: those of `characters` and "
                "`districts`. `surprise`: a legal list drawn from the seed of the game."
            ),
        },
        "rank_4": {
            "type": ["string", "null"],
            "enum": [*list_rank(CROWN_RANK), None],
            "description": (
                "Another character of rank 4 for the preset. The Emperor needs 3 players: with 2 "
                "the King replaces it."
            ),
        },
        "rank_9": {
            "type": ["string", "null"],
            "enum": [*list_rank(RANK_9), None],
            "description": (
                "The character of rank 9: required with 3 and 8 players (the preset's own, or the "
                "Artist), optional with 4 to 7 (none unless named), never with 2. The Queen needs "
                "5 players."
            ),
        },
        "characters": {
            "type": ["array", "null"],
            "items": {"type": "string", "enum": list(CHARACTERS)},
            "description": "For `custom`: one character of each rank, 8 or 9 of them.",
        },
        "districts": {
            "type": ["array", "null"],
            "items": {"type": "string", "enum": list(DISTRICTS)},
            "description": (
                "For `custom`: exactly 14 different unique districts. For the classic edition: up "
                "to 14."
            ),
        },
        "goal": {
            "type": ["integer", "null"],
            "enum": [*GOALS, None],
            "description": (
                "How many districts complete a city; null: 8 in the classic edition and with 2 or "
                "3 players, otherwise 7."
            ),
        },
        "first_crown": {
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": MAX_SEATS - 1,
            "description": "The seat that holds the crown first; null leaves it to chance.",
        },
    }
    for name, default in DEFAULTS.items():
        properties[name]["default"] = default
    properties = {name: said for name, said in properties.items() if name in names}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": False,
        "properties": properties,
    }


def complete(options: Options, seats: int, names: Collection[str] = DEFAULTS) -> Options:
    """Return the options with these names, with their defaults. Raises ``OptionsRefused`` with the
    violated rule (rules 3.3). Idempotent.
    """
    for name in options:
        if name not in names:
            raise OptionsRefused("unknown", f"There is no option {name!r}.", f"/{name}")
    full = {name: options.get(name, default) for name, default in DEFAULTS.items() if name in names}
    if full["edition"] not in (MODERN, CLASSIC):
        raise OptionsRefused("unknown_edition", "The editions are 2016 and classic.", "/edition")
    most = MAX_CLASSIC_SEATS if full["edition"] == CLASSIC else MAX_SEATS
    if not MIN_SEATS <= seats <= most:
        raise OptionsRefused(
            "seats_out_of_range", f"This edition is for {MIN_SEATS} to {most} players.", "/seats"
        )
    _check_crown(full["first_crown"], seats)
    _check_goal(full.get("goal"))
    if full["preset"] not in (*PRESETS, CUSTOM, SURPRISE):
        known = ", ".join((*PRESETS, CUSTOM, SURPRISE))
        raise OptionsRefused("unknown_preset", f"The presets are {known}.", "/preset")
    if full["edition"] == CLASSIC:
        _check_classic(full)
    elif full["preset"] == CUSTOM:
        _refuse_given(full, "rank_4", "rank_9")
        _check_characters(full["characters"], seats)
        _check_districts(full["districts"], UNIQUE_DISTRICTS)
    elif full["preset"] == SURPRISE:
        _refuse_given(full, "rank_4", "rank_9", "characters", "districts")
    else:
        _refuse_given(full, "characters", "districts")
        _complete_preset(full, seats)
    return full


def names_of(options: Options) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the characters and unique districts that validated options name; not for
    ``surprise``.
    """
    if options["preset"] == CUSTOM:
        return tuple(sorted(options["characters"], key=RANK_OF.__getitem__)), tuple(
            options["districts"]
        )
    preset = PRESETS[options["preset"]]
    characters = list(preset.characters)
    if options["rank_4"] is not None:
        characters[CROWN_RANK - 1] = options["rank_4"]
    if options["rank_9"] is not None:
        characters.append(options["rank_9"])
    districts = preset.districts if options["districts"] is None else options["districts"]
    return tuple(characters), tuple(districts)


def rank_9_rule(seats: int) -> str:
    """Return if a character of rank 9 is ``never``, ``always`` or ``optional`` in the card set
    (rules 3.1, V2, V6).
    """
    if seats == 2:
        return "never"
    return "always" if seats in (3, 8) else "optional"


def list_rank(rank: int) -> list[str]:
    """Return the characters of a rank."""
    return [name for name, character in CHARACTERS.items() if character.rank == rank]


def is_allowed(character: str, seats: int) -> bool:
    """True if the number of players admits a character (rules 2.4)."""
    card = CHARACTERS[character]
    return seats >= (max(card.min_seats, 3) if card.rank == RANK_9 else card.min_seats)


def _check_crown(crown: Any, seats: int) -> None:
    if crown is not None and (type(crown) is not int or not 0 <= crown < seats):
        raise OptionsRefused(
            "unknown_seat", f"first_crown is a seat from 0 to {seats - 1}, or null.", "/first_crown"
        )


def _check_goal(goal: Any) -> None:
    if goal is not None and (type(goal) is not int or goal not in GOALS):
        raise OptionsRefused(
            "unknown_goal", "7 or 8 districts complete a city, or null: as usual.", "/goal"
        )


def _refuse_given(full: Options, *names: str) -> None:
    """Refuse options that mean nothing with this preset."""
    for name in names:
        if full[name] is not None:
            raise OptionsRefused(
                "option_not_used", f"{name} is not used with {full['preset']}.", f"/{name}"
            )


def _check_classic(full: Options) -> None:
    """Check the eight characters of the classic edition (rules 14)."""
    if full["preset"] != "first_game":
        raise OptionsRefused(
            "preset_not_classic", "The classic edition has one list: first_game.", "/preset"
        )
    _refuse_given(full, "rank_4", "rank_9", "characters")
    if full["districts"] is not None:
        _check_districts(full["districts"], None)


def _complete_preset(full: Options, seats: int) -> None:
    """Fill in ranks 4 and 9 of a printed preset for this number of players (R-03, R-07)."""
    preset = PRESETS[full["preset"]]
    if full["rank_4"] is None:
        printed = preset.characters[CROWN_RANK - 1]
        full["rank_4"] = printed if is_allowed(printed, seats) else "king"
    if full["rank_9"] is None and rank_9_rule(seats) == "always":
        printed_9 = preset.rank_9
        full["rank_9"] = printed_9 if printed_9 and is_allowed(printed_9, seats) else "artist"
    for name, rank in (("rank_4", CROWN_RANK), ("rank_9", RANK_9)):
        character = full[name]
        if character is not None:
            if character not in list_rank(rank):
                known = ", ".join(list_rank(rank))
                raise OptionsRefused(
                    "unknown_character", f"The characters of rank {rank} are {known}.", f"/{name}"
                )
            _check_allowed(character, seats, f"/{name}")


def _check_allowed(character: str, seats: int, pointer: str) -> None:
    """Check V4 to V6."""
    if is_allowed(character, seats):
        return
    card = CHARACTERS[character]
    if card.rank == RANK_9 and seats == 2:
        raise OptionsRefused("rank_9_not_allowed", "2 players play without rank 9.", pointer)
    raise OptionsRefused(
        f"{character}_needs_{card.min_seats}_players",
        f"The {card.title} needs {card.min_seats} players.",
        pointer,
    )


def _check_characters(names: Any, seats: int) -> None:
    """Check V2 to V6: one character of each rank, as many as the number of players requires."""
    pointer = "/characters"
    if not isinstance(names, list):
        raise OptionsRefused("characters_required", "custom needs a list of characters.", pointer)
    for place, name in enumerate(names):
        if not isinstance(name, str) or name not in CHARACTERS:
            known = ", ".join(CHARACTERS)
            raise OptionsRefused(
                "unknown_character", f"The characters are {known}.", f"{pointer}/{place}"
            )
    ranks = sorted(RANK_OF[name] for name in names)
    if ranks not in (list(range(1, 9)), list(range(1, 10))):
        raise OptionsRefused(
            "one_character_per_rank",
            "There is exactly one character of each rank from 1 to 8, and at most one of rank 9.",
            pointer,
        )
    if RANK_9 in ranks and rank_9_rule(seats) == "never":
        raise OptionsRefused("rank_9_not_allowed", "2 players play without rank 9.", pointer)
    if RANK_9 not in ranks and rank_9_rule(seats) == "always":
        raise OptionsRefused(
            "rank_9_required", f"{seats} players need a character of rank 9.", pointer
        )
    for place, name in enumerate(names):
        _check_allowed(name, seats, f"{pointer}/{place}")


def _check_districts(names: Any, exactly: int | None) -> None:
    """Check V7: different unique districts, ``exactly`` this many, or up to 14."""
    pointer = "/districts"
    if not isinstance(names, list):
        raise OptionsRefused("districts_required", "custom needs a list of districts.", pointer)
    for place, name in enumerate(names):
        if not isinstance(name, str) or name not in DISTRICTS:
            known = ", ".join(DISTRICTS)
            raise OptionsRefused(
                "unknown_district", f"The unique districts are {known}.", f"{pointer}/{place}"
            )
        if name in names[:place]:
            raise OptionsRefused("district_twice", f"{name} is named twice.", f"{pointer}/{place}")
    if exactly is not None and len(names) != exactly:
        raise OptionsRefused(
            "fourteen_unique_districts", f"There are exactly {exactly} unique districts.", pointer
        )
    if len(names) > UNIQUE_DISTRICTS:
        raise OptionsRefused(
            "too_many_districts", f"At most {UNIQUE_DISTRICTS} unique districts.", pointer
        )
