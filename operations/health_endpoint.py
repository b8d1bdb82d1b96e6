"""/healthz and /readyz of the web process, in front of everything that could refuse them, such as
host checks, redirects to TLS and log-ins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Condition
from typing import Any

from cachetools import TTLCache, cached

from core import json
from core.paths import HEALTH, PROBES
from operations.health import readiness

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]

LIVENESS = {"alive": True}
READY_CACHE_SECONDS = 1.0
"""Seconds for which /readyz repeats a result: anybody may ask, and each check uses the database."""


class HealthEndpoint:
    """Answers two paths, and passes all others on to the application.

    ``about`` is added to the answer of /readyz.
    """

    def __init__(self, application: Application, about: dict[str, str] | None = None) -> None:
        self.application = application
        self.about = about or {}
        # A condition variable: concurrent requests wait for one check.
        keep = cached(TTLCache[Any, Any](maxsize=1, ttl=READY_CACHE_SECONDS), condition=Condition())
        self.readiness = keep(readiness)

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path not in PROBES or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return self.application(environ, start_response)
        if path == HEALTH:
            return answer(environ, start_response, LIVENESS, well=True)
        found = self.readiness()
        return answer(environ, start_response, {**self.about, **found}, well=found["ready"])


def answer(
    environ: Environ, start_response: Any, document: dict[str, Any], *, well: bool
) -> Iterable[bytes]:
    """Answer a WSGI request with JSON: 200 if all is well, else 503."""
    body = json.dumps(document)
    headers = [
        ("Content-Type", "application/json"),
        ("Cache-Control", "no-store"),
        ("Content-Length", str(len(body))),
    ]
    start_response("200 OK" if well else "503 Service Unavailable", headers)
    return [b"" if environ["REQUEST_METHOD"] == "HEAD" else body]
