"""Traces to an OpenTelemetry collector: the exporter, and the spans of statements and tasks.

The rest of the service adds its spans itself, through ``core.tracing``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from multiprocessing.util import Finalize
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from celery.signals import (
    before_task_publish,
    task_postrun,
    task_prerun,
    worker_process_shutdown,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.dispatch import Signal

from core import tracing

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

STATEMENT_MAX = 1_000
"""Characters of a statement in its span."""
TABLE = re.compile(r'\b(?:FROM|INTO|UPDATE)\s+"?(\w+)')
EXIT_SECONDS = 2.0
"""How long a process that ends waits for its last spans to be sent."""


def start() -> None:
    """Trace, if ``OTEL_EXPORTER_OTLP_ENDPOINT`` is set.

    Processes fork after this, so nothing runs yet: each starts its exporter at its first span.
    """
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return
    try:
        import opentelemetry.exporter.otlp.proto.http
        import opentelemetry.sdk.trace  # noqa: F401
    except ImportError:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT needs requirements/tracing.txt."
        ) from None
    for signal, receiver in RECEIVERS:
        signal.connect(receiver)
    tracing.tracer_set(tracer_of_process)


_starting = Lock()


def tracer_of_process() -> Tracer:
    """Return the tracer of this process, created at the first call."""
    with _starting:
        return _tracer()


@cache
def _tracer() -> Tracer:
    """Return the tracer of this process, and start the thread that exports its spans."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    about = {
        "service.name": settings.OTEL_SERVICE_NAME,
        "service.version": settings.SERVICE_VERSION,
    }
    url = f"{settings.OTEL_EXPORTER_OTLP_ENDPOINT.rstrip('/')}/v1/traces"
    provider = TracerProvider(resource=Resource.create(about))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=url)))
    end = partial(end_within, EXIT_SECONDS, provider.shutdown)
    Finalize(None, end, exitpriority=0)  # in forks of multiprocessing, which skip atexit
    worker_process_shutdown.connect(end, weak=False)  # in forks of Celery
    return provider.get_tracer(__name__)


def end_within(seconds: float, end: Callable[[], object], **kwargs: object) -> None:
    """Call ``end``, but do not wait longer for it: the collector may be away."""
    thread = Thread(target=end, daemon=True)
    thread.start()
    thread.join(seconds)


# --- statements ----------------------------------------------------------------------------------


def statement_run(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    """Run a statement as a span with its text. Its values are parameters, which stay out of it."""
    text = str(sql).strip()
    about = {
        "db.system.name": context["connection"].vendor,
        "db.query.text": text[:STATEMENT_MAX],
    }
    with tracing.span(statement_name(text), "CLIENT", about):
        return execute(sql, params, many, context)


def statement_name(text: str) -> str:
    """Return the first word of a statement, and its table."""
    table = TABLE.search(text)
    return f"{text.partition(' ')[0]} {table[1] if table else ''}".rstrip()


def statements_trace(connection: BaseDatabaseWrapper, **kwargs: object) -> None:
    """Trace the statements of a new connection to the database."""
    if statement_run not in connection.execute_wrappers:
        connection.execute_wrappers.append(statement_run)


# --- tasks ---------------------------------------------------------------------------------------


def task_send(headers: dict[str, object] | None = None, **kwargs: object) -> None:
    """Add the current trace to the headers of a task."""
    if headers is not None and (parent := tracing.traceparent()):
        headers["traceparent"] = parent


def task_begin(task: Any, **kwargs: object) -> None:
    """Begin the span of a task, below that of its sender."""
    parent = getattr(task.request, "traceparent", None) or tracing.NO_PARENT
    task.request.trace = tracing.trace(f"task {task.name}", "CONSUMER", parent=parent)
    task.request.trace.__enter__()


def task_end(task: Any, retval: object = None, **kwargs: object) -> None:
    """End the span of a task, with its error if it failed."""
    error = retval if isinstance(retval, BaseException) else None
    task.request.trace.__exit__(type(error) if error else None, error, None)


RECEIVERS: tuple[tuple[Signal, Callable[..., None]], ...] = (
    (connection_created, statements_trace),
    (before_task_publish, task_send),
    (task_prerun, task_begin),
    (task_postrun, task_end),
)
