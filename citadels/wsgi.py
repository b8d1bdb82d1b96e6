"""Django as a WSGI application. `citadels.web` serves it, and reads requests completely first."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

whole = get_wsgi_application()

from citadels.api.shortway import ShortWay  # noqa: E402  # they need the settings
from citadels.head_limits import HeadLimits  # noqa: E402
from games.api.short import ROUTES  # noqa: E402
from operations import exporter  # noqa: E402
from operations.door import HealthDoor  # noqa: E402

application = HealthDoor(HeadLimits(ShortWay(whole, ROUTES)))
exporter.serve()
