"""Django as a WSGI application. `citadels.web` serves it, and reads requests completely first."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

django = get_wsgi_application()

from operations import exporter  # noqa: E402
from operations.health_endpoint import HealthEndpoint  # noqa: E402
from serving.head_limits import HeadLimits  # noqa: E402  # they need the settings

application = HealthEndpoint(HeadLimits(django))
exporter.serve()
