"""All reads of users and tokens."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from accounts.models import ApiToken, User


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
    unexpired = Q(expires_at=None) | Q(expires_at__gt=now)
    return (
        ApiToken.objects.select_related("user")
        .filter(unexpired, digest=digest, revoked_at=None, user__is_active=True)
        .first()
    )


def tokens_of(*, user: User) -> QuerySet[ApiToken]:
    """The tokens of ``user`` that are not revoked, newest first."""
    return ApiToken.objects.filter(user=user, revoked_at=None)


def operator_exists() -> bool:
    """Whether anybody may enter the admin with all rights."""
    return User.objects.filter(is_superuser=True).exists()
