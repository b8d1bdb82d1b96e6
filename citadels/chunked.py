"""Bodies that come in chunks: the client does not say beforehand how long they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from io import BytesIO
from typing import IO, Any

from django.conf import settings

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


class ChunkedBodies:
    """Wraps a WSGI application that, like Django, takes a body without a length for an empty one.

    Such a body is read beforehand, up to what is one byte too much: whoever checks its length
    refuses it then, as any other that is too large.
    """

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        if is_chunked(environ):
            body = read(environ["wsgi.input"], settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
            environ["wsgi.input"] = BytesIO(body)
            environ["CONTENT_LENGTH"] = str(len(body))
        return self.application(environ, start_response)


def is_chunked(environ: Environ) -> bool:
    """Whether there is a body of unknown length, and a server that tells where it ends."""
    return (
        not environ.get("CONTENT_LENGTH")
        and "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "").lower()
        and bool(environ.get("wsgi.input_terminated"))
    )


def read(stream: IO[bytes], limit: int) -> bytes:
    """The stream to its end, or ``limit`` bytes of it; a server may give less than it is asked."""
    body = bytearray()
    while len(body) < limit and (more := stream.read(limit - len(body))):
        body += more
    return bytes(body)
