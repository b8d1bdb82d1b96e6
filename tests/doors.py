"""The service as its web server calls it: for tests of everything in front of Django, too."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from accounts.models import User
from accounts.services import token_issue
from citadels.wsgi import application
from games.models import Game


class Answer:
    """The reply to one request."""

    def __init__(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.headers, self.body = status, {k.lower(): v for k, v in headers}, body
        self.all = headers


class Door:
    """The WSGI application of the web process."""

    def ask(self, key: str, path: str, body: Any = None, **more: Any) -> Answer:
        raw = b"" if body is None else body if isinstance(body, bytes) else orjson.dumps(body)
        environ: dict[str, Any] = {
            "REQUEST_METHOD": "GET" if body is None else "POST",
            "PATH_INFO": path,
            "SCRIPT_NAME": "",
            "QUERY_STRING": "",
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": "testserver",
            "HTTP_X_REQUEST_ID": "mine",
            "HTTP_AUTHORIZATION": f"Bearer {key}",
            "wsgi.input": io.BytesIO(raw),
            "wsgi.url_scheme": "http",
            "wsgi.errors": io.StringIO(),
        }
        if body is not None:
            environ |= {"CONTENT_LENGTH": str(len(raw)), "CONTENT_TYPE": "application/json"}
        environ |= more
        started: list[Any] = []
        parts = application(environ, lambda *words: started.append(words))
        return Answer(started[0][0], started[0][1], b"".join(parts))


@contextmanager
def door_opened() -> Iterator[Door]:
    """A door within the transaction of a test: requests leave its connection open."""
    signals = request_started, request_finished
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        yield Door()
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def key_of(user: User, **words: Any) -> str:
    return token_issue(user=user, **words).text


def path_of(game: Game, more: str = "") -> str:
    return f"/api/v1/games/{game.id}/{more}"
