"""The base of the languages of The Castle. Terrains and roles appear in templates with their
article: ``{terrain}`` is "a tower".
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from engine.castle.names import COURT, PATH, TERRAINS
from engine.castle.tiles import TILE_SETS, Tile
from tablekernel.text.language import Document, Form, Language, Names, Words, add_winners

FORMS: dict[str, Form] = {
    **dict.fromkeys(("seat", "first"), Words.seat),
    "winners": Words.winners,
    "terrain": lambda words, name: words.language.a_terrain[name],
    "role": lambda words, name: words.language.a_role[name],
    "tile": lambda words, name: words.language.tile(name),
    "slot": lambda words, name: words.language.sides[name],
    "rotation": lambda words, quarters: words.language.turns[quarters],
    "spaces": lambda words, spaces: f"{spaces[0]}/{spaces[1]}",
    **dict.fromkeys(
        ("points", "score", "doubled"), lambda words, count: words.language.points(count)
    ),
    **dict.fromkeys(("tiles", "size"), lambda words, count: words.language.tiles(count)),
    "markets": lambda words, count: words.language.markets(count),
    "regions": lambda words, count: words.language.cells(count),
}


class CastleLanguage(Language):
    """One language: its tables, and the grammar that templates need."""

    forms = FORMS

    terrains: ClassVar[Mapping[str, str]]
    """The name of each terrain."""
    a_terrain: ClassVar[Mapping[str, str]]
    """The same with an indefinite article."""
    roles: ClassVar[Mapping[str, str]]
    a_role: ClassVar[Mapping[str, str]]
    turns: ClassVar[Sequence[str]]
    """How a tile is turned, by its quarter turns clockwise."""

    texts: ClassVar[Mapping[str, str]]
    """How each terrain is scored."""
    wall_titles: ClassVar[Mapping[int, str]]
    wall_texts: ClassVar[Mapping[int, str]]
    sets: ClassVar[Mapping[str, tuple[str, str]]]
    """Title and text of each tile set. A set without one shows its own source."""
    sides: ClassVar[Mapping[str, str]]
    """The name of each slot."""

    # -- grammar

    @abstractmethod
    def seat(self, number: int, names: Names) -> str:
        """Return the name of a seat's player, or its number."""

    @abstractmethod
    def tiles(self, count: int) -> str: ...

    @abstractmethod
    def markets(self, count: int) -> str: ...

    @abstractmethod
    def cells(self, count: int) -> str: ...

    @abstractmethod
    def several(self, terrain: str, count: int) -> str:
        """Return a number of segments of a terrain on one tile: "two towers"."""

    @abstractmethod
    def with_extras(self, text: str, extras: Sequence[str]) -> str:
        """Return a text with the other parts of a tile: ``well``, ``market``, ``square``."""

    # -- texts

    def tile(self, name: str) -> str:
        """Return a tile by what it shows."""
        return _tile_title(self, name)

    def sentence(self, event: Document, names: Names) -> str:
        """Return an event as its viewer may know it."""
        event = add_winners(event)
        key = event_key(event)
        language = self.speaker([key], self.events)
        return language.fill(language.events[key], event, names)

    def question(self, decision: Document, names: Names) -> str:
        """Return a decision as a question to its player."""
        key = decision["topic"]
        language = self.speaker([key], self.questions)
        return language.fill(language.questions[key], decision.get("about", {}), names)

    def label(self, option: Document, names: Names) -> str:
        """Return an option as a line of a menu."""
        verb = option["verb"]
        key = f"use:{option['wall_tile']}" if verb == "use" else verb
        language = self.speaker([key], self.labels)
        return language.fill(language.labels[key], option, names)

    def final(self, item: Document) -> tuple[str, str]:
        """Return title and reason of something scored at the end, as ``describe_item`` gives it."""
        key = final_key(item)
        language = self.speaker([key], self.scores)
        title, text = language.scores[key]
        return title, language.fill(text, item, {})


@lru_cache(maxsize=1000)
def _tile_title(language: CastleLanguage, name: str) -> str:
    found = next(tile for tiles in TILE_SETS.values() for tile in tiles.tiles if tile.name == name)
    counts = dict.fromkeys(TERRAINS, 0)
    for terrain, _, _ in found.segments:
        counts[TERRAINS[terrain]] += 1
    shown = [language.several(terrain, count) for terrain, count in counts.items() if count]
    return language.with_extras(language.join_items(shown), extras_of(found))


def extras_of(tile: Tile) -> list[str]:
    """Return what a tile shows besides its terrains."""
    found = []
    if any(extra for terrain, _, extra in tile.segments if terrain == PATH):
        found.append("well")
    if any(extra for terrain, _, extra in tile.segments if terrain == COURT):
        found.append("market")
    return [*found, "square"] if tile.square else found


def event_key(event: Document) -> str:
    """Return the template of an event."""
    kind: str = event["kind"]
    if kind == "match_over" and len(event["winners"]) > 1:
        return "match_over:shared"
    if kind == "wall_tile_used":
        return f"wall_tile_used:{event['wall_tile']}"
    return f"final:{final_key(event)}" if kind == "final_scored" else kind


def final_key(item: Document) -> str:
    """Return the template of an item that is scored at the end."""
    name: str = item["item"]
    used = ("courts", "keep")
    return f"{name}:wall_tile" if name in used and item["wall_tile"] else name
