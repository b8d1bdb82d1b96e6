"""Both forms of the service serve an ordinary client."""

from __future__ import annotations

import pytest

from tests.faults.clients import OrdinaryClient
from tests.faults.processes import HANG, QUICK
from tests.faults.servers import Server, embedded_server
from tests.faults.waiting import until

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


def test_make_run_ends_a_bot_that_hangs_and_its_game_goes_on() -> None:
    more = {name: str(value) for name, value in QUICK.items()}
    with embedded_server({**more, "DJANGO_SETTINGS_MODULE": "tests.faults.hanging"}) as server:
        client = OrdinaryClient(server.port)

        def is_own_turn_after_it() -> bool:
            view = client.expect(200, "GET", client.game)
            decision = view["decision"] or {}
            if decision.get("options") and not (server.folder / "hangs").exists():
                answer = {"decision": decision["id"], "choices": [decision["options"][0]["choice"]]}
                client.expect(200, "POST", f"{client.game}commands/", answer)
                return False
            return bool(decision.get("options"))

        until(is_own_turn_after_it, patience=HANG)
        until(lambda: "Hard time limit (15s) exceeded" in server.log, patience=HANG)
