"""Deletes old rows of accounts. docs/privacy.md lists the retention periods."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from oauth2_provider.models import AccessToken, clear_expired

from accounts.models import ApiToken, OutgoingEmail, PendingEmail
from accounts.services.admin_log import admin_log_delete
from accounts.services.applications import UNUSED, applications_purge
from accounts.services.browser_sessions import sessions_purge
from accounts.services.deletions import guests_purge
from accounts.services.device_grants import device_grants_purge
from accounts.services.exports import exports_purge
from accounts.services.fingerprints import fingerprints_purge


def expired_purge(*, now: datetime) -> None:
    """Delete what is past its retention period: e-mails, unverified addresses, tokens, codes,
    sessions, exports, fingerprints, idle guests, unused applications, and names
    of deleted objects in the admin log.
    """
    emails, pending, tokens = (
        now - timedelta(days=days)
        for days in (
            settings.EMAIL_RETENTION_DAYS,
            settings.PENDING_EMAIL_RETENTION_DAYS,
            settings.TOKEN_RETENTION_DAYS,
        )
    )
    OutgoingEmail.objects.filter(created_at__lt=emails).delete()
    PendingEmail.objects.filter(created_at__lt=pending).delete()
    ApiToken.objects.filter(revoked_at__lt=tokens).delete()
    ApiToken.objects.filter(expires_at__lt=tokens).delete()
    Session.objects.filter(expire_date__lt=now).delete()
    sessions_purge()
    exports_purge(now=now)
    fingerprints_purge(now=now)
    guests_purge(now=now)
    # The library deletes those without a refresh token only.
    AccessToken.objects.filter(refresh_token__revoked__isnull=False, expires__lt=now).delete()
    clear_expired()
    device_grants_purge(now=now)
    applications_purge(older_than=now - UNUSED)
    admin_log_delete()
