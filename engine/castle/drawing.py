"""The table as people draw it. All of it comes from the view of a spectator."""

from __future__ import annotations

from typing import Any, Final

from engine.castle import views
from engine.castle.names import TERRAINS
from engine.castle.state import Match
from engine.castle.text import Language, spoken
from engine.castle.tiles import TileSet
from engine.kernel.drawing import Card, Drawing, Place, Row, fact

TONES: Final = {"path": "yellow", "tower": "purple", "house": "red", "court": "green"}
Document = dict[str, Any]


def drawing(match: Match, language: str) -> Drawing:
    """The table as everybody sees it: nobody knows more."""
    table, tongue = views.view(match, None), spoken(language)
    words = tongue.table
    facts = [
        fact(words["phase"], words[f"phase:{table['phase']}"]),
        fact(words["bag"], table["bag_size"]),
        fact(words["removed"], len(table["removed"])),
        fact(words["towers"], sum(tower["wall_tile"] for tower in table["towers"])),
    ]
    rows: list[Row] = []
    if table["tile"]:
        rows.append(row(words["drawn"], [tile(table["tile"], match.tiles, tongue, [])]))
    laid = [
        tile(one, match.tiles, tongue, [words["at"].format(**one), words["turned"].format(**one)])
        for one in table["board"]
    ]
    rows.append(row(words["board"], laid))
    places = [place(table, seat, tongue) for seat in table["seats"]]
    return {"facts": facts, "rows": rows, "places": places}


def place(table: Document, seat: Document, tongue: Language) -> Place:
    words = tongue.table
    size = 0 if seat["keep"] is None else seat["keep"]["size"]
    own = [one for one in table["followers"] if one["seat"] == seat["seat"]]
    return {
        "seat": seat["seat"],
        "acting": table["turn"] is not None and table["turn"]["seat"] == seat["seat"],
        "marks": [],
        "facts": [
            fact(words["score"], seat["score"]),
            fact(words["supply"], seat["supply"]),
            fact(words["keep"], size),
        ],
        "rows": [
            row(words["followers"], [follower(one, tongue) for one in own]),
            row(words["wall_tiles"], [wall_tile(one, tongue) for one in seat["wall_tiles"]]),
        ],
    }


def row(label: str, cards: list[Card]) -> Row:
    return {"label": label, "secret": False, "cards": cards}


def tile(shown: Document, tiles: TileSet, tongue: Language, notes: list[str]) -> Card:
    """A tile in the colour of its first feature."""
    first = tiles.tiles[tiles.number_of[shown["tile"]]].segments[0]
    tone = TONES[TERRAINS[first.terrain]]
    return {"title": tongue.tile(shown["tile"]), "tone": tone, "worth": None, "notes": notes}


def follower(one: Document, tongue: Language) -> Card:
    note = tongue.table["at"].format(**one)
    return {"title": tongue.roles[one["role"]], "tone": "", "worth": None, "notes": [note]}


def wall_tile(one: Document, tongue: Language) -> Card:
    kind = one["wall_tile"]
    notes = [] if one["usable"] else [tongue.table["fresh"]]
    return {"title": tongue.wall_titles[kind], "tone": "", "worth": kind, "notes": notes}
