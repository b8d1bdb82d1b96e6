"""All reads of users and tokens."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import ApiToken, Preferences, User


def username_taken(username: str) -> bool:
    """Whether a user has this name, in any case."""
    return User.objects.alias(name=Lower("username")).filter(name=username.lower()).exists()


def email_taken(email: str) -> bool:
    """Whether a user has this address, in any case; nobody has the empty one."""
    if not email:
        return False
    return User.objects.alias(address=Lower("email")).filter(address=email.lower()).exists()


def token_live(*, digest: str, now: datetime) -> ApiToken | None:
    """The token with this digest, with its user, if it opens anything at ``now``."""
    live = tokens_live(now).select_related("user")
    return live.filter(digest=digest, user__is_active=True).first()


def tokens_of(*, user: User, now: datetime) -> QuerySet[ApiToken]:
    """The live tokens of ``user``, newest first."""
    return tokens_live(now).filter(user=user)


def tokens_live(now: datetime) -> QuerySet[ApiToken]:
    """The tokens that are neither revoked nor expired."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=now)
    return ApiToken.objects.filter(unexpired, revoked_at=None)


def operator_exists() -> bool:
    """Whether anybody may enter the admin with all rights."""
    return User.objects.filter(is_superuser=True).exists()


def preferences_of(user_ids: Iterable[UUID]) -> dict[UUID, Preferences]:
    """How each of these users wishes to be treated; the defaults for who has never said."""
    ids = set(user_ids)
    said = Preferences.objects.in_bulk(ids)
    return {user_id: said.get(user_id) or Preferences(user_id=user_id) for user_id in ids}
