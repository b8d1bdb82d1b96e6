"""The web process: `granian --interface wsgi citadels.wsgi:application`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

application = get_wsgi_application()
