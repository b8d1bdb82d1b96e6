"""`manage.py health --of worker`: the health check of a container."""

from __future__ import annotations

from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser
from redis import RedisError

from core.paths import HEALTH, READY
from operations import db_metrics
from serving import liveness

PATIENCE = 5.0
PORTS = {"web": 8000, "stream": 8001, "service": 8000}


class Command(BaseCommand):
    help = "End with 0 if a process of this container is well, else with 1 and the reason."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--of", choices=sorted(CHECKS), default="web")
        parser.add_argument("--port", type=int, help="Of web, stream or service.")

    def handle(self, *args: Any, of: str, port: int | None, **options: Any) -> None:
        if wrong := CHECKS[of](port or PORTS.get(of, 0)):
            raise CommandError(f"{of}: {wrong}")
        self.stdout.write(f"{of}: well")


def check_http(path: str) -> Callable[[int], str]:
    """Return a check that asks for a path, and returns what is wrong or an empty text."""

    def check(port: int) -> str:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            said = reply.read().decode()
        except (OSError, HTTPException) as error:
            return f"does not answer: {type(error).__name__}"
        finally:
            connection.close()
        return "" if reply.status == 200 else f"answers {reply.status}: {said}"

    return check


def worker(port: int) -> str:
    """Return a description if the worker takes messages, and makes progress where some wait."""
    if wrong := check_heartbeat(liveness.WORKER):
        return wrong
    idle = liveness.heartbeat_age(liveness.WORKED)
    if idle is not None and idle <= settings.STALLED_SECONDS:
        return ""
    try:
        lengths = db_metrics.queue_lengths()
    except (RedisError, OSError):
        return ""  # no worker can do anything then
    waiting = [
        name for name in liveness.read_heartbeat(liveness.WORKER).split(",") if lengths.get(name)
    ]
    return f"nothing is done, and something waits in {', '.join(waiting)}" if waiting else ""


def beat(port: int) -> str:
    """Return what is wrong with beat, or an empty text."""
    return check_heartbeat(liveness.BEAT)


def check_heartbeat(name: str) -> str:
    """Return what is wrong with a heartbeat, or an empty text."""
    heartbeat_age = liveness.heartbeat_age(name)
    if heartbeat_age is None:
        return "no sign of life"
    is_old = heartbeat_age > settings.LIVENESS_SECONDS
    return f"{name}: none since {heartbeat_age:.0f} s" if is_old else ""


CHECKS: dict[str, Callable[[int], str]] = {
    "web": check_http(HEALTH),
    "service": check_http(READY),
    "stream": check_http(HEALTH),
    "worker": worker,
    "beat": beat,
}
