"""Mail about accounts is ordered here, and sent by a worker.

Nobody can decline it, so it does not pass through the notifications.
"""

from __future__ import annotations

from accounts.models import Letter, User
from core import database_clock
from core.task_wakeup import Doorbell

bell = Doorbell("accounts.tasks.letters")


def letter_order(*, kind: str, address: str, user: User | None = None) -> None:
    """Have a letter sent, once the transaction is stored. The work is the same for any address."""
    now = database_clock.now()
    Letter.objects.create(kind=kind, address=address.lower(), user=user, created_at=now, due_at=now)
    bell.ring_on_commit()
