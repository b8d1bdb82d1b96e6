"""The area of each seat: its name, gold and hand, its city, and what only its player sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from engine.citadels.picture import elements
from engine.citadels.picture.cards import Lot, draw_lots, in_city, print_face
from engine.citadels.picture.emblems import back, crown, draw_emblem, purse
from engine.citadels.picture.paints import SEATS, VEIL, VEIL_EDGE
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import fit_text, label, size_for
from tablekernel.drawing.paints import ACCENT, INK, LINE, PANEL, QUIET, WHITE
from tablekernel.drawing.panels import deciding, draw_frame, draw_placement, heading
from tablekernel.drawing.pills import Pill, flowing
from tablekernel.drawing.svg import Block, Markup, group, join_markup, stack_blocks, tag
from tablekernel.marks import id_of
from tablekernel.scene import PORTRAIT, Scene

Document = dict[str, Any]

INSIDE: Final = 14
"""The distance from the edge of a panel to its content."""
PRIVATE: Final = 8
"""The distance from the edge of what only the viewer sees to its content."""
GAP: Final = 9
GOODS: Final = 92
"""The space for gold and cards beside the name."""
SHIELD: Final = 34
"""The space for the shield of a seat before its name."""
CROWN: Final = 28


def list_seats(scene: Scene) -> list[Document]:
    """Return the seats in turn order, the viewer's own first."""
    seats, own = list(scene.view["seats"]), scene.own_seat or 0
    return seats[own:] + seats[:own]


def place(
    seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Block:
    """Draw the area of a seat, in a frame that glows while the match waits for it. In portrait it
    has what only its player sees.
    """
    inner, acting = width - 2 * INSIDE, seat["seat"] == scene.to_act
    mine = seat["seat"] == scene.own_seat and scene.layout == PORTRAIT
    content = stack_blocks(
        (
            header(seat, scene, tongue, inner, emphasis),
            flowing(list_facts(seat, scene, tongue), inner),
            city(seat, scene, tongue, inner, emphasis),
            *([draw_private(scene, tongue, inner, emphasis)] if mine else ()),
        ),
        gap=GAP,
        x=INSIDE,
        y=INSIDE,
    )
    return draw_frame(content, width, inside=INSIDE, glowing=acting)


def header(
    seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Block:
    """Draw the shield, the crown, the name, the gold, and the cards in hand, as one element."""
    number, words = seat["seat"], tongue.table
    name = tongue.seat(number, scene.names).plain
    left = SHIELD + (CROWN if seat["crown"] else 0)
    room = width - GOODS - left
    size = size_for(name, room, largest=20, least=14)
    told = ", ".join(
        (
            name,
            *([words["crown"]] if seat["crown"] else ()),
            tongue.fact(words["gold"], seat["gold"]),
            tongue.fact(words["hand_size"], seat["hand_size"]),
        )
    )
    inside = (
        tag(
            "rect", x=-6, y=-5, width=width + 12, height=37, rx=8, fill="none", pointer_events="all"
        ),
        shield(number, scene.names.get(number, "")),
        *([crown(SHIELD, 3)] if seat["crown"] else ()),
        label(fit_text(name, room, size, bold=True), left, 20, size=size, ink=INK, bold=True),
        purse(str(seat["gold"]), width - 54, 14),
        back(str(seat["hand_size"]), width - 12, 14),
    )
    box = Box(width + 12, 37, x=-6, y=-5)
    return Block(
        element(elements.seat(number), *inside, emphasis=emphasis, box=box, title=told), 28
    )


def shield(number: int, name: str) -> Markup:
    """Draw the shield of a seat, with the first letter of its name; with its number if it has no
    name.
    """
    shape = tag(
        "path", d="M0 0h26v14c0 8-6 12-13 15C6 26 0 22 0 14z", fill=SEATS[number % len(SEATS)]
    )
    letter = name[:1].upper()[:1] or str(number)
    words = label(letter, 13, 19, size=15, ink=WHITE, bold=True, anchor="middle")
    return group(shape, words)


def list_facts(seat: Document, scene: Scene, tongue: CitadelsLanguage) -> Iterator[Pill]:
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
        yield Pill(
            text, INK, PANEL, ACCENT if on_turn else LINE, sign=draw_emblem(name, 0, 0, ink=INK)
        )
    hidden = seat["characters_held"] - len(seat["characters"])
    if hidden:
        yield Pill(tongue.fact(words["hidden"], hidden), QUIET, PANEL, LINE)
    if seat["completed"]:
        first = view["completed"][:1] == [number]
        yield Pill(words["completed_first" if first else "completed"], ACCENT, PANEL, ACCENT)


def city(
    seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Block:
    """Draw the districts, the one that is being built, the one that would be built, and the place
    for the next one.
    """
    view, number = scene.view, seat["seat"]
    lots = [
        Lot(name, in_city(district, view["museum_cards"], tongue))
        for name, district in zip(elements.city(seat), seat["city"], strict=True)
    ]
    ghosts = []
    building = view["building"]
    if building and building["seat"] == number:
        ghosts.append(building["district"])
    ghosts += find_preview(scene, number)
    names = elements.number_copies(
        [*(one["district"] for one in seat["city"]), *ghosts], f"city-{number}"
    )
    faces = (print_face(name, tongue, ghost=True) for name in ghosts)
    lots += map(Lot, names[len(lots) :], faces)
    site = elements.site(number)
    if id_of(site) in emphasis.open:
        lots.append(Lot(site, None))
    if not lots:
        return heading(tongue.table["empty"])
    return draw_lots(lots, width, emphasis, tongue)


def find_preview(scene: Scene, seat: int) -> list[str]:
    """Return the district that the previewed option would add to the city of a seat."""
    option = scene.preview
    if option and seat == scene.own_seat and option["verb"] in elements.BUILDING:
        return [option["district"]]
    return []


# --- what nobody else sees -----------------------------------------------------------------------


def draw_private(scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis) -> Block:
    """Draw what only this viewer sees, on a ground that is ``PRIVATE`` wider at each side. Its
    cards are aligned with those of the city. Nothing for a spectator.
    """
    if scene.own_seat is None:
        return Block(Markup(""), 0)
    content = stack_blocks(list_private(scene, tongue, width, emphasis), gap=6, y=GAP)
    high = content.height + GAP
    ground = tag(
        "rect",
        x=-PRIVATE,
        y=0.5,
        width=width + 2 * PRIVATE,
        height=high - 1,
        rx=8,
        fill=VEIL,
        stroke=VEIL_EDGE,
        stroke_dasharray="2 3",
    )
    return Block(join_markup((ground, content.markup)), high)


def list_private(
    scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Iterator[Block]:
    """Yield what only this viewer sees."""
    own, words = scene.view["you"], tongue.table
    yield heading(words["yours"])
    if own["characters"]:
        yield flowing((secret(name, tongue) for name in own["characters"]), width)
    for part, names in (
        ("looking_at", elements.offered(own)),
        ("hand", elements.hand(own)),
        ("tucked", elements.number_copies(own["tucked"], "tucked")),
    ):
        if own[part] or part == "hand":
            yield heading(f"{words[part]} ({len(own[part])})")
            lots = (
                Lot(name, print_face(card, tongue))
                for name, card in zip(names, own[part], strict=True)
            )
            yield draw_lots(lots, width, emphasis, tongue, card=True)
    if scene.view["phase"] != "over":
        yield from list_draft(own, tongue, width)
    if own["faces"]:
        yield heading(words["faces"])
        found = (
            tongue.fact(words[face], tongue.title(name)) for face, name in own["faces"].items()
        )
        yield flowing(map(quiet, found), width)


def list_draft(own: Document, tongue: CitadelsLanguage, width: float) -> Iterator[Block]:
    """Yield the characters that this viewer saw in the draft."""
    aside = [own["draft_discarded"]] if own["draft_discarded"] else []
    for part, packets in (("draft_seen", own["draft_seen"]), ("draft_discarded", aside)):
        if packets:
            yield heading(tongue.table[part])
        for names in packets:
            yield flowing((quiet(tongue.title(name)) for name in names), width)


def secret(name: str, tongue: CitadelsLanguage) -> Pill:
    """Return a character that only its player knows."""
    sign = draw_emblem(name, 0, 0, ink=INK)
    return Pill(tongue.title(name), INK, PANEL, VEIL_EDGE, bold=True, sign=sign)


def quiet(text: str) -> Pill:
    return Pill(text, QUIET, PANEL, LINE)
