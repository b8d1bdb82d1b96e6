"""The picture in words, for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.castle.picture.wording import cell_of, role_of, wall_tile_of
from engine.castle.text import CastleLanguage
from engine.kernel.scene import Scene


def describe_table(scene: Scene, tongue: CastleLanguage) -> str:
    """Return a description of the table, seat by seat, and of every tile on the board."""
    return "\n".join(lines(scene, tongue))


def lines(scene: Scene, tongue: CastleLanguage) -> Iterator[str]:
    view, words = scene.view, tongue.table
    yield tongue.fact(words["bag"], view["bag_size"]) + "."
    on_the_wall = sum(tower["wall_tile"] for tower in view["towers"])
    yield tongue.fact(words["towers"], on_the_wall) + "."
    if view["tile"]:
        yield tongue.fact(words["drawn"], tongue.tile(view["tile"]["tile"])) + "."
    for seat in view["seats"]:
        yield line(seat, scene, tongue)
    tiles = "; ".join(describe_tile(one, tongue) for one in view["board"])
    yield tongue.fact(words["board"], tiles or 0) + "."


def describe_tile(one: dict[str, Any], tongue: CastleLanguage) -> str:
    """Return a tile of the board in words."""
    turned = tongue.table["turned"].format(**one)
    return tongue.polish(f"{cell_of(one, tongue)}, {tongue.tile(one['tile'])}, {turned}")


def line(seat: dict[str, Any], scene: Scene, tongue: CastleLanguage) -> str:
    """Return one seat in words."""
    words, number = tongue.table, seat["seat"]
    own = [role_of(one, tongue) for one in scene.view["followers"] if one["seat"] == number]
    wall_tiles = [wall_tile_of(one, tongue) for one in seat["wall_tiles"]]
    size = seat["keep"]["size"] if seat["keep"] else 0
    points = tongue.points(seat["score"])
    if scene.result and scene.result["scores"]:
        score = tongue.points(scene.result["scores"][number])
        points = f"{scene.result['placements'][number]}. {score}"
    facts = [
        *([words["decides"]] if number == scene.to_act else ()),
        points,
        f"{words['supply']} {seat['supply']}",
        f"{words['keep']} {size}",
        f"{words['followers']} {', '.join(own) or 0}",
        f"{words['wall_tiles']} {', '.join(wall_tiles) or 0}",
    ]
    return tongue.fact(tongue.seat(number, scene.names), "; ".join(facts)) + "."
