"""Production: behind a proxy with TLS, on PostgreSQL and Redis. Required settings have no
default.
"""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured

from citadels.settings.base import *
from citadels.settings.base import LOGGING, REST_FRAMEWORK, SILENCED_SYSTEM_CHECKS
from citadels.settings.parts.environment import env

DEBUG = False
LOGGING["handlers"]["console"]["formatter"] = env.str("LOG_FORMAT", default="json")
SECRET_KEY = env.str("SECRET_KEY")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS")
for required in ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL"):
    if not env.str(required):
        raise ImproperlyConfigured(f"Set {required}.")
# Too low a number gives all clients one address. Too high a number lets clients choose theirs.
NUM_PROXIES = env.int("NUM_PROXIES")
REST_FRAMEWORK["NUM_PROXIES"] = NUM_PROXIES

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}

ADMIN_TWO_FACTOR = env.bool("ADMIN_TWO_FACTOR", default=True)

if NUM_PROXIES:  # otherwise clients could set the header
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", default=3600)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("SECURE_HSTS_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = env.bool("SECURE_HSTS_PRELOAD", default=False)
# Preloading covers all subdomains of a domain, for months: a decision of its owner.
SILENCED_SYSTEM_CHECKS = [*SILENCED_SYSTEM_CHECKS, "security.W021"]
SESSION_COOKIE_SECURE = env.bool("SECURE_COOKIES", default=True)
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE
