"""Declarations of staff actions.

Form, page, permission, texts and audit log entry come from the declaration.
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
    """One run of an action: the user, the target, the reason and the data for the audit log.

    ``data`` must not contain anything hidden from players.
    """

    by: User
    target: Any
    reason: str
    before: dict[str, Any]
    data: dict[str, Any]
    undoes: AuditEntry | None = None


@dataclass(frozen=True, kw_only=True)
class StaffAction(ABC):
    """An action of staff on one kind of target."""

    action: Action | Permission
    """The permission, and the name in the audit log. A ``Permission`` is not logged and needs no
    reason.
    """
    name: str = ""
    """The name in URLs. Required only if several actions share a permission."""
    title: StrOrPromise
    explanation: StrOrPromise
    """What will happen."""
    notifies: StrOrPromise = ""
    """A sentence that says which players are notified."""
    done: StrOrPromise
    """The success message. It can contain form fields in braces, and ``{target}``."""
    perform: Callable[..., Any]
    """The service, called with the ``Run`` and the form fields as keyword arguments."""
    fields: Mapping[str, Callable[[Any], forms.Field]] = field(default_factory=dict)
    """The form fields besides the reason, as functions of the target."""
    logs: tuple[str, ...] = ()
    """The names of the form fields that the audit log stores."""
    roles: tuple[str, ...] = ALL_MODERATORS
    """The groups that have the permission. Administrators have every permission."""
    available: Callable[[Any], bool] = lambda target: True
    """True if pages should offer the action for the target. The service still checks it."""
    dangerous: bool = False
    """True if the action can spoil a game. Its button is red."""
    confirmation: StrOrPromise = ""
    """What to confirm before the action runs, if anything. It can contain form fields in braces,
    as the form shows their values.
    """
    preview: Callable[..., Any] | None = None
    """Returns what to show before the action runs, for the staff user, the target and the form
    fields. The confirmation can contain it as ``{preview}``; its ``template`` shows it.
    """
    single_use: bool = False
    """True if submitting the form twice must not repeat the action."""
    allow_if_involved: bool = False
    """True if staff who are involved in the target may perform the action, too."""
    page: str = ""
    """The URL name of the action's own page; empty for the generic page."""

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
        report: UUID | None = None,
        **given: Any,
    ) -> Any:
        """Check permissions, perform the action and write the audit log, in one transaction.

        ``nonce`` identifies the submitted form. ``report`` is the report that the action is a
        measure of: moderators involved in it do not read the log entry.

        Raises NotPermitted, ConflictOfInterest, StaffOnly, DoneAlready, Invalid, and the errors of
        ``find``, ``prepare`` and ``perform``.
        """
        permission_check(by, self.action)
        if self.audited:
            reason = reason_validate(reason)
        with self.outer_context(target_id), transaction.atomic():
            target = self.find(target_id)
            if not self.allow_if_involved:
                self.check_reach(by, target)
            nonce_use(nonce)
            self.prepare(by, target)
            logged = {name: given[name] for name in self.logs if name in given}
            if report is not None:
                logged["report"] = str(report)
            run = Run(by, target, reason, before=self.facts(target), data=logged)
            result = self.perform(run, **given)
            if isinstance(self.action, Action):
                entry = {"action": self.action, "undoes": run.undoes, **self.entry(run)}
                audit(by=by, reason=reason, **entry)
        return result

    def form_fields(self, *, by: User, target: Any) -> dict[str, forms.Field]:
        """Return the fields of the form for this user and target, besides the reason."""
        return {name: field(target) for name, field in self.fields.items()}

    def barred(self, by: User, target: Any) -> str:
        """Return why the user may not act on the target, or an empty string if they may."""
        try:
            self.check_reach(by, target)
        except NotPermitted as refusal:
            return refusal.detail
        return ""

    def outer_context(self, target_id: Any) -> AbstractContextManager[None]:
        """Return the context manager that encloses the transaction."""
        return nullcontext()

    @abstractmethod
    def find(self, target_id: Any) -> Any:
        """Return the target. Locks its row if concurrent actions on it would conflict."""

    @abstractmethod
    def check_reach(self, by: User, target: Any) -> None:
        """Raise ConflictOfInterest or StaffOnly if ``by`` may not act on this target."""

    def prepare(self, by: User, target: Any) -> None:
        """Run before every action of this kind."""
        return

    def facts(self, target: Any) -> dict[str, Any]:
        """Return the values that ``entry`` compares with those after the action."""
        return {}

    @abstractmethod
    def entry(self, run: Run) -> dict[str, Any]:
        """Return ``game``, ``user`` and ``data`` of the audit log entry."""
