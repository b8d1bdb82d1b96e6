from __future__ import annotations

from django.apps import AppConfig


class OperationsConfig(AppConfig):
    """Health, metrics and liveness, for operators."""

    name = "operations"

    def ready(self) -> None:
        from operations import checks, restarted_migrations, sentry, tracing, worker_liveness  # noqa: F401

        worker_liveness.listen()
        sentry.start()
        tracing.start()
