"""What staff can do, each action declared once. Form, page, permission, texts and the entry of the
audit log come from the declaration.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from moderation.errors import NotPermitted
from moderation.models import Action, AuditEntry, Permission
from moderation.permissions import ALL_MODERATORS, permission_check
from moderation.services.audit import audit, reason_validate
from moderation.services.form_nonces import nonce_use

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

ALL_PLAYERS = _("All players are notified.")


@dataclass(slots=True)
class Run:
    """One run of an action: who runs it, on what and why, and what the audit log will say.

    ``data`` must not contain what players may not know.
    """

    by: User
    target: Any
    reason: str
    before: dict[str, Any]
    data: dict[str, Any]
    undoes: AuditEntry | None = None


@dataclass(frozen=True, kw_only=True)
class StaffAction(ABC):
    """Something that staff can do to one kind of target."""

    action: Action | Permission
    """The permission, and the name in the audit log. A ``Permission`` is not logged and has no
    reason.
    """
    name: str = ""
    """The name in addresses; that of the permission, unless several actions share it."""
    title: StrOrPromise
    explanation: StrOrPromise
    """What will happen."""
    notifies: StrOrPromise = ""
    """Who is notified, in a sentence."""
    done: StrOrPromise
    """What happened, in a sentence with the fields in braces; ``{target}`` is the target."""
    perform: Callable[..., Any]
    """The service. It gets the ``Run`` and the fields of the form by their names."""
    fields: Mapping[str, Callable[[Any], forms.Field]] = field(default_factory=dict)
    """What the form asks for besides the reason; each field is made for the target."""
    logs: tuple[str, ...] = ()
    """The fields that the audit log keeps."""
    roles: tuple[str, ...] = ALL_MODERATORS
    """The groups that have the permission. Administrators have all."""
    available: Callable[[Any], bool] = lambda target: True
    """True if pages should offer the action for the target. The service has the last word."""
    dangerous: bool = False
    """True if the action can spoil a game: its button is red."""
    single_use: bool = False
    """True if a form that is sent twice must not repeat the action."""
    even_with_part: bool = False
    """True if the action is open to staff who have a part in the target."""
    page: str = ""
    """The URL name of the action's own page, for one that the generic page does not fit."""

    @property
    def slug(self) -> str:
        return self.name or self.action.value

    @property
    def audited(self) -> bool:
        return isinstance(self.action, Action)

    def run(
        self,
        *,
        by: User,
        target_id: Any = None,
        reason: str = "",
        nonce: UUID | None = None,
        **given: Any,
    ) -> Any:
        """Check everything, perform the action and write the audit log, in one transaction.

        ``nonce`` identifies the form that was sent. Raises NotPermitted, ConflictOfInterest,
        StaffOnly, DoneAlready, Invalid, and what ``find``, ``prepare`` and ``perform`` raise.
        """
        permission_check(by, self.action)
        if self.audited:
            reason = reason_validate(reason)
        with self.outer_context(target_id), transaction.atomic():
            target = self.find(target_id)
            if not self.even_with_part:
                self.check_reach(by, target)
            nonce_use(nonce)
            self.prepare(by, target)
            logged = {name: given[name] for name in self.logs if name in given}
            run = Run(by, target, reason, before=self.facts(target), data=logged)
            result = self.perform(run, **given)
            if isinstance(self.action, Action):
                entry = {"action": self.action, "undoes": run.undoes, **self.entry(run)}
                audit(by=by, reason=reason, **entry)
        return result

    def barred(self, by: User, target: Any) -> str:
        """Return why nobody in the position of ``by`` may act on the target; empty: they may."""
        try:
            self.check_reach(by, target)
        except NotPermitted as refusal:
            return refusal.detail
        return ""

    def outer_context(self, target_id: Any) -> AbstractContextManager[None]:
        """Return what encloses the transaction."""
        return nullcontext()

    @abstractmethod
    def find(self, target_id: Any) -> Any:
        """Return the target. Locks its row if actions on it must not meet."""

    @abstractmethod
    def check_reach(self, by: User, target: Any) -> None:
        """Raise ConflictOfInterest or StaffOnly if ``by`` may not act on this target."""

    def prepare(self, by: User, target: Any) -> None:
        """Do what comes before every action of this kind."""
        return

    def facts(self, target: Any) -> dict[str, Any]:
        """Return what ``entry`` compares with the target as it is after the action."""
        return {}

    @abstractmethod
    def entry(self, run: Run) -> dict[str, Any]:
        """Return ``game``, ``user`` and ``data`` of the entry in the audit log."""
