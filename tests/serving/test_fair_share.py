"""Clients share the threads: a burst of one delays that client, and not the others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest
from django.test import Client as Browser
from rest_framework.settings import api_settings

from core.api.errors import Overloaded
from core.api.headers import CALLER
from serving.fair_share import Callers, Lane, is_request_expensive
from serving.request_buffer import RequestBuffer
from serving.wsgi_threads import WsgiThreads
from tests.conftest import user_named
from tests.doors import key_of
from tests.serving.test_request_buffer import HANG, LIMITS, SCOPE, Client

Story = Callable[["Gate"], Coroutine[Any, Any, None]]


class Gate:
    """Work that waits in its thread until it is let through, and writes down what began."""

    def __init__(self) -> None:
        self.opened = threading.Event()
        self.began: list[str] = []

    def work(self, name: str) -> str:
        self.began.append(name)
        assert self.opened.wait(HANG)
        return name

    def submit(self, lane: Lane[str], name: str) -> asyncio.Future[str]:
        """Submit work of the client whose name is the first letter."""
        return lane.submit(name[0], partial(self.work, name))

    async def begun(self, count: int) -> set[str]:
        """Wait until this number began, and return their names."""
        async with asyncio.timeout(HANG):
            while len(self.began) < count:
                await asyncio.sleep(0.01)
        return set(self.began)


def tell(story: Story) -> None:
    """Run a story; its threads end in any case."""
    gate = Gate()

    async def run_story() -> None:
        try:
            await story(gate)
        finally:
            gate.opened.set()

    asyncio.run(run_story())


def test_clients_take_turns() -> None:
    async def story(gate: Gate) -> None:
        lane = Lane[str]("test", threads=1, requests=10)
        names = ["a1", "a2", "a3", "b1", "b2", "c1"]
        results = [gate.submit(lane, name) for name in names]
        gate.opened.set()
        assert await asyncio.gather(*results) == names
        assert gate.began == ["a1", "a2", "b1", "c1", "a3", "b2"]
        assert (lane.count, lane.free, lane.running, lane.waiting) == (0, 1, {}, {})

    tell(story)


def test_one_client_never_holds_all_threads() -> None:
    async def story(gate: Gate) -> None:
        lane = Lane[str]("test", threads=3, requests=10)
        results = [gate.submit(lane, name) for name in ("a1", "a2", "a3", "a4")]
        assert await gate.begun(2) == {"a1", "a2"}
        results.append(gate.submit(lane, "b1"))
        assert await gate.begun(3) == {"a1", "a2", "b1"}
        gate.opened.set()
        await asyncio.gather(*results)

    tell(story)


def test_where_too_many_wait_the_client_with_the_most_is_refused() -> None:
    async def story(gate: Gate) -> None:
        lane = Lane[str]("test", threads=1, requests=4)
        kept = [gate.submit(lane, name) for name in ("a1", "a2", "a3")]
        dropped = gate.submit(lane, "a4")
        with pytest.raises(Overloaded):
            gate.submit(lane, "a5")
        kept.append(gate.submit(lane, "b1"))
        with pytest.raises(Overloaded):
            await dropped
        with pytest.raises(Overloaded):
            gate.submit(lane, "b2")  # of two that wait, none is the worse
        gate.opened.set()
        assert await asyncio.gather(*kept) == ["a1", "a2", "a3", "b1"]

    tell(story)


def test_a_request_whose_client_left_gets_no_thread() -> None:
    async def story(gate: Gate) -> None:
        lane = Lane[str]("test", threads=1, requests=10)
        running, left, last = (gate.submit(lane, name) for name in ("a1", "b1", "c1"))
        running.cancel()
        left.cancel()
        gate.opened.set()
        assert await last == "c1"
        assert gate.began == ["a1", "c1"]
        assert (lane.count, lane.free) == (0, 1)

    tell(story)


def test_a_failure_reaches_the_one_that_waits() -> None:
    async def story(gate: Gate) -> None:
        lane = Lane[float]("test", threads=1, requests=10)
        with pytest.raises(ZeroDivisionError):
            await lane.submit("a", lambda: 1 / 0)
        assert await lane.submit("a", lambda: 1.0) == 1.0

    tell(story)


def test_expensive_requests_leave_the_others_alone() -> None:
    """Each kind of request has threads of its own."""
    release = threading.Event()

    def application(environ: Any, start_response: Any) -> list[bytes]:
        if environ["PATH_INFO"] in ("/api/schema/", "/readyz"):
            assert release.wait(HANG)
        start_response("200 OK", [])
        return [b"done"]

    async def story(gate: Gate) -> None:
        threads = WsgiThreads(
            application, threads=1, requests=9, limits=LIMITS, expensive_threads=1
        )
        buffer = RequestBuffer(threads, LIMITS)

        def call(path: bytes) -> Coroutine[Any, Any, None]:
            client = Client(headers=[])
            return buffer({**SCOPE, "raw_path": path}, client.receive, client.send)

        slow = [asyncio.create_task(call(path)) for path in [b"/api/schema/"] * 4 + [b"/readyz"]]
        await asyncio.sleep(0)
        for path in (b"/api/v1/me/turns/", b"/login/", b"/healthz", b"/no/such/page/"):
            await asyncio.wait_for(call(path), HANG)
        assert not any(one.done() for one in slow)
        release.set()
        await asyncio.gather(*slow)

    tell(story)


@pytest.mark.parametrize(
    ("request_line", "expensive"),
    [
        ("GET /api/v1/games/1c0ffee0-5a5a-4c1e-9b1d-2f6a3c9d8e70/history/3/", True),
        ("HEAD /api/v1/games/1c0ffee0-5a5a-4c1e-9b1d-2f6a3c9d8e70/history/3/", True),
        ("head /api/v1/games/1c0ffee0-5a5a-4c1e-9b1d-2f6a3c9d8e70/history/3/", True),
        ("GET /api/v1/games/1c0ffee0-5a5a-4c1e-9b1d-2f6a3c9d8e70/", False),
        ("POST /api/v1/games/1c0ffee0-5a5a-4c1e-9b1d-2f6a3c9d8e70/commands/", False),
        ("DELETE /login/", False),
        ("POST /login/", True),
        ("post /login/", True),
        ("GET /login/", False),
        ("GET /admin/games/game/", True),
        ("GET /static/a.js", False),
        (f"GET /{'a' * 60_000}/", False),
    ],
)
def test_what_is_expensive(request_line: str, expensive: bool) -> None:
    method, path = request_line.split(" ")
    assert is_request_expensive(method, path) is expensive


# --- clients -------------------------------------------------------------------------------------


def environ(key: str = "", address: str = "192.0.2.1", **more: str) -> dict[str, Any]:
    return {"HTTP_AUTHORIZATION": f"Bearer {key}", "REMOTE_ADDR": address, **more}


def test_what_was_not_authenticated_counts_for_the_address() -> None:
    callers = Callers()
    one, other = environ("first"), environ("second")
    assert callers.client_of(one) == callers.client_of(other) == "address 192.0.2.1"
    callers.remember(one, 401)
    assert callers.client_of(one) == "address 192.0.2.1"
    callers.remember(one | {CALLER: 7}, 200)
    callers.remember(other | {CALLER: 7}, 200)
    callers.remember(one, 200)  # a static file
    assert callers.client_of(one) == callers.client_of(other) == "user 7"
    callers.remember(one, 401)  # it was revoked
    assert callers.client_of(one) == "address 192.0.2.1"


def test_a_user_has_one_share_whatever_else_is_sent() -> None:
    callers = Callers()
    token = environ("first", HTTP_COOKIE="a=1")
    session = {"REMOTE_ADDR": "192.0.2.1", "HTTP_COOKIE": "a=1; sessionid=s"}
    for one in (token, session):
        callers.remember(one | {CALLER: 7}, 200)
    assert callers.client_of(environ("first", HTTP_COOKIE="a=2")) == "user 7"
    assert callers.client_of(session | {"HTTP_COOKIE": "sessionid=s; b=1"}) == "user 7"
    nothing = session | {"HTTP_COOKIE": "a=1"}
    callers.remember(nothing | {CALLER: 7}, 302)  # they log in
    assert callers.client_of(nothing) == "address 192.0.2.1"


def test_addresses_count_as_for_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    callers = Callers()
    monkeypatch.setattr(api_settings, "NUM_PROXIES", 1)
    forged = environ(HTTP_X_FORWARDED_FOR="198.51.100.9, 198.51.100.7")
    assert callers.client_of(forged) == "address 198.51.100.7"
    assert callers.client_of(environ(HTTP_X_FORWARDED_FOR="2001:db8::1")) == callers.client_of(
        environ(HTTP_X_FORWARDED_FOR="2001:db8::2")
    )


@pytest.mark.django_db
def test_replies_name_the_user_of_a_token_or_a_session() -> None:
    user = user_named("alice")
    browser = Browser()
    browser.force_login(user)
    response = browser.get("/login/")
    assert response.wsgi_request.META[CALLER] == user.pk
    assert Browser().get("/login/").wsgi_request.META[CALLER] is None
    for key, expected in ((key_of(user), user.pk), ("ci_invented", None)):
        response = Browser().get("/api/v1/me/", headers={"Authorization": f"Bearer {key}"})
        assert response.wsgi_request.META[CALLER] == expected
