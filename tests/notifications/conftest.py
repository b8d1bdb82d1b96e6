from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from core import leases
from notifications.kinds import KINDS, Cause, Kind, Limit
from notifications.models import Mode
from notifications.outbound import post
from tests.notifications.news import NOW, STALE
from tests.notifications.receiver import Receiver, receiving


@pytest.fixture(autouse=True)
def news(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind that knows no game: it matters until a test says otherwise."""
    STALE.clear()
    kind = Kind(
        name="news",
        members={"number": {"type": "integer"}, "broken": {}},
        summary="Something new.",
        subject="News %(number)s (%(language)s)",
        text="There is news number %(number)s.",
        cause=Cause.USER,
        limit=Limit(100),
        parameters=lambda data, reader: {**data, "language": reader.language},
        about="item",
        relevant=lambda subject, user_id, data: data["number"] not in STALE,
        link=lambda subject, data: f"https://play.example.org/{subject}",
        email=Mode.SINGLE,
    )
    monkeypatch.setitem(KINDS, "news", kind)


@pytest.fixture(autouse=True)
def our_machines(settings: Any) -> None:
    """Receivers of tests are on this machine, and speak no TLS."""
    settings.WEBHOOKS_ALLOW_HTTP = True
    settings.WEBHOOKS_PRIVATE_NETWORKS = ["127.0.0.0/8"]
    settings.PUBLIC_URL = "https://citadels.example.org"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Calls end after one and a half seconds instead of ten."""
    monkeypatch.setattr(post, "TOTAL_SECONDS", 1.5)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Time stands still, and chance adds nothing to it."""
    monkeypatch.setattr(leases, "JITTER", 1.0)
    with time_machine.travel(NOW, tick=False) as clock:
        yield clock
