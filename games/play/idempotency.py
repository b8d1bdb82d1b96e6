"""The same request sent again gets the same reply again, and does nothing again.

A reply is kept in the transaction of what it reports, so that one is never there without the other.
Refusals are not kept: they changed nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

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
    """A document, of which JSON is made; of one that is ``replayed`` the same JSON to the byte."""

    document: dict[str, Any]
    replayed: bool = False


@dataclass(frozen=True, slots=True)
class KeyedRequest:
    """A request that carries a key."""

    user: User
    scope: str
    key: str
    digest: str


class RequestAnsweredMeanwhile(Exception):
    """The same request was answered by another process while this one was at it."""


def keyed_request(*, user: User, scope: str, key: str | None, payload: Any) -> KeyedRequest | None:
    """A request to look up and to remember; None without a key. Raises IdempotencyKeyInvalid."""
    if key is None:
        return None
    if not KEY_FORM.fullmatch(key):
        raise IdempotencyKeyInvalid
    text = orjson.dumps(payload, option=orjson.OPT_SORT_KEYS)
    return KeyedRequest(user, scope, key, sha256(text).hexdigest())


def answer_once(request: KeyedRequest | None, answer: Callable[[], dict[str, Any]]) -> Reply:
    """The reply this request got before, or else what ``answer`` returns, kept for the next time.

    Call it in the transaction of what ``answer`` does. Raises IdempotencyKeyReused: the key came
    with another request; RequestAnsweredMeanwhile: roll back and call again, there is a reply now.
    """
    if request is None:
        return Reply(answer())
    kept = IdempotencyKey.objects.filter(
        user=request.user, scope=request.scope, key=request.key
    ).first()
    if kept is None:
        document = answer()
        reply_store(request, document)
        return Reply(document)
    if kept.request_hash != request.digest:
        raise IdempotencyKeyReused
    return Reply(orjson.loads(kept.body), replayed=True)


def reply_store(request: KeyedRequest, document: dict[str, Any]) -> None:
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


def idempotency_keys_delete(*, now: datetime) -> int:
    """Delete replies that no client will ask for any more; returns how many."""
    kept = timedelta(days=settings.IDEMPOTENCY_KEY_RETENTION_DAYS)
    deleted, _ = IdempotencyKey.objects.filter(created_at__lt=now - kept).delete()
    return deleted
