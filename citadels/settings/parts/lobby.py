"""How much one user may have going at once, and how long a lobby waits."""

from __future__ import annotations

from citadels.settings.parts.environment import env

MAX_LOBBIES_HOSTED: int = env.int("MAX_LOBBIES_HOSTED", default=20)
"""Matches of one host that have not started."""
MAX_GAMES: int = env.int("MAX_GAMES", default=100)
"""Seats of one user in lobbies and running matches."""
MAX_INVITATIONS: int = env.int("MAX_INVITATIONS", default=20)
"""Invitations to one match that wait for an answer."""
LOBBY_DAYS: int = env.int("LOBBY_DAYS", default=14)
"""Without a change, after which a lobby is called off."""
