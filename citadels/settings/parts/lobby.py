"""How many games a user may have, and how long a lobby stays open."""

from __future__ import annotations

from citadels.settings.parts.environment import env

MAX_LOBBIES_HOSTED: int = env.int("MAX_LOBBIES_HOSTED", default=20)
"""Games of one host that have not started."""
MAX_GAMES: int = env.int("MAX_GAMES", default=100)
"""Seats of one user in lobbies and running games."""
MAX_INVITATIONS: int = env.int("MAX_INVITATIONS", default=20)
"""Unanswered invitations to one game."""
TEST_CLOCKS: bool = env.bool("TEST_CLOCKS", default=False)
"""True if games may have a test clock, whose host lets time pass. For developers of clients."""
LOBBY_DAYS: int = env.int("LOBBY_DAYS", default=14)
"""Days without a change after which a lobby is cancelled."""
