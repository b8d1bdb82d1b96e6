"""Traces: what a request does in all processes, and how long each part of it takes.

Off unless ``operations.tracing`` has turned it on. Then this module needs requirements/tracing.txt.

A span has what log lines may have: names from the code, ids and numbers. Nothing that a client
sends, that a game hides, or that an error quotes may become a name or an attribute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from core.log_context import get_request_context

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

P = ParamSpec("P")
Result = TypeVar("Result")
Attributes = Mapping[str, str | int]
NO_SPAN: AbstractContextManager[None] = nullcontext()
NO_PARENT = ""

_tracer: Callable[[], Tracer] | None = None
"""Returns the tracer of this process; None while tracing is off."""


def tracer_set(tracer: Callable[[], Tracer] | None) -> None:
    """Turn tracing on, or off. ``tracer`` is called at the first span of each process."""
    global _tracer
    _tracer = tracer


# --- spans ---------------------------------------------------------------------------------------


def span(
    name: str,
    kind: str = "INTERNAL",
    attributes: Attributes | None = None,
    *,
    start: int | None = None,
) -> AbstractContextManager[object]:
    """Measure a block as part of the current trace. No effect outside of a trace.

    ``start`` is when the work began, in nanoseconds since 1970, if that was before the block.
    """
    if _tracer is None or not _current().is_recording():
        return NO_SPAN
    return _measure(_tracer(), name, kind, start=start, attributes=attributes)


def traced(name: str) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Decorate a function to be measured as ``span`` does."""

    def decorate(function: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(function)
        def measured(*args: P.args, **kwargs: P.kwargs) -> Result:
            if _tracer is None:
                return function(*args, **kwargs)
            with span(name):
                return function(*args, **kwargs)

        return measured

    return decorate


def trace(
    name: str, kind: str, *, parent: str = NO_PARENT, start: int | None = None
) -> AbstractContextManager[object]:
    """Measure a block as the first span of this process in a trace.

    ``parent`` is the ``traceparent`` of another process, whose trace is continued; without it the
    block begins a new trace. ``start`` is as in ``span``.
    """
    if _tracer is None:
        return NO_SPAN
    return _measure(_tracer(), name, kind, parent=parent, start=start)


def describe(attributes: Attributes, *, name: str = "", failed: bool = False) -> None:
    """Add attributes to the current span. Give it another ``name``, or mark it as failed."""
    if _tracer is None:
        return
    from opentelemetry.trace import StatusCode

    current = _current()
    current.set_attributes(attributes)
    if name:
        current.update_name(name)
    if failed:
        current.set_status(StatusCode.ERROR)


def _current() -> Span:
    from opentelemetry.trace import get_current_span

    return get_current_span()


@contextmanager
def _measure(
    tracer: Tracer,
    name: str,
    kind: str,
    *,
    parent: str | None = None,
    start: int | None = None,
    attributes: Attributes | None = None,
) -> Iterator[None]:
    from opentelemetry.context import Context
    from opentelemetry.trace import SpanKind
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    is_first = parent is not None
    context = None
    if is_first:
        context = TraceContextTextMapPropagator().extract({"traceparent": parent or ""}, Context())
    with tracer.start_as_current_span(
        name,
        context=context,
        kind=SpanKind[kind],
        attributes=attributes,
        start_time=start,
        record_exception=False,
        set_status_on_exception=False,
    ):
        if is_first:
            describe(_log_context())
        try:
            yield
        except BaseException as error:
            # Only the type: messages and tracebacks quote values.
            describe({"error.type": type(error).__name__}, failed=True)
            raise
        finally:
            if is_first:
                describe(_log_context())


def _log_context() -> Attributes:
    here = get_request_context()
    ids = {"request": here.request_id, "game": here.game, "user": here.user}
    return {f"citadels.{name}": str(value) for name, value in ids.items() if value}


# --- ids for logs and messages -------------------------------------------------------------------


def traceparent() -> str:
    """Return the current span for a message to another process, as W3C's Trace Context writes it.

    Empty outside of a trace.
    """
    if _tracer is None:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get("traceparent", "")


def log_ids() -> dict[str, str]:
    """Return the ids of the current span for a log line, if the span is recorded."""
    if _tracer is None:
        return {}
    here = _current().get_span_context()
    if not here.trace_flags.sampled:
        return {}
    return {"trace_id": f"{here.trace_id:032x}", "span_id": f"{here.span_id:016x}"}
