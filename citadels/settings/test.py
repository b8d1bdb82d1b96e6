"""The test suite: quick hashing, no broker, throttles out of the way."""

from __future__ import annotations

from citadels.settings.base import *
from citadels.settings.base import BOT_SECONDS, CACHES, DATABASES, PASSWORD_HASHERS, REST_FRAMEWORK

SECRET_KEY = "for-tests-only"  # not a secret
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
STATIC_ROOT = None
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # pytest-django knows by the name of Django's own backend only that SQLite tests in memory.
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]
CACHES["default"]["KEY_PREFIX"] = "citadels-test"
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000/min"
)

# Whole matches of bots are played: what they think of is tried in tests/engine.
BOT_SECONDS = dict.fromkeys(BOT_SECONDS, 0.002)
BOT_MOVE_SECONDS = 0.0  # tests/games/bots/test_move_times.py has them wait

# What is published goes nowhere; a test that wants a task to run calls it.
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}

# Tests travel in time; those in tests/faults that need the database's clock ask for it.
CLOCK = "process"
