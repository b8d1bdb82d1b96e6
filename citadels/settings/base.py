"""Settings that all installations share. Values that differ come from the environment."""

from __future__ import annotations

import re
import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from citadels.settings.parts.bots import *
from citadels.settings.parts.celery import *
from citadels.settings.parts.cors import *
from citadels.settings.parts.environment import env
from citadels.settings.parts.lobby import *
from citadels.settings.parts.logging import *
from citadels.settings.parts.mail import *
from citadels.settings.parts.metrics import *
from citadels.settings.parts.moderation import *
from citadels.settings.parts.notifications import *
from citadels.settings.parts.oauth import *
from citadels.settings.parts.pages import *
from citadels.settings.parts.pages import SITE_NAME, TEMPLATES_DIR
from citadels.settings.parts.paths import *
from citadels.settings.parts.paths import BASE_DIR, VAR_DIR
from citadels.settings.parts.pictures import *
from citadels.settings.parts.pictures import PICTURES_CACHE
from citadels.settings.parts.rest import *
from citadels.settings.parts.retention import *
from citadels.settings.parts.security import *
from citadels.settings.parts.sentry import *
from citadels.settings.parts.streams import *
from citadels.settings.parts.timers import *
from citadels.settings.parts.timers import IDLE_LOCK_SECONDS, LOCK_SECONDS
from citadels.settings.parts.tracing import *
from citadels.settings.parts.web import *

try:
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds the secrets of all games
except OSError as error:
    raise ImproperlyConfigured(f"VAR_DIR is {VAR_DIR}: {error.strerror}.") from None

DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    # This and the next one before accounts, which removes pages from the admin.
    "accounts.oauth.apps.OAuthConfig",  # oauth2_provider
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_otp.plugins.otp_static",
    "accounts",
    "games",
    "notifications",
    "moderation",
    "operations",
    "accounts.admin_site.apps.StaffAdminConfig",  # django.contrib.admin
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "corsheaders",
    "csp",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

# API requests skip those of core.pages.
MIDDLEWARE = [
    "core.api.headers.RequestIdMiddleware",  # outermost, so that all others can use the id
    "corsheaders.middleware.CorsMiddleware",  # errors must be readable from other origins, too
    "core.api.languages.LanguageMiddleware",  # errors and pages are in the reader's language
    "accounts.oauth.middleware.OAuthErrorMiddleware",
    "core.api.middleware.ProblemMiddleware",  # handles the errors of all that follow
    "core.api.compression.CompressionMiddleware",  # after the ETag, which is the same either way
    "core.api.conditional.EtagMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "core.pages.PagesMiddleware",
    "core.pages.StaticFilesMiddleware",
    "games.maintenance.middleware.MaintenanceMiddleware",  # pages of files stay
    "core.pages.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "core.pages.AuthenticationMiddleware",
    "core.pages.TwoFactorMiddleware",
    "core.pages.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

DATA_UPLOAD_MAX_MEMORY_SIZE = (
    1024 * 1024
)  # bytes of a request; the largest honest one has a few thousand

ROOT_URLCONF = "citadels.urls"
WSGI_APPLICATION = "citadels.wsgi.application"
# A redirect would turn a POST into a GET. A wrong path gets a 404 that names the right one.
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [TEMPLATES_DIR] if TEMPLATES_DIR else [],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["accounts.templatetags.site"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- data ------------------------------------------------------------------------------------

SQLITE_OLDEST = (3, 35)
# With Django's defaults, half of concurrent writes fail with "database is locked".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": LOCK_SECONDS,
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
        "PRAGMA mmap_size=134217728; PRAGMA cache_size=-32000;"
    ),
}
# True behind PgBouncer in transaction mode: the next statement may run in another session.
DATABASE_POOLER = env.bool("DATABASE_POOLER", default=False)
POSTGRESQL_OPTIONS = {
    "server_side_binding": True,
    # Repeated statements are prepared: planning costs more than running them. A pooler would run
    # them where they have not been prepared.
    "prepare_threshold": None if DATABASE_POOLER else env.int("PREPARE_AFTER", default=5) or None,
}
if not DATABASE_POOLER:  # which sets these itself: deploy/pgbouncer/pgbouncer.ini
    # Unlimited by default: a machine that loses its network would keep a game locked.
    # The default of random_page_cost is for hard disks: prepared statements would read whole tables
    # where an index is quicker.
    POSTGRESQL_OPTIONS["options"] = (
        f"-c lock_timeout={LOCK_SECONDS}s "
        f"-c idle_in_transaction_session_timeout={IDLE_LOCK_SECONDS}s "
        "-c random_page_cost=1.1"
    )


def database() -> dict[str, Any]:
    """Return the database of ``DATABASE_URL``, by default a tuned SQLite file in var/."""
    url = env.str("DATABASE_URL", default="") or f"sqlite:///{VAR_DIR}/db.sqlite3"
    config: dict[str, Any] = env.db_url_config(url)
    config["ENGINE"] = config["ENGINE"].replace("django.db.backends", "core.backends")
    config["DISABLE_SERVER_SIDE_CURSORS"] = DATABASE_POOLER
    config["CONN_MAX_AGE"] = None  # connecting for each request would cost ten times the request
    if config["ENGINE"].endswith("sqlite3") and sqlite3.sqlite_version_info < SQLITE_OLDEST:
        raise ImproperlyConfigured(
            f"SQLite {'.'.join(map(str, SQLITE_OLDEST))} is needed, for RETURNING; this Python has "
            f"{sqlite3.sqlite_version}."
        )
    usual = SQLITE_OPTIONS if config["ENGINE"].endswith("sqlite3") else POSTGRESQL_OPTIONS
    config["OPTIONS"] = {**usual, **config.get("OPTIONS", {})}
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
# Redis only counts for rate limits here: better not at all than late.
REDIS_OPTIONS = {"socket_connect_timeout": 1, "socket_timeout": 1}
CACHES: dict[str, dict[str, Any]] = {
    "default": (
        {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "citadels",
            "OPTIONS": REDIS_OPTIONS,
        }
        if REDIS_URL
        else {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # By default 300 entries: used tickets of streams would be forgotten early.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    ),
    "pictures": PICTURES_CACHE,
}

# --- users -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": name}
    for name in (
        "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "django.contrib.auth.password_validation.MinimumLengthValidator",
        "accounts.guessable.GuessablePasswordValidator",
        "django.contrib.auth.password_validation.NumericPasswordValidator",
    )
]

# The second factor of staff. On wherever others can reach the admin.
ADMIN_TWO_FACTOR = env.bool("ADMIN_TWO_FACTOR", default=False)
STAFF_SESSION = timedelta(hours=env.float("STAFF_SESSION_HOURS", default=12))
OTP_TOTP_ISSUER = SITE_NAME
GUESTS = env.bool("GUESTS", default=True)
"""True if visitors may play as guests, without an account."""
SERVICE_NAMES = (
    *("citadels", "carcassonne", "castle", "thecastle"),
    *filter(None, [re.sub(r"[^a-z0-9]", "", SITE_NAME.lower())]),
)
"""What the service and its games are called: neither names nor passwords of users."""

# --- words and files -------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français")]  # the first one is the default
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "core.formats"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT: Path | None = VAR_DIR / "static"
STATICFILES_DIRS = [("pictures", BASE_DIR / "docs" / "images")]
WHITENOISE_INDEX_FILE = True  # for the documentation and the web client
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
