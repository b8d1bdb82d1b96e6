"""The web process: `python -m core.serve web`.

Django runs as a WSGI application in a few threads. In front of them, one event loop reads requests
and writes replies, so that a slow client never occupies a thread: docs/decisions/serving.md.
"""

from __future__ import annotations

from django.conf import settings

from citadels.wsgi import application as wsgi_application
from core.api.request_buffer import Limits, RequestBuffer
from core.api.wsgi_threads import WsgiApplication, WsgiThreads
from core.serve import end_with_parent


def in_threads(wsgi: WsgiApplication) -> RequestBuffer:
    """Return an ASGI application that runs a WSGI application, with the limits of the settings."""
    limits = Limits(
        body_bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        bodies_bytes=settings.BODIES_BYTES,
        body_seconds=settings.BODY_SECONDS,
        send_seconds=settings.SEND_SECONDS,
        send_rate=settings.SEND_RATE,
        replies_bytes=settings.REPLIES_BYTES,
    )
    threads = WsgiThreads(wsgi, settings.WEB_THREADS, settings.WEB_QUEUE, limits)
    return RequestBuffer(threads, limits)


application = in_threads(wsgi_application)
end_with_parent()
