"""Reading what a client sent of a pace: each check returns the value, or refuses it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import time, timedelta
from typing import Any

from core.timezones import time_zones

WALL_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")

_REQUIRED: Any = object()


class PaceRefused(Exception):
    """A pace that cannot be played.

    ``pointer`` is a JSON pointer into what was checked, ``code`` is for programs and ``message``
    for people.
    """

    def __init__(self, pointer: str, code: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.code = code
        self.message = message


def object_of(raw: Any, pointer: str) -> Mapping[str, Any]:
    """``raw``, which has to be an object. Raises PaceRefused."""
    if not isinstance(raw, Mapping):
        raise PaceRefused(pointer, "invalid", "This is an object.")
    return raw


def no_others(raw: Mapping[str, Any], pointer: str, names: Collection[str]) -> None:
    """Refuse members that are not among ``names``. Raises PaceRefused."""
    for name in raw:
        if name not in names:
            raise PaceRefused(
                pointer + segment(name), "unknown_member", f"There is no member {name!r} here."
            )


def member(raw: Mapping[str, Any], pointer: str, name: str, default: Any = _REQUIRED) -> Any:
    """The member ``name``; one without a default has to be there. Raises PaceRefused."""
    value = raw.get(name, default)
    if value is _REQUIRED:
        raise PaceRefused(f"{pointer}/{name}", "required", f"{name} is required.")
    return value


def seconds(raw: Mapping[str, Any], name: str, least: timedelta, most: timedelta) -> timedelta:
    """The length ``name``, given in whole seconds. Raises PaceRefused."""
    value = member(raw, "", name)
    if type(value) is not int:  # True is an int, and not meant
        raise PaceRefused(f"/{name}", "invalid", f"{name} is a whole number of seconds.")
    for code, wrong in (("min_value", value < whole(least)), ("max_value", value > whole(most))):
        if wrong:
            message = f"{name} is from {whole(least)} to {whole(most)} seconds."
            raise PaceRefused(f"/{name}", code, message)
    return timedelta(seconds=value)


def flag(raw: Mapping[str, Any], name: str, *, default: bool) -> bool:
    """The member ``name``: true or false. Raises PaceRefused."""
    value = member(raw, "", name, default)
    if not isinstance(value, bool):
        raise PaceRefused(f"/{name}", "invalid", f"{name} is true or false.")
    return value


def time_zone(raw: Mapping[str, Any], name: str, default: Any = _REQUIRED) -> str:
    """The member ``name``: a time zone by its IANA name. Raises PaceRefused."""
    value = member(raw, "", name, default)
    # The list is asked, not the file system: a name is never used as a path.
    if not isinstance(value, str) or value not in time_zones():
        raise PaceRefused(f"/{name}", "unknown_time_zone", f"There is no time zone {value!r}.")
    return value


def wall_time(raw: Mapping[str, Any], pointer: str, name: str) -> time:
    """The member ``name``: what a clock on the wall shows, "HH:MM". Raises PaceRefused."""
    value = member(raw, pointer, name)
    if not isinstance(value, str) or not WALL_TIME.fullmatch(value):
        raise PaceRefused(
            f"{pointer}/{name}", "invalid", f"{name} is a time from 00:00 to 23:59, as HH:MM."
        )
    return time.fromisoformat(value)


def whole(length: timedelta) -> int:
    """A length in whole seconds."""
    return length // timedelta(seconds=1)


def segment(name: object) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return "/" + str(name).replace("~", "~0").replace("/", "~1")
