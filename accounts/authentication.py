"""How a request says who it is from: `Authorization: Bearer cit_...`."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.request import Request

from accounts.errors import CHALLENGE, InvalidToken
from accounts.models import ApiToken, User
from accounts.selectors import token_live
from accounts.services import token_digest, token_note_use

KEYWORD = b"bearer"


class BearerTokenAuthentication(BaseAuthentication):
    """Looks the token up by its digest, so that timing tells nothing about stored tokens."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        token = token_presented(get_authorization_header(request))
        return None if token is None else (token.user, token)

    def authenticate_header(self, request: Request) -> str:
        return CHALLENGE["WWW-Authenticate"]


def token_presented(header: bytes) -> ApiToken | None:
    """The live token of an Authorization header, with its user; None: it speaks of no token.

    Raises InvalidToken.
    """
    words = header.split()
    if not words or words[0].lower() != KEYWORD:
        return None
    if len(words) != 2:
        raise InvalidToken
    now = timezone.now()
    token = token_live(digest=token_digest(words[1].decode("latin-1")), now=now)
    if token is None:
        raise InvalidToken
    token_note_use(token=token, now=now)
    return token
