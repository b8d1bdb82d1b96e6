from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from games.by_mail import emails
        from games.lobby import no_shows  # noqa: F401  # it has receivers of signals
        from games.personal_data import handlers_load
        from games.play import notifications
        from games.ratings import notifications as ratings_notifications
        from games.rules import checks  # noqa: F401  # registers itself

        notifications.register_all()
        ratings_notifications.register_all()
        emails.register_all()
        handlers_load()
