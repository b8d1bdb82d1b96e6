from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.games.streams.harness import Streams, streams_running
from tests.toy_games import toy

__all__ = ["toy"]


@pytest.fixture
def quick(settings: Settings) -> Settings:
    """Short intervals: polling alone finds every change at once."""
    settings.STREAM_POLL = settings.STREAM_POLL_ALONE = 0.05
    return settings


@pytest.fixture
def streams(transactional_db: None, quick: Settings) -> Iterator[Streams]:
    """A stream server on the test database."""
    with streams_running() as running:
        yield running
