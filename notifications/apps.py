from __future__ import annotations

from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "notifications"

    def ready(self) -> None:
        from notifications import notices
        from notifications.services import privacy

        notices.register_own()
        privacy.register()
