"""The schedule of beat, run in this process."""

from __future__ import annotations

from django.conf import settings

from citadels.celery import app


def run_schedule() -> None:
    """Run each task that beat sends, once."""
    app.loader.import_default_modules()
    for entry in settings.CELERY_BEAT_SCHEDULE.values():
        app.tasks[entry["task"]]()
