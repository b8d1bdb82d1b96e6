"""The Django project: settings, URLs and processes."""

from __future__ import annotations

# Imported with Django, so that tasks find their application and its settings in every process.
from citadels.celery import app as celery_app

__all__ = ["celery_app"]
