from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

pytest.register_assert_rewrite("tests.faults.copies")  # before it is imported

from tests.faults.processes import Service, service  # noqa: E402
from tests.faults.servers import (  # noqa: E402
    EMBEDDED,
    PRODUCTION,
    Server,
    embedded_server,
    production_server,
)
from tests.toy_games import toy  # noqa: E402

__all__ = ["toy"]


@pytest.fixture
def running() -> Iterator[Service]:
    """A service of which nothing runs yet; the test starts its processes."""
    with service() as found:
        yield found
        sys.stdout.write(found.said())  # pytest shows it if the test fails


@pytest.fixture(
    params=[
        EMBEDDED,
        pytest.param(
            PRODUCTION,
            marks=[
                pytest.mark.postgres,
                pytest.mark.redis,
                pytest.mark.django_db(transaction=True),  # the processes see what is committed
            ],
        ),
    ]
)
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """The service, as `make run` starts it and as the image does."""
    if request.param == EMBEDDED:
        with embedded_server() as running:
            yield running
    else:
        with production_server() as running:
            yield running
