"""The web process: its threads, and the limits of incomplete requests."""

from __future__ import annotations

from citadels.settings.parts.environment import env

ANONYMOUS_READING: bool = env.bool("ANONYMOUS_READING", default=False)
"""True if clients without an account may read what spectators of public games see."""
WEB_THREADS: int = env.int("WEB_THREADS", default=4)
"""Quick requests that one web process handles at once, each with its own database connection."""
WEB_EXPENSIVE_THREADS: int = env.int("WEB_EXPENSIVE_THREADS", default=2)
"""Expensive requests that one web process handles at once, in threads of their own."""
WEB_QUEUE: int = env.int("WEB_QUEUE", default=200)
"""Requests of each kind that run or wait for a thread in one web process. Further ones get 503."""
BODY_SECONDS: float = env.float("BODY_SECONDS", default=20)
"""Seconds in which a client has to send the body of a request. Then it gets 408."""
BODIES_BYTES: int = env.int("BODIES_BYTES", default=64 * 1024 * 1024)
"""Bytes of incomplete large bodies in one web process. Beyond that, large ones get 503."""
SEND_SECONDS: float = env.float("SEND_SECONDS", default=20)
"""Seconds in which a client has to accept the next piece of a reply. Then the connection is closed.
"""
SEND_RATE: int = env.int("SEND_RATE", default=32 * 1024)
"""Bytes of a reply that a client has to accept per second, on top of SEND_SECONDS."""
REPLIES_BYTES: int = env.int("REPLIES_BYTES", default=256 * 1024 * 1024)
"""Bytes of large replies that one web process is sending. Beyond that, large ones get 503."""
