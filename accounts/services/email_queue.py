"""The queue of e-mails about accounts.

Users cannot decline them, so they do not go through the notifications.
"""

from __future__ import annotations

from accounts.models import OutgoingEmail, User
from core import database_clock
from core.task_wakeup import TaskWakeup

wakeup = TaskWakeup("accounts.tasks.emails")


def email_enqueue(*, kind: str, address: str, user: User | None = None) -> None:
    """Queue an e-mail, to be sent after the commit. Takes the same time for any address."""
    now = database_clock.now()
    OutgoingEmail.objects.create(
        kind=kind, address=address.lower(), user=user, created_at=now, due_at=now
    )
    wakeup.wake_on_commit()
