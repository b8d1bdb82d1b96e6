"""The parts of an export that accounts contribute. They contain no key and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.utils import timezone

from accounts.blocks import blocks_of
from accounts.documents import application_document, token_document, user_document
from accounts.models import ApiToken, OutgoingEmail, User
from accounts.personal_data import ExportFile
from accounts.scopes import SCOPES
from accounts.selectors import (
    applications_of,
    authorization_documents,
    authorizations_of,
    preferences_of,
)

Rows = Iterator[dict[str, Any]]


def export_files_of(user: User) -> list[ExportFile]:
    return [
        ("profile", profile(user)),
        ("preferences", preferences(user)),
        ("tokens", tokens(user)),
        ("applications", map(application_document, applications_of(user=user).iterator())),
        ("authorizations", authorizations(user)),
        ("blocks", blocked(user)),
        ("mail", mail(user)),
    ]


def profile(user: User) -> Rows:
    document = user_document(user, scopes=frozenset(SCOPES), now=timezone.now())
    yield {**document, "last_login": user.last_login}


def preferences(user: User) -> Rows:
    wishes = preferences_of([user.id])[user.id]
    yield {
        "language": wishes.language,
        "time_zone": wishes.time_zone,
        "quiet_from": wishes.quiet_from,
        "quiet_to": wishes.quiet_to,
        "digest_hour": wishes.digest_hour,
        "play_by_mail": wishes.play_by_mail,
    }


def tokens(user: User) -> Rows:
    """Return all tokens, including expired and revoked ones."""
    for token in ApiToken.objects.filter(user=user).iterator():
        yield {**token_document(token), "revoked_at": token.revoked_at}


def authorizations(user: User) -> Rows:
    now = timezone.now()
    yield from authorization_documents(authorizations_of(user=user, now=now), user=user, now=now)


def blocked(user: User) -> Rows:
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
