"""How long what is kept of people is kept: docs/privacy.md says what each is for."""

from __future__ import annotations

from citadels.settings.parts.environment import env

DELETION_GRACE_DAYS = env.int("DELETION_GRACE_DAYS", default=14)
"""Between the wish to have an account deleted and its deletion: it can be taken back."""
EXPORTS_KEPT_DAYS = env.int("EXPORTS_KEPT_DAYS", default=7)
"""That an export can be fetched."""
EXPORT_EVERY_HOURS = env.int("EXPORT_EVERY_HOURS", default=24)
"""Before a user may ask for another export."""
LETTERS_KEPT_DAYS = env.int("LETTERS_KEPT_DAYS", default=7)
"""Mail about accounts, with the address it went to."""
CLAIMS_KEPT_DAYS = env.int("CLAIMS_KEPT_DAYS", default=30)
"""Addresses that nobody has verified."""
TOKENS_KEPT_DAYS = env.int("TOKENS_KEPT_DAYS", default=90)
"""Tokens that open nothing any more."""
KEYS_KEPT_DAYS = env.int("KEYS_KEPT_DAYS", default=14)
"""Replies kept under an Idempotency-Key."""
REMINDERS_KEPT_DAYS = env.int("REMINDERS_KEPT_DAYS", default=30)
"""That a player was reminded of a deadline, after it."""
FAILURES_KEPT_DAYS = env.int("FAILURES_KEPT_DAYS", default=90)
"""Tracebacks of failed attempts at a match."""
DOWNTIMES_KEPT_DAYS = env.int("DOWNTIMES_KEPT_DAYS", default=365)
"""Outages that ended before the clock of any running match began to run."""
INVITATIONS_KEPT_DAYS = env.int("INVITATIONS_KEPT_DAYS", default=90)
"""Invitations and offers of seats that were answered, or came to nothing."""
HINT_KEY_DAYS = env.int("HINT_KEY_DAYS", default=30)
"""The life of the key under which addresses and devices are noted; after it none is known again."""
HINTS_KEPT_DAYS = env.int("HINTS_KEPT_DAYS", default=60)
"""Addresses and devices, as keyed hashes."""
REPORTS_KEPT_DAYS = env.int("REPORTS_KEPT_DAYS", default=365)
"""Reports and appeals, once they are closed."""
