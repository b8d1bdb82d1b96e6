"""The Redis transport of Celery, for messages whose only purpose is to wake workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis
from redis.exceptions import ConnectionError, ResponseError


class Channel(redis.Channel):
    """A channel that acknowledges messages in memory only.

    By default kombu records in Redis which messages a worker has taken. If Redis is unavailable
    when the worker acknowledges or returns such a message, kombu raises AttributeError, and the
    worker ends. A lost message does no harm here: the next sweep finds what is due in the database.
    """

    ack_emulation = False
    do_restore = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        with refusal_as_connection_error():
            super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]

    def _brpop_read(self, **options: Any) -> Any:
        with refusal_as_connection_error():
            return super()._brpop_read(**options)  # type: ignore[no-untyped-call]


class Transport(redis.Transport):
    Channel = Channel


@contextmanager
def refusal_as_connection_error() -> Iterator[None]:
    """Treat a Redis that refuses commands, for example because its disk is full, as an unavailable
    one. Celery then retries with growing pauses instead of ending.
    """
    try:
        yield
    except ResponseError as error:
        raise ConnectionError(str(error)) from error


def install() -> None:
    """Use this transport for all Redis URLs."""
    for scheme in ("redis", "rediss"):
        TRANSPORT_ALIASES[scheme] = f"{__name__}:Transport"
