"""Whether somebody may do something: services check it here, and pages ask here what to show."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.models import User
from accounts.selectors import is_user_banned
from games.models import Game, SeatAssignment, Status
from moderation.errors import ConflictOfInterest, NotPermitted, StaffOnly
from moderation.models import Action, Permission

MODERATORS, SENIOR = "moderators", "senior moderators"
"""The groups."""
ALL_MODERATORS = (MODERATORS, SENIOR)
SENIORS = (SENIOR,)
ADMINISTRATORS: tuple[str, ...] = ()
"""Superusers are in no group."""


def may(by: User | AnonymousUser, action: Action | Permission) -> bool:
    """Whether the role of ``by`` has ``action``."""
    if not isinstance(by, User) or not by.is_staff or is_user_banned(by, now=timezone.now()):
        return False
    return by.has_perm(f"moderation.{action}")


def permission_check(by: User | AnonymousUser, action: Action | Permission) -> None:
    """Let pass whose role has ``action``. Raises NotPermitted."""
    if not may(by, action):
        raise NotPermitted


def involvement_check(by: User, game_id: UUID) -> None:
    """Let pass who neither hosts this game nor has ever sat in it; the administrators, too.

    Raises ConflictOfInterest.
    """
    hosts = Game.objects.filter(id=game_id, created_by=by)
    sits = Game.objects.filter(id=game_id, seats__user=by)
    if (
        hosts.exists()
        or sits.exists()
        or SeatAssignment.objects.filter(game=game_id, user=by).exists()
    ):
        raise ConflictOfInterest


def user_reach_check(by: User, user: User) -> None:
    """Let pass an action on ``user`` who is another, no opponent in a running game, and not staff
    unless ``by`` is an administrator.

    Raises ConflictOfInterest, StaffOnly.
    """
    common = Game.objects.filter(status=Status.ACTIVE, seats__user=by).filter(seats__user=user)
    if user == by or common.exists():
        raise ConflictOfInterest
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise StaffOnly
