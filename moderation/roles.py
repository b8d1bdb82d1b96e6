"""Roles of moderators: groups whose permissions are synchronized with this table."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.management import create_permissions

from moderation.actions import ACTIONS
from moderation.models import Permission
from moderation.permissions import MODERATORS, SENIOR

PERMISSIONS = tuple(f"moderation.{permission}" for permission in Permission)
PAGES = (
    "moderation.view_auditentry",
    "games.view_bulkaction",
    "moderation.view_report",
    "moderation.view_appeal",
    "games.view_game",
    "games.view_move",
    "games.view_rollback",
    "accounts.view_user",
)
"""Permissions for the admin pages that both roles can open."""

ROLES: dict[str, tuple[str, ...]] = {
    role: (
        *(f"moderation.{one.action}" for one in ACTIONS if one.audited and role in one.roles),
        *PERMISSIONS,
        *PAGES,
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
