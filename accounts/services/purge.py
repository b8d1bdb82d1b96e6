"""Forgetting what nobody will ask for again: docs/privacy.md has the table of the periods."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from oauth2_provider.models import clear_expired

from accounts.models import ApiToken, EmailClaim, Letter
from accounts.services.admin_log import admin_log_forget
from accounts.services.exports import exports_forget
from accounts.services.fingerprints import sightings_forget


def old_purge(*, now: datetime) -> None:
    """Delete old letters, claims that nobody verified, tokens and sessions that open nothing any
    more, exports that can no longer be fetched, hints, and what the log of the admin calls things
    that are gone.
    """
    letters, claims, tokens = (
        now - timedelta(days=days)
        for days in (
            settings.LETTERS_KEPT_DAYS,
            settings.CLAIMS_KEPT_DAYS,
            settings.TOKENS_KEPT_DAYS,
        )
    )
    Letter.objects.filter(created_at__lt=letters).delete()
    EmailClaim.objects.filter(created_at__lt=claims).delete()
    ApiToken.objects.filter(revoked_at__lt=tokens).delete()
    ApiToken.objects.filter(expires_at__lt=tokens).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    exports_forget(now=now)
    sightings_forget(now=now)
    clear_expired()
    admin_log_forget()
