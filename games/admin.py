"""Admin pages of moves and of the service itself. ``moderation.admin`` has those of games."""

from games.staff.admin import moves, outages

__all__ = ["moves", "outages"]
