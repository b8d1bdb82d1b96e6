"""Notifications: delays, retention and webhooks."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# Delay before "your turn" e-mails in seconds, so that players who move quickly get none.
TURN_EMAIL_DELAY_SECONDS: int = env.int("TURN_EMAIL_DELAY_SECONDS", default=120)
# Days for which lists, logs and the outbox are kept.
NOTIFICATION_RETENTION_DAYS: int = env.int("NOTIFICATION_RETENTION_DAYS", default=60)

# Users choose the URLs of webhooks: only https, and never into our own network.
WEBHOOKS_ALLOW_HTTP: bool = env.bool("WEBHOOKS_ALLOW_HTTP", default=False)
WEBHOOKS_PRIVATE_NETWORKS: list[str] = env.list("WEBHOOKS_PRIVATE_NETWORKS", default=[])
# Days in a row that an endpoint may fail before it is disabled.
WEBHOOKS_FAILING_DAYS: int = env.int("WEBHOOKS_FAILING_DAYS", default=5)
