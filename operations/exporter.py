"""The port at which Prometheus asks: apart from what the world may reach, and only if it is set."""

from __future__ import annotations

import logging
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.exposition import ThreadingWSGIServer, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector

from operations.collector import ServiceCollector

logger = logging.getLogger(__name__)


class ReusePortServer(ThreadingWSGIServer):
    """All processes of one machine share the port: any of them knows the figures of all."""

    allow_reuse_port = True


class SilentHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nobody needs to read that somebody asks every few seconds."""


def serve() -> threading.Thread | None:
    """Answer at ``METRICS_PORT`` beside all else; None: nobody is to ask."""
    if not settings.METRICS_PORT:
        return None
    application = make_wsgi_app(registry())
    try:
        server = make_server(
            settings.METRICS_HOST,
            settings.METRICS_PORT,
            application,
            ReusePortServer,
            SilentHandler,
        )
    except OSError as error:  # the service is worth more than its figures
        logger.error("Figures cannot be had at port %s: %s", settings.METRICS_PORT, error.strerror)
        return None
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    return thread


def registry() -> CollectorRegistry:
    """The figures of all processes that share the folder, or else of this one."""
    found = CollectorRegistry()
    found.register(ServiceCollector())
    if settings.METRICS_PORT:
        MultiProcessCollector(found, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    else:
        found.register(REGISTRY)
    return found
