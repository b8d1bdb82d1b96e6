"""The health check of a process: `python -m serving.health --of worker`.

It ends with 0 if the process is well, else with 1 and the reason. It runs every minute in every
container, so it imports little: no settings, no Django.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from serving.heartbeats import BEAT, WORKED, WORKER, Heartbeats

PATIENCE = 5.0
PORTS = {"web": 8000, "stream": 8001, "service": 8000}


def main(words: list[str], var_dir: Path) -> None:
    """Check what the arguments name. Raises SystemExit with the reason if it is not well."""
    parser = argparse.ArgumentParser(prog="python -m serving.health", description=__doc__)
    parser.add_argument("--of", choices=sorted(CHECKS), default="web")
    parser.add_argument("--port", type=int, help="of web, stream or service")
    given = parser.parse_args(words)
    files = Heartbeats(var_dir / "heartbeats")
    if wrong := CHECKS[given.of](files, given.port or PORTS.get(given.of, 0)):
        sys.exit(f"{given.of}: {wrong}")


def check_http(path: str) -> Callable[[Heartbeats, int], str]:
    """Return a check that requests a path, and returns what is wrong or an empty text."""

    def check(files: Heartbeats, port: int) -> str:
        from http.client import HTTPConnection, HTTPException  # the others do not need it

        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            reply = connection.getresponse()
            text = reply.read().decode()
        except (OSError, HTTPException) as error:
            return f"does not answer: {type(error).__name__}"
        finally:
            connection.close()
        return "" if reply.status == 200 else f"answers {reply.status}: {text}"

    return check


def check_worker(files: Heartbeats, port: int) -> str:
    """Return a description if the worker takes no messages, or messages wait and nothing is done.

    A worker that has nothing to do says so itself.
    """
    if wrong := check_heartbeat(files, WORKER, limit("LIVENESS_SECONDS", 120)):
        return wrong
    return check_heartbeat(files, WORKED, limit("STALLED_SECONDS", 600))


def check_beat(files: Heartbeats, port: int) -> str:
    """Return what is wrong with beat, or an empty text."""
    return check_heartbeat(files, BEAT, limit("LIVENESS_SECONDS", 120))


def check_heartbeat(files: Heartbeats, name: str, seconds: float) -> str:
    """Return what is wrong with a heartbeat, or an empty text."""
    age = files.age(name)
    if age is None:
        return "no sign of life"
    return f"{name}: none since {age:.0f} s" if age > seconds else ""


def limit(name: str, default: float) -> float:
    """Return a setting of the environment, in seconds."""
    return float(os.environ.get(name) or default)


CHECKS: dict[str, Callable[[Heartbeats, int], str]] = {
    "web": check_http("/healthz"),
    "service": check_http("/readyz"),
    "stream": check_http("/healthz"),
    "worker": check_worker,
    "beat": check_beat,
}

if __name__ == "__main__":
    if not os.environ.get("VAR_DIR"):
        sys.exit("Set VAR_DIR to the folder for files of the service.")
    main(sys.argv[1:], Path(os.environ["VAR_DIR"]))
