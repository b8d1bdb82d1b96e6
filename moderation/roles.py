"""Roles of moderators: groups whose permissions are synchronized with this table."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.management import create_permissions

from moderation.actions import ACTIONS
from moderation.permissions import MODERATORS, SENIOR

PAGES = (
    "moderation.see_hints",
    "moderation.view_auditentry",
    "games.view_bulkaction",
    "moderation.view_report",
    "moderation.view_appeal",
    "games.view_game",
    "games.view_move",
    "games.view_rollback",
    "accounts.view_user",
)
"""Permissions for what both roles can open."""
SENIOR_PAGES = (
    "moderation.see_team",
    *(f"moderation.{act}_textpreset" for act in ("view", "add", "change", "delete")),
)
"""Permissions for what only senior moderators can open."""

ROLES: dict[str, tuple[str, ...]] = {
    role: (
        *(f"moderation.{one.action}" for one in ACTIONS if role in one.roles),
        *PAGES,
        *(SENIOR_PAGES if role == SENIOR else ()),
    )
    for role in (MODERATORS, SENIOR)
}
"""The permissions of each group. Administrators are superusers and have all of them."""


def roles_update(sender: AppConfig, using: str = "default", **kwargs: Any) -> None:
    """Create the groups, or reset their permissions. For other permissions, add another group."""
    groups = apps.get_model("auth", "Group").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    create_permissions(sender, verbosity=0, using=using)  # Django's own handler may run later
    known = {
        f"{one.content_type.app_label}.{one.codename}": one
        for one in permissions.select_related("content_type")
    }
    for name, codenames in ROLES.items():
        group, _ = groups.get_or_create(name=name)
        group.permissions.set([known[codename] for codename in codenames])
