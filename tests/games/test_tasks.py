"""Every task that has to run by itself is in the schedule of beat."""

from __future__ import annotations

from django.conf import settings

from citadels.celery import app


def test_beat_knows_every_task_that_nobody_else_starts() -> None:
    scheduled = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    app.loader.import_default_modules()
    known = {name for name in app.tasks if not name.startswith("celery.")}
    assert known - {"games.tasks.bots_play"} == scheduled
