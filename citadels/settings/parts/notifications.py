"""Notifications: delays, retention, webhooks and web push."""

from __future__ import annotations

from citadels.settings.parts.environment import env
from citadels.settings.parts.pages import CONTACT_EMAIL

# Delay before "your turn" e-mails in seconds, so that players who move quickly get none.
TURN_EMAIL_DELAY_SECONDS: int = env.int("TURN_EMAIL_DELAY_SECONDS", default=120)
# Days for which lists, logs and the outbox are kept.
NOTIFICATION_RETENTION_DAYS: int = env.int("NOTIFICATION_RETENTION_DAYS", default=60)

# Users choose the URLs of webhooks: only https, and never into our own network.
WEBHOOKS_ALLOW_HTTP: bool = env.bool("WEBHOOKS_ALLOW_HTTP", default=False)
WEBHOOKS_PRIVATE_NETWORKS: list[str] = env.list("WEBHOOKS_PRIVATE_NETWORKS", default=[])
# Days in a row that an endpoint may fail before it is disabled.
WEBHOOKS_FAILING_DAYS: int = env.int("WEBHOOKS_FAILING_DAYS", default=5)

# Web push. The key that `manage.py vapid_key` prints; without it nothing is sent to devices.
VAPID_PRIVATE_KEY: str = env.str("VAPID_PRIVATE_KEY", default="")
# Where push services reach the operator: mailto: or https:.
VAPID_CONTACT: str = env.str("VAPID_CONTACT", default="") or (
    f"mailto:{CONTACT_EMAIL}" if CONTACT_EMAIL else ""
)
