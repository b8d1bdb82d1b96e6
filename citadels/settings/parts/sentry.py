"""Error reports to Sentry if SENTRY_DSN is set, without personal data: docs/operations.md."""

from __future__ import annotations

from citadels.settings.parts.environment import env

SENTRY_DSN: str = env.str("SENTRY_DSN", default="")
SENTRY_ENVIRONMENT: str = env.str("SENTRY_ENVIRONMENT", default="production")
SENTRY_RELEASE: str = env.str("SENTRY_RELEASE", default="")
