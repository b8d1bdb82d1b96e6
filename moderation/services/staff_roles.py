"""The role of a member of staff: a group, or the rights of an administrator."""

from __future__ import annotations

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.passkeys import passkeys_of
from core.errors import Invalid
from games.staff.errors import NothingToDo
from moderation.errors import LastAdministrator

ADMINISTRATOR, NO_ROLE = "administrator", "none"
"""Roles besides the names of the groups."""


@transaction.atomic
def role_set(*, user: User, role: str) -> None:
    """Give a user one role, or ``NO_ROLE``. Their other groups and single permissions end.

    Passkeys of new staff are deleted: the password was enough to add them, and for staff they are
    both factors. The caller has locked the administrators, so that the last one stays.

    Raises Invalid if there is no such role, NothingToDo if the user has it or is not an active user
    with an account, LastAdministrator.
    """
    groups = Group.objects.filter(name=role)
    if role not in (ADMINISTRATOR, NO_ROLE) and not groups:
        raise Invalid.field("/role", "unknown_role", _("There is no such role."))
    if not user.is_active or user.is_guest:
        raise NothingToDo(_("Only active users with an account can have a role."))
    now = (role != NO_ROLE, role == ADMINISTRATOR, [group.name for group in groups])
    if now == (user.is_staff, user.is_superuser, groups_of(user)):
        raise NothingToDo(_("The user has this role."))
    administrators = User.objects.filter(is_superuser=True, is_staff=True, is_active=True)
    if user.is_superuser and not administrators.exclude(id=user.id).exists():
        raise LastAdministrator
    if not user.is_staff:
        passkeys_of(user=user).delete()
    user.is_staff, user.is_superuser, _names = now
    user.save(update_fields=["is_staff", "is_superuser"])
    user.groups.set(groups)
    user.user_permissions.clear()


def groups_of(user: User) -> list[str]:
    """Return the names of the groups of a user."""
    return [group.name for group in user.groups.order_by("name")]
