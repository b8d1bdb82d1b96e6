"""All writes to users and tokens. The most used functions can be imported from here."""

from __future__ import annotations

from accounts.keys import key_digest as token_digest
from accounts.services.bans import user_ban, user_unban
from accounts.services.mutes import user_mute, user_unmute
from accounts.services.preferences import preferences_change
from accounts.services.tokens import IssuedToken, token_issue, token_mark_used, token_revoke
from accounts.services.users import operator_create, user_authenticate, user_register

__all__ = [
    "IssuedToken",
    "operator_create",
    "preferences_change",
    "token_digest",
    "token_issue",
    "token_mark_used",
    "token_revoke",
    "user_authenticate",
    "user_ban",
    "user_mute",
    "user_register",
    "user_unban",
    "user_unmute",
]
