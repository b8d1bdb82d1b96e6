from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.games.streams.harness import Streams, streams_running


@pytest.fixture
def quick(settings: Settings) -> Settings:
    """Nobody waits long: the poll alone finds everything at once."""
    settings.STREAM_POLL = settings.STREAM_POLL_ALONE = 0.05
    return settings


@pytest.fixture
def streams(transactional_db: None, quick: Settings) -> Iterator[Streams]:
    """A server of streams on the test's database."""
    with streams_running() as running:
        yield running
