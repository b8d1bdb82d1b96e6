"""The area of each seat: its name, gold and hand, its city, and what only its player sees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from engine.citadels.picture import elements
from engine.citadels.picture.cards import (
    OWN,
    Lot,
    draw_cards,
    draw_city,
    in_city,
    of_size,
    print_face,
)
from engine.citadels.picture.emblems import back, crown, purse
from engine.citadels.picture.paints import CARD, SEATS
from engine.citadels.picture.portraits import RADIUS, draw_sign, portrait_of
from engine.citadels.text import CitadelsLanguage
from tablekernel.drawing.elements import Box, Emphasis, element
from tablekernel.drawing.lettering import DISPLAY, SMALL, fit_text, label, size_for
from tablekernel.drawing.paints import ACCENT, CARD_INK, COIN_EDGE, INK, LINE, PANEL, QUIET, WHITE
from tablekernel.drawing.panels import (
    deciding,
    draw_frame,
    draw_placement,
    heading,
)
from tablekernel.drawing.pills import Pill, flowing
from tablekernel.drawing.svg import (
    Block,
    Markup,
    define,
    group,
    join_markup,
    number,
    reuse,
    stack_blocks,
    tag,
)
from tablekernel.marks import id_of
from tablekernel.scene import PORTRAIT, Scene

Document = dict[str, Any]

INSIDE: Final = 11
"""The distance from the edge of a panel to its content."""
GAP: Final = 7
GOODS: Final = 84
"""The space for gold and cards beside the name."""
MINI: Final = 0.58
"""The size of a portrait beside the name, relative to those of the list."""
MINI_WIDE: Final = 31
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
    """Draw the area of a seat, in a frame that glows while the match waits for it. That of the
    viewer is larger, and has their hand; in portrait also what else only they see.
    """
    inner, acting = width - 2 * INSIDE, seat["seat"] == scene.to_act
    mine = seat["seat"] == scene.own_seat
    content = stack_blocks(
        (
            header(seat, scene, tongue, inner, emphasis),
            flowing(list_facts(seat, scene, tongue), inner),
            city(seat, scene, tongue, inner, emphasis),
            *(list_cards(scene, tongue, inner, emphasis) if mine else ()),
            *(list_secrets(scene, tongue, inner) if mine and scene.layout == PORTRAIT else ()),
        ),
        gap=GAP,
        x=INSIDE,
        y=INSIDE,
    )
    return draw_frame(content, width, inside=INSIDE, glowing=acting)


def header(
    seat: Document, scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Block:
    """Draw the shield, the crown, the name, the characters, the gold, and the cards in hand, as one
    element.
    """
    at, words = seat["seat"], tongue.table
    name = tongue.seat(at, scene.names).plain
    left = SHIELD + (CROWN if seat["crown"] else 0)
    faces = list(list_faces(seat, tongue))
    room = width - GOODS - left - MINI_WIDE * len(faces)
    size = size_for(name, room, largest=20, least=SMALL)
    told = ", ".join(
        (
            name,
            *([words["crown"]] if seat["crown"] else ()),
            tongue.fact(words["gold"], seat["gold"]),
            tongue.fact(words["hand_size"], seat["hand_size"]),
        )
    )
    box = box_of(width, OWN if at == scene.own_seat else 1)
    inside = (
        *([draw_target(box)] if id_of(elements.seat(at)) in emphasis.open else ()),
        *([crown(SHIELD, 4)] if seat["crown"] else ()),
        *(
            draw_face(name, title, width - GOODS - 6 - MINI_WIDE * place)
            for place, (name, title) in enumerate(faces)
        ),
        group(
            label(
                fit_text(name, room, size, bold=True), left, 21, size=size, ink=INK, class_=DISPLAY
            ),
            group(
                shield(at, scene.names.get(at, "")),
                group(purse(str(seat["gold"])), x=width - 54, y=15, id=f"board-gold-{at}"),
                group(back(str(seat["hand_size"])), x=width - 14, y=15, id=f"board-cards-{at}"),
                fill=CARD_INK,
                text_anchor="middle",
            ),
            font_weight=700,
        ),
    )
    return Block(element(elements.seat(at), *inside, emphasis=emphasis, box=box, title=told), 31)


def box_of(width: float, scale: float) -> Box:
    """Return the box of a seat with a city of this size."""
    return Box(width + 12, 40, x=-6, y=-5, shared=of_size("seat", scale))


def draw_target(box: Box) -> Markup:
    """Draw nothing, where clicks count."""
    return tag("rect", **box._asdict() | {"shared": None}, fill="none", pointer_events="all")


def list_faces(seat: Document, tongue: CitadelsLanguage) -> Iterator[tuple[str, str]]:
    """Yield the characters of a seat with their titles; a hidden one has no name."""
    hidden = seat["characters_held"] - len(seat["characters"])
    yield from [("", tongue.fact(tongue.table["hidden"], hidden))] * hidden
    yield from ((name, tongue.title(name)) for name in seat["characters"])


def draw_face(name: str, title: str, x: float) -> Markup:
    """Draw a small portrait around x, or a disc for a character that is hidden."""
    face = reuse(portrait_of(name) if name else "hidden")
    place = f"translate({number(x)} 15) scale({MINI})"
    return tag("g", tag("title", title), face, transform=place)


@cache
def define_hidden() -> tuple[Markup, ...]:
    """Define the shield of a seat, and the disc of a character that is hidden."""
    disc = tag("circle", r=RADIUS, fill=CARD, stroke=COIN_EDGE, stroke_width=2.5)
    mark = label("?", 0, 10, size=29, ink=CARD_INK, bold=True, anchor="middle")
    shape = tag("path", d="M0 0h26v14c0 8-6 12-13 15C6 26 0 22 0 14z")
    return define("shield", shape), define("hidden", disc, mark)


def shield(seat: int, name: str) -> Markup:
    """Draw the shield of a seat with the first letter of its name; with its number if it has no
    name. In a group that is bold and centered.
    """
    shape = reuse("shield", fill=SEATS[seat % len(SEATS)])
    letter = name[:1].upper()[:1] or str(seat)
    return join_markup((shape, tag("text", letter, x=13, y=19, fill=WHITE)))


def list_facts(seat: Document, scene: Scene, tongue: CitadelsLanguage) -> Iterator[Pill]:
    """Yield facts about a seat."""
    view, words = scene.view, tongue.table
    number, turn = seat["seat"], view["turn"]
    if scene.result and scene.result["scores"]:
        points = tongue.points(scene.result["scores"][number])
        yield draw_placement(scene.result["placements"][number], points)
    if number == scene.to_act:
        yield deciding(words["decides"])
    if turn and turn["seat"] == number and turn["character"] in seat["characters"]:
        name = turn["character"]
        text = tongue.fact(tongue.title(name), words["built"].format(**turn))
        yield Pill(text, INK, PANEL, ACCENT, sign=draw_sign(name))
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
    scale = OWN if number == scene.own_seat else 1
    return draw_city(lots, width, emphasis, tongue, scale=scale, walled=seat["completed"])


def find_preview(scene: Scene, seat: int) -> list[str]:
    """Return the district that the previewed option would add to the city of a seat."""
    option = scene.preview
    if option and seat == scene.own_seat and option["verb"] in elements.BUILDING:
        return [option["district"]]
    return []


# --- what nobody else sees -----------------------------------------------------------------------


def list_cards(
    scene: Scene, tongue: CitadelsLanguage, width: float, emphasis: Emphasis
) -> Iterator[Block]:
    """Yield the cards that only this viewer sees."""
    own, words = scene.view["you"], tongue.table
    for part, names in (
        ("looking_at", elements.offered(own)),
        ("hand", elements.hand(own)),
        ("tucked", elements.number_copies(own["tucked"], "tucked")),
    ):
        if own[part] or part == "hand":
            title = heading(f"{words[part]} ({len(own[part])})")
            if part == "hand":
                yours = label(words["yours"], width, 14, size=SMALL, ink=QUIET, anchor="end")
                title = title._replace(markup=join_markup((title.markup, yours)))
            yield title
            lots = (
                Lot(name, print_face(card, tongue))
                for name, card in zip(names, own[part], strict=True)
            )
            yield draw_cards(lots, width, emphasis, tongue)


def list_secrets(scene: Scene, tongue: CitadelsLanguage, width: float) -> Iterator[Block]:
    """Yield what else only this viewer sees, and what they saw in the draft."""
    own, words = scene.view["you"], tongue.table
    if own is None:
        return
    if own["characters"]:
        yield heading(words["own_characters"])
        yield flowing((secret(name, tongue) for name in own["characters"]), width)
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
    sign = draw_sign(name)
    return Pill(tongue.title(name), INK, PANEL, ACCENT, bold=True, sign=sign)


def quiet(text: str) -> Pill:
    return Pill(text, QUIET, PANEL, LINE)
