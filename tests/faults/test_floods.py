"""One client sends as many expensive requests as it can: others are still served."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import count
from time import sleep
from typing import Any

import pytest

from tests.faults.clients import API, FLOOD_ADDRESS, Action, OrdinaryClient, Reply, flood, send
from tests.faults.figures import Note
from tests.faults.lengths import in_full
from tests.faults.servers import Server

pytestmark = [pytest.mark.fault(12), pytest.mark.slow]
SECONDS = in_full(60.0, otherwise=6.0)
"""Length of all floods together; `make faults` takes a minute."""
THREADS = 16
LONG = "a" * 4000
CSRF = "a" * 32


def test_an_ordinary_client_is_served_beside_a_flood(server: Server, note: Note) -> None:
    client = OrdinaryClient(server.port)
    floods = floods_of(client)
    with client.sending() as quiet:
        sleep(SECONDS / len(floods))
    note("without a flood:", quiet)
    assert quiet.failed == []
    for name, actions in floods.items():
        with flood(THREADS, *actions) as statuses, client.sending() as samples:
            sleep(SECONDS / len(floods))
        note(f"beside {name} {format_statuses(statuses)}:", samples)
        assert samples.failed == []


def format_statuses(statuses: Counter[int]) -> str:
    """Return how the flood was answered, such as `(401 x 20, 429 x 700)`."""
    return f"({', '.join(f'{status} x {times}' for status, times in sorted(statuses.items()))})"


def floods_of(client: OrdinaryClient) -> dict[str, tuple[Action, ...]]:
    """Return the floods by name: each needs no account, but for the id of an application."""
    new = {"name": "a", "redirect_uris": ["https://example.org/"], "confidential": True}
    application = client.expect(201, "POST", "me/applications/", new)["client_id"]
    numbers = count()

    def post(path: str, fields: Callable[[], str]) -> Action:
        def action() -> Reply:
            form = f"csrfmiddlewaretoken={CSRF}&{fields()}"
            return ask("POST", path, form=form, headers={"Cookie": f"csrftoken={CSRF}"})

        return action

    def ask(method: str, path: str, **more: Any) -> Reply:
        return send(client.port, method, path, address=FLOOD_ADDRESS, **more)

    def login() -> str:
        return f"username=name-{next(numbers)}&password=wrong"

    def code() -> str:
        return (
            f"grant_type=authorization_code&client_id={application}&client_secret=wrong"
            f"&code=wrong&redirect_uri=https://example.org/"
        )

    def token() -> Reply:
        body = {"username": f"name-{next(numbers)}", "password": "wrong"}
        return ask("POST", f"{API}auth/tokens/", body=body)

    return {
        "log-ins": (token, post("/login/", login), post("/oauth/token/", code)),
        "schema": (partial(ask, "GET", "/api/schema/"),),
        "links": (
            partial(ask, "POST", f"/reset-password/{LONG}/"),
            partial(ask, "POST", f"/verify-email/{LONG}/"),
            partial(ask, "GET", f"/reset-password/{LONG}/"),
            post(f"/verify-email/{LONG}/", lambda: ""),
        ),
    }
