"""Bearer authentication: `Authorization: Bearer ci..._...`."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from accounts.access import Access
from accounts.client_info import client_info_of
from accounts.keys import ACCESS_MARK, is_valid_key, key_digest
from accounts.models import User
from accounts.selectors import access_application, access_personal
from accounts.services.fingerprints import is_token_fingerprint_due, token_fingerprint_record
from accounts.services.tokens import token_mark_used
from core.api.errors import challenge
from core.errors import InvalidToken
from core.log_context import context_set_user

KEYWORD = b"bearer"


class BearerTokenAuthentication(BaseAuthentication):
    """Finds the token by its digest, so that response times reveal nothing about stored tokens."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        access = access_authenticate(get_authorization_header(request))
        if access is None:
            return None
        if access.token is not None and is_token_fingerprint_due(access.token):
            token_fingerprint_record(token=access.token, client_info=client_info_of(request))
        return access.user, access

    def authenticate_header(self, request: Request) -> str:
        return challenge({})


def access_authenticate(header: bytes) -> Access | None:
    """Return the live token of an Authorization header, with its user, or None if it has no token.

    It does not check scopes and bans. Raises InvalidToken.
    """
    words = header.split()
    if not words or words[0].lower() != KEYWORD:
        return None
    text = words[1].decode("latin-1") if len(words) == 2 else ""
    if not is_valid_key(text):
        raise InvalidToken
    now = timezone.now()
    access = access_find(text, key_digest(text), now)
    if access is None:
        raise InvalidToken
    context_set_user(access.user.pk)
    if access.token is not None:
        token_mark_used(token=access.token, now=now)
    return access


def access_find(text: str, digest: str, now: datetime) -> Access | None:
    """Return what the token grants at this moment, or None."""
    if text.startswith(ACCESS_MARK):
        return access_application(now=now, token_checksum=digest)
    return access_personal(now=now, digest=digest)
