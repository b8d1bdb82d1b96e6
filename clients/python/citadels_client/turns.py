"""Waits for the user's turns in any number of games. Every bot starts with this."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from .api import Api
from .errors import Unreachable
from .streaming import Message

ASK_FIRST, ASK_EVERY = 0.2, 10.0
"""Seconds between two requests where streams are not available. The pause grows without turns."""


def turns(
    api: Api, *, ask_every: float = ASK_EVERY, sleep: Callable[[float], None] = time.sleep
) -> Iterator[dict[str, Any]]:
    """Yield the decisions that wait for this user, without end.

    Streams say when to ask; without them, the inbox is polled. A decision that was not played comes
    again after a while. Raises Problem, and Unreachable if the service is gone.
    """
    news: Iterator[Message] | None = None
    known: set[tuple[str, int]] = set()
    pause = ASK_FIRST
    while True:
        open_turns = {(turn["game"], turn["decision"]["id"]): turn for turn in api.turns()}
        new_turns = [turn for name, turn in open_turns.items() if name not in known]
        yield from new_turns
        known = set(open_turns) if new_turns else set()
        if new_turns:
            pause = ASK_FIRST
            continue
        try:
            news = news or api.stream(tries=0)
            wait_for_news(news)
        except Unreachable:
            news = None
            sleep(min(pause, ask_every))
            pause *= 1.5


def wait_for_news(news: Iterator[Message]) -> None:
    """Wait until something changes. Raises Unreachable."""
    for message in news:
        if message.kind != "event":
            return
