"""Event streams: their URL and their limits."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# The origin of streams. Empty: the origin that the client called.
STREAM_URL: str = env.str("STREAM_URL", default="")

STREAMS_PER_USER: int = env.int("STREAMS_PER_USER", default=20)
STREAMS_PER_PROCESS: int = env.int("STREAMS_PER_PROCESS", default=10_000)

# All in seconds.
STREAM_HEARTBEAT = 15.0
STREAM_LIFETIME: float = env.float("STREAM_LIFETIME", default=3600)
STREAM_POLL = 10.0  # while Redis announces what is new
STREAM_POLL_ALONE = 1.0
STREAM_SEND_TIMEOUT = 60.0  # a client that reads nothing for this long is disconnected

STREAM_THREADS = 4  # threads that read the database, each with a connection of its own
