"""The rules of one table as readers see them: those that hold for it, and the cards in play."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from engine.citadels.districts import DISTRICTS
from engine.citadels.draft_schedule import KEEP_WITH_ASIDE, face_up_count, script
from engine.citadels.names import BASIC, RANK_OF, TYPES
from engine.citadels.options import SURPRISE, names_of
from engine.citadels.setup import goal_of
from engine.citadels.terms import CLASSIC
from engine.citadels.text import TEXTS, CitadelsLanguage

Document = dict[str, Any]


def table_rules(
    options: Mapping[str, Any], seats: int, view: Mapping[str, Any] | None, language: str
) -> list[Document]:
    """Return the rules of a table as sections. The cards of a ``surprise`` are known when the match
    has begun, and ``view`` is that of a spectator.
    """
    tongue = TEXTS.find(language)
    characters, districts = find_cards(options, view)
    count = len(characters)
    sections = tongue.write_sections(
        tongue.rules,
        find_keys(options, seats, count),
        edition=tongue.editions[options["edition"]],
        seats=seats,
        goal=options.get("goal") or goal_of(seats, options["edition"]),
        face_up=face_up_count(seats, count) if count else "?",
    )
    items = {
        "characters": list(describe_characters(characters, tongue)),
        "unique": list(describe_unique(districts, tongue)),
        "basic": list(describe_basic(tongue)),
    }
    for section in sections:
        section["items"] += items.get(section["section"], [])
    return sections


def find_cards(
    options: Mapping[str, Any], view: Mapping[str, Any] | None
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the characters and the unique districts of a table; none if they are not drawn yet."""
    if view is not None:
        return view["cast"], view["unique_districts"]
    if options["preset"] == SURPRISE:
        return (), ()
    return names_of(dict(options))


def find_keys(options: Mapping[str, Any], seats: int, characters: int) -> Iterator[str]:
    """Yield the keys of the rules that hold for a table."""
    classic = options["edition"] == CLASSIC
    yield from ("table", *(() if characters else ("table:drawn",)), "setup")
    if seats > 3:
        yield "choosing"
        if characters and script(seats, characters)[-1][0] == KEEP_WITH_ASIDE:
            yield "choosing:last"
    elif seats == 2:
        yield "choosing/2"
    else:
        yield "choosing/classic" if classic else "choosing/3"
    yield from ("calling", *(("calling:two",) if seats < 4 else ()), "calling:robbed")
    yield from ("turn", "turn:gather", "turn:build", "turn:income", "city", "end", "points")
    yield from ("points:cost", "points:types", "points:first", "points:other", "points:unique")
    yield "points/classic:ties" if classic else "points:ties"
    yield "hidden"
    yield from ("characters", "unique") if characters else ()
    yield "basic"


def describe_characters(names: Collection[str], tongue: CitadelsLanguage) -> Iterator[Document]:
    for name in names:
        title = f"{RANK_OF[name]}. {tongue.title(name)}"
        yield {"title": title, "text": tongue.polish(tongue.texts[name])}


def describe_unique(names: Collection[str], tongue: CitadelsLanguage) -> Iterator[Document]:
    for name in names:
        cost = DISTRICTS[name].cost
        title = tongue.title(name) if cost is None else f"{tongue.title(name)} ({cost})"
        yield {"title": title, "text": tongue.polish(tongue.texts[name])}


def describe_basic(tongue: CitadelsLanguage) -> Iterator[Document]:
    """Yield a line for each type, with its districts."""
    for kind, name in enumerate(TYPES[:-1]):
        cards = [
            f"{tongue.title(district)} ({cost}) \N{MULTIPLICATION SIGN} {copies}"
            for district, own, cost, copies in BASIC
            if own == kind
        ]
        text = f"{tongue.polish(tongue.texts[name])} {tongue.join_items(cards)}."
        yield {"title": tongue.types[name].capitalize(), "text": text}
