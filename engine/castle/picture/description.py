"""The picture in words, for screen readers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.castle.picture.joined import largest_empty_region
from engine.castle.picture.wording import feature_title, role_of, wall_tile_of
from engine.castle.text import CastleLanguage
from tablekernel.scene import Scene


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
    if view["phase"] == "over":
        region = largest_empty_region((one["x"], one["y"]) for one in view["board"])
        yield tongue.fact(words["empty_region"], tongue.cells(len(region))) + "."


def describe_tile(one: dict[str, Any], tongue: CastleLanguage) -> str:
    """Return a tile of the board in a few words: its column and row, what it shows, and by how many
    degrees it is turned clockwise.
    """
    turned = f", {90 * one['rotation']}\N{DEGREE SIGN}" if one["rotation"] else ""
    return tongue.fact(f"{one['x']},{one['y']}", tongue.tile(one["tile"])) + turned


def describe_followers(seat: int, scene: Scene, tongue: CastleLanguage) -> str:
    """Return the followers of a seat on the board, each with its place and its feature."""
    features = {
        (cell["x"], cell["y"], slot): feature
        for feature in scene.view["features"]
        for cell in feature["cells"]
        for slot in cell["slots"]
    }
    found = []
    for one in scene.view["followers"]:
        if one["seat"] == seat:
            feature = features[one["x"], one["y"], one["slot"]]
            found.append(f"{role_of(one, tongue)}, {feature_title(feature, tongue)}")
    return "; ".join(found)


def line(seat: dict[str, Any], scene: Scene, tongue: CastleLanguage) -> str:
    """Return one seat in words."""
    words, number = tongue.table, seat["seat"]
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
        f"{words['followers']} {describe_followers(number, scene, tongue) or 0}",
        f"{words['wall_tiles']} {', '.join(wall_tiles) or 0}",
    ]
    return tongue.fact(tongue.seat(number, scene.names), "; ".join(facts)) + "."
