"""Keys: the texts of tokens and secrets, in a form that secret scanners can recognize offline.

A key is a prefix, 43 random letters and digits (256 bits), and the CRC-32 of all before it as 6
letters and digits.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib

from django.utils.crypto import salted_hmac

TOKEN_MARK = "cit_"
"""Prefix of a user's token."""
ACCESS_MARK = "cio_"
"""Prefix of an application's token."""
REFRESH_MARK = "cir_"
SECRET_MARK = "cis_"

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
BODY_LENGTH = 43
CHECK_LENGTH = 6
SALT = "accounts.keys."
USER_CODE_SALT = "accounts.user-codes"
USER_CODE_ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that no words arise, and no digits that look like letters (RFC 8628, 6.1)."""
KEY = re.compile(r"ci[tors]_[0-9A-Za-z]{49}")


def key_make(mark: str) -> str:
    """Return a new key that begins with ``mark``."""
    text = mark + "".join(secrets.choice(ALPHABET) for _ in range(BODY_LENGTH))
    return text + key_check(text)


def key_derive(mark: str, source: str) -> str:
    """Return the key with this mark that follows from another key, the same one each time. Nobody
    can find it without ``SECRET_KEY``.
    """
    digest = salted_hmac(SALT + mark, source, algorithm="sha256").digest()
    text = mark + in_base_62(int.from_bytes(digest), BODY_LENGTH)
    return text + key_check(text)


def is_valid_key(text: str) -> bool:
    """True if ``text`` has the form of a key and its checksum is right."""
    if not KEY.fullmatch(text):
        return False
    return text[-CHECK_LENGTH:] == key_check(text[:-CHECK_LENGTH])


def key_check(text: str) -> str:
    """Return the checksum of ``text``: its CRC-32."""
    return in_base_62(zlib.crc32(text.encode()), CHECK_LENGTH)


def in_base_62(number: int, length: int) -> str:
    """Return ``number`` in base 62, the highest digit first."""
    digits = ""
    for _ in range(length):
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits


def key_digest(text: str) -> str:
    """Return the digest that is stored. A key has 256 random bits, so a fast digest is safe."""
    return hashlib.sha256(text.encode()).hexdigest()


def user_code_make() -> str:
    """Return a code that people can type, such as `WDJB-MJHT`. It has 34 bits, so it has to expire
    soon, and guesses have to be limited.
    """
    return user_code_format("".join(secrets.choice(USER_CODE_ALPHABET) for _ in range(8)))


def user_code_format(text: str) -> str:
    """Return a user code as the service writes it, however it was typed."""
    letters = "".join(letter for letter in text.upper() if letter in USER_CODE_ALPHABET)
    return f"{letters[:4]}-{letters[4:]}"


def user_code_digest(text: str) -> str:
    """Return the digest of a user code that is stored. A plain digest of so few bits would reveal
    the code.
    """
    code = user_code_format(text)
    return salted_hmac(USER_CODE_SALT, code, algorithm="sha256").hexdigest()
