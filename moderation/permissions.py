"""Permission checks for staff actions, shared by services and pages."""

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
"""Names of the groups."""
ALL_MODERATORS = (MODERATORS, SENIOR)
SENIORS = (SENIOR,)
ADMINISTRATORS: tuple[str, ...] = ()
"""Superusers are in no group."""


def may(by: User | AnonymousUser, action: Action | Permission) -> bool:
    """True if the user's role includes the action, and the user is active staff and not banned."""
    if not isinstance(by, User) or not by.is_staff or is_user_banned(by, now=timezone.now()):
        return False
    return by.has_perm(f"moderation.{action}")


def permission_check(by: User | AnonymousUser, action: Action | Permission) -> None:
    """Raise NotPermitted unless the user's role includes the action."""
    if not may(by, action):
        raise NotPermitted


def involvement_check(by: User, game_id: UUID) -> None:
    """Raise ConflictOfInterest if the user hosts the game or has ever had a seat in it.

    This applies to administrators, too.
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
    """Check that ``by`` may act on ``user``.

    Raises ConflictOfInterest if they are the same user or play in the same running game, and
    StaffOnly if ``user`` is staff and ``by`` is not an administrator.
    """
    common = Game.objects.filter(status=Status.ACTIVE, seats__user=by).filter(seats__user=user)
    if user == by or common.exists():
        raise ConflictOfInterest
    if (user.is_staff or user.is_superuser) and not by.is_superuser:
        raise StaffOnly
