from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Health and metrics, for operators."""

    name = "operations"

    def ready(self) -> None:
        from operations import checks, restarted_migrations, sentry, tracing  # noqa: F401

        sentry.start()
        tracing.start()
