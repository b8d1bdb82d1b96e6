"""The Celery application: `celery --app citadels worker`."""

from __future__ import annotations

import os

from celery import Celery

from core import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

broker.install()
app = Celery("citadels")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
