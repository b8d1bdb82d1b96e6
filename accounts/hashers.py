"""Password hashers (PASSWORD_HASHERS)."""

from __future__ import annotations

import os
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import BasePasswordHasher, PBKDF2PasswordHasher
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from accounts.keys import key_digest
from core.errors import Busy
from core.slots import take_free_slot


class LimitedPasswordHasher(PBKDF2PasswordHasher):
    """Django's PBKDF2, limited to MAX_CONCURRENT_PASSWORD_HASHES at once on this machine.

    Without the limit, a few log-ins at once would take all CPUs from everybody else.
    """

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash a password. Raises Busy at once if too many are being hashed."""
        slot = take_slot()
        try:
            return super().encode(password, salt, iterations)
        finally:
            os.close(slot)


def take_slot() -> int:
    """Lock one of the machine's hashing slots; the caller closes the file to free it.

    Raises Busy if all slots are taken.
    """
    slots = settings.MAX_CONCURRENT_PASSWORD_HASHES
    if (slot := take_free_slot(settings.VAR_DIR / "hashing", "slot", slots)) is None:
        raise Busy(_("The service is busy checking passwords. Try again in a second."))
    return slot


class KeyHasher(BasePasswordHasher):
    """Hashes secrets with 256 random bits, such as those of applications.

    Nobody can guess them, so neither a salt nor a slow hash would make them safer.
    """

    algorithm = "sha256_key"

    def encode(self, password: str, salt: str) -> str:
        return f"{self.algorithm}${key_digest(password)}"

    def verify(self, password: str, encoded: str) -> bool:
        return constant_time_compare(self.encode(password, ""), encoded)

    def decode(self, encoded: str) -> dict[str, Any]:
        algorithm, _, digest = encoded.partition("$")
        return {"algorithm": algorithm, "hash": digest, "salt": ""}

    def safe_summary(self, encoded: str) -> dict[Any, Any]:
        return {"algorithm": self.algorithm}

    def harden_runtime(self, password: str, encoded: str) -> None:
        """Do nothing: the work is the same for every secret."""
