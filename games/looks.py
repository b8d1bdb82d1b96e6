"""Looks at matches, kept as they were sent for the next look of the same user.

A look is read by one statement, and made of nothing but what that gives. So each time the rows are
read, and compared with those that the kept look was made of: while they are the same, so is the
look, but for the time of the server. No change has to be announced here, and none can be forgotten,
be it of the match or of a name. What is read elsewhere is read each time: the pauses of a match,
and whether somebody who has no place in a private one may see it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from threading import Lock
from uuid import UUID

import orjson
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from citadels.api import json
from citadels.statements import Row
from games import store
from games.errors import GameNotFound
from games.selectors import Glance, game_view_of, secluded

BESIDE = 700
"""Bytes that a kept look takes besides its body: its key, its mark, its place."""


@dataclass(frozen=True, slots=True)
class Look:
    """What was sent, before and behind the time of the server."""

    mark: bytes
    etag: str
    head: bytes
    tail: bytes

    @property
    def size(self) -> int:
        return BESIDE + len(self.head) + len(self.tail)

    def at(self, now: datetime) -> bytes:
        return self.head + json.dumps(now) + self.tail


class Looks:
    """The looks that were asked for last, up to so many bytes."""

    def __init__(self) -> None:
        self.kept: OrderedDict[Hashable, Look] = OrderedDict()
        self.size = 0
        self.lock = Lock()

    def get(self, key: Hashable, mark: bytes) -> Look | None:
        """The look that was made of the rows with this mark."""
        with self.lock:
            look = self.kept.get(key)
            if look is None or look.mark != mark:
                return None
            self.kept.move_to_end(key)
            return look

    def keep(self, key: Hashable, look: Look, *, limit: int) -> None:
        with self.lock:
            before = self.kept.pop(key, None)
            self.size += look.size - (before.size if before else 0)
            self.kept[key] = look
            while self.kept and self.size > limit:
                self.size -= self.kept.popitem(last=False)[1].size

    def clear(self) -> None:
        with self.lock:
            self.kept.clear()
            self.size = 0


LOOKS = Looks()


def look_at(*, user: User, game_id: UUID, language: str) -> tuple[str, bytes]:
    """The ETag and the body of a look at a match. Raises GameNotFound, RulesUnavailable."""
    rows = store.whole_rows(game_id)
    if not rows:
        raise GameNotFound
    key, limit = (game_id, user.id, language), settings.LOOKS_BYTES
    mark = mark_of(rows) if limit else b""
    if limit and (known := LOOKS.get(key, mark)) is not None:
        return known.etag, known.at(timezone.now())
    glance, document = game_view_of(rows, user=user, language=language)
    body = json.dumps(document)
    if limit and of_rows_alone(glance, user):
        LOOKS.keep(key, look_of(mark, glance, body, document["server_time"]), limit=limit)
    return glance.etag, body


def mark_of(rows: Sequence[Row]) -> bytes:
    """The digest of everything in these rows."""
    return blake2b(orjson.dumps(rows, default=repr), digest_size=16).digest()


def of_rows_alone(glance: Glance, user: User) -> bool:
    """Whether nothing else was read for this look."""
    return not glance.game.paused and not secluded(glance.game, glance.viewer, user)


def look_of(mark: bytes, glance: Glance, body: bytes, at: datetime) -> Look:
    name = b'"server_time":'
    head, _, tail = body.partition(name + json.dumps(at))
    return Look(mark, glance.etag, head + name, tail)
