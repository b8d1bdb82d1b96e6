"""The test suite: fast hashing, no broker, high rate limits."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from citadels.settings.base import *
from citadels.settings.base import (
    CACHES,
    DATABASES,
    PASSWORD_HASHERS,
    REST_FRAMEWORK,
    VAR_DIR,
)

SECRET_KEY = "for-tests-only"  # not a secret
VAPID_PRIVATE_KEY = "QVmqo0AKvtMZ58rcYxtyVdkkQbWNNyrN8w82FJAA7xs"  # nor this
VAPID_CONTACT = "mailto:tests@example.org"
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
STATIC_ROOT = None
TEST_CLOCKS = True
DOCS_DIR, PACKAGES_DIR = VAR_DIR / "no-docs", VAR_DIR / "no-packages"  # whatever was built
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file: threads of a live server would share one connection to a database in memory, and the
    # requests of two clients would end up in one transaction.
    TEST_FOLDER = TemporaryDirectory(prefix="citadels-test-")
    DATABASES["default"]["TEST"] = {"NAME": f"{TEST_FOLDER.name}/db.sqlite3"}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *PASSWORD_HASHERS]
PICTURES_FOLDER = TemporaryDirectory(prefix="citadels-test-pictures-")  # empty in each run
CACHES["pictures"]["LOCATION"] = PICTURES_DIR = Path(PICTURES_FOLDER.name)
CACHES["default"]["KEY_PREFIX"] = "citadels-test"
REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = dict.fromkeys(
    REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000/min"
)

# Tests play whole games of bots. tests/engine tests how they think.
BOT_THINKING_SECONDS = 0.002
BOT_MOVE_SECONDS = 0.0  # tests/games/bots/test_move_times.py makes them wait

# Published tasks go nowhere. A test that needs a task calls it.
CELERY_BROKER_URL = "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = {}

# Tests travel in time. Those in tests/faults that need the database's clock set this.
CLOCK = "process"
