"""The registry of personal data. Apps register here what they keep about users, since accounts
import none of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Model

from accounts.models import User

Rows = Iterator[Any]
"""The rows of a file of an export, read while it is written."""

ExportFile = tuple[str, Iterable[dict[str, Any]]]
"""A file of an export: its name and its rows, read while it is written."""


@dataclass(frozen=True, slots=True)
class RenamedUser:
    """A user under a new name, and the name before."""

    user: User
    username: str
    """The name before."""

    @property
    def new_name(self) -> str:
        return self.user.username

    def replace_name(self, text: str) -> str:
        """Replace the old name, as a whole word in any case, in a ``text`` that is about the
        user.
        """
        return re.sub(rf"(?<![A-Za-z0-9_.-]){self._end}", self.new_name, text, flags=re.IGNORECASE)

    def replace_mentions(self, text: str) -> str:
        """Replace the old name after an @ in a ``text`` of another user. Without an @, the word may
        mean something else: a user may be called ``accepted``.
        """
        return re.sub(rf"(?<=@){self._end}", self.new_name, text, flags=re.IGNORECASE)

    @property
    def _end(self) -> str:
        return rf"{re.escape(self.username)}(?![A-Za-z0-9_-])"

    def replace_name_at(self, data: dict[str, Any], members: Iterable[str]) -> dict[str, Any]:
        """Return a JSON object with the new name in those of its ``members`` that hold the old
        one.
        """
        new = {name: self.new_name for name in members if data.get(name) == self.username}
        return {**data, **new}


class DeletedUser(RenamedUser):
    """A user whose account is being deleted. The row stays, under an anonymous name, since games of
    others refer to it.
    """


def export_rows(
    name: str, model: type[Model], *columns: str, user: str = "user"
) -> Callable[[User], list[ExportFile]]:
    """Return a function that exports columns of the rows of a user as one file."""

    def export_files(owner: User) -> list[ExportFile]:
        rows = model._default_manager.filter(**{user: owner}).order_by("pk")
        return [(name, rows.values(*columns).iterator())]

    return export_files


def erase_rows(*models: type[Model]) -> Callable[[DeletedUser], None]:
    """Return a function that deletes the rows of a deleted user."""

    def erase(deleted_user: DeletedUser) -> None:
        for model in models:
            model._default_manager.filter(user=deleted_user.user).delete()

    return erase


def do_nothing(_: object) -> None:
    """Do nothing: the default of a handler."""
    pass


@dataclass(frozen=True, slots=True)
class PersonalDataHandler:
    """What an app, or a feature of an app, does with its data about a user.

    Handlers are called in the order of their names. Each function may run twice.
    """

    name: str
    export_files: Callable[[User], Iterable[ExportFile]] = lambda user: ()
    """Files for an export: only what the user may see or has entered."""
    rename: Callable[[User], None] = do_nothing
    """The user has a new name now: let clients fetch again what names them."""
    replace_name: Callable[[RenamedUser], None] = do_nothing
    """Replace the old name in rows of other users. Nobody else has rows with the name of a guest.
    """
    end_activity: Callable[[User], None] = do_nothing
    """End running activities, such as seats. Each step is a transaction of its own."""
    erase: Callable[[DeletedUser], None] = do_nothing
    """Delete the user's rows, and replace the name in rows of other users."""
    purge: Callable[[datetime], None] = do_nothing
    """Delete rows whose retention period is over at this time."""


HANDLERS: dict[str, PersonalDataHandler] = {}


def handler_register(handler: PersonalDataHandler) -> None:
    """Register a handler. Raises ValueError if another one has the same name."""
    if HANDLERS.setdefault(handler.name, handler) != handler:
        raise ValueError(f"There are two handlers of {handler.name}")


def retention_of(what: str) -> timedelta:
    """Return the retention period from the setting ``<WHAT>_RETENTION_DAYS``."""
    return timedelta(days=getattr(settings, f"{what}_RETENTION_DAYS"))
