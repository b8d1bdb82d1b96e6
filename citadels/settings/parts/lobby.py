"""How much one user may have going at once, and how long a lobby waits."""

from __future__ import annotations

import os


def _number(name: str, default: int) -> int:
    return int(os.environ.get(name) or default)


MAX_LOBBIES_HOSTED = _number("MAX_LOBBIES_HOSTED", 20)
"""Matches of one host that have not started."""
MAX_MATCHES = _number("MAX_MATCHES", 100)
"""Seats of one user in lobbies and running matches."""
MAX_INVITATIONS = _number("MAX_INVITATIONS", 20)
"""Invitations to one match that wait for an answer."""
LOBBY_DAYS = _number("LOBBY_DAYS", 14)
"""Without a change, after which a lobby is called off."""
