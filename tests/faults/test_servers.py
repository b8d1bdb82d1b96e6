"""Both forms of the service serve an ordinary client."""

from __future__ import annotations

import pytest

from tests.faults.clients import OrdinaryClient
from tests.faults.servers import Server

pytestmark = pytest.mark.slow


def test_an_ordinary_client_is_served(server: Server) -> None:
    client = OrdinaryClient(server.port)
    with client.sending() as samples:
        pass
    assert {sample.name for sample in samples.all} == {"healthz", "rulesets", "view", "note"}
    assert samples.failed == []


def test_what_fails_is_noted(server: Server) -> None:
    client = OrdinaryClient(server.port)
    client.token = "of nobody"
    with client.sending() as samples:
        pass
    failed = {sample.name: sample.status for sample in samples.failed}
    assert failed == {"view": 401, "note": 401}
