"""The picture in words, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.citadels.picture.cast import known_of
from engine.citadels.text import Language
from engine.kernel.scene import Scene


def headline(scene: Scene, tongue: Language) -> str:
    """How far the match has come."""
    words = tongue.table
    return f"{words['round']} {scene.view['round']}, {words['phase:' + scene.view['phase']]}"


def about(scene: Scene, tongue: Language) -> str:
    """What lies on the table, seat by seat."""
    return "\n".join(lines(scene, tongue))


def lines(scene: Scene, tongue: Language) -> Iterator[str]:
    view, words = scene.view, tongue.table
    yield f"{words['deck']}: {view['deck_size']}. {words['goal']}: {view['goal']}."
    cast = []
    for name in view["cast"]:
        called = [words["called"]] if name == view["called"] else []
        known = ", ".join([*known_of(name, scene, tongue), *called])
        cast.append(f"{tongue.title(name)} ({known})" if known else tongue.title(name))
    yield f"{words['cast']}: {', '.join(cast)}."
    for seat in view["seats"]:
        yield line(seat, scene, tongue)
    if own := view["you"]:
        hand = ", ".join(map(tongue.title, own["hand"])) or "0"
        held = ", ".join(map(tongue.title, own["characters"]))
        yield f"{words['hand']}: {hand}." + (f" {words['own_characters']}: {held}." if held else "")


def line(seat: dict[str, Any], scene: Scene, tongue: Language) -> str:
    """One seat."""
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
    return f"{tongue.seat(number, scene.names).plain}: {'; '.join(said)}."
