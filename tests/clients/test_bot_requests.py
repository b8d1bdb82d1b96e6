"""How many requests a bot makes for each of its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from clients.python.citadels_client import Api, Problem, turns
from tests.browser.web_server import web_server
from tests.conftest import PASSWORD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("prompt_bots"),
]
MOVES = 20


class CountedApi(Api):
    """A client that counts its requests. A stream takes two: it is redirected."""

    requests = 0

    def count(self, name: str, weight: int) -> None:
        send = getattr(self._transport, name)

        def send_counting(*args: Any, **kwargs: Any) -> Any:
            self.requests += weight
            return send(*args, **kwargs)

        setattr(self._transport, name, send_counting)


def by_fetching(api: Api) -> Iterator[dict[str, Any]]:
    """Yield turns as clients had to before messages had options: a change means to look."""
    for message in api.stream():
        if message.kind != "event":
            for turn in api.turns():
                decision = api.game(turn["game"])["decision"]
                if decision and "options" in decision:
                    yield {"game": turn["game"], "decision": decision}


def requests_per_move(origin: str, name: str, turns_of: Callable[[Api], Any]) -> float:
    """Play some moves in a game with three bots, and return how many requests each took."""
    api = CountedApi(origin)
    api.register(name, PASSWORD)
    api.log_in(name, PASSWORD)
    game = api.create(ruleset="citadels", seats=4, bots=["novice"] * 3)
    api.start(game["id"])
    api.count("send", 1)
    api.count("open", 2)
    moves = 0
    for turn in turns_of(api):
        try:
            api.command(
                turn["game"], turn["decision"]["id"], [turn["decision"]["options"][0]["choice"]]
            )
            moves += 1
        except Problem as problem:
            if problem.status not in (403, 409):  # answered already
                raise
        if moves == MOVES:
            break
    return api.requests / moves


def test_options_in_the_stream_save_most_requests_of_a_bot() -> None:
    with web_server() as origin:
        before = requests_per_move(origin, "alice", by_fetching)
        after = requests_per_move(origin, "bob", turns)
    assert after <= 1.3  # measured: 1.1, and 3.1 before
    assert before >= 2.5 * after
