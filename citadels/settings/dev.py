"""Development on one machine without any set-up: `make run`. Also the default of manage.py."""

from __future__ import annotations

import secrets

from citadels.settings.base import *
from citadels.settings.base import (
    ALLOWED_HOSTS,
    REST_FRAMEWORK,
    VAPID_CONTACT,
    VAPID_PRIVATE_KEY,
    VAR_DIR,
)
from citadels.settings.parts.environment import env
from citadels.settings.parts.keys import load_key
from notifications.outbound.push import private_key_make

SECRET_KEY = env.str("SECRET_KEY", default="") or load_key(
    VAR_DIR / "secret_key", lambda: secrets.token_urlsafe(50)
)
VAPID_PRIVATE_KEY = VAPID_PRIVATE_KEY or load_key(VAR_DIR / "vapid_key", private_key_make)
VAPID_CONTACT = VAPID_CONTACT or "mailto:operator@localhost"
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "127.0.0.1", "localhost", "[::1]"]
# Static files come straight from the packages: no collectstatic needed.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # what `make docs` builds later is served without a restart
STATIC_ROOT = None
# `make run` sets this to false if it listens where other machines can reach it.
if env.bool("LOCAL_ONLY", default=True):
    TEST_CLOCKS = env.bool("TEST_CLOCKS", default=True)
    ANONYMOUS_READING = env.bool("ANONYMOUS_READING", default=True)
    TEST_RATES = True
    # Every client has the same address; demos register users all day and poll fast.
    if not env.bool("PRODUCTION_LIMITS", default=False):
        REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] |= {
            "read": env.str("THROTTLE_READ", default="6000/min"),
            "anonymous": env.str("THROTTLE_ANONYMOUS", default="1200/min"),
            "avatars": env.str("THROTTLE_AVATARS", default="6000/min"),
            "images": env.str("THROTTLE_IMAGES", default="300/min"),
            "records": env.str("THROTTLE_RECORDS", default="300/min"),
            "schema": env.str("THROTTLE_SCHEMA", default="300/min"),
            "write": env.str("THROTTLE_WRITE", default="1200/min"),
            "command": env.str("THROTTLE_COMMAND", default="2400/min"),
            "guests": env.str("THROTTLE_GUESTS", default="1000/hour"),
            "register": env.str("THROTTLE_REGISTER", default="1000/hour"),
            "devices": env.str("THROTTLE_DEVICES", default="1000/hour"),
            "applications": env.str("THROTTLE_APPLICATIONS", default="1000/hour"),
            "login": env.str("THROTTLE_LOGIN", default="300/min"),
        }
    # Developers test receivers of webhooks on their own machine.
    WEBHOOKS_ALLOW_HTTP = env.bool("WEBHOOKS_ALLOW_HTTP", default=True)
    WEBHOOKS_PRIVATE_NETWORKS = env.list(
        "WEBHOOKS_PRIVATE_NETWORKS", default=["127.0.0.0/8", "::1/128"]
    )
else:
    ADMIN_TWO_FACTOR = env.bool("ADMIN_TWO_FACTOR", default=True)
