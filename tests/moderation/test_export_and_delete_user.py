"""Requests by letter: an operator exports or deletes the account of a user who cannot log in."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from accounts.models import AccountDeletion, User
from moderation.models import AuditEntry
from tests.moderation.pages import client_for

pytestmark = pytest.mark.django_db
REASON = "A letter of 3 November."


def test_the_data_of_a_user_is_written_to_a_file(alice: User, tmp_path: Path) -> None:
    file = tmp_path / "alice.zip"
    call_command("export_user", "Alice", file, reason=REASON)
    with zipfile.ZipFile(file) as archive:
        assert b"alice" in archive.read("profile.json")
    assert file.stat().st_mode & 0o777 == 0o600
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.user, entry.by) == ("export_user", alice.id, None)
    with pytest.raises(CommandError, match="File exists"):
        call_command("export_user", "alice", file, reason=REASON)
    with pytest.raises(CommandError, match="no user 'eve'"):
        call_command("export_user", "eve", tmp_path / "eve.zip", reason=REASON)
    assert AuditEntry.objects.count() == 1


def test_without_a_reason_no_file_is_left(alice: User, tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("export_user", "alice", tmp_path / "alice.zip", reason=" ")
    assert not list(tmp_path.iterdir())


def test_an_account_is_deleted_after_the_grace_period(alice: User, simon: User) -> None:
    call_command("delete_user", "alice", reason=REASON)
    deletion = AccountDeletion.objects.get(user=alice)
    assert deletion.due_at > deletion.requested_at
    assert AuditEntry.objects.get().action == "delete_user"
    with pytest.raises(CommandError, match="staff"):
        call_command("delete_user", "simon", reason=REASON)


def test_the_delete_button_of_django_is_gone(alice: User, ada: User) -> None:
    client = client_for(ada)
    assert client.get(f"/admin/accounts/user/{alice.id}/delete/").status_code == 403
    page = client.get(f"/admin/accounts/user/{alice.id}/moderate/").text
    assert "actions/delete_user/" in page
    assert "actions/export_user/" in page
