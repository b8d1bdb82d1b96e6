"""The Celery application: `citadels-server worker`."""

from __future__ import annotations

import os
import sys
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.signals import task_prerun, worker_ready
from django.db import close_old_connections

from serving import broker, liveness

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

# Celery warns root in eight lines, which push the first login out of sight, since messages could
# contain code (pickle). Here they are JSON with ids only.
warnings.filterwarnings("ignore", "You're running the worker with superuser", SecurityWarning)
broker.install()
liveness.listen()
app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# Celery would make a new connection to the database for each task.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


@task_prerun.connect
def connections_check(**kwargs: object) -> None:
    """Close connections that an error has made unusable, as Django does before each request."""
    close_old_connections()


@worker_ready.connect
def metrics_serve(**kwargs: object) -> None:
    """Serve the metrics of a worker."""
    from operations import exporter  # it needs the models

    exporter.serve()
