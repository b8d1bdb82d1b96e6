from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class ModerationConfig(AppConfig):
    name = "moderation"
    verbose_name = _("Moderation")

    def ready(self) -> None:
        from moderation import notifications
        from moderation.roles import roles_update
        from moderation.services import privacy

        notifications.register_all()
        privacy.register()

        # Not in a migration: Django creates permissions after all migrations, and a flush deletes
        # permissions and groups.
        post_migrate.connect(roles_update, sender=self, dispatch_uid="moderation.roles")
