"""JSON by orjson, which is ten times faster than the standard library for the view of a game."""

from __future__ import annotations

from typing import Any

import orjson
from django.utils.functional import Promise


def _plain(value: Any) -> Any:
    """Convert what orjson does not know: lazy texts of Django, subclasses of str."""
    if isinstance(value, Promise | str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


def dumps(value: Any) -> bytes:
    """Return a value as JSON, with times in UTC."""
    return orjson.dumps(value, default=_plain, option=orjson.OPT_NON_STR_KEYS | orjson.OPT_UTC_Z)
