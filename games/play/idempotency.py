"""Idempotency keys: a request that is sent again gets the same reply and changes nothing.

A reply is stored in the transaction of the change that it reports, so neither exists without the
other. Errors are not stored: they changed nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any
from uuid import UUID

import orjson
from django.conf import settings
from django.db import IntegrityError

from accounts.models import User
from core import json
from games.models import IdempotencyKey
from games.models.idempotency import IDEMPOTENCY_KEY_LENGTH
from games.play.errors import IdempotencyKeyInvalid, IdempotencyKeyReused

KEY_FORM = re.compile(rf"[\x21-\x7e]{{1,{IDEMPOTENCY_KEY_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Reply:
    """The document of a reply; a ``replayed`` one serializes to exactly the same bytes."""

    document: dict[str, Any]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request with an idempotency key."""

    user: User
    scope: str
    key: str
    digest: str


class RequestAnsweredMeanwhile(Exception):
    """Another process answered the same request while this one was working on it."""


def keyed_request(*, user: User, scope: str, key: str | None, payload: Any) -> KeyedRequest | None:
    """Return the request to look up and to store, or None without a key.

    Raises IdempotencyKeyInvalid.
    """
    if key is None:
        return None
    if not KEY_FORM.fullmatch(key):
        raise IdempotencyKeyInvalid(IDEMPOTENCY_KEY_LENGTH)
    text = orjson.dumps(payload, option=orjson.OPT_SORT_KEYS)
    return KeyedRequest(user, scope, key, sha256(text).hexdigest())


def commands_scope(game_id: UUID) -> str:
    """Return the scope of the commands of a game."""
    return f"commands:{game_id}"


def reply_find(request: KeyedRequest | None) -> Reply | None:
    """Return the stored reply to this request, or None if there is none.

    Raises IdempotencyKeyReused if the key came with another request.
    """
    if request is None:
        return None
    stored = IdempotencyKey.objects.filter(
        user=request.user, scope=request.scope, key=request.key
    ).first()
    if stored is None:
        return None
    if stored.request_hash != request.digest:
        raise IdempotencyKeyReused
    return Reply(orjson.loads(stored.body), replayed=True)


def reply_store(request: KeyedRequest | None, document: dict[str, Any]) -> Reply:
    """Store the reply to a request, if it has a key, in the transaction of its change.

    Raises RequestAnsweredMeanwhile: then roll back and begin again with ``reply_find``.
    """
    if request is None:
        return Reply(document)
    try:
        IdempotencyKey.objects.create(
            user=request.user,
            scope=request.scope,
            key=request.key,
            request_hash=request.digest,
            body=json.dumps(document).decode(),
        )
    except IntegrityError:
        raise RequestAnsweredMeanwhile from None
    return Reply(document)


def idempotency_keys_delete(*, now: datetime) -> int:
    """Delete replies older than the retention period; return how many."""
    retention = timedelta(days=settings.IDEMPOTENCY_KEY_RETENTION_DAYS)
    deleted, _ = IdempotencyKey.objects.filter(created_at__lt=now - retention).delete()
    return deleted
