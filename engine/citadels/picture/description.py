"""The picture in words, for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.citadels.picture.characters import describe_known
from engine.citadels.text import CitadelsLanguage
from tablekernel.scene import Scene


def describe_table(scene: Scene, tongue: CitadelsLanguage) -> str:
    """Return a description of the table, seat by seat."""
    return "\n".join(lines(scene, tongue))


def lines(scene: Scene, tongue: CitadelsLanguage) -> Iterator[str]:
    view, words = scene.view, tongue.table
    yield tongue.fact(words["deck"], view["deck_size"]) + "."
    yield tongue.fact(words["goal"], view["goal"]) + "."
    characters = []
    for name in view["cast"]:
        known = ", ".join(describe_known(name, scene, tongue))
        characters.append(f"{tongue.title(name)} ({known})" if known else tongue.title(name))
    yield tongue.fact(words["cast"], ", ".join(characters)) + "."
    for seat in view["seats"]:
        yield line(seat, scene, tongue)
    if own := view["you"]:
        for part in ("hand", "own_characters"):
            cards = own["hand" if part == "hand" else "characters"]
            yield tongue.fact(words[part], ", ".join(map(tongue.title, cards)) or 0) + "."


def line(seat: dict[str, Any], scene: Scene, tongue: CitadelsLanguage) -> str:
    """Return one seat in words."""
    words, number = tongue.table, seat["seat"]
    city = [f"{tongue.title(one['district'])} {one['cost']}" for one in seat["city"]]
    said = [
        *([words["crown"]] if seat["crown"] else ()),
        *([words["decides"]] if number == scene.to_act else ()),
        f"{words['gold']} {seat['gold']}",
        f"{words['hand_size']} {seat['hand_size']}",
        f"{words['city']} {', '.join(city) or 0}",
    ]
    if scene.result and scene.result["scores"]:
        score = tongue.points(scene.result["scores"][number])
        said.insert(0, f"{scene.result['placements'][number]}. {score}")
    return tongue.fact(tongue.seat(number, scene.names).plain, "; ".join(said)) + "."
