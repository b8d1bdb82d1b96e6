"""The Celery application: `celery --app citadels worker`."""

from __future__ import annotations

import os
import sys

from celery import Celery
from celery.signals import task_prerun
from django.db import close_old_connections

from core import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

broker.install()
app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Celery would make a new connection to the database for each task.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


@task_prerun.connect
def connections_check(**kwargs: object) -> None:
    """Close connections that an error has made unusable, as Django does before each request."""
    close_old_connections()
