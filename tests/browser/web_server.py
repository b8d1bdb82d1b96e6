"""The web process within the test process, so that tests can register rulesets and replace parts.

It is the application that production runs, on the same server, with streams on the same origin.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.test import override_settings
from granian.constants import Interfaces
from granian.server.embed import Server

from games.streams.server import StreamServer
from serving.dev_services import listening
from tests.faults.servers import free_port
from tests.faults.waiting import until

PATIENCE = 30


@contextmanager
def web_server() -> Iterator[str]:
    """Serve the API, the pages and the streams. Yields the origin, such as http://127.0.0.1:1."""
    from citadels import web  # it needs the settings of the tests

    web.streams = StreamServer()  # one that was stopped does not start again
    port = free_port()
    origin = f"http://127.0.0.1:{port}"
    server = Server(web.application, port=port, interface=Interfaces.ASGI, log_enabled=False)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(server.serve(),), daemon=True)
    oauth = {**settings.OAUTH2_PROVIDER, "OIDC_ISS_ENDPOINT": origin}
    changed = {"PUBLIC_URL": origin, "OAUTH2_PROVIDER": oauth, "STREAM_POLL_ALONE": 0.05}
    with override_settings(**changed):  # without Redis, streams look for changes that often
        thread.start()
        until(lambda: listening("127.0.0.1", port), PATIENCE)
        yield origin
        loop.call_soon_threadsafe(server.stop)
        thread.join(PATIENCE)
    assert not thread.is_alive()
