from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import notices
        from games.services import privacy

        notices.register_all()
        privacy.register()
