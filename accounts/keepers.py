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
        """``text`` with the new name in the place of the old one, whatever the case."""
        name = rf"(?<![A-Za-z0-9_.-]){re.escape(self.username)}(?![A-Za-z0-9_-])"
        return re.sub(name, self.anonymous, text, flags=re.IGNORECASE)

    def renamed_in(self, data: Any) -> Any:
        """JSON with the new name wherever the old one stood as a whole value."""
        if isinstance(data, dict):
            return {key: self.renamed_in(value) for key, value in data.items()}
        if isinstance(data, list):
            return [self.renamed_in(value) for value in data]
        return self.anonymous if data == self.username else data


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
