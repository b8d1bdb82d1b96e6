"""A process that serves only event streams: `citadels-server stream`.

The web process serves streams, too (citadels/web.py). With many clients, a process of their own
keeps their work out of the event loop of the API (docs/operations/run.md).
"""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
django.setup()

from games.streams.server import StreamServer  # noqa: E402  # they need the settings
from operations import exporter  # noqa: E402
from serving import liveness  # noqa: E402
from serving.heartbeats import STREAM  # noqa: E402
from serving.serve import end_with_parent  # noqa: E402  # they need the settings

application = StreamServer()
exporter.serve()
end_with_parent()
liveness.heartbeats().write_on(STREAM)
