"""Third-party applications (OAuth2), and password hashing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from accounts.keys import user_code_make
from accounts.scopes import GAMES_READ, SCOPES
from citadels.settings.parts.environment import env
from citadels.settings.parts.mail import PUBLIC_URL
from citadels.settings.parts.pictures import CPUS
from core.paths import DOCS

LOGIN_URL = "login"
SESSION_ENGINE = "accounts.sessions"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
PASSWORD_RESET_TIMEOUT = 24 * 3600  # seconds

# The first one hashes passwords; the others only verify old hashes.
PASSWORD_HASHERS = [
    "accounts.hashers.LimitedPasswordHasher",
    "accounts.hashers.KeyHasher",
]
MAX_CONCURRENT_PASSWORD_HASHES: int = env.int(
    "MAX_CONCURRENT_PASSWORD_HASHES", default=max(1, CPUS // 2)
)
"""Passwords that all processes of this machine hash at the same time."""

# An http redirect is allowed to the user's own machine only (RFC 8252, 7.3). The service that
# registers applications checks that; this check cannot see it.
# Only digests of tokens are stored, but those of the grace period are derived again, which the
# library does not expect: docs/decisions/oauth.md.
SILENCED_SYSTEM_CHECKS = ["oauth2_provider.W008", "oauth2_provider.E001"]

MAX_SELF_REGISTERED_APPLICATIONS: int = env.int("MAX_SELF_REGISTERED_APPLICATIONS", default=10_000)

OAUTH2_PROVIDER: dict[str, Any] = {
    "SCOPES": SCOPES,
    "DEFAULT_SCOPES": [GAMES_READ],
    "OAUTH2_VALIDATOR_CLASS": "accounts.oauth.validator.Validator",
    "CLIENT_SECRET_HASHER": "sha256_key",
    "ACCESS_TOKEN_GENERATOR": "accounts.oauth.generators.access_token",
    "REFRESH_TOKEN_GENERATOR": "accounts.oauth.generators.refresh_token",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": int(timedelta(days=90).total_seconds()),
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    # Within it, a spent refresh token or device code gets the same tokens again:
    # docs/decisions/oauth.md.
    "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 60,
    "PKCE_REQUIRED": True,
    # The service that registers applications checks their schemes, and the consent page allows
    # those of the application.
    "ALLOWED_REDIRECT_URI_SCHEMES": ["https", "http"],
    # With prompt=create, new users start on the sign-up page (OpenID Connect Prompt Create 1.0).
    "OIDC_RP_INITIATED_REGISTRATION_ENABLED": True,
    "OIDC_RP_INITIATED_REGISTRATION_URL": "sign-up",
    "OIDC_ISS_ENDPOINT": PUBLIC_URL,  # the issuer of RFC 8414, despite its name
    # Programs may register themselves, without an account.
    "DCR_ENABLED": env.bool("SELF_REGISTERED_APPLICATIONS", default=True),
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": [
        "authorization_code",
        "refresh_token",
        "urn:ietf:params:oauth:grant-type:device_code",
    ],
    "OAUTH_DEVICE_VERIFICATION_URI": f"{PUBLIC_URL}/device/",
    "OAUTH_DEVICE_VERIFICATION_URI_COMPLETE": f"{PUBLIC_URL}/device/?user_code={{user_code}}",
    "OAUTH_DEVICE_USER_CODE_GENERATOR": user_code_make,
    "OAUTH_PRE_TOKEN_VALIDATION": [],  # the validator finds the user of a device code
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": [
        "client_secret_basic",
        "client_secret_post",
        "none",
    ],
    "OAUTH2_PROTECTED_RESOURCE_IDENTIFIER": f"{PUBLIC_URL}/api/v1/",
    "OAUTH2_PROTECTED_RESOURCE_AUTHORIZATION_SERVERS": [PUBLIC_URL],
    "OAUTH2_PROTECTED_RESOURCE_DOCUMENTATION": f"{PUBLIC_URL}{DOCS}",
    # All of the best current practice (RFC 9700).
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_PKCE_REQUIRED": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_REFRESH_TOKEN": True,
    "COMPLIANT_BCP_RFC9700_REDIRECT_URI_MATCHING": True,
}
