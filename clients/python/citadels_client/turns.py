"""Waiting for one's turns, in however many games: what every bot begins with."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from .api import Api
from .errors import Unreachable
from .streaming import Message

ASK_FIRST, ASK_EVERY = 0.2, 10.0
"""Seconds between two looks where nothing can be heard: longer each time there was no turn."""


def turns(
    api: Api, *, ask_every: float = ASK_EVERY, sleep: Callable[[float], None] = time.sleep
) -> Iterator[dict[str, Any]]:
    """The decisions that wait for this user, one after the other, without end: where the service
    has streams it tells when to look, else the inbox is asked again and again.

    One that was not played is given again after a while. Raises Problem; Unreachable: the service
    has gone.
    """
    news: Iterator[Message] | None = None
    given: set[tuple[str, int]] = set()
    pause = ASK_FIRST
    while True:
        found = {(turn["game"], turn["decision"]["id"]): turn for turn in api.turns()}
        fresh = [turn for name, turn in found.items() if name not in given]
        yield from fresh
        given = set(found) if fresh else set()
        if fresh:
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
    """Wait until something has changed. Raises Unreachable."""
    for message in news:
        if message.kind != "event":
            return
