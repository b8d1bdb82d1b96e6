"""How long what is kept of people is kept: docs/privacy.md says what each is for."""

from __future__ import annotations

from citadels.settings.parts.environment import env

DELETION_GRACE_DAYS = env.int("DELETION_GRACE_DAYS", default=14)
"""Between the wish to have an account deleted and its deletion: it can be taken back."""
EXPORT_RETENTION_DAYS = env.int("EXPORT_RETENTION_DAYS", default=7)
"""That an export can be fetched."""
EXPORT_EVERY_HOURS = env.int("EXPORT_EVERY_HOURS", default=24)
"""Before a user may ask for another export."""
EMAIL_RETENTION_DAYS = env.int("EMAIL_RETENTION_DAYS", default=7)
"""Mail about accounts, with the address it went to."""
PENDING_EMAIL_RETENTION_DAYS = env.int("PENDING_EMAIL_RETENTION_DAYS", default=30)
"""Addresses that nobody has verified."""
TOKEN_RETENTION_DAYS = env.int("TOKEN_RETENTION_DAYS", default=90)
"""Tokens that open nothing any more."""
IDEMPOTENCY_KEY_RETENTION_DAYS = env.int("IDEMPOTENCY_KEY_RETENTION_DAYS", default=14)
"""Replies kept under an Idempotency-Key."""
REMINDER_RETENTION_DAYS = env.int("REMINDER_RETENTION_DAYS", default=30)
"""That a player was reminded of a deadline, after it."""
FAILURE_RETENTION_DAYS = env.int("FAILURE_RETENTION_DAYS", default=90)
"""Tracebacks of failed attempts at a match."""
OUTAGE_RETENTION_DAYS = env.int("OUTAGE_RETENTION_DAYS", default=365)
"""Outages that ended before the clock of any running match began to run."""
INVITATION_RETENTION_DAYS = env.int("INVITATION_RETENTION_DAYS", default=90)
"""Invitations and offers of seats that were answered, or came to nothing."""
FINGERPRINT_SALT_DAYS = env.int("FINGERPRINT_SALT_DAYS", default=30)
"""The life of the key under which addresses and devices are noted; after it none is known again."""
FINGERPRINT_RETENTION_DAYS = env.int("FINGERPRINT_RETENTION_DAYS", default=60)
"""Addresses and devices, as keyed hashes."""
REPORT_RETENTION_DAYS = env.int("REPORT_RETENTION_DAYS", default=365)
"""Reports and appeals, once they are closed."""
