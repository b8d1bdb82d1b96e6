"""What a language has to offer, and how templates are filled.

A template names parameters of an event, a question or an option in braces. Terrains and roles stand
with their article: ``{terrain}`` is "a tower".
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from engine.castle.names import COURT, PATH, TERRAINS
from engine.castle.tiles import TILE_SETS, Tile

Names = Mapping[int, str]
Document = dict[str, Any]


class Language(ABC):
    """One language: its tables, and the little grammar that templates need."""

    code: ClassVar[str]
    terrains: ClassVar[Mapping[str, str]]
    """What a terrain is called."""
    a_terrain: ClassVar[Mapping[str, str]]
    """The same with an indefinite article."""
    roles: ClassVar[Mapping[str, str]]
    a_role: ClassVar[Mapping[str, str]]
    texts: ClassVar[Mapping[str, str]]
    """How each terrain is scored."""
    wall_titles: ClassVar[Mapping[int, str]]
    wall_texts: ClassVar[Mapping[int, str]]
    sets: ClassVar[Mapping[str, tuple[str, str]]]
    """Title and text of each tile set; one that nobody has written about tells its own source."""
    sides: ClassVar[Mapping[str, str]]
    """Where a slot is, by its name."""
    events: ClassVar[Mapping[str, str]]
    questions: ClassVar[Mapping[str, str]]
    labels: ClassVar[Mapping[str, str]]
    scores: ClassVar[Mapping[str, tuple[str, str]]]
    """Title and reason of what is scored."""
    table: ClassVar[Mapping[str, str]]
    """What stands beside things on a drawn table."""

    # -- grammar

    @abstractmethod
    def seat(self, number: int, names: Names) -> str:
        """A seat by the name of who sits there, or by its number."""

    @abstractmethod
    def points(self, count: int) -> str: ...

    @abstractmethod
    def tiles(self, count: int) -> str: ...

    @abstractmethod
    def markets(self, count: int) -> str: ...

    @abstractmethod
    def cells(self, count: int) -> str: ...

    @abstractmethod
    def several(self, terrain: str, count: int) -> str:
        """So many segments of a terrain on one tile: "two towers"."""

    @abstractmethod
    def listed(self, items: Sequence[str]) -> str:
        """Some things in a row: A, B and C."""

    @abstractmethod
    def with_extras(self, text: str, extras: Sequence[str]) -> str:
        """What else a tile shows: ``well``, ``market``, ``square``."""

    def polished(self, text: str) -> str:
        """The habits of print."""
        return text

    # -- texts

    def tile(self, name: str) -> str:
        """A tile by what it shows."""
        return _tile_title(self, name)

    def sentence(self, event: Document, names: Names) -> str:
        """An event as its viewer may know it."""
        event = completed(event)
        return self.filled(self.events[event_key(event)], event, names)

    def question(self, decision: Document, names: Names) -> str:
        """What somebody has to decide, put to that player."""
        return self.filled(self.questions[decision["topic"]], decision.get("about", {}), names)

    def label(self, option: Document, names: Names) -> str:
        """An option as a line of a menu."""
        verb = option["verb"]
        key = f"use:{option['wall_tile']}" if verb == "use" else verb
        return self.filled(self.labels[key], option, names)

    def final(self, item: Document) -> tuple[str, str]:
        """Title and reason of something scored at the end, as ``told_item`` gives it."""
        title, text = self.scores[final_key(item)]
        return title, self.filled(text, item, {})

    def filled(self, template: str, document: Document, names: Names) -> str:
        """The template with the parameters."""
        text = template.format_map(Words(self, document, names))
        if not text.startswith(tuple(names.values())):
            text = text[:1].upper() + text[1:]
        return self.polished(text)


@lru_cache(maxsize=1000)
def _tile_title(language: Language, name: str) -> str:
    found = next(tile for tiles in TILE_SETS.values() for tile in tiles.tiles if tile.name == name)
    counts = dict.fromkeys(TERRAINS, 0)
    for terrain, _, _ in found.segments:
        counts[TERRAINS[terrain]] += 1
    shown = [language.several(terrain, count) for terrain, count in counts.items() if count]
    return language.with_extras(language.listed(shown), extras_of(found))


def extras_of(tile: Tile) -> list[str]:
    """What a tile shows besides its terrains."""
    found = []
    if any(extra for terrain, _, extra in tile.segments if terrain == PATH):
        found.append("well")
    if any(extra for terrain, _, extra in tile.segments if terrain == COURT):
        found.append("market")
    return [*found, "square"] if tile.square else found


def completed(event: Document) -> Document:
    """The event, with who has won where it tells the result."""
    if event["kind"] != "game_over":
        return event
    result = event["result"]
    winners = [seat for seat, place in enumerate(result["placements"]) if place == 1]
    return {**event, "winners": winners, "score": result["scores"][winners[0]]}


def event_key(event: Document) -> str:
    """The template of an event."""
    kind: str = event["kind"]
    if kind == "game_over" and len(event["winners"]) > 1:
        return "game_over:shared"
    if kind == "wall_tile_used":
        return f"wall_tile_used:{event['wall_tile']}"
    return f"final:{final_key(event)}" if kind == "final_scored" else kind


def final_key(item: Document) -> str:
    """The template of what is scored at the end."""
    name: str = item["item"]
    used = ("courts", "keep")
    return f"{name}:wall_tile" if name in used and item["wall_tile"] else name


class Words(dict[str, Any]):
    """The parameters of one text, each put into words when a template asks for it."""

    def __init__(self, language: Language, document: Document, names: Names) -> None:
        super().__init__()
        self.language = language
        self.document = document
        self.names = names

    def __missing__(self, key: str) -> Any:
        name, _, form = key.partition("_in_")
        value = self.document[name]
        put = FORMS.get(form or name)
        return put(self, value) if put else value


FORMS: dict[str, Callable[[Words, Any], Any]] = {
    **dict.fromkeys(("seat", "first"), lambda words, seat: words.language.seat(seat, words.names)),
    "winners": lambda words, seats: words.language.listed(
        [words.language.seat(seat, words.names) for seat in seats]
    ),
    "terrain": lambda words, name: words.language.a_terrain[name],
    "role": lambda words, name: words.language.a_role[name],
    "tile": lambda words, name: words.language.tile(name),
    "slot": lambda words, name: words.language.sides[name],
    "spaces": lambda words, spaces: f"{spaces[0]}/{spaces[1]}",
    **dict.fromkeys(
        ("points", "score", "doubled"), lambda words, count: words.language.points(count)
    ),
    **dict.fromkeys(("tiles", "size"), lambda words, count: words.language.tiles(count)),
    "markets": lambda words, count: words.language.markets(count),
    "regions": lambda words, count: words.language.cells(count),
}
"""How parameters are put into words, by name; ``{amount_in_markets}`` names the form as well."""
