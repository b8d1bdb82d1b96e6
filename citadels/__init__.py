"""The Django project: settings, addresses, and what every part of the API shares."""

from __future__ import annotations

# Loaded with Django, so that tasks find their application (and its settings) in every process.
from citadels.celery import app as celery_app

__all__ = ["celery_app"]
