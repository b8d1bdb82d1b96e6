"""The hub stops when it is asked to."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from games.streams.hub import TRACED_WATCHERS, Database, Hub, Watcher
from tests.games.streams.harness import PATIENCE


def test_it_stops_though_a_client_swallows_a_cancellation() -> None:
    cancellations: list[int] = []

    async def connect() -> None:
        while True:
            try:
                await asyncio.sleep(PATIENCE * 10)
            except asyncio.CancelledError:
                cancellations.append(1)
                if len(cancellations) > 1:
                    raise

    async def stop() -> None:
        hub = Hub(Database(1))
        hub.tasks = [asyncio.create_task(connect())]
        await asyncio.sleep(0)  # it has begun
        async with asyncio.timeout(PATIENCE):
            await hub.stop()

    asyncio.run(stop())
    assert len(cancellations) == 2


def test_the_first_streams_that_a_change_wakes_continue_its_trace() -> None:
    hub, game, cause = Hub(Database(1)), uuid4(), f"00-{'1' * 32}-{'2' * 16}-01"
    watchers = [Watcher(uuid4()) for _ in range(TRACED_WATCHERS + 3)]
    for watcher in watchers:
        hub.follow(watcher, {game: None})
        watcher.woken.clear()
    hub.handle(f"{game} {cause}".encode())
    assert all(watcher.woken.is_set() for watcher in watchers)
    assert [watcher.cause for watcher in watchers].count(cause) == TRACED_WATCHERS
    hub.handle(str(game).encode())  # a change that is not traced
    assert not any(watcher.cause for watcher in watchers)
