"""The id of the request that is being answered: in its reply, in each line of the log, and in the
tasks it has caused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from uuid import uuid4

from celery.signals import before_task_publish, task_postrun, task_prerun

HEADER = "X-Request-ID"
ACCEPTED = re.compile(r"[A-Za-z0-9_.:/+=-]{1,64}")
"""What callers may choose: nothing that could break a line of the log, or a header."""

_current: ContextVar[str] = ContextVar("request_id", default="")


def request_id() -> str:
    """The id of the request that is being answered here; empty: there is none."""
    return _current.get()


def request_id_for(asked: str) -> str:
    """What the caller has chosen, if it can be taken; else a new one."""
    return asked if ACCEPTED.fullmatch(asked) else uuid4().hex


@contextmanager
def answering(asked: str) -> Iterator[str]:
    """Within it, what is done is done for this request."""
    token = _current.set(request_id_for(asked))
    try:
        yield _current.get()
    finally:
        _current.reset(token)


# --- tasks -------------------------------------------------------------------------------------


@before_task_publish.connect
def sent_along(headers: dict[str, object] | None = None, **kwargs: object) -> None:
    if headers is not None and request_id():
        headers["request_id"] = request_id()


@task_prerun.connect
def taken_on(task: object, **kwargs: object) -> None:
    _current.set(str(getattr(getattr(task, "request", None), "request_id", None) or ""))


@task_postrun.connect
def done_with(**kwargs: object) -> None:
    _current.set("")
