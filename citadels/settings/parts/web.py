"""The web process: its threads, and the limits of requests that are not complete yet."""

from __future__ import annotations

from citadels.settings.parts.environment import env

WEB_THREADS: int = env.int("WEB_THREADS", default=4)
"""Requests that one web process works on at the same time, each on its own database connection."""
WEB_QUEUE: int = env.int("WEB_QUEUE", default=200)
"""Requests of one web process that threads work on or that wait for one. Further ones get 503."""
BODY_SECONDS: float = env.float("BODY_SECONDS", default=20)
"""Seconds that a client has to send the body of a request. Then it gets 408."""
BODIES_BYTES: int = env.int("BODIES_BYTES", default=64 * 1024 * 1024)
"""Bytes of incomplete large bodies that one web process holds. Beyond, large ones get 503."""
SEND_SECONDS: float = env.float("SEND_SECONDS", default=20)
"""Seconds that a client has to take the next piece of a reply. Then the connection is closed."""
SEND_RATE: int = env.int("SEND_RATE", default=32 * 1024)
"""Bytes a second that a client takes of a reply, at least; it has SEND_SECONDS more in all."""
REPLIES_BYTES: int = env.int("REPLIES_BYTES", default=256 * 1024 * 1024)
"""Bytes of large replies that one web process is sending. Beyond, further large ones get 503."""
