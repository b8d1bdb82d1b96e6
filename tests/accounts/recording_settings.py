"""Settings of the processes that test_hashing starts: each hash is recorded."""

from __future__ import annotations

from citadels.settings.dev import *  # noqa: F403
from citadels.settings.dev import PASSWORD_HASHERS

PASSWORD_HASHERS = ["tests.accounts.recording.RecordingHasher", *PASSWORD_HASHERS[1:]]
