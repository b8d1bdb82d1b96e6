"""The hub stops when it is asked to."""

from __future__ import annotations

import asyncio

from games.streams.database import Database
from games.streams.hub import Hub
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
