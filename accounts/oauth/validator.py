"""What the OAuth2 library asks before it gives an application a token."""

from __future__ import annotations

import hashlib
from typing import Any
from uuid import UUID

from django.utils import timezone
from oauth2_provider.models import Grant, RefreshToken
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from accounts.selectors import is_user_banned, refreshes_live

FAMILIES_MAX = 50
"""Live families of refresh tokens of one application for one user: each code begins one. An
application that keeps its tokens in memory needs a code for each page load.
"""


class Validator(OAuth2Validator):
    """Refuses tokens for users who are banned or inactive, and codes that are used twice.

    A code that is used twice has been stolen, by the first user or the second, so the tokens given
    for it are revoked (RFC 6749, 4.1.2). They are found by their family, which is derived from the
    code, since the code itself is deleted when it is used.
    """

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        good = super().validate_code(client_id, code, client, request, *args, **kwargs)
        if not good and not Grant.objects.filter(code=code, application=client).exists():
            revoke_tokens_of_code(code, client)
        return good and is_allowed_user(request)

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any
    ) -> None:
        try:
            super().invalidate_authorization_code(client_id, code, request, *args, **kwargs)
        except InvalidGrantError:  # of two concurrent uses, this is the later one
            revoke_tokens_of_code(code, request.client)
            raise

    def _create_refresh_token(
        self, request: Any, refresh_token_code: str, access_token: Any, previous: Any
    ) -> RefreshToken:
        token: RefreshToken = super()._create_refresh_token(
            request, refresh_token_code, access_token, previous
        )
        if request.grant_type == "authorization_code":
            token.token_family = family_of(request.code)
            token.save(update_fields=["token_family"])
            end_oldest_families(request.user, request.client)
        return token

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        good = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return good and is_allowed_user(request)


def is_allowed_user(request: Any) -> bool:
    user = request.user
    return user.is_active and not is_user_banned(user, now=timezone.now())


def family_of(code: str) -> UUID:
    """Return the family of the tokens that are given for a code. It does not reveal the code."""
    return UUID(bytes=hashlib.sha256(code.encode()).digest()[:16])


def end_oldest_families(user: Any, application: Any) -> None:
    """End the families of an application beyond the limit: those that were refreshed least
    recently.

    Their rows are deleted at once: nobody uses them again, and page loads would pile them up until
    the daily purge deletes them after 90 days.
    """
    live = refreshes_live(user=user, now=timezone.now()).filter(
        application=application, token_family__isnull=False
    )
    newest_first = live.order_by("-created", "-id").values_list("token_family", flat=True)
    for family in newest_first[FAMILIES_MAX:]:
        RefreshToken.revoke_family(family)
        RefreshToken.objects.filter(
            user=user, application=application, token_family=family
        ).delete()


def revoke_tokens_of_code(code: str, client: Any) -> None:
    """Revoke the tokens that an application was given for a code, and all refreshed ones."""
    family = family_of(code)
    if RefreshToken.objects.filter(token_family=family, application=client).exists():
        RefreshToken.revoke_family(family)
