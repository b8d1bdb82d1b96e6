"""Admin pages for moderators."""

from __future__ import annotations

from moderation.admin import appeals, bulk_actions, games, log, reports, text_presets, users

__all__ = ["appeals", "bulk_actions", "games", "log", "reports", "text_presets", "users"]
