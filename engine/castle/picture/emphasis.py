"""Features that stand out on the board: those that the last move scored, and those that can be
chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.castle.picture.events import scored_features
from engine.castle.picture.joined import (
    LaidTiles,
    is_court,
    join_feature,
    outline_cells,
)
from engine.castle.picture.wording import feature_title
from engine.castle.text import CastleLanguage
from tablekernel.drawing.elements import HALO, Emphasis
from tablekernel.drawing.paints import ACCENT, LAST
from tablekernel.drawing.svg import Markup, Paint, Value, group, tag
from tablekernel.marks import id_of
from tablekernel.scene import Scene

Document = Mapping[str, Any]


def shape_of(feature: Document, table: LaidTiles) -> str:
    """Return the path of a feature; of a court the outline of its cells."""
    if is_court(feature):
        return outline_cells((one["x"], one["y"]) for one in feature["cells"])
    return join_feature(feature, table).d


def frame(d: str, ink: Paint, wide: float, **more: Value) -> Markup:
    """Draw a line along a feature."""
    return tag(
        "path",
        d=d,
        fill="none",
        stroke=ink,
        stroke_width=wide,
        stroke_linejoin="round",
        pointer_events="none",
        **more,
    )


def draw_overlays(scene: Scene, table: LaidTiles) -> Iterator[Markup]:
    """Draw a dotted line along every feature that the last move scored."""
    for feature in scored_features(scene):
        d = shape_of(feature, table)
        yield frame(d, LAST, 4, stroke_dasharray="1 6", stroke_linecap="round")


def feature_name(option: Document) -> str:
    """Return the name of the element of a feature that can be scored next."""
    return f"feature-{option['x']}-{option['y']}-{option['slot']}"


def feature_choices(
    scene: Scene, table: LaidTiles, tongue: CastleLanguage, emphasis: Emphasis
) -> Iterator[Markup]:
    """Draw the features of which the viewer can score one next, as elements."""
    for option in scene.decision["options"] if scene.decision else ():
        if option["verb"] != "score":
            continue
        ident, d = id_of(feature_name(option)), shape_of(option, table)
        parts = [tag("title", option["label"]), tag("desc", feature_title(option, tongue))]
        inside = "none" if option["terrain"] == "path" else ACCENT
        parts.append(tag("path", d=d, opacity=0, fill=inside, stroke=ACCENT, stroke_width=12))
        if ident in emphasis.chosen:
            parts.append(frame(d, ACCENT, 4))
        halo = frame(d, ACCENT, 3, stroke_dasharray="6 4", class_=HALO)
        clickable = ident in emphasis.open
        yield group(
            *parts,
            halo,
            id=ident,
            role="button" if clickable else "img",
            tabindex=0 if clickable else None,
            class_="board-open" if clickable else None,
        )


def about_feature(scene: Scene, table: LaidTiles) -> Iterator[Markup]:
    """Draw a line along the feature that a wall tile may double."""
    about = scene.decision.get("about") if scene.decision else None
    if about and "doubled" in about:
        yield frame(shape_of(about, table), ACCENT, 3)
