"""How a request says who it is from: `Authorization: Bearer ci..._...`."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from accounts.access import Access
from accounts.client_info import origin_of
from accounts.keys import ACCESS_MARK, key_digest, key_sound
from accounts.models import User
from accounts.selectors import access_application, access_personal
from accounts.services.fingerprints import token_sighting_due, token_sighting_note
from accounts.services.tokens import token_note_use
from core.api.errors import challenge
from core.errors import InvalidToken
from core.log_context import acts_for

KEYWORD = b"bearer"


class BearerTokenAuthentication(BaseAuthentication):
    """Looks the token up by its digest, so that timing tells nothing about stored tokens."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        access = access_presented(get_authorization_header(request))
        if access is None:
            return None
        if access.token is not None and token_sighting_due(access.token):
            token_sighting_note(token=access.token, origin=origin_of(request))
        return access.user, access

    def authenticate_header(self, request: Request) -> str:
        return challenge({})


def access_presented(header: bytes) -> Access | None:
    """Return the live token of an Authorization header, with its user, or None if it has no token.

    It does not check scopes and bans. Raises InvalidToken.
    """
    words = header.split()
    if not words or words[0].lower() != KEYWORD:
        return None
    text = words[1].decode("latin-1") if len(words) == 2 else ""
    if not key_sound(text):
        raise InvalidToken
    now = timezone.now()
    access = access_looked_up(text, key_digest(text), now)
    if access is None:
        raise InvalidToken
    acts_for(access.user.pk)
    if access.token is not None:
        token_note_use(token=access.token, now=now)
    return access


def access_looked_up(text: str, digest: str, now: datetime) -> Access | None:
    """What the token opens by what is stored at this moment."""
    if text.startswith(ACCESS_MARK):
        return access_application(now=now, token_checksum=digest)
    return access_personal(now=now, digest=digest)
