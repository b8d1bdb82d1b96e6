"""Traces to an OpenTelemetry collector if its address is set: docs/operations/monitor.md."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# The other variables of OpenTelemetry (OTEL_...) are read by its SDK.
OTEL_EXPORTER_OTLP_ENDPOINT: str = env.str("OTEL_EXPORTER_OTLP_ENDPOINT", default="")
OTEL_SERVICE_NAME: str = env.str("OTEL_SERVICE_NAME", default="citadels")
