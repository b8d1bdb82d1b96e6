"""Who may do what: the roles are groups, kept in step with this table."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.management import create_permissions

from moderation.models import Act, Duty

MODERATORS, SENIOR = "moderators", "senior moderators"

SENIOR_ONLY = (
    Act.LOOK,
    Act.PLAY_CHOICE,
    Act.REPLACE_BY_USER,
    Act.PAUSE_ALL,
    Act.UNPAUSE_ALL,
    Act.EXTEND_ALL,
)
"""What moderators may not do: see secrets or show them to another user, act by them, and act on
all matches at once."""
ADMINISTRATORS_ONLY = (Act.RESET_SECOND_FACTOR,)
"""What opens the door of the admin to others is in no role."""
DUTIES = tuple(f"moderation.{duty}" for duty in Duty)
PAGES = (
    "moderation.view_auditentry",
    "games.view_bulkact",
    "moderation.view_report",
    "moderation.view_appeal",
    "games.view_game",
    "games.view_move",
    "games.view_rollback",
    "accounts.view_user",
)
"""What they may open in the admin."""

ROLES: dict[str, tuple[str, ...]] = {
    MODERATORS: (
        *(f"moderation.{act}" for act in Act if act not in (*SENIOR_ONLY, *ADMINISTRATORS_ONLY)),
        *DUTIES,
        *PAGES,
    ),
    SENIOR: (
        *(f"moderation.{act}" for act in Act if act not in ADMINISTRATORS_ONLY),
        *DUTIES,
        *PAGES,
    ),
}
"""The permissions of each group. Administrators are superusers: they may do all of it."""


def roles_keep(sender: AppConfig, using: str = "default", **kwargs: Any) -> None:
    """Make the groups, or bring them back in step. Who wants another cut makes another group."""
    groups = apps.get_model("auth", "Group").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    create_permissions(sender, verbosity=0, using=using)  # django's own handler may come later
    known = {
        f"{one.content_type.app_label}.{one.codename}": one
        for one in permissions.select_related("content_type")
    }
    for name, held in ROLES.items():
        group, _ = groups.get_or_create(name=name)
        group.permissions.set([known[one] for one in held])
