"""The web process: `granian --interface wsgi citadels.wsgi:application`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

from citadels.chunked import ChunkedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

application = ChunkedBodies(get_wsgi_application())
