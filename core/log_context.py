"""The context of log lines: the request, the user and the game that the current work is for.

Replies carry the id of the request, and so do the tasks that it starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final
from uuid import uuid4

from celery.signals import before_task_publish, task_postrun, task_prerun

HEADER = "X-Request-ID"
ACCEPTED = re.compile(r"[A-Za-z0-9_.:/+=-]{1,64}")
"""The request ids that callers may choose: nothing that could break a log line or a header."""


class RequestContext:
    """What the current work is for. Ids only: logs hold no names."""

    __slots__ = ("game", "request_id", "user")

    def __init__(self, request_id: str = "", game: object = None) -> None:
        self.request_id = request_id
        self.game = game
        self.user: object = None


NO_CONTEXT: Final = RequestContext()
_current: ContextVar[RequestContext] = ContextVar("request_context", default=NO_CONTEXT)


def get_request_context() -> RequestContext:
    """Return the current context. Do not change it."""
    return _current.get()


def request_id() -> str:
    """Return the id of the current request, or an empty string outside of requests."""
    return _current.get().request_id


def request_id_for(asked: str) -> str:
    """Return the caller's request id if it is acceptable, else a new one."""
    return asked if ACCEPTED.fullmatch(asked) else uuid4().hex


def context_set_user(user: object) -> None:
    """Set the user, by id, that the current request is for. No effect outside of requests."""
    if (here := _current.get()) is not NO_CONTEXT:
        here.user = user


def context_set_game(game: object) -> None:
    """Set the game, by id, that the current request is for. No effect outside of requests."""
    if (here := _current.get()) is not NO_CONTEXT:
        here.game = game


@contextmanager
def request_context(asked: str) -> Iterator[str]:
    """Run a block as part of a request, and yield the id of the request."""
    here = RequestContext(request_id_for(asked))
    token = _current.set(here)
    try:
        yield here.request_id
    finally:
        _current.reset(token)


@contextmanager
def game_log_context(game: object) -> Iterator[None]:
    """Run a block as work of the service itself on a game."""
    token = _current.set(RequestContext(request_id(), game))
    try:
        yield
    finally:
        _current.reset(token)


# --- tasks -------------------------------------------------------------------------------------


@before_task_publish.connect
def request_id_send(headers: dict[str, object] | None = None, **kwargs: object) -> None:
    """Add the id of the current request to the headers of a task."""
    if headers is not None and request_id():
        headers["request_id"] = request_id()


@task_prerun.connect
def task_context_set(task: object, **kwargs: object) -> None:
    """Begin the log context of a task, with the request id from its headers."""
    asked = str(getattr(getattr(task, "request", None), "request_id", None) or "")
    _current.set(RequestContext(asked))


@task_postrun.connect
def task_context_clear(**kwargs: object) -> None:
    """End the log context of a task."""
    _current.set(NO_CONTEXT)
