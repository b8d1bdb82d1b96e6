"""Authorizations of applications, and their revocation."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.errors import AuthorizationNotFound
from accounts.models import User


@transaction.atomic
def authorizations_revoke(*, user: User, application: Application | None = None) -> int:
    """Revoke what ``application``, or any application if None, may do for ``user``.

    Returns the number of revoked tokens.
    """
    of = {"user": user} if application is None else {"user": user, "application": application}
    now = timezone.now()
    # In the order in which the library locks them.
    refreshes = RefreshToken.objects.filter(**of, revoked=None).update(revoked=now, updated=now)
    accesses, _ = AccessToken.objects.filter(**of).delete()
    grants, _ = Grant.objects.filter(**of).delete()
    return int(refreshes + accesses + grants)


def authorization_revoke(*, user: User, client_id: str) -> None:
    """Revoke what an application may do for ``user``. Raises AuthorizationNotFound."""
    application = Application.objects.filter(client_id=client_id).first()
    if application is None or not authorizations_revoke(user=user, application=application):
        raise AuthorizationNotFound
