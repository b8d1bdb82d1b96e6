"""All reads of users and tokens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from itertools import combinations
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When
from django.db.models.functions import Lower
from oauth2_provider.models import AccessToken, Application, RefreshToken

from accounts.access import Access
from accounts.errors import Muted
from accounts.models import (
    AccountDeletion,
    AccountExport,
    ApiToken,
    ClientFingerprint,
    FingerprintKind,
    PendingEmail,
    Preferences,
    User,
)
from accounts.names import FoldedName, fold_name
from accounts.scopes import scope_text
from core.errors import Banned
from core.paths import API_V1
from core.raw_rows import JoinedModels

PERSONAL, APPLICATION = "personal", "application"
SELF_REGISTERED = Application.RegistrationSource.DCR


def is_self_registered(application: Application) -> bool:
    """True if the application was not registered by a person, so that nobody knows who made it."""
    return bool(application.registration_source != Application.RegistrationSource.MANUAL)


def is_of_service(application: Application) -> bool:
    """True if operators registered the application as part of this service: nobody owns it."""
    return application.user_id is None and not is_self_registered(application)


def is_username_taken(username: str, *, besides: UUID | None = None) -> bool:
    """True if a user, ``besides`` this one, has a name that looks like this one."""
    alike = User.objects.alias(folded=FoldedName("username")).filter(folded=fold_name(username))
    return (alike.exclude(id=besides) if besides else alike).exists()


def is_email_taken(email: str) -> bool:
    """True if a user has this address, in any case. Always False for the empty address."""
    return email_owner(email) is not None


def email_owner(email: str) -> User | None:
    """Return the user with this verified address, in any case."""
    if not email:
        return None
    return User.objects.alias(address=Lower("email")).filter(address=email.lower()).first()


def email_pending(user: User) -> str | None:
    """Return the address that waits for verification, or None."""
    return PendingEmail.objects.filter(user=user).values_list("address", flat=True).first()


def export_of(*, user: User) -> AccountExport | None:
    """Return the user's newest export, or None."""
    return AccountExport.objects.filter(user=user).first()


def deletion_of(*, user: User) -> AccountDeletion | None:
    """Return the user's requested deletion, or None."""
    return AccountDeletion.objects.filter(user=user).first()


def is_deleted_user(user: User) -> bool:
    """True if the account is deleted, or its deletion has begun and cannot be withdrawn."""
    return AccountDeletion.objects.filter(user=user, begun_at__isnull=False).exists()


def operator_exists() -> bool:
    """True if there is an active superuser."""
    return User.objects.filter(is_superuser=True).exists()


def preferences_of(user_ids: Iterable[UUID]) -> dict[UUID, Preferences]:
    """Return the preferences of these users, with the defaults for users who have none."""
    ids = set(user_ids)
    said = Preferences.objects.in_bulk(ids)
    return {user_id: said.get(user_id) or Preferences(user_id=user_id) for user_id in ids}


# --- bans ----------------------------------------------------------------------------------------


def is_user_banned(user: User, *, now: datetime) -> bool:
    """True if ``user`` is banned at ``now``."""
    return user.banned_until is not None and user.banned_until > now


def ban_check(user: User, *, now: datetime) -> None:
    """Raise Banned if the user is banned."""
    if user.banned_until is not None and is_user_banned(user, now=now):
        raise Banned(until=user.banned_until, reason=user.ban_reason)


def is_user_muted(user: User, *, now: datetime) -> bool:
    """True if ``user`` may not write messages at ``now``."""
    return user.muted_until is not None and user.muted_until > now


def mute_check(user: User, *, now: datetime) -> None:
    """Raise Muted if the user may not write messages."""
    if user.muted_until is not None and is_user_muted(user, now=now):
        raise Muted(until=user.muted_until, reason=user.mute_reason)


# --- where users come from: for moderators only, and never in the API --------------------------

STRONGEST_KINDS = (
    FingerprintKind.DEVICE,
    FingerprintKind.ADDRESS,
    FingerprintKind.PROGRAM,
    FingerprintKind.NETWORK,
)
FINGERPRINTS_READ = 1000


@dataclass(frozen=True, slots=True)
class SharedFingerprint:
    """Two users came from the same address, network or device."""

    users: tuple[UUID, UUID]
    kind: str
    since: datetime
    """When the later of the two was first seen there."""
    last: datetime
    """When both had last been seen there."""


def fingerprints_shared(user_ids: Iterable[UUID]) -> list[SharedFingerprint]:
    """Return the fingerprints that any two of these users share, each pair and kind once."""
    seen: dict[tuple[str, str], list[ClientFingerprint]] = {}
    for one in _strongest(ClientFingerprint.objects.filter(user__in=set(user_ids))):
        seen.setdefault((one.kind, one.keyed_hash), []).append(one)
    pairs = (
        pair
        for same in seen.values()
        for pair in combinations(sorted(same, key=lambda each: each.user_id), 2)
    )
    return sorted(_merged(pairs), key=lambda shared: (shared.users, shared.kind))


def fingerprints_shared_by(user: User, *, excluding: Q) -> list[SharedFingerprint]:
    """Return the fingerprints that other users share with ``user``, who is the first of each pair.

    ``excluding`` selects fingerprints to leave out. At most the ``FINGERPRINTS_READ`` newest of the
    user, and of the others, are read; those of others with the strongest kinds first.
    """
    own = ClientFingerprint.objects.filter(user=user)[:FINGERPRINTS_READ]
    by_hash = {one.keyed_hash: one for one in _strongest(own)}
    strength = Case(*(When(kind=kind, then=n) for n, kind in enumerate(STRONGEST_KINDS)))
    others = ClientFingerprint.objects.filter(keyed_hash__in=list(by_hash)).exclude(user=user)
    others = others.exclude(excluding).order_by(strength, "-last_at")[:FINGERPRINTS_READ]
    return list(_merged((by_hash[one.keyed_hash], one) for one in others))


def _strongest(fingerprints: Iterable[ClientFingerprint]) -> list[ClientFingerprint]:
    """Return fingerprints without the programs of users whose clients have sent ids of devices."""
    known = list(fingerprints)
    with_device = {one.user_id for one in known if one.kind == FingerprintKind.DEVICE}
    return [
        one
        for one in known
        if one.kind != FingerprintKind.PROGRAM or one.user_id not in with_device
    ]


def _merged(
    pairs: Iterable[tuple[ClientFingerprint, ClientFingerprint]],
) -> Iterable[SharedFingerprint]:
    """Return what each two users share, each kind once, in the order of ``pairs``."""
    found: dict[tuple[UUID, UUID, str], SharedFingerprint] = {}
    for one, two in pairs:
        since, last = max(one.first_at, two.first_at), min(one.last_at, two.last_at)
        key = (one.user_id, two.user_id, one.kind)
        if before := found.get(key):
            since, last = min(since, before.since), max(last, before.last)
        found[key] = SharedFingerprint(key[:2], one.kind, since, last)
    return found.values()


# --- tokens --------------------------------------------------------------------------------------


def tokens_of(*, user: User, now: datetime) -> QuerySet[ApiToken]:
    """Return the user's live tokens, newest first."""
    return tokens_live(now).filter(user=user)


def tokens_live(now: datetime) -> QuerySet[ApiToken]:
    """Return the tokens that are neither revoked nor expired."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=now)
    return ApiToken.objects.filter(unexpired, revoked_at=None)


def access_personal(*, now: datetime, **which: Any) -> Access | None:
    """Return what the token of a user grants at ``now``, or None. ``which`` is one unique column of
    the token and its value.
    """
    ((column, value),) = which.items()
    field = ApiToken._meta.get_field(column)
    key = field.get_db_prep_value(value, connection)  # type: ignore[union-attr]
    rows = token_tables().fetch(token_sql(column), key, now)
    if not rows:
        return None
    token, token.user = rows[0]
    name = f"{PERSONAL}:{token.id}"
    return Access(token.user, frozenset(token.scopes), name, token.expires_at, token)


@cache
def token_tables() -> JoinedModels:
    """Return the tables of a token and its user, for one statement."""
    return JoinedModels(t=(ApiToken, ()), u=(User, ()))


def token_sql(column: str) -> str:
    """Return the SELECT for a live token of an active user.

    Raw SQL, since every request waits for it, and the ORM takes ten times as long to compile it as
    the database to answer.
    """
    return (
        f"SELECT {token_tables().columns} FROM accounts_apitoken t "
        f'JOIN accounts_user u ON u.id = t.user_id WHERE t."{column}" = %s AND u.is_active '
        "AND t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > %s)"
    )


def access_application(*, now: datetime, **which: Any) -> Access | None:
    """Return what the token of an application grants for a user, or None. ``which`` are fields of
    it.
    """
    live = AccessToken.objects.filter(expires__gt=now, user__is_active=True)
    token = live.select_related("user").filter(**which).first()
    # It may have been requested for another server than this one (RFC 8707).
    if token is None or not token.allows_audience(settings.PUBLIC_URL + API_V1):
        return None
    name = f"{APPLICATION}:{token.pk}"
    return Access(token.user, frozenset(token.scope.split()), name, token.expires)


def access_by_name(name: str, *, now: datetime) -> Access | None:
    """Return what the token with this name grants at ``now``, or None."""
    kind, _, key = name.partition(":")
    if kind == PERSONAL:
        return access_personal(now=now, id=UUID(key))
    return access_application(now=now, id=key)


# --- applications --------------------------------------------------------------------------------


def applications_of(*, user: User) -> QuerySet[Application]:
    """Return the applications that ``user`` has registered."""
    return Application.objects.filter(user=user)


def authorizations_of(*, user: User, now: datetime) -> QuerySet[Application]:
    """Return the applications that ``user`` has authorized, at ``now``."""
    live = refreshes_live(user=user, now=now)
    return Application.objects.filter(
        Exists(live.filter(application=OuterRef("pk")))
    ).select_related("user")


def authorization_documents(
    applications: Iterable[Application], *, user: User, now: datetime
) -> list[dict[str, Any]]:
    """Return what each of these applications may do for ``user``."""
    live = refreshes_live(user=user, now=now).select_related("access_token")
    tokens: dict[int, list[Any]] = {application.pk: [] for application in applications}
    for token in live.filter(application__in=tokens):
        tokens[token.application_id].append(token)
    return [
        {
            "client_id": application.client_id,
            "name": application.name,
            "owner": application.user and application.user.username,
            "self_registered": is_self_registered(application),
            "scopes": scope_text(
                scope for token in held for scope in token.access_token.scope.split()
            ).split(),
            "since": min(token.created for token in held),
        }
        for application in applications
        if (held := tokens[application.pk])
    ]


def scopes_authorized(*, user: User, application: Application, now: datetime) -> frozenset[str]:
    """Return the scopes that ``application`` has for ``user``, by all its live tokens together."""
    live = refreshes_live(user=user, now=now).filter(application=application)
    texts = live.values_list("access_token__scope", flat=True)
    return frozenset(scope for text in texts for scope in text.split())


def refreshes_live(*, user: User, now: datetime) -> QuerySet[RefreshToken]:
    """Return the live refresh tokens for ``user``. Every authorized application has one."""
    life = timedelta(seconds=settings.OAUTH2_PROVIDER["REFRESH_TOKEN_EXPIRE_SECONDS"])
    return RefreshToken.objects.filter(
        user=user, revoked=None, access_token__expires__gt=now - life
    )
