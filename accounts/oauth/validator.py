"""What the library asks about users before it gives an application a token."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from oauth2_provider.oauth2_validators import OAuth2Validator

from accounts.selectors import user_banned


class Validator(OAuth2Validator):
    """Nobody gets a token for a user who is banned or no longer active."""

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        good = super().validate_code(client_id, code, client, request, *args, **kwargs)
        return good and may_be_acted_for(request)

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        good = super().validate_refresh_token(refresh_token, client, request, *args, **kwargs)
        return good and may_be_acted_for(request)


def may_be_acted_for(request: Any) -> bool:
    user = request.user
    return user.is_active and not user_banned(user, now=timezone.now())
