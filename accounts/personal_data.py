"""Who else keeps something of users. Apps register here, since accounts know none of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from accounts.models import User

Part = tuple[str, Iterable[dict[str, Any]]]
"""One file of an export: its name, and what stands in it, read while it is written."""


@dataclass(frozen=True, slots=True)
class Leaver:
    """A user who goes for good: the row stays, for what others have done with him."""

    user: User
    """By now under his new name."""
    username: str
    """What he was called."""

    @property
    def anonymous(self) -> str:
        return self.user.username

    def renamed(self, text: str) -> str:
        """``text``, which is about him, with the new name wherever the old one is a word of it,
        whatever the case.
        """
        return re.sub(rf"(?<![A-Za-z0-9_.-]){self._end}", self.anonymous, text, flags=re.IGNORECASE)

    def renamed_mentions(self, text: str) -> str:
        """``text`` of anybody with the new name after an @. Without one, the word may be any: a
        user may be called ``accepted``.
        """
        return re.sub(rf"(?<=@){self._end}", self.anonymous, text, flags=re.IGNORECASE)

    @property
    def _end(self) -> str:
        return rf"{re.escape(self.username)}(?![A-Za-z0-9_-])"

    def renamed_at(self, data: dict[str, Any], members: Iterable[str]) -> dict[str, Any]:
        """An object of JSON with the new name at those of its ``members`` that held the old one."""
        new = {name: self.anonymous for name in members if data.get(name) == self.username}
        return {**data, **new}


@dataclass(frozen=True, slots=True)
class Keeper:
    """What an app does with what it keeps of a user. All of it may run twice."""

    app: str
    parts: Callable[[User], Iterable[Part]]
    """For his export: only what he may see, or has given himself."""
    leave: Callable[[User], None]
    """End what he has begun: seats, orders. Each step is a transaction of its own."""
    forget: Callable[[Leaver], None]
    """Delete what is his, and take his name out of what is also others'."""


KEEPERS: dict[str, Keeper] = {}


def keep(keeper: Keeper) -> None:
    """Make a keeper known; an app has one."""
    if KEEPERS.setdefault(keeper.app, keeper) != keeper:
        raise ValueError(f"There are two keepers of {keeper.app}")
