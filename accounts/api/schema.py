"""How the OpenAPI description presents tokens."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter

from accounts.scopes import SCOPES
from core.api.declared import endpoint_of

DEVICE_ID = OpenApiParameter(
    "X-Device-Id",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=(
        "A random id of the device, always the same for one device. The service stores a keyed "
        "hash of it and of the address for some time, by which moderators see who shares a "
        "device: `docs/privacy.md`. At most 300 characters count."
    ),
)
REGISTER_EXAMPLE = OpenApiExample(
    "With an address",
    request_only=True,
    value={"username": "ada", "password": "seven towers of chalk", "email": "ada@example.org"},
)
TOKEN_EXAMPLE = OpenApiExample(
    "With all scopes",
    request_only=True,
    value={"username": "ada", "password": "seven towers of chalk"},
)
MADE_TOKEN_EXAMPLE = OpenApiExample(
    "One that only looks",
    request_only=True,
    value={"name": "wall", "scopes": ["games:read"], "expires_at": None},
)
EMAIL_EXAMPLE = OpenApiExample(
    "Another address",
    request_only=True,
    value={"password": "seven towers of chalk", "email": "ada@example.com"},
)
LINK_EXAMPLE = OpenApiExample(
    "What the link ends with", request_only=True, value={"token": "ImJjMDMz...:1xUrl7:_H6r..."}
)
RESET_EXAMPLE = OpenApiExample("By address", request_only=True, value={"email": "ada@example.org"})
RESET_CONFIRM_EXAMPLE = OpenApiExample(
    "By link",
    request_only=True,
    value={"token": "8b1fc9ac....d1k2-9f...", "password": "eight towers of slate"},
)
PASSWORD_EXAMPLE = OpenApiExample(
    "And end all other tokens",
    request_only=True,
    value={
        "password": "seven towers of chalk",
        "new_password": "eight towers of slate",
        "revoke_tokens": True,
    },
)
APPLICATION_EXAMPLE = OpenApiExample(
    "A client in the browser",
    request_only=True,
    value={
        "name": "Citadels on your watch",
        "redirect_uris": ["https://watch.example.org/back"],
        "confidential": False,
    },
)


class BearerTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.authentication.BearerTokenAuthentication"
    name = ["token", "oauth2"]

    def get_security_requirement(self, auto_schema: AutoSchema) -> list[dict[str, list[Any]]]:
        """Accept either kind of token, with the scope that the endpoint declares."""
        declared = endpoint_of(auto_schema.view, auto_schema.method)
        scopes = [declared.scope] if declared and declared.scope else []
        return [{name: scopes} for name in self.name]

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, Any]]:
        return [
            {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "A token of `POST /api/v1/auth/tokens/`; it begins with `cit_`. Each operation "
                    "names the scope that the token needs."
                ),
            },
            {
                "type": "oauth2",
                "description": "For applications that act for users: with PKCE (S256) only.",
                "flows": {
                    "authorizationCode": {
                        "authorizationUrl": reverse("oauth2_provider:authorize"),
                        "tokenUrl": reverse("oauth2_provider:token"),
                        "refreshUrl": reverse("oauth2_provider:token"),
                        "scopes": {scope: str(text) for scope, text in SCOPES.items()},
                    }
                },
            },
        ]
