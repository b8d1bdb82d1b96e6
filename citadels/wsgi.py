"""The web process: `granian --interface wsgi citadels.wsgi:application`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

from citadels.chunked import ChunkedBodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "citadels.settings.dev")

if TYPE_CHECKING:
    from citadels.api.shortway import ShortWay


def with_short_ways() -> ShortWay:
    """The application, and what goes around it: its modules can be read once it is set up."""
    whole = get_wsgi_application()
    from citadels.api.shortway import ShortWay
    from games.api.short import ROUTES

    return ShortWay(whole, ROUTES)


application = ChunkedBodies(with_short_ways())
