"""The process of event streams: `granian --interface asgi citadels.asgi:application`.

Not Django's handler: the API is served by WSGI, which is several times quicker (docs/streams.md).
"""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
django.setup()

from games.streams.front import Front  # noqa: E402  # they need the settings
from games.streams.server import StreamServer  # noqa: E402
from operations import exporter  # noqa: E402

application = Front(StreamServer())
exporter.serve()
