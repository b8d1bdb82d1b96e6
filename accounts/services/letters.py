"""Mail about accounts is ordered here, and sent by a worker.

Nobody can decline it, so it does not pass through the notifications.
"""

from __future__ import annotations

from accounts.models import Letter, User
from citadels.doorbell import Doorbell

bell = Doorbell("accounts.tasks.letters", expires=60)


def letter_order(*, kind: str, address: str, user: User | None = None) -> None:
    """Have a letter sent, once the transaction is stored. The work is the same for any address."""
    Letter.objects.create(kind=kind, address=address.lower(), user=user)
    bell.ring_on_commit()
