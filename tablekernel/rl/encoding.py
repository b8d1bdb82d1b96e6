"""JSON documents and option keys as numbers, by hashing: the same for every game.

Nothing here has to be changed for a new card or a new game, and a new card does not change the
numbers of the others, so that a trained policy stays valid. The price: two names may share a
number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

import numpy as np
import orjson
from numpy.typing import NDArray

SCALE = 10.0
"""Numbers are divided by this, so that most are between 0 and 1."""

Vector = NDArray[np.float32]


def name_features(document: Any) -> dict[str, float]:
    """Return the features of a JSON document: numbers by name.

    A text, a truth value or null at ``path`` is the feature ``path=value``, with 1. A number is
    this feature too, and also ``path`` with the number divided by ``SCALE``. The members of an
    object are at ``path/name``. The items of a list are all at ``path[]``, since most lists are
    sets; numbers of the same name add up. An item that is an object without parts is also one
    feature as a whole, so that it differs from others with the same members.
    """
    found: dict[str, float] = {}
    _add_features(document, "", found)
    return found


def _add_features(value: Any, path: str, found: dict[str, float]) -> None:
    if isinstance(value, dict):
        for name, member in value.items():
            _add_features(member, f"{path}/{name}", found)
    elif isinstance(value, list):
        items = f"{path}[]"
        for item in value:
            _add_features(item, items, found)
            if isinstance(item, dict) and not any(
                isinstance(member, dict | list) for member in item.values()
            ):
                _add(f"{items}={orjson.dumps(item).decode()}", 1.0, found)
    else:
        _add(f"{path}={value}", 1.0, found)
        if isinstance(value, int | float) and not isinstance(value, bool):
            _add(path, value / SCALE, found)


def _add(name: str, number: float, found: dict[str, float]) -> None:
    found[name] = found.get(name, 0.0) + number


def encode(features: Mapping[str, float], size: int) -> Vector:
    """Return features as a vector: each number is added at the hash of its name."""
    places = [crc32(name.encode()) % size for name in features]
    numbers = np.fromiter(features.values(), float)
    vector: Vector = np.bincount(places, numbers, minlength=size).astype(np.float32)
    return vector


def number_options(keys: Iterable[str], size: int) -> dict[int, str]:
    """Return the options of a decision by action: the hash of the key, or the next free action if
    an option before it has the same hash.

    Raises ``ValueError`` if there are more options than actions.
    """
    found: dict[int, str] = {}
    for key in keys:
        if len(found) == size:
            raise ValueError(f"a decision has more than {size} options: give more actions")
        action = crc32(key.encode()) % size
        while action in found:
            action = (action + 1) % size
        found[action] = key
    return found
