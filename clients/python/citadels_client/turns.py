"""Waits for the user's turns in any number of games. Every bot starts with this."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from .api import Api
from .documents import Decision
from .errors import Problem, Unreachable
from .streaming import Message

ASK_FIRST, ASK_EVERY = 0.2, 10.0
"""Seconds between two attempts where streams are not available. The pause grows."""


def turns(
    api: Api, *, ask_every: float = ASK_EVERY, sleep: Callable[[float], None] = time.sleep
) -> Iterator[dict[str, Any]]:
    """Yield the decisions that wait for this user, without end: ``game`` is the id of the game, and
    ``decision`` has the options.

    They come by a stream, so that a move takes no other request than the command; without streams,
    the inbox is polled. A decision that was not played comes again when its game changes or the
    stream starts again; one that ``api`` has answered does not. Raises Problem, and Unreachable if
    the service is gone.
    """
    pause, decisions = ASK_FIRST, True
    asked: set[tuple[str, int]] = set()
    while True:
        news = False
        versions: dict[str, int] = {}
        try:
            for message in api.stream(decisions=decisions, tries=0):
                news = True
                for game_id, document in games_in(message):
                    version = document.get("version", -1)
                    if versions.get(game_id) != version:  # not only a chat message
                        versions[game_id] = version
                        yield from turn_in(api, game_id, document)
        except Unreachable:
            pass
        except Problem as problem:
            if problem.status != 422 or not decisions:
                raise
            decisions = False  # services before 0.3.0 do not know it
            continue
        if not news:
            # The inbox is asked again soon only if it has something new.
            found = api.turns()
            for turn in found:
                yield from turn_in(api, turn["game"], {"your_turn": True, **turn})
            asked, before = {(one["game"], one["decision"]["id"]) for one in found}, asked
            news = not asked <= before
        pause = ASK_FIRST if news else min(pause * 1.5, ask_every)
        sleep(pause)


def games_in(message: Message) -> list[tuple[str, dict[str, Any]]]:
    """Return the games in a message of the stream, by id."""
    if message.kind == "snapshot":
        return [(game["id"], game) for game in message.data["games"]]
    return [(message.data["game"], message.data)] if message.kind == "changed" else []


def turn_in(api: Api, game_id: str, document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the decision of a game if it is this user's. Its options are fetched if they are not
    in the document.
    """
    if not document.get("your_turn", True):  # services before 0.3.0 do not say it
        return
    decision: Decision | None = document.get("decision")
    if "your_turn" not in document or (decision and "options" not in decision):
        decision = api.game(game_id)["decision"]
    # A message may be older than the reply to a command.
    if decision and "options" in decision and decision["id"] > api.answered.get(game_id, 0):
        yield {"game": game_id, "decision": decision}
