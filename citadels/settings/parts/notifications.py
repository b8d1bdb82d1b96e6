"""What users are told, and how long it is kept."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# Mail of a turn waits so many seconds: who plays in time gets none.
TURN_EMAIL_DELAY_SECONDS: int = env.int("TURN_EMAIL_DELAY_SECONDS", default=120)
# Days that lists, logs and the outbox are kept.
NOTIFICATION_RETENTION_DAYS: int = env.int("NOTIFICATION_RETENTION_DAYS", default=60)

# Users choose where webhooks go: by https, and never into our own network.
WEBHOOKS_ALLOW_HTTP: bool = env.bool("WEBHOOKS_ALLOW_HTTP", default=False)
WEBHOOKS_PRIVATE_NETWORKS: list[str] = env.list("WEBHOOKS_PRIVATE_NETWORKS", default=[])
# Days in a row that an endpoint may fail before it is disabled.
WEBHOOKS_FAILING_DAYS: int = env.int("WEBHOOKS_FAILING_DAYS", default=5)
