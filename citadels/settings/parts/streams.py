"""Event streams: the process that serves them, and how clients find it."""

from __future__ import annotations

from citadels.settings.parts.environment import env

# The public URL. Empty: STREAM_PORT of the host that the client called.
STREAM_URL: str = env.str("STREAM_URL", default="")
STREAM_PORT: int = env.int("STREAM_PORT", default=8001)

STREAMS_PER_USER: int = env.int("STREAMS_PER_USER", default=20)
STREAMS_PER_PROCESS: int = env.int("STREAMS_PER_PROCESS", default=10_000)

# All in seconds.
STREAM_HEARTBEAT = 15.0
STREAM_LIFETIME: float = env.float("STREAM_LIFETIME", default=3600)
STREAM_POLL = 10.0  # while Redis announces what is new
STREAM_POLL_ALONE = 1.0
STREAM_SEND_TIMEOUT = 60.0  # a client that reads nothing for this long is disconnected

STREAM_THREADS = 4  # threads that read the database, each with a connection of its own
