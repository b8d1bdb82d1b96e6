"""What a request presents: a token of a user, or that of an application for a user."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import ApiToken, User


@dataclass(frozen=True, slots=True)
class Access:
    """A live token, whichever kind it is."""

    user: User
    scopes: frozenset[str]
    name: str
    """Names the token, and opens nothing."""
    expires_at: datetime | None
    token: ApiToken | None = None
    """The token of the user himself; None: an application's."""
