"""The credentials of a request: a token of a user, or of an application that acts for a user."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import ApiToken, User


@dataclass(frozen=True, slots=True)
class Access:
    """A live token of either kind."""

    user: User
    scopes: frozenset[str]
    name: str
    """Identifies the token, but grants nothing."""
    expires_at: datetime | None
    token: ApiToken | None = None
    """The user's own token, or None if the token is an application's."""
