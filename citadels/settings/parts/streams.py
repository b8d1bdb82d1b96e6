"""Event streams: the process that holds them, and how clients find it."""

from __future__ import annotations

import os

# Where clients reach it. Empty: at STREAM_PORT of whatever host they called.
STREAM_URL = os.environ.get("STREAM_URL", "")
STREAM_PORT = int(os.environ.get("STREAM_PORT") or 8001)

STREAMS_PER_USER = int(os.environ.get("STREAMS_PER_USER") or 20)
STREAMS_PER_PROCESS = int(os.environ.get("STREAMS_PER_PROCESS") or 10_000)

# All in seconds.
STREAM_HEARTBEAT = 15.0
STREAM_LIFETIME = float(os.environ.get("STREAM_LIFETIME") or 3600)
STREAM_POLL = 10.0  # while Redis tells what is new
STREAM_POLL_ALONE = 1.0
STREAM_SEND_TIMEOUT = 60.0  # a client that takes nothing for so long is given up

STREAM_THREADS = 4  # that read the database, each on a connection of its own
