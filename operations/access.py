"""Ends all access to all accounts, after a backup was restored."""

from __future__ import annotations

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from oauth2_provider.models import AccessToken, DeviceGrant, Grant, RefreshToken

from accounts.selectors import tokens_live
from games.models import CalendarFeed


@transaction.atomic
def access_end(*, keep_bots: bool = False, dry_run: bool = False) -> dict[str, int]:
    """End all tokens, authorizations of applications, sessions in browsers and calendar addresses.

    The database cannot know which of them were ended after the backup. With ``keep_bots``, the
    tokens of bot accounts remain; with ``dry_run``, everything does. Returns how many of each kind
    are ended.
    """
    tokens = tokens_live(timezone.now())
    if keep_bots:
        tokens = tokens.exclude(user__is_bot=True)
    refresh_tokens = RefreshToken.objects.all()
    others: dict[str, QuerySet[AccessToken | Grant | DeviceGrant | Session | CalendarFeed]] = {
        "access tokens of applications": AccessToken.objects.all(),
        "codes of applications": Grant.objects.all(),
        "codes of devices": DeviceGrant.objects.all(),
        "sessions in browsers": Session.objects.all(),
        "addresses of calendars": CalendarFeed.objects.all(),
    }
    counts = {
        "tokens of users": tokens.count(),
        "refresh tokens of applications": refresh_tokens.filter(revoked=None).count(),
        **{name: rows.count() for name, rows in others.items()},
    }
    if not dry_run:
        tokens.update(revoked_at=timezone.now())
        for rows in (refresh_tokens, *others.values()):
            rows.delete()
    return counts
