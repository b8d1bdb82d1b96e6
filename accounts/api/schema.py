"""How the description of the API speaks of tokens."""

from __future__ import annotations

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from accounts.errors import InvalidToken
from citadels.api.errors import NotAuthenticated

SECURED = (NotAuthenticated, InvalidToken)
"""How every operation that needs a token may end."""


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.authentication.BearerTokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of `POST /api/v1/auth/tokens/`; it begins with `cit_`.",
        }
