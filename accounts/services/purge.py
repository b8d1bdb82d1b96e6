"""Forgetting what nobody will ask for again."""

from __future__ import annotations

from datetime import datetime, timedelta

from oauth2_provider.models import clear_expired

from accounts.models import ApiToken, EmailClaim, Letter

LETTERS_KEPT = timedelta(days=7)
CLAIMS_KEPT = timedelta(days=30)
TOKENS_KEPT = timedelta(days=90)


def old_purge(*, now: datetime) -> None:
    """Delete old letters, claims that nobody verified, and tokens that open nothing any more."""
    Letter.objects.filter(created_at__lt=now - LETTERS_KEPT).delete()
    EmailClaim.objects.filter(created_at__lt=now - CLAIMS_KEPT).delete()
    ApiToken.objects.filter(revoked_at__lt=now - TOKENS_KEPT).delete()
    ApiToken.objects.filter(expires_at__lt=now - TOKENS_KEPT).delete()
    clear_expired()
