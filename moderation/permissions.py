"""Permission checks for staff actions, shared by services and pages."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.selectors import is_user_banned
from games.models import Game, Seat, SeatAssignment, Status
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


def moderators_assignable() -> QuerySet[User]:
    """Return the staff in groups that handle reports, by name."""
    app, codename = "groups__permissions__content_type__app_label", "groups__permissions__codename"
    handles = {app: "moderation", codename: Permission.HANDLE_REPORTS}
    staff = User.objects.filter(is_staff=True, is_active=True, **handles)
    return staff.distinct().order_by("username")


def permission_check(by: User | AnonymousUser, action: Action | Permission) -> None:
    """Raise NotPermitted unless the user's role includes the action."""
    if not may(by, action):
        raise NotPermitted


def involvement_check(by: User, game_id: UUID) -> None:
    """Raise ConflictOfInterest if the user hosts the game or has ever had a seat in it.

    This applies to administrators, too.
    """
    sits = Seat.objects.filter(game=OuterRef("pk"), user=by)
    sat = SeatAssignment.objects.filter(game=OuterRef("pk"), user=by)
    part = Q(created_by=by) | Exists(sits) | Exists(sat)
    if Game.objects.filter(part, id=game_id).exists():
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


def is_in_reach(by: User, user: User) -> bool:
    """True if ``by`` may act on ``user``."""
    try:
        user_reach_check(by, user)
    except NotPermitted:
        return False
    return True


def out_of_reach(by: User) -> Q:
    """Return a filter for rows whose ``user`` is out of reach of ``by``: see ``user_reach_check``.

    It joins the users of the rows. A subquery of users would read all of them.
    """
    own = Seat.objects.filter(user=by, game__status=Status.ACTIVE).order_by().values("game")
    opponents = Seat.objects.filter(game__in=own, user__isnull=False).order_by().values("user")
    barred = Q(user=by) | Q(user__in=opponents)
    if by.is_superuser:
        return barred
    return barred | Q(user__is_staff=True) | Q(user__is_superuser=True)
