"""Error reports to Sentry if SENTRY_DSN is set. docs/operations/monitor.md says what is in them."""

from __future__ import annotations

from citadels.settings.parts.environment import env

SENTRY_DSN: str = env.str("SENTRY_DSN", default="")
SENTRY_ENVIRONMENT: str = env.str("SENTRY_ENVIRONMENT", default="production")
SENTRY_RELEASE: str = env.str("SENTRY_RELEASE", default="")
