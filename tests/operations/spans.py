"""Exported spans as tests read them, and a collector that takes them from the service."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.stub_server import StubHandler, StubServer


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


class Collector(StubServer):
    """An OpenTelemetry collector of the test's own."""

    def __init__(self) -> None:
        super().__init__(CollectorHandler)
        self.requests: list[ExportTraceServiceRequest] = []
        self.paths: set[str] = set()

    @property
    def spans(self) -> list[Exported]:
        return [span for request in list(self.requests) for span in spans_of(request)]


class CollectorHandler(StubHandler):
    server: Collector

    def do_POST(self) -> None:
        self.server.paths.add(self.path)
        self.server.requests.append(ExportTraceServiceRequest.FromString(self.body()))
        self.reply(200)
