"""What is around every act: who may, why, and the log; all of it in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.models import User
from games.models import Game
from games.services.locking import game_locked
from moderation.errors import UserNotFound
from moderation.models import Act, AuditEntry
from moderation.services.audit import audit, reason_checked
from moderation.services.once import sent_first
from moderation.services.permission import allowed, no_part_in, user_within_reach

SHOWN = ("status", "frozen", "paused", "deadline_at", "move_count", "rated", "annulled_at")
"""What the log tells of a match before and after: everybody may know it."""


@dataclass(slots=True)
class Log:
    """What will be written down if the act succeeds."""

    undoes: AuditEntry | None = None


@contextmanager
def act_on_match(
    *,
    by: User,
    act: Act,
    game_id: UUID,
    reason: str,
    data: dict[str, Any] | None = None,
    once: UUID | None = None,
) -> Iterator[Log]:
    """Around an act on a match: the match is locked, then asked who may, and what comes of it is
    written down. ``data`` may still be filled inside; ``once`` names the form that was sent. Raises
    NotPermitted, GameNotFound, Invalid, DoneAlready.
    """
    allowed(by, act)
    reason = reason_checked(reason)
    log = Log()
    with transaction.atomic():
        before = facts(game_locked(game_id))  # first: nobody takes a seat meanwhile
        no_part_in(by, game_id, act)
        sent_first(once)
        yield log
        after = facts(Game.objects.get(id=game_id))
        changed = {
            name: [before[name], after[name]] for name in SHOWN if before[name] != after[name]
        }
        told = {**(data or {}), **({"changed": changed} if changed else {})}
        audit(
            by=by,
            act=act,
            reason=reason,
            game=game_id,
            data=told,
            undoes=log.undoes,
        )


def facts(game: Game) -> dict[str, Any]:
    """A match as the log shows it, in plain JSON."""
    values = {name: getattr(game, name) for name in SHOWN}
    return {
        name: value.isoformat() if hasattr(value, "isoformat") else value
        for name, value in values.items()
    }


@contextmanager
def act_on_user(
    *, by: User, act: Act, user_id: UUID, reason: str, data: dict[str, Any] | None = None
) -> Iterator[User]:
    """Around an act on a user, whose row is locked. Raises NotPermitted, UserNotFound, Invalid."""
    allowed(by, act)
    reason = reason_checked(reason)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).filter(id=user_id).first()
        if user is None:
            raise UserNotFound
        user_within_reach(by, user)
        yield user
        audit(by=by, act=act, reason=reason, user=user_id, data=data or {})
