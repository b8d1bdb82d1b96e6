"""Exported spans as tests read them, and a collector that takes them from the service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest


class Exported(NamedTuple):
    """A span, as it left its process."""

    name: str
    trace: str
    id: str
    parent: str
    process: str
    attributes: dict[str, Any]
    failed: bool


def spans_of(request: ExportTraceServiceRequest) -> Iterator[Exported]:
    for group in request.resource_spans:
        about = attributes_of(group.resource)
        for scope in group.scope_spans:
            for span in scope.spans:
                ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                process = str(about.get("service.instance.id", ""))
                failed = span.status.code == span.status.STATUS_CODE_ERROR
                yield Exported(span.name, *ids, process, attributes_of(span), failed)


def attributes_of(bearer: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in bearer.attributes}


def find_secrets(requests: Iterable[ExportTraceServiceRequest], secrets: Iterable[str]) -> set[str]:
    """Return those of the secrets that anything exported contains, in any field."""
    exported = b"".join(request.SerializeToString() for request in requests)
    return {secret for secret in secrets if secret.encode() in exported}


def secrets_of(view: dict[str, Any]) -> set[str]:
    """Return what a view of a game of Citadels shows to the player who has to decide alone."""
    options = view["decision"]["options"]
    shown = {option[name] for option in options for name in ("choice", "label")}
    return shown | set(view["table"]["you"]["hand"])


class Collector:
    """An OpenTelemetry collector of the test's own."""

    def __init__(self) -> None:
        self.requests: list[ExportTraceServiceRequest] = []
        self.paths: set[str] = set()

        class Handler(BaseHTTPRequestHandler):
            def do_POST(handler) -> None:  # noqa: N805
                body = handler.rfile.read(int(handler.headers["Content-Length"]))
                self.paths.add(handler.path)
                self.requests.append(ExportTraceServiceRequest.FromString(body))
                handler.send_response(200)
                handler.end_headers()

            def log_message(handler, *words: object) -> None:  # noqa: N805
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    @property
    def spans(self) -> list[Exported]:
        return [span for request in list(self.requests) for span in spans_of(request)]

    @contextmanager
    def listening(self) -> Iterator[None]:
        thread = Thread(target=self.server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            self.server.shutdown()
            self.server.server_close()
            thread.join()
