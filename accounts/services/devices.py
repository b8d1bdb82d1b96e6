"""Device tokens: proof that a user has logged in on a device before.

The service signs them and stores nothing. A token grants nothing: failed log-ins of known devices
only have a counter of their own (``login_limits``). Browsers keep tokens in a cookie, API clients
send the one of their last log-in.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.core.signing import BadSignature, TimestampSigner

from accounts.models import User

LIFE = timedelta(days=180)
"""How long a device is known after its last log-in."""


def issue_device_token(user: User) -> str:
    """Return a token for a device on which this user has just entered their password."""
    return _signer(user).sign("device")


def is_known_device(tokens: Iterable[str], username: str) -> bool:
    """True if one of the tokens is for the user with this name.

    An unknown name takes the same work: it is compared with a user who has no password.
    """
    if not (given := [token for token in tokens if token]):
        return False
    try:
        user = User.objects.get_by_natural_key(username)
    except User.DoesNotExist:
        user = User(username=username)
    return any(is_token_of(user, token) for token in given)


def is_token_of(user: User, token: str) -> bool:
    """True if the token was issued for this user and their current password, within ``LIFE``."""
    try:
        _signer(user).unsign(token, max_age=LIFE)
    except BadSignature:
        return False
    return True


def _signer(user: User) -> TimestampSigner:
    """Return the signer of a user's tokens. It depends on the password, so a new password ends
    them.
    """
    return TimestampSigner(salt=f"accounts.device.{user.pk}.{user.get_session_auth_hash()}")
