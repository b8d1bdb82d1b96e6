"""The audit log is append-only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction
from django.db.transaction import TransactionManagementError

from accounts.models import User
from core.errors import Invalid
from moderation.models import Action, AuditEntry
from moderation.services.audit import audit


def write_entry(by: User, reason: str = "They asked for it.") -> AuditEntry:
    return audit(by=by, action=Action.BAN_USER, reason=reason, user=by.id)


def assert_refused(write: Callable[[], object]) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        write()


def test_an_entry_is_never_changed_and_never_deleted(maya: User) -> None:
    entry = write_entry(maya)
    assert_refused(lambda: AuditEntry.objects.update(reason="Another."))
    assert_refused(lambda: AuditEntry.objects.filter(id=entry.id).delete())
    assert AuditEntry.objects.get().reason == "They asked for it."


def test_an_entry_has_a_reason(maya: User) -> None:
    assert write_entry(maya, "  Because. ").reason == "Because."
    for reason in ("", "  \n", "x" * 501):
        with pytest.raises(Invalid):
            write_entry(maya, reason)


def test_an_act_is_taken_back_once(maya: User) -> None:
    entry = write_entry(maya)
    back = audit(by=maya, action=Action.UNBAN_USER, reason="Wrong user.", undoes=entry)
    assert entry.undone_by == back
    with pytest.raises(DatabaseError), transaction.atomic():
        audit(by=maya, action=Action.UNBAN_USER, reason="Again.", undoes=entry)


def test_what_is_done_and_the_log_of_it_are_one_transaction() -> None:
    with pytest.raises(TransactionManagementError):
        audit(by=None, action=Action.BAN_USER, reason="Alone.")
