"""Phrases of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.castle.text import CastleLanguage
from tablekernel.scene import Scene


def headline(scene: Scene, tongue: CastleLanguage) -> str:
    """Return the progress of the match."""
    words, turn = tongue.table, scene.view["turn"]
    if scene.view["phase"] == "over":
        return words["phase:over"]
    phase = words["phase:" + scene.view["phase"]]
    return (
        f"{words['turn']} {turn['number']}, {phase}" if turn else tongue.fact(words["phase"], phase)
    )


def cell_of(one: Mapping[str, Any], tongue: CastleLanguage) -> str:
    """Return a cell by column and row."""
    return tongue.table["at"].format(**one)


def role_of(one: Mapping[str, Any], tongue: CastleLanguage) -> str:
    """Return a follower on the board: its role and its place."""
    where = f"{cell_of(one, tongue)}, {tongue.sides[one['slot']]}"
    return f"{tongue.roles[one['role']]} ({where})"


def wall_tile_of(one: Mapping[str, Any], tongue: CastleLanguage) -> str:
    """Return a wall tile of a seat, and whether it can be used yet."""
    kind = one["wall_tile"]
    title = f"{kind} {tongue.wall_titles[kind]}"
    return title if one["usable"] else f"{title} ({tongue.table['later']})"


def feature_title(feature: Mapping[str, Any], tongue: CastleLanguage) -> str:
    """Return a feature: its size, and whether it is complete."""
    members = ("terrain", "tiles", "open_sides", "wells", "markets")
    return _feature_title(tongue, *[feature[name] for name in members])


@lru_cache(maxsize=2000)
def _feature_title(
    tongue: CastleLanguage,
    terrain: str,
    tiles: int,
    open_sides: int | None,
    wells: int,
    markets: int,
) -> str:
    facts = [tongue.tiles(tiles)]
    if wells:
        facts.append(tongue.table["well"])
    if open_sides:
        facts.append(tongue.polish(tongue.table["open_sides"].format(open_sides=open_sides)))
    elif open_sides == 0:
        facts.append(tongue.table["complete"])
    if markets:
        facts.append(tongue.markets(markets))
    return tongue.fact(tongue.terrains[terrain], ", ".join(facts))
