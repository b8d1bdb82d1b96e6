"""Users, their preferences and addresses, and their tokens."""

from __future__ import annotations

from accounts.models.block import Block
from accounts.models.email import EmailKind, OutgoingEmail, PendingEmail
from accounts.models.fingerprint import ClientFingerprint, FingerprintKind, FingerprintSalt
from accounts.models.passkey import Passkey
from accounts.models.preferences import (
    DIGEST_HOUR,
    LANGUAGE_LENGTH,
    TIME_ZONE_LENGTH,
    Preferences,
)
from accounts.models.privacy import AccountDeletion, AccountExport, ExportPiece
from accounts.models.session import BROWSER_LENGTH, BrowserSession
from accounts.models.token import (
    HASH_LENGTH,
    SCOPE_LENGTH,
    TOKEN_NAME_LENGTH,
    TOKEN_PREFIX_LENGTH,
    ApiToken,
)
from accounts.models.user import (
    REASON_LENGTH,
    USERNAME_MAX_LENGTH,
    USERNAME_PATTERN,
    CaseInsensitiveUserManager,
    User,
    username_validator,
)

__all__ = [
    "BROWSER_LENGTH",
    "DIGEST_HOUR",
    "HASH_LENGTH",
    "LANGUAGE_LENGTH",
    "REASON_LENGTH",
    "SCOPE_LENGTH",
    "TIME_ZONE_LENGTH",
    "TOKEN_NAME_LENGTH",
    "TOKEN_PREFIX_LENGTH",
    "USERNAME_MAX_LENGTH",
    "USERNAME_PATTERN",
    "AccountDeletion",
    "AccountExport",
    "ApiToken",
    "Block",
    "BrowserSession",
    "CaseInsensitiveUserManager",
    "ClientFingerprint",
    "EmailKind",
    "ExportPiece",
    "FingerprintKind",
    "FingerprintSalt",
    "OutgoingEmail",
    "Passkey",
    "PendingEmail",
    "Preferences",
    "User",
    "username_validator",
]
