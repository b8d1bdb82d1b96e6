"""Acts on a user."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts import services
from accounts.models import REASON_LENGTH, User
from accounts.selectors import user_banned, user_muted
from accounts.services import second_factor
from citadels.api.errors import Invalid
from games.errors import NothingToDo
from moderation.models import Act
from moderation.services.around import act_on_user
from moderation.services.audit import audit


def user_ban(
    *, by: User, user_id: UUID, shown: str, reason: str, until: datetime | None = None
) -> User:
    """Bar a user from everything until then; None: for good. He reads ``shown``; ``reason`` is for
    the log. One who is banned gets the new end. Raises NotPermitted, UserNotFound, Invalid.
    """
    data: dict[str, Any] = told_to_him(shown, until)
    with act_on_user(by=by, act=Act.BAN_USER, user_id=user_id, reason=reason, data=data) as user:
        data["before"] = ends(user.banned_until)
        services.user_ban(user=user, reason=data["shown"], until=until)
        return user


def user_unban(*, by: User, user_id: UUID, reason: str) -> User:
    """End a ban. Raises NotPermitted, UserNotFound, Invalid, NothingToDo."""
    data: dict[str, Any] = {}
    with act_on_user(by=by, act=Act.UNBAN_USER, user_id=user_id, reason=reason, data=data) as user:
        if not user_banned(user, now=timezone.now()):
            raise NothingToDo("This user is not banned.")
        data["before"] = ends(user.banned_until)
        services.user_unban(user=user)
        return user


def user_mute(
    *, by: User, user_id: UUID, shown: str, reason: str, until: datetime | None = None
) -> User:
    """Let a user write no messages until then; None: for good. He reads ``shown``.

    Raises NotPermitted, UserNotFound, Invalid.
    """
    data: dict[str, Any] = told_to_him(shown, until)
    with act_on_user(by=by, act=Act.MUTE_USER, user_id=user_id, reason=reason, data=data) as user:
        data["before"] = ends(user.muted_until)
        services.user_mute(user=user, reason=data["shown"], until=until)
        return user


def user_unmute(*, by: User, user_id: UUID, reason: str) -> User:
    """Let a user write again. Raises NotPermitted, UserNotFound, Invalid, NothingToDo."""
    data: dict[str, Any] = {}
    with act_on_user(by=by, act=Act.UNMUTE_USER, user_id=user_id, reason=reason, data=data) as user:
        if not user_muted(user, now=timezone.now()):
            raise NothingToDo("This user is not muted.")
        data["before"] = ends(user.muted_until)
        services.user_unmute(user=user)
        return user


def second_factor_reset(*, by: User, user_id: UUID, reason: str) -> User:
    """Forget the second factor of a colleague, who enrols anew when he comes next; no session of
    his is trusted any longer. Raises NotPermitted, UserNotFound, Invalid, NothingToDo.
    """
    act = Act.RESET_SECOND_FACTOR
    with act_on_user(by=by, act=act, user_id=user_id, reason=reason) as user:
        if not second_factor.second_factor_reset(user=user):
            raise NothingToDo("This user has no second factor.")
        return user


def second_factor_reset_by_hand(*, user: User, reason: str) -> None:
    """The same for who has a shell on the machine: nobody else may be left who could do it.

    Raises Invalid, NothingToDo.
    """
    with transaction.atomic():
        audit(by=None, act=Act.RESET_SECOND_FACTOR, reason=reason, user=user.id)
        if not second_factor.second_factor_reset(user=user):
            raise NothingToDo("This user has no second factor.")


def told_to_him(shown: str, until: datetime | None) -> dict[str, Any]:
    """What the user will read, for the log. Raises Invalid."""
    shown = shown.strip()
    if not 1 <= len(shown) <= REASON_LENGTH:
        detail = f"1 to {REASON_LENGTH} characters, for the user."
        raise Invalid.field("/shown", "length", detail)
    if until is not None and until <= timezone.now():
        raise Invalid.field("/until", "past", "This is over already.")
    return {"shown": shown, "until": ends(until)}


def ends(until: datetime | None) -> str | None:
    return None if until is None else until.isoformat()
