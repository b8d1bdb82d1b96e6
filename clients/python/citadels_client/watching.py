"""Follows a game without a seat, by a stream or by polling."""

from __future__ import annotations

import time
from collections.abc import Callable

from .api import Api
from .documents import Game
from .errors import Unreachable
from .play import Screen

ASK_EVERY = 2.0
OVER = ("finished", "cancelled")


def watch(
    api: Api, game_id: str, screen: Screen, *, sleep: Callable[[float], None] = time.sleep
) -> Game:
    """Show a game until it is over. Returns it as it ended. Raises Problem, Unreachable."""
    seen: Game | None = None
    last_seq = 0
    news = api.stream(game_id, tries=0)
    while True:
        game = api.game(game_id)
        if game is not seen:
            seen = game
            events = api.events(game_id, last_seq)
            last_seq = events[-1]["seq"] if events else last_seq
            screen.show(game, events)
        if game["status"] in OVER:
            return game
        try:
            if all(message.kind == "event" for message in news):
                raise Unreachable("The stream ended.")
        except Unreachable:
            sleep(ASK_EVERY)
            news = api.stream(game_id, tries=0)
