"""Whether somebody may do something: services check it here, and pages ask here what to show."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from accounts.selectors import user_banned
from games.models import Game, Status, Tenure
from moderation.errors import ConflictOfInterest, NotPermitted, StaffOnly
from moderation.models import Act, Duty

MODERATORS, SENIOR = "moderators", "senior moderators"
"""The groups."""
ALL_MODERATORS = (MODERATORS, SENIOR)
SENIORS = (SENIOR,)
ADMINISTRATORS: tuple[str, ...] = ()
"""Superusers are in no group."""


def may(by: User | AnonymousUser, act: Act | Duty) -> bool:
    """Whether the role of ``by`` has ``act``."""
    if not isinstance(by, User) or not by.is_staff or user_banned(by, now=timezone.now()):
        return False
    return by.has_perm(f"moderation.{act}")


def allowed(by: User | AnonymousUser, act: Act | Duty) -> None:
    """Let pass whose role has ``act``. Raises NotPermitted."""
    if not may(by, act):
        raise NotPermitted


def no_part_in(by: User, game_id: UUID) -> None:
    """Let pass who neither hosts this match nor has ever sat in it; the administrators, too.

    Raises ConflictOfInterest.
    """
    hosts = Game.objects.filter(id=game_id, created_by=by)
    sits = Game.objects.filter(id=game_id, seats__user=by)
    if hosts.exists() or sits.exists() or Tenure.objects.filter(game=game_id, user=by).exists():
        raise ConflictOfInterest


def user_within_reach(by: User, user: User) -> None:
    """Let pass an act on ``user`` who is another, no opponent in a running match, and not staff
    unless ``by`` is an administrator.

    Raises ConflictOfInterest, StaffOnly.
    """
    common = Game.objects.filter(status=Status.ACTIVE, seats__user=by).filter(seats__user=user)
    if user == by or common.exists():
        raise ConflictOfInterest
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise StaffOnly
