"""Issues and revokes tokens."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import Access
from accounts.errors import TokenNotFound
from accounts.keys import TOKEN_MARK, key_digest, key_make
from accounts.models import TOKEN_PREFIX_LENGTH, ApiToken, User
from accounts.scopes import SCOPES, scope_text
from accounts.selectors import tokens_of
from core.backends.refusals import optional_write
from core.errors import Invalid, PermissionDenied

# A token that is used all day is written once a minute, not at each request.
LAST_USED_INTERVAL = timedelta(minutes=1)


class IssuedToken(NamedTuple):
    """A new token and its text, which is not stored."""

    token: ApiToken
    text: str


@transaction.atomic
def token_issue(
    *,
    user: User,
    name: str = "",
    scopes: Iterable[str] | None = None,
    expires_at: datetime | None = None,
    fingerprinted: bool = True,
) -> IssuedToken:
    """Issue a token, with all scopes if none are named. Its text cannot be read again later.

    ``sighted`` says that a log-in issues it, whose address is recorded already. Raises Invalid if
    ``expires_at`` is in the past.
    """
    if expires_at is not None and expires_at <= timezone.now():
        raise Invalid.field("/expires_at", "past", _("A token cannot expire in the past."))
    text = key_make(TOKEN_MARK)
    token = ApiToken.objects.create(
        user=user,
        name=name or "unnamed",
        prefix=text[:TOKEN_PREFIX_LENGTH],
        scope=scope_text(SCOPES if scopes is None else scopes),
        digest=key_digest(text),
        fingerprinted_at=timezone.now() if fingerprinted else None,
        expires_at=expires_at,
    )
    return IssuedToken(token, text)


def token_issue_from(
    *, access: Access, name: str, scopes: Iterable[str] | None, expires_at: datetime | None
) -> IssuedToken:
    """Issue a token with the rights of another one or fewer, and no longer lifetime. Where it is
    used is recorded at its first use.

    Raises PermissionDenied if the token is an application's, and Invalid if the new one would grant
    more.
    """
    if access.token is None:
        # It would remain after the user has revoked the authorization of the application.
        raise PermissionDenied(
            _("Only you can create tokens. An application cannot create them for you.")
        )
    wanted = access.scopes if scopes is None else set(scopes)
    if beyond := sorted(wanted - access.scopes):
        detail = _("This token does not have these scopes itself: %(scopes)s.") % {
            "scopes": ", ".join(beyond)
        }
        raise Invalid.field("/scopes", "beyond_yours", detail)
    expires_at = expires_at or access.expires_at
    if expires_at and access.expires_at and expires_at > access.expires_at:
        detail = _("A token cannot create another token that expires later than itself.")
        raise Invalid.field("/expires_at", "beyond_yours", detail)
    return token_issue(
        user=access.user, name=name, scopes=wanted, expires_at=expires_at, fingerprinted=False
    )


@transaction.atomic
def token_revoke(*, user: User, token_id: UUID) -> None:
    """Revoke a user's token. Raises TokenNotFound if there is no such live token."""
    now = timezone.now()
    if not tokens_of(user=user, now=now).filter(id=token_id).update(revoked_at=now):
        raise TokenNotFound


@transaction.atomic
def tokens_revoke(*, user: User, keep: ApiToken | None = None) -> int:
    """Revoke all tokens of ``user`` except ``keep``. Returns their number."""
    now = timezone.now()
    tokens = tokens_of(user=user, now=now)
    if keep is not None:
        tokens = tokens.exclude(id=keep.id)
    return tokens.update(revoked_at=now)


def token_mark_used(*, token: ApiToken, now: datetime) -> None:
    """Record that ``token`` was used, at most once a minute."""
    stale = now - LAST_USED_INTERVAL
    if token.last_used_at is not None and token.last_used_at > stale:
        return
    # The database checks the condition again: of several concurrent requests, one writes.
    unnoted = Q(last_used_at=None) | Q(last_used_at__lte=stale)
    with optional_write("The use of a token"):
        ApiToken.objects.filter(unnoted, id=token.id).update(last_used_at=now)
