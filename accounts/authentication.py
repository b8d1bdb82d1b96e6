"""How a request says who it is from: `Authorization: Bearer ci..._...`."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from accounts.access import Access
from accounts.errors import CHALLENGE, InvalidToken
from accounts.keys import ACCESS_MARK, key_digest, key_sound
from accounts.models import User
from accounts.origins import origin_of
from accounts.remembered import access_remember, access_remembered, times_forgotten
from accounts.selectors import access_application, access_personal
from accounts.services.sightings import token_sighting_note
from accounts.services.tokens import token_note_use
from citadels.request_ids import acts_for

KEYWORD = b"bearer"


class BearerTokenAuthentication(BaseAuthentication):
    """Looks the token up by its digest, so that timing tells nothing about stored tokens."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        view = request.parser_context.get("view")
        recent = request.method in getattr(view, "tokens_remembered", ())
        access = access_presented(get_authorization_header(request), recent=recent)
        if access is None:
            return None
        token = access.token
        if token is not None and not recent:
            token_sighting_note(token=token, origin=origin_of(request))
        return access.user, access

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE["WWW-Authenticate"]


def access_presented(header: bytes, *, recent: bool = False) -> Access | None:
    """The live token of an Authorization header, with its user; None: it speaks of no token.
    ``recent``: as it was a moment ago will do.

    Says nothing yet of what it may be used for, nor of bans. Raises InvalidToken.
    """
    access = access_found(header, recent=recent)
    if access is not None:
        acts_for(access.user.pk)
    return access


def access_found(header: bytes, *, recent: bool) -> Access | None:
    """See ``access_presented``."""
    words = header.split()
    if not words or words[0].lower() != KEYWORD:
        return None
    text = words[1].decode("latin-1") if len(words) == 2 else ""
    now, digest = timezone.now(), key_digest(text)
    if recent and (access := access_remembered(digest, now=now)) is not None:
        return access
    if not key_sound(text):
        raise InvalidToken
    since = times_forgotten()
    access = access_looked_up(text, digest, now)
    if access is None:
        raise InvalidToken
    if access.token is not None:
        token_note_use(token=access.token, now=now)
        if recent:  # one of an application may end in ways that nobody here hears of
            access_remember(digest, access, since=since)
    return access


def access_looked_up(text: str, digest: str, now: datetime) -> Access | None:
    """What the token opens by what is stored at this moment."""
    if text.startswith(ACCESS_MARK):
        return access_application(now=now, token_checksum=digest)
    return access_personal(now=now, digest=digest)
