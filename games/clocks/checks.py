"""Validation of a pace sent by a client: each check returns a value, or raises PaceRefused."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import time, timedelta
from typing import Any

from core.names import unknown_names
from core.timezones import time_zones

WALL_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")

_REQUIRED: Any = object()


class PaceRefused(Exception):
    """A pace is not valid.

    ``pointer`` is a JSON pointer to the wrong member, ``code`` is for programs and ``message`` for
    people.
    """

    def __init__(self, pointer: str, code: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.code = code
        self.message = message


def object_of(raw: Any, pointer: str) -> Mapping[str, Any]:
    """Return ``raw`` if it is an object. Raises PaceRefused."""
    if not isinstance(raw, Mapping):
        raise PaceRefused(pointer, "invalid", "This must be an object.")
    return raw


def reject_others(raw: Mapping[str, Any], pointer: str, names: Collection[str]) -> None:
    """Reject members that are not in ``names``. Raises PaceRefused."""
    for error in unknown_names(raw, names, pointer):
        raise PaceRefused(error["pointer"], error["code"], error["detail"])


def member(raw: Mapping[str, Any], pointer: str, name: str, default: Any = _REQUIRED) -> Any:
    """Return the member ``name``, which is required unless it has a default. Raises PaceRefused."""
    value = raw.get(name, default)
    if value is _REQUIRED:
        raise PaceRefused(f"{pointer}/{name}", "required", f"{name} is required.")
    return value


def seconds(raw: Mapping[str, Any], name: str, least: timedelta, most: timedelta) -> timedelta:
    """Return the duration ``name``, given in whole seconds. Raises PaceRefused."""
    value = member(raw, "", name)
    if type(value) is not int:  # isinstance would accept booleans
        raise PaceRefused(f"/{name}", "invalid", f"{name} must be a whole number of seconds.")
    for code, wrong in (("min_value", value < whole(least)), ("max_value", value > whole(most))):
        if wrong:
            message = f"{name} must be {whole(least)} to {whole(most)} seconds."
            raise PaceRefused(f"/{name}", code, message)
    return timedelta(seconds=value)


def flag(raw: Mapping[str, Any], name: str, *, default: bool) -> bool:
    """Return the boolean ``name``. Raises PaceRefused."""
    value = member(raw, "", name, default)
    if not isinstance(value, bool):
        raise PaceRefused(f"/{name}", "invalid", f"{name} must be true or false.")
    return value


def time_zone(raw: Mapping[str, Any], name: str, default: Any = _REQUIRED) -> str:
    """Return the IANA time zone ``name``. Raises PaceRefused."""
    value = member(raw, "", name, default)
    # Look it up in the list, so that input is never used as a path.
    if not isinstance(value, str) or value not in time_zones():
        raise PaceRefused(f"/{name}", "unknown_time_zone", f"There is no time zone {value!r}.")
    return value


def wall_time(raw: Mapping[str, Any], pointer: str, name: str) -> time:
    """Return the local time ``name``, given as HH:MM. Raises PaceRefused."""
    value = member(raw, pointer, name)
    if not isinstance(value, str) or not WALL_TIME.fullmatch(value):
        raise PaceRefused(
            f"{pointer}/{name}", "invalid", f"{name} must be a time from 00:00 to 23:59, as HH:MM."
        )
    return time.fromisoformat(value)


def whole(length: timedelta) -> int:
    """Return a duration in whole seconds."""
    return length // timedelta(seconds=1)
