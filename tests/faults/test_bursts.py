"""A burst of one client within its rate limits: others are served before it, not after it.

What is compared is the order of the replies, which does not depend on the speed of the machine.
"""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.faults.clients import API, FLOOD_ADDRESS, OrdinaryClient
from tests.faults.figures import Note
from tests.faults.processes import HANG
from tests.faults.servers import Server

pytestmark = [pytest.mark.fault(20), pytest.mark.slow]
MANY = 60
"""Requests at once; the rate limits allow them."""
ATTEMPTS = 200
"""This process may be kept waiting until the whole burst is answered; that shows nothing."""
LIBRARY = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"


@contextmanager
def burst(port: int, path: str, token: str, address: str) -> Iterator[Callable[[], int]]:
    """Send many requests at the same time. Yields a count of those that are not answered."""
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {address}\r\n"
    if token:
        head += f"Authorization: Bearer {token}\r\n"
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), HANG))
            for _ in range(MANY)
        ]
        for one in opened:
            one.sendall(f"{head}\r\n".encode())

        def unanswered() -> int:
            answered, _, _ = select.select(opened, [], [], 0)
            return MANY - len(answered)

        yield unanswered
        for one in opened:
            assert one.recv(9) == b"HTTP/1.1 "  # each is answered at last


def test_others_are_served_in_the_midst_of_a_burst(server: Server, note: Note) -> None:
    burster = OrdinaryClient(server.port, "burster", FLOOD_ADDRESS)
    bystander = OrdinaryClient(server.port)
    own = f"{API}{bystander.game}history/0/board.svg"
    requests: list[tuple[str, str, Any]] = [("GET", f"{API}me/turns/", None), ("GET", own, None)]
    requests += [("PUT", f"{API}{bystander.game}notes/", {"text": "mine"})]
    for one in (burster, bystander):
        assert one.send(*requests[0]).status == 200  # the processes know the tokens, or most do
    past = f"{API}{burster.game}history/0/board.svg"
    bursts = {
        "past pictures of a user": (past, burster.token),
        "invented tokens": (f"{API}me/turns/", "ci_invented"),
        "log-in pages": ("/login/", ""),
        "static files": (LIBRARY, ""),
    }
    for name, (path, token) in bursts.items():
        for attempt in range(ATTEMPTS):
            left = []
            address = f"198.51.100.{attempt}"  # none of them has used up its rate limits
            with burst(server.port, path, token, address) as unanswered:
                for request in requests:
                    assert bystander.send(*request).status == 200
                    left.append(unanswered())
            if left[0] > MANY // 3:
                break
        note(f"of {MANY} {name}, unanswered after each of {len(requests)} requests:", left)
        assert left[0] > MANY // 3, (name, left)
