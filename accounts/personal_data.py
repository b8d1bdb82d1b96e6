"""Who else keeps something of users. Apps register here, since accounts know none of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from accounts.models import User

ExportFile = tuple[str, Iterable[dict[str, Any]]]
"""One file of an export: its name, and what stands in it, read while it is written."""


@dataclass(frozen=True, slots=True)
class DeletedUser:
    """A user whose account is being deleted. The row stays, since games of others refer to it."""

    user: User
    """Under the new, anonymous name."""
    username: str
    """The name before the deletion."""

    @property
    def anonymous(self) -> str:
        return self.user.username

    def replace_name(self, text: str) -> str:
        """``text``, which is about him, with the new name wherever the old one is a word of it,
        whatever the case.
        """
        return re.sub(rf"(?<![A-Za-z0-9_.-]){self._end}", self.anonymous, text, flags=re.IGNORECASE)

    def replace_mentions(self, text: str) -> str:
        """``text`` of anybody with the new name after an @. Without one, the word may be any: a
        user may be called ``accepted``.
        """
        return re.sub(rf"(?<=@){self._end}", self.anonymous, text, flags=re.IGNORECASE)

    @property
    def _end(self) -> str:
        return rf"{re.escape(self.username)}(?![A-Za-z0-9_-])"

    def replace_name_at(self, data: dict[str, Any], members: Iterable[str]) -> dict[str, Any]:
        """An object of JSON with the new name at those of its ``members`` that held the old one."""
        new = {name: self.anonymous for name in members if data.get(name) == self.username}
        return {**data, **new}


@dataclass(frozen=True, slots=True)
class PersonalDataHandler:
    """What an app does with its data about a user. Each function may run twice."""

    app: str
    export_files: Callable[[User], Iterable[ExportFile]]
    """Files for an export: only what the user may see or has entered."""
    end_activity: Callable[[User], None]
    """End what is running, such as seats. Each step is a transaction of its own."""
    erase: Callable[[DeletedUser], None]
    """Delete the user's rows, and replace the name in rows that belong to others, too."""


HANDLERS: dict[str, PersonalDataHandler] = {}


def handler_register(handler: PersonalDataHandler) -> None:
    """Register the handler of an app. Raises ValueError if the app has another one."""
    if HANDLERS.setdefault(handler.app, handler) != handler:
        raise ValueError(f"There are two handlers of {handler.app}")
