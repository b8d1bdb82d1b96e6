"""The pages of the admin about matches."""

from __future__ import annotations

from games.admin import matches, moves, watch

__all__ = ["matches", "moves", "watch"]
