"""Reads the environment for all settings. A test compares the names with the table in
docs/operations/settings.md.

A value may also be in a file: ``SECRET_KEY_FILE=/run/secrets/key`` replaces ``SECRET_KEY``.
"""

from __future__ import annotations

from typing import Any

import environ
from environ.fileaware_mapping import FileAwareMapping


class Values(FileAwareMapping):
    """The environment and the files it names, without the final newline that editors add."""

    def __getitem__(self, key: str) -> str:
        value: str = super().__getitem__(key)
        return value.rstrip("\n") if f"{key}_FILE" in self.env else value


class Environment(environ.FileAwareEnv):
    """Values by name, with defaults. It records the names that were read."""

    ENVIRON = Values()

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[str] = set()

    def get_value(self, var: str, cast: Any = None, default: Any = environ.Env.NOTSET, **more: Any):  # type: ignore[no-untyped-def]
        self.asked.add(var)
        # An empty `NAME=` in a settings file means that no number is set.
        if cast in (int, float) and default is not self.NOTSET and not self.ENVIRON.get(var, ""):
            return default
        return super().get_value(var, cast=cast, default=default, **more)


env = Environment()
