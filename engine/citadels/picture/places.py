"""The area of each seat: its name, gold and hand, its city, and what only its player sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.citadels.picture.cards import draw_face, in_city, lay_side_by_side
from engine.citadels.picture.emblems import back, coin, crown
from engine.citadels.picture.paints import VEIL, VEIL_EDGE
from engine.citadels.text import CitadelsLanguage
from engine.drawing.lettering import fit_text, label, size_for
from engine.drawing.paints import ACCENT, INK, LINE, PANEL, QUIET
from engine.drawing.panels import add_title, deciding, draw_frame, draw_placement, heading
from engine.drawing.pills import Pill, flowing
from engine.drawing.svg import Block, join_markup, stack_blocks, tag
from engine.kernel.scene import Scene

Document = dict[str, Any]

INSIDE: Final = 14
"""The distance from the edge of a panel to its content."""
GAP: Final = 9
GOODS: Final = 84
"""The space for gold and cards beside the name."""


def place(seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float) -> Block:
    """Draw the area of a seat, in a frame that glows while the match waits for it."""
    inner, acting = width - 2 * INSIDE, seat["seat"] == scene.to_act
    own = scene.view["you"]
    mine = own if own and own["seat"] == seat["seat"] else None
    content = stack_blocks(
        (
            header(seat, scene, tongue, inner),
            flowing(marks(seat, scene, tongue), inner),
            city(seat, scene, tongue, inner),
            *([draw_private(mine, tongue, inner)] if mine else ()),
        ),
        gap=GAP,
        x=INSIDE,
        y=INSIDE,
    )
    return draw_frame(content, width, inside=INSIDE, glowing=acting)


def header(seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float) -> Block:
    """Draw the crown, the name, the gold, and the cards in hand."""
    name, words = tongue.seat(seat["seat"], scene.names).plain, tongue.table
    left = 28 if seat["crown"] else 0
    room = width - GOODS - left
    size = size_for(name, room, largest=20, least=14)
    purse, fan = str(seat["gold"]), str(seat["hand_size"])
    parts = (
        *([add_title(words["crown"], crown())] if seat["crown"] else ()),
        label(fit_text(name, room, size, bold=True), left, 19, size=size, ink=INK, bold=True),
        add_title(
            tongue.fact(words["gold"], purse), coin(purse, width - 54, 13, radius=13, size=15)
        ),
        add_title(tongue.fact(words["hand_size"], fan), back(fan, width - 12, 13)),
    )
    return Block(join_markup(parts), 26)


def marks(seat: Document, scene: Scene, tongue: CitadelsLanguage) -> Iterator[Pill]:
    """Yield facts about a seat."""
    view, words = scene.view, tongue.table
    number = seat["seat"]
    if scene.result and scene.result["scores"]:
        points = tongue.points(scene.result["scores"][number])
        yield draw_placement(scene.result["placements"][number], points)
    if number == scene.to_act:
        yield deciding(words["decides"])
    turn = view["turn"]
    for name in seat["characters"]:
        on_turn = turn and (turn["seat"], turn["character"]) == (number, name)
        text = tongue.title(name)
        if on_turn:
            text = tongue.fact(text, words["built"].format(**turn))
        yield Pill(text, INK, PANEL, ACCENT if on_turn else LINE)
    hidden = seat["characters_held"] - len(seat["characters"])
    if hidden:
        yield Pill(tongue.fact(words["hidden"], hidden), QUIET, PANEL, LINE)
    if seat["completed"]:
        first = view["completed"][:1] == [number]
        yield Pill(words["completed_first" if first else "completed"], ACCENT, PANEL, ACCENT)


def city(seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float) -> Block:
    """Draw the districts, and the one that is being built."""
    view = scene.view
    faces = [in_city(district, view["museum_cards"], tongue) for district in seat["city"]]
    building = view["building"]
    if building and building["seat"] == seat["seat"]:
        faces.append(draw_face(building["district"], tongue, ghost=True))
    return lay_side_by_side(faces, width, tongue) if faces else heading(tongue.table["empty"])


# --- what nobody else sees -----------------------------------------------------------------------


def draw_private(own: Document, tongue: CitadelsLanguage, width: float) -> Block:
    """Draw what only this viewer sees, on a ground of another color. Its cards are aligned with
    those of the city.
    """
    content = stack_blocks(draw_private_parts(own, tongue, width), gap=6, y=GAP)
    high = content.height + GAP
    ground = tag(
        "rect",
        x=-8,
        y=0.5,
        width=width + 16,
        height=high - 1,
        rx=8,
        fill=VEIL,
        stroke=VEIL_EDGE,
        stroke_dasharray="2 3",
    )
    return Block(join_markup((ground, content.markup)), high)


def draw_private_parts(own: Document, tongue: CitadelsLanguage, width: float) -> Iterator[Block]:
    words = tongue.table
    yield heading(words["yours"])
    if own["characters"]:
        yield flowing((secret(name, tongue) for name in own["characters"]), width)
    for part in ("hand", "looking_at", "tucked"):
        if own[part]:
            yield heading(f"{words[part]} ({len(own[part])})")
            yield lay_side_by_side((draw_face(name, tongue) for name in own[part]), width, tongue)
    if not own["hand"]:
        yield heading(f"{words['hand']} (0)")
    aside = [own["draft_discarded"]] if own["draft_discarded"] else []
    for part, packets in (("draft_seen", own["draft_seen"]), ("draft_discarded", aside)):
        if packets:
            yield heading(words[part])
        for names in packets:
            yield flowing((quiet(tongue.title(name)) for name in names), width)
    if own["faces"]:
        yield heading(words["faces"])
        found = (
            tongue.fact(words[face], tongue.title(name)) for face, name in own["faces"].items()
        )
        yield flowing(map(quiet, found), width)


def secret(name: str, tongue: CitadelsLanguage) -> Pill:
    return Pill(tongue.title(name), INK, PANEL, VEIL_EDGE, bold=True)


def quiet(text: str) -> Pill:
    return Pill(text, QUIET, PANEL, LINE)
