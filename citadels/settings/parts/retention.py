"""Retention periods of personal data: docs/privacy.md gives the purpose of each."""

from __future__ import annotations

from citadels.settings.parts.environment import env

DELETION_GRACE_DAYS = env.int("DELETION_GRACE_DAYS", default=14)
"""Days between the request to delete an account and its deletion, which can be withdrawn until
then.
"""
GUEST_RETENTION_DAYS = env.int("GUEST_RETENTION_DAYS", default=30)
"""Guests, after their browser was here for the last time."""
EXPORT_RETENTION_DAYS = env.int("EXPORT_RETENTION_DAYS", default=7)
"""Days for which an export can be downloaded."""
EXPORT_EVERY_HOURS = env.int("EXPORT_EVERY_HOURS", default=24)
"""Hours before a user may request another export."""
EMAIL_RETENTION_DAYS = env.int("EMAIL_RETENTION_DAYS", default=7)
"""E-mails about accounts, with their addresses."""
PENDING_EMAIL_RETENTION_DAYS = env.int("PENDING_EMAIL_RETENTION_DAYS", default=30)
"""Unverified addresses."""
TOKEN_RETENTION_DAYS = env.int("TOKEN_RETENTION_DAYS", default=90)
"""Expired and revoked tokens."""
IDEMPOTENCY_KEY_RETENTION_DAYS = env.int("IDEMPOTENCY_KEY_RETENTION_DAYS", default=14)
"""Replies stored under an Idempotency-Key."""
REMINDER_RETENTION_DAYS = env.int("REMINDER_RETENTION_DAYS", default=30)
"""Sent reminders, after the deadline."""
FAILURE_RETENTION_DAYS = env.int("FAILURE_RETENTION_DAYS", default=90)
"""Tracebacks of failed attempts at a game."""
OUTAGE_RETENTION_DAYS = env.int("OUTAGE_RETENTION_DAYS", default=365)
"""Outages that ended before the clock of any running game began to run."""
INVITATION_RETENTION_DAYS = env.int("INVITATION_RETENTION_DAYS", default=90)
"""Answered or expired invitations and offers of seats."""
FINGERPRINT_SALT_DAYS = env.int("FINGERPRINT_SALT_DAYS", default=30)
"""Days for which fingerprints have the same key. Later ones cannot be compared with them."""
FINGERPRINT_RETENTION_DAYS = env.int("FINGERPRINT_RETENTION_DAYS", default=60)
"""Fingerprints: keyed hashes of addresses and devices."""
ANALYSIS_RETENTION_DAYS = env.int("ANALYSIS_RETENTION_DAYS", default=365)
"""Analyses and hints, after they were requested."""
PICTURE_LINK_DAYS = env.int("PICTURE_LINK_DAYS", default=30)
"""Days for which the signed address of a picture shows the game. Nothing is stored."""
REPORT_RETENTION_DAYS = env.int("REPORT_RETENTION_DAYS", default=365)
"""Closed reports and appeals."""
USER_NOTE_RETENTION_DAYS = env.int("USER_NOTE_RETENTION_DAYS", default=365)
"""Notes of moderators on users."""
