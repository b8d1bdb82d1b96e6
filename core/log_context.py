"""What is being done here, for whom and to which game: said by each line of the log. The id of the
request is in its reply, too, and in the tasks it has caused.
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
"""What callers may choose: nothing that could break a line of the log, or a header."""


class RequestContext:
    """Why something is done. Ids only: the log holds no names."""

    __slots__ = ("game", "request_id", "user")

    def __init__(self, request_id: str = "", game: object = None) -> None:
        self.request_id = request_id
        self.game = game
        self.user: object = None


NO_CONTEXT: Final = RequestContext()
_current: ContextVar[RequestContext] = ContextVar("request_context", default=NO_CONTEXT)


def get_request_context() -> RequestContext:
    """Why that is done what is done here; only to be read."""
    return _current.get()


def request_id() -> str:
    """The id of the request that is being answered here; empty: there is none."""
    return _current.get().request_id


def request_id_for(asked: str) -> str:
    """What the caller has chosen, if it can be taken; else a new one."""
    return asked if ACCEPTED.fullmatch(asked) else uuid4().hex


def context_set_user(user: object) -> None:
    """What is done here is done for the user of this id; nobody notes it outside of requests."""
    if (here := _current.get()) is not NO_CONTEXT:
        here.user = user


def context_set_game(game: object) -> None:
    """What is done here is done to the game of this id; see ``context_set_user``."""
    if (here := _current.get()) is not NO_CONTEXT:
        here.game = game


@contextmanager
def request_context(asked: str) -> Iterator[str]:
    """Within it, what is done is done for this request."""
    here = RequestContext(request_id_for(asked))
    token = _current.set(here)
    try:
        yield here.request_id
    finally:
        _current.reset(token)


@contextmanager
def game_log_context(game: object) -> Iterator[None]:
    """Within it, the service sees to this game by itself."""
    token = _current.set(RequestContext(request_id(), game))
    try:
        yield
    finally:
        _current.reset(token)


# --- tasks -------------------------------------------------------------------------------------


@before_task_publish.connect
def request_id_send(headers: dict[str, object] | None = None, **kwargs: object) -> None:
    if headers is not None and request_id():
        headers["request_id"] = request_id()


@task_prerun.connect
def task_context_set(task: object, **kwargs: object) -> None:
    asked = str(getattr(getattr(task, "request", None), "request_id", None) or "")
    _current.set(RequestContext(asked))


@task_postrun.connect
def task_context_clear(**kwargs: object) -> None:
    _current.set(NO_CONTEXT)
