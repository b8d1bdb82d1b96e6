"""A process that serves only event streams: `python -m core.serve stream`.

The web process serves streams, too (citadels/web.py). With many clients, a process of their own
keeps their work out of the event loop of the API (docs/operations.md).
"""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")
django.setup()

from core.serve import end_with_parent  # noqa: E402  # they need the settings
from games.streams.front import Front  # noqa: E402  # they need the settings
from games.streams.server import StreamServer  # noqa: E402
from operations import exporter  # noqa: E402

application = Front(StreamServer())
exporter.serve()
end_with_parent()
