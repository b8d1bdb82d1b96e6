"""Authorizations of applications, and their revocation."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, DeviceGrant, Grant, RefreshToken

from accounts.models import User


@transaction.atomic
def authorizations_revoke(*, user: User, application: Application | None = None) -> int:
    """Revoke what ``application``, or any application if None, may do for ``user``.

    Returns the number of revoked tokens and codes.
    """
    # Not while an application is being given tokens for a code that is deleted here.
    User.objects.select_for_update(no_key=True).get(id=user.id)
    of = {"user": user} if application is None else {"user": user, "application": application}
    now = timezone.now()
    # In the order in which the library locks them.
    refreshes = RefreshToken.objects.filter(**of, revoked=None).update(revoked=now, updated=now)
    accesses, _ = AccessToken.objects.filter(**of).delete()
    grants, _ = Grant.objects.filter(**of).delete()
    devices = DeviceGrant.objects.filter(user=user)
    if application is not None:
        devices = devices.filter(client_id=application.client_id)
    answered, _ = devices.delete()
    return int(refreshes + accesses + grants + answered)


@transaction.atomic
def families_revoke(*, user: User, families: Iterable[UUID]) -> None:
    """Revoke the tokens of ``user`` that came from these codes, all refreshed ones, and the codes
    that were not used yet. The caller has locked the user.
    """
    ended = set(families)
    refreshes = RefreshToken.objects.filter(user=user, token_family__in=ended)
    access_ids = list(refreshes.values_list("access_token_id", flat=True))
    now = timezone.now()
    refreshes.filter(revoked=None).update(revoked=now, updated=now)
    AccessToken.objects.filter(id__in=access_ids).delete()
    codes = Grant.objects.filter(user=user).values_list("code", flat=True)
    Grant.objects.filter(code__in=[code for code in codes if family_of(code) in ended]).delete()


def family_of(code: str) -> UUID:
    """Return the family of the tokens that are given for a code. It does not reveal the code."""
    return UUID(bytes=hashlib.sha256(code.encode()).digest()[:16])


def lock_users(rows: QuerySet[Any]) -> None:
    """Lock the users of these rows until the end of the transaction."""
    list(User.objects.select_for_update(no_key=True).filter(pk__in=rows.values("user")))
