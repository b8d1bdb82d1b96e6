"""A circuit breaker leaves a server alone for a while after it failed."""

from __future__ import annotations

from unittest import mock

import pytest

from core.breaker import BREAK, CircuitBreaker


class Server:
    """Counts its calls and fails while it is down."""

    def __init__(self) -> None:
        self.calls = 0
        self.down = True

    def ask(self) -> str:
        self.calls += 1
        if self.down:
            raise OSError("nobody is there")
        return "answer"


def test_after_a_failure_there_is_one_warning_and_no_call_for_a_while(
    caplog: pytest.LogCaptureFixture,
) -> None:
    server, breaker = Server(), CircuitBreaker("No answers now")
    with mock.patch("core.breaker.monotonic") as clock:
        clock.return_value = 100.0
        assert [breaker.call(server.ask) for _ in range(3)] == [None] * 3
        assert server.calls == 1
        assert caplog.messages == ["No answers now: nobody is there"]
        server.down = False
        clock.return_value += BREAK
        assert breaker.call(server.ask) == "answer"


def test_an_error_of_another_kind_is_raised_and_stops_no_call() -> None:
    server, breaker = Server(), CircuitBreaker("No answers now", ValueError)
    for _ in range(2):
        with pytest.raises(OSError, match="nobody is there"):
            breaker.call(server.ask)
    assert server.calls == 2
