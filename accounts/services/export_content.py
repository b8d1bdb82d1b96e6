"""The parts of an export that accounts contribute. They contain no key and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.blocks import blocks_of
from accounts.documents import (
    application_document,
    session_document,
    token_document,
    user_document,
)
from accounts.models import ApiToken, OutgoingEmail, User
from accounts.personal_data import ExportFile
from accounts.scopes import SCOPES
from accounts.selectors import (
    applications_of,
    authorization_documents,
    authorizations_of,
    preferences_of,
)
from accounts.services.browser_sessions import sessions_of
from accounts.services.passkeys import passkeys_of

Rows = Iterator[dict[str, Any]]


def export_files_of(user: User) -> list[ExportFile]:
    """Return the files that this app adds to the export of a user."""
    return [
        ("profile", profile(user)),
        ("preferences", preferences(user)),
        ("tokens", tokens(user)),
        ("sessions", sessions(user)),
        ("passkeys", passkeys(user)),
        ("applications", map(application_document, applications_of(user=user).iterator())),
        ("authorizations", authorizations(user)),
        ("blocks", blocked(user)),
        ("mail", mail(user)),
    ]


def profile(user: User) -> Rows:
    """Yield the account, as its user sees it."""
    document = user_document(user, scopes=frozenset(SCOPES), now=timezone.now())
    yield {**document, "last_login": user.last_login}


def preferences(user: User) -> Rows:
    """Yield the preferences of the user."""
    wishes = preferences_of([user.id])[user.id]
    fields = [field for field in wishes._meta.concrete_fields if not field.is_relation]
    yield {field.name: field.value_from_object(wishes) for field in fields}


def tokens(user: User) -> Rows:
    """Return all tokens, including expired and revoked ones."""
    for token in ApiToken.objects.filter(user=user).iterator():
        yield {**token_document(token), "revoked_at": token.revoked_at}


def sessions(user: User) -> Rows:
    """Yield the browsers in which the user is logged in."""
    for session in sessions_of(user=user, now=timezone.now()).iterator():
        yield session_document(session)


def passkeys(user: User) -> Rows:
    """Yield the passkeys of the user, without their keys."""
    yield from passkeys_of(user=user).values("name", "created_at", "last_used_at").iterator()


def authorizations(user: User) -> Rows:
    """Yield the applications that the user has authorized."""
    now = timezone.now()
    yield from authorization_documents(authorizations_of(user=user, now=now), user=user, now=now)


def blocked(user: User) -> Rows:
    """Yield the users that the user blocks."""
    for block in blocks_of(user=user).iterator():
        yield {"username": block.blocked.username, "created_at": block.created_at}


def mail(user: User) -> Rows:
    """Return the e-mails to the user, sent and waiting."""
    mine = Q(user=user)
    if user.email:
        mine |= Q(address=user.email)
    for email in OutgoingEmail.objects.filter(mine).order_by("created_at").iterator():
        yield {
            "kind": email.kind,
            "address": email.address,
            "created_at": email.created_at,
            "sent_at": email.sent_at,
        }
