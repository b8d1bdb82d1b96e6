"""The audit log in the admin: moderators can read it, and nobody can change it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import staff
from games.models import BulkAction
from moderation.models import Action, AuditEntry
from moderation.services.audit import audit


@pytest.mark.parametrize("model", ["moderation_auditentry", "games_bulkaction"])
def test_moderators_read_the_log_and_nobody_changes_it(
    model: str, maya: User, ada: User, otto: User, client: Client
) -> None:
    staff.games_pause(by=ada, reason="Insults.")
    audit(by=ada, action=Action.BAN_USER, reason="Insults.", user=otto.id)
    rows: dict[str, Any] = {"games_bulkaction": BulkAction, "moderation_auditentry": AuditEntry}
    pages = [
        reverse(f"admin:{model}_changelist"),
        reverse(f"admin:{model}_change", args=[rows[model].objects.get().pk]),
    ]
    for user, status in ((maya, 200), (ada, 200), (otto, 403)):
        client.force_login(user)
        for page in pages:
            reply = client.get(page)
            assert reply.status_code == status
            assert ("Insults." in reply.text) is (status == 200)
    client.force_login(ada)
    assert client.post(pages[1], {"reason": "Praise."}).status_code == 403
    delete = reverse(f"admin:{model}_delete", args=[rows[model].objects.get().pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
