"""What is being done here, for whom and to which match: said by each line of the log. The id of the
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


class Origin:
    """Why something is done. Ids only: the log holds no names."""

    __slots__ = ("match", "request_id", "user")

    def __init__(self, request_id: str = "", match: object = None) -> None:
        self.request_id = request_id
        self.match = match
        self.user: object = None


NOWHERE: Final = Origin()
_current: ContextVar[Origin] = ContextVar("origin", default=NOWHERE)


def origin() -> Origin:
    """Why that is done what is done here; only to be read."""
    return _current.get()


def request_id() -> str:
    """The id of the request that is being answered here; empty: there is none."""
    return _current.get().request_id


def request_id_for(asked: str) -> str:
    """What the caller has chosen, if it can be taken; else a new one."""
    return asked if ACCEPTED.fullmatch(asked) else uuid4().hex


def acts_for(user: object) -> None:
    """What is done here is done for the user of this id; nobody notes it outside of requests."""
    if (here := _current.get()) is not NOWHERE:
        here.user = user


def acts_on(match: object) -> None:
    """What is done here is done to the match of this id; see ``acts_for``."""
    if (here := _current.get()) is not NOWHERE:
        here.match = match


@contextmanager
def answering(asked: str) -> Iterator[str]:
    """Within it, what is done is done for this request."""
    here = Origin(request_id_for(asked))
    token = _current.set(here)
    try:
        yield here.request_id
    finally:
        _current.reset(token)


@contextmanager
def seeing_to(match: object) -> Iterator[None]:
    """Within it, the service sees to this match by itself."""
    token = _current.set(Origin(request_id(), match))
    try:
        yield
    finally:
        _current.reset(token)


# --- tasks -------------------------------------------------------------------------------------


@before_task_publish.connect
def sent_along(headers: dict[str, object] | None = None, **kwargs: object) -> None:
    if headers is not None and request_id():
        headers["request_id"] = request_id()


@task_prerun.connect
def taken_on(task: object, **kwargs: object) -> None:
    asked = str(getattr(getattr(task, "request", None), "request_id", None) or "")
    _current.set(Origin(asked))


@task_postrun.connect
def done_with(**kwargs: object) -> None:
    _current.set(NOWHERE)
