from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.toy_games import toy

__all__ = ["toy"]


@pytest.fixture(autouse=True)
def connection_kept() -> Iterator[None]:
    """Requests must not close the connection in whose transaction the test is; Django's own client
    for tests does the same.
    """
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)
