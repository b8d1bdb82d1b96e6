"""Event streams: the process that holds them, and how clients find it."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# Where clients reach it. Empty: at STREAM_PORT of whatever host they called.
STREAM_URL: str = env.str("STREAM_URL", default="")
STREAM_PORT: int = env.int("STREAM_PORT", default=8001)

STREAMS_PER_USER: int = env.int("STREAMS_PER_USER", default=20)
STREAMS_PER_PROCESS: int = env.int("STREAMS_PER_PROCESS", default=10_000)

# All in seconds.
STREAM_HEARTBEAT = 15.0
STREAM_LIFETIME: float = env.float("STREAM_LIFETIME", default=3600)
STREAM_POLL = 10.0  # while Redis tells what is new
STREAM_POLL_ALONE = 1.0
STREAM_SEND_TIMEOUT = 60.0  # a client that takes nothing for so long is given up

STREAM_THREADS = 4  # that read the database, each on a connection of its own
