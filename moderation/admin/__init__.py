"""The pages of the admin for moderators."""

from __future__ import annotations

from moderation.admin import appeals, log, matches, panic, reports, users

__all__ = ["appeals", "log", "matches", "panic", "reports", "users"]
