"""The names of the elements of a picture, and the elements that an option or an event concerns.

Drawing code and marks use the same names; both see only one viewer's view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from typing import Any, Final

from engine.citadels.all_cards import CARDS
from engine.citadels.characters import CHARACTERS

Document = Mapping[str, Any]

BANK: Final = "bank"
DECK: Final = "deck"
RESOURCES: Final = {"gold": BANK, "card": DECK, "cards": DECK}
"""The pile by the end of a choice or by ``resource``."""
IN_OWN_CITY: Final = frozenset({"beautify", "give_district", "sacrifice"})
"""The verbs that choose a district of the seat's own city."""
BUILDING: Final = frozenset({"build", "build_at_once"})
SOURCES: Final = {
    verb: card.name for card in CARDS.values() for verb in (*card.acts, *card.payments)
}
"""The card that offers a verb."""
PLACING: Final = frozenset({"built", "confiscated", "seized", "exchanged", "beautified"})
"""The events after which a district stands in the city of ``seat``."""
SEATS: Final = ("seat", "victim", "other", "by", "crown")
"""The members of events that are seats."""


def number_copies(names: Iterable[str], prefix: str) -> list[str]:
    """Return a name for each card of a list. From the second copy on, its number follows."""
    seen: dict[str, int] = {}
    found = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        found.append(f"{prefix}-{name}" + (f"-{seen[name]}" if seen[name] > 1 else ""))
    return found


def character(name: str) -> str:
    return f"character-{name}"


def seat(number: int) -> str:
    return f"seat-{number}"


def site(number: int) -> str:
    """Return the name of the place where a seat builds."""
    return f"site-{number}"


def kind_of_district(kind: str) -> str:
    return f"type-{kind}"


def hand(own: Document) -> list[str]:
    """Return the names of the cards in the viewer's hand."""
    return number_copies(own["hand"], "hand")


def offered(own: Document) -> list[str]:
    """Return the names of the cards from which the viewer chooses."""
    return number_copies(own["looking_at"], "offered")


def city(place: Document) -> list[str]:
    """Return the names of the districts of a seat."""
    return number_copies((one["district"] for one in place["city"]), f"city-{place['seat']}")


def building_element(place: Document, district: str) -> str:
    """Return the name of a district that is paid for and not placed yet."""
    names = [*(one["district"] for one in place["city"]), district]
    return number_copies(names, f"city-{place['seat']}")[-1]


# --- what options and events concern -------------------------------------------------------------


def marks(view: Document, decision: Document) -> list[list[str]]:
    """Return the names of the elements that each option of a decision concerns."""
    return [list(find_marks(option, view, decision)) for option in decision["options"]]


def find_marks(option: Document, view: Document, decision: Document) -> Iterator[str]:
    """Yield what an option names, and the card that offers it."""
    own, verb = view["you"], option["verb"]
    if "character" in option:
        yield character(option["character"])
    if "district" in option:
        yield from find_district(option, view)
    elif "seat" in option:
        yield seat(option["seat"])
    building = view["building"]
    if decision["topic"] == "confiscate" and verb == "confiscate" and building:
        yield building_element(view["seats"][building["seat"]], building["district"])
    if verb in BUILDING:
        yield site(own["seat"])
    elif verb == "take":
        yield seat(own["seat"])
    if "type" in option:
        yield kind_of_district(option["type"])
    ending = option.get("resource") or option["choice"].rpartition(":")[2]
    if ending in RESOURCES:
        yield RESOURCES[ending]
    elif verb == "income":
        yield from (RESOURCES[what] for what in ("gold", "cards") if option.get(what))
    yield from find_source(verb, view)


def find_district(option: Document, view: Document) -> Iterator[str]:
    """Yield the district of an option: in a city, among the offered cards, or in the hand. Of
    several copies each one will do.
    """
    own, name = view["you"], option["district"]
    if "seat" in option or option["verb"] in IN_OWN_CITY:
        place = view["seats"][option.get("seat", own["seat"])]
        for district, element in zip(place["city"], city(place), strict=True):
            same = district["beautified"] == option.get("beautified", False)
            if same and district["district"] == name:
                yield element
        return
    for cards, elements in ((own["looking_at"], offered(own)), (own["hand"], hand(own))):
        found = [one for card, one in zip(cards, elements, strict=True) if card == name]
        if found:
            yield from found
            return


def find_source(verb: str, view: Document) -> Iterator[str]:
    """Yield the card that offers a verb: a character, or a district of the own city."""
    turn = view["turn"]
    if verb == "income" and turn:
        yield character(turn["character"])
    elif name := SOURCES.get(verb):
        if name in CHARACTERS:
            if name in view["cast"]:
                yield character(name)
            return
        place = view["seats"][view["you"]["seat"]]
        for district, element in zip(place["city"], city(place), strict=True):
            if district["district"] == name:
                yield element


def find_changes(events: Iterable[Document], view: Document) -> Iterator[str]:
    """Yield what the last move changed: districts that now stand in a city, otherwise the seats;
    and characters. A district that is gone has no element.
    """
    for event in events:
        if placed := list(find_placed(event, view)):
            yield from placed
        else:
            yield from (seat(event[name]) for name in SEATS if isinstance(event.get(name), int))
        if isinstance(event.get("character"), str):
            yield character(event["character"])
        for name in event.get("characters", ()):
            yield character(name)


def find_placed(event: Document, view: Document) -> Iterator[str]:
    """Yield the districts that an event put into a city: its own copy is the last one."""
    if event["kind"] not in PLACING:
        return
    placed = {event["seat"]: event["district"]}
    if "given" in event:
        placed[event["victim"]] = event["given"]
    for number, district in placed.items():
        place, name = view["seats"][number], district.removesuffix("+")
        coin = event["kind"] == "beautified" or district.endswith("+")
        copies = [
            (one["beautified"] == coin, element)
            for one, element in zip(place["city"], city(place), strict=True)
            if one["district"] == name
        ]
        yield from (element for _, element in sorted(copies, key=itemgetter(0))[-1:])
