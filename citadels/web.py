"""The web process: `citadels-server web`.

One event loop reads requests and writes replies. It passes complete requests to Django, a WSGI
application in a few threads, so that a slow client never occupies a thread. Streams need no thread
while nothing happens, and run in the event loop itself: docs/decisions/serving.md.
"""

from __future__ import annotations

import gc

from django.conf import settings

from citadels.wsgi import application as wsgi_application
from games.streams.requests import has_ticket
from games.streams.server import StreamServer
from serving import liveness
from serving.fair_share import is_request_expensive
from serving.heartbeats import WEB
from serving.request_buffer import Limits, Message, Receive, RequestBuffer, Send
from serving.serve import end_with_parent
from serving.wsgi_threads import WsgiApplication, WsgiThreads


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
    threads = WsgiThreads(
        wsgi, settings.WEB_THREADS, settings.WEB_QUEUE, limits, settings.WEB_EXPENSIVE_THREADS
    )
    return RequestBuffer(threads, limits)


is_request_expensive("GET", "/")  # loads all URLs now, and not when the first request waits
django = in_threads(wsgi_application)
streams = StreamServer()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Pass requests with a ticket for a stream to the stream server, and all others to Django.

    The stream server also gets the events of the start and the shutdown, which Django does not
    need.
    """
    if scope["type"] == "lifespan" or has_ticket(scope):
        await streams(scope, receive, send)
    else:
        await django(scope, receive, send)


end_with_parent()
liveness.heartbeats().write_on(WEB)
# A full collection holds the lock of Python for a quarter of a second. What is loaded now stays, so
# leave it out.
gc.collect()
gc.freeze()
