"""The port for Prometheus: separate from the public one, and only if it is set."""

from __future__ import annotations

import logging
import threading
from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.conf import settings
from prometheus_client import REGISTRY, CollectorRegistry
from prometheus_client.exposition import ThreadingWSGIServer, make_wsgi_app
from prometheus_client.multiprocess import MultiProcessCollector

from operations.build import build_info
from operations.collector import ServiceCollector
from operations.health_endpoint import HealthEndpoint

logger = logging.getLogger(__name__)


class ReusePortServer(ThreadingWSGIServer):
    """A server on a port that all processes of a machine share. Each reports the metrics of all."""

    allow_reuse_port = True


class SilentHandler(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Do not log scrapes, which come every few seconds."""


def serve() -> threading.Thread | None:
    """Serve metrics at ``METRICS_PORT``. Returns None if it is not set."""
    if not settings.METRICS_PORT:
        return None
    # Readers of metrics may also see what is running.
    application = HealthEndpoint(make_wsgi_app(registry()), about=build_info())
    try:
        server = make_server(
            settings.METRICS_HOST,
            settings.METRICS_PORT,
            application,
            ReusePortServer,
            SilentHandler,
        )
    except OSError as error:  # the service matters more than its metrics
        logger.error("Figures cannot be had at port %s: %s", settings.METRICS_PORT, error.strerror)
        return None
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    return thread


def registry() -> CollectorRegistry:
    """Return the metrics of all processes that share the folder, or else of this one."""
    found = CollectorRegistry()
    found.register(ServiceCollector())
    if settings.METRICS_PORT:
        MultiProcessCollector(found, path=str(settings.METRICS_DIR))  # type: ignore[no-untyped-call]
    else:
        found.register(REGISTRY)
    return found
