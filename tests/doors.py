"""The way in to the service, as its server of the web sees it: for tests of the short way."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import orjson
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections

from accounts import remembered
from accounts.models import User
from accounts.services import token_issue
from citadels.api.shortway import Application, ShortWay
from citadels.head_limits import HeadLimits
from games.api.short import ROUTES
from games.looks import LOOKS
from games.models import Game


class Answer:
    """What came back, and whether the long way was gone."""

    def __init__(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.headers, self.body = status, {k.lower(): v for k, v in headers}, body
        self.all = headers

    def same(self) -> tuple[Any, ...]:
        """All but how far its bucket is filled."""
        headers = {name: value for name, value in self.headers.items() if name != "ratelimit"}
        assert len(headers) + 1 == len(self.all)  # none came twice
        return self.status, headers, self.body


class Door:
    """The service as a server of the web sees it."""

    def __init__(self) -> None:
        whole = get_wsgi_application()
        self.long = 0

        def counted(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
            self.long += 1
            reply: Iterable[bytes] = whole(environ, start_response)
            return reply

        self.short_way = ShortWay(counted, ROUTES)
        self.long_way: Any = whole

    def ask(self, key: str, path: str, body: Any = None, *, long: bool = False, **more: Any) -> Any:
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
        way: Application = self.long_way if long else self.short_way
        parts = HeadLimits(way)(environ, lambda *words: started.append(words))
        return Answer(started[0][0], started[0][1], b"".join(parts))


@contextmanager
def door_opened() -> Iterator[Door]:
    """A door of a process that knows nothing yet."""
    remembered._looked_up.clear()
    LOOKS.clear()
    signals = request_started, request_finished
    for signal in signals:  # which would close the connection under the test's transaction
        signal.disconnect(close_old_connections)
    try:
        yield Door()
    finally:
        for signal in signals:
            signal.connect(close_old_connections)
        remembered._looked_up.clear()
        LOOKS.clear()


def key_of(user: User, **words: Any) -> str:
    return token_issue(user=user, **words).text


def path_of(game: Game, more: str = "") -> str:
    return f"/api/v1/games/{game.id}/{more}"


def known(door: Door, key: str, game: Game) -> None:
    """The token is known, and what the answers have in common."""
    door.ask(key, path_of(game))
    door.long = 0


def play_known(door: Door, key: str, game: Game) -> None:
    """The first command goes the long way, for the others to learn from."""
    command = {"decision": game.decision_id, "choices": ["boast"]}
    assert door.ask(key, path_of(game, "commands/"), command).status == "200 OK"
    game.refresh_from_db()
    door.long = 0
