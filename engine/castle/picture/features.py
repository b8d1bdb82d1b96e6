"""The layers of joined features: buildings, then paths, each with one sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from engine.castle.picture.joined import (
    Joined,
    LaidTiles,
    is_complete,
    is_court,
    join_feature,
    outline_cells,
)
from engine.castle.picture.paints import EDGE, GROUNDS, RIM
from engine.castle.picture.shapes import Point
from engine.castle.picture.textures import BUILDINGS, GRID, signs
from engine.castle.picture.tiles import ROAD
from engine.castle.picture.wording import feature_title
from engine.castle.text import CastleLanguage
from tablekernel.drawing.svg import Markup, group, join_markup, reuse, tag

Document = Mapping[str, Any]

WIDE: Final = 9
"""The width of a path with its edges."""


def join_features(
    view: Document, table: LaidTiles, *, paths: bool
) -> list[tuple[Document, Joined]]:
    """Return the shapes of all paths, or of all towers and houses."""
    return [
        (feature, join_feature(feature, table))
        for feature in view["features"]
        if not is_court(feature) and (feature["terrain"] == "path") == paths
    ]


def draw_features(view: Document, table: LaidTiles, tongue: CastleLanguage) -> Iterator[Markup]:
    """Draw all towers, houses and paths."""
    buildings = join_features(view, table, paths=False)
    paths = join_features(view, table, paths=True)
    yield from draw_buildings(buildings, tongue)
    yield draw_borders(table)
    yield from draw_paths(paths, tongue)
    yield from draw_signs((*buildings, *paths))


def draw_signs(found: Iterable[tuple[Document, Joined]]) -> Iterator[Markup]:
    """Draw one sign for each feature: filled if it is complete, hollow if it is open."""
    places: dict[tuple[str, bool], list[Point]] = {}
    for feature, joined in found:
        kind = (feature["terrain"], not is_complete(feature))
        places.setdefault(kind, []).append(joined.sign)
    for (terrain, hollow), points in places.items():
        yield signs(terrain, points, hollow=hollow)


def draw_buildings(
    found: list[tuple[Document, Joined]], tongue: CastleLanguage
) -> Iterator[Markup]:
    """Draw towers and houses within their walls; at an open side the wall is missing."""
    kinds: dict[tuple[bool, str], list[Markup]] = {}
    for feature, joined in found:
        shape = draw_shape(feature, joined, tongue)
        kinds.setdefault((is_complete(feature), feature["terrain"]), []).append(shape)
    for complete, name, wide in ((False, "open-buildings", 1), (True, "buildings", 1.6)):
        groups = [
            group(*kinds[complete, terrain], fill=fill)
            for terrain, fill in BUILDINGS.items()
            if (complete, terrain) in kinds
        ]
        if groups:
            yield reuse(name, stroke=RIM, stroke_width=wide + 1.4)
            drawn = tag("g", *groups, id=f"board-{name}", stroke_linejoin="round")
            yield group(drawn, stroke=EDGE, stroke_width=wide)
    for terrain in BUILDINGS:
        gaps = "".join(joined.gaps for feature, joined in found if feature["terrain"] == terrain)
        if gaps:
            yield tag("path", d=gaps, fill="none", stroke=GROUNDS[terrain], stroke_width=4.4)
            yield tag(
                "path",
                d=gaps,
                fill="none",
                stroke=EDGE,
                stroke_width=2,
                stroke_dasharray="3 4",
                pointer_events="none",
            )


def draw_shape(feature: Document, joined: Joined, tongue: CastleLanguage) -> Markup:
    """Draw the path of a feature, with its title unless it is one tile that is complete."""
    plain = feature["tiles"] == 1 and is_complete(feature)
    title = [] if plain else [tag("title", feature_title(feature, tongue))]
    return tag("path", *title, d=joined.d)


def draw_borders(table: LaidTiles) -> Markup:
    """Draw the borders of tiles faintly over the features that they cross."""
    return tag("path", d=outline_cells(table.shapes), fill=GRID, pointer_events="none")


def draw_paths(found: list[tuple[Document, Joined]], tongue: CastleLanguage) -> Iterator[Markup]:
    """Draw paths: a complete one has solid edges, an open one dashed edges."""
    for complete in (False, True):
        shapes = [
            draw_shape(feature, joined, tongue)
            for feature, joined in found
            if is_complete(feature) == complete
        ]
        if not shapes:
            continue
        name = "complete-paths" if complete else "open-paths"
        dashes = None if complete else "4 2.5"
        yield reuse(name, stroke=RIM, stroke_width=WIDE, stroke_dasharray=dashes)
        drawn = tag("g", *shapes, id=f"board-{name}", **ROAD)
        yield group(drawn, stroke=GROUNDS["path"], stroke_width=WIDE - 2.2)
    gaps = "".join(joined.gaps for _, joined in found)
    if gaps:
        yield join_markup((tag("path", d=gaps, stroke=EDGE, stroke_width=2.4),))
