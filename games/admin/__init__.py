"""The pages of the admin about moves and about the service itself; those about matches are in
``moderation.admin``, with the acts.
"""

from __future__ import annotations

from games.admin import moves, watch

__all__ = ["moves", "watch"]
