"""Doing things at the same moment, each on a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connections

from core.errors import ApiError

Result = TypeVar("Result")
PATIENCE = 60
"""Seconds after which a test that hangs fails."""


def outcome(action: Callable[[], object]) -> str:
    """Return "done", or the code of the error."""
    try:
        action()
    except ApiError as refusal:
        return refusal.code
    return "done"


def at_once(*actions: Callable[[], Result]) -> list[Result]:
    """Run the actions in threads that set out together; their results in order."""
    gate = threading.Barrier(len(actions))

    def run(action: Callable[[], Result]) -> Result:
        try:
            connections["default"].ensure_connection()
            gate.wait(PATIENCE)
            return action()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(actions)) as pool:
        futures = [pool.submit(run, action) for action in actions]
        return [future.result(PATIENCE) for future in futures]
