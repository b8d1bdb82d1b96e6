"""Keys: the texts of tokens and secrets. Whoever scans for leaked ones can tell ours offline.

A key is a mark, 43 letters and digits by chance (256 bits), and the CRC-32 of all before it as 6
letters and digits.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import string
import zlib

TOKEN_MARK = "cit_"
"""Begins the token of a user."""
ACCESS_MARK = "cio_"
"""Begins the token of an application for a user."""
REFRESH_MARK = "cir_"
SECRET_MARK = "cis_"

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
BODY_LENGTH = 43
CHECK_LENGTH = 6
KEY = re.compile(r"ci[tors]_[0-9A-Za-z]{49}")


def key_make(mark: str) -> str:
    """A new key that begins with ``mark``."""
    text = mark + "".join(secrets.choice(ALPHABET) for _ in range(BODY_LENGTH))
    return text + key_check(text)


def is_valid_key(text: str) -> bool:
    """Whether ``text`` has the form of a key and its checksum is right."""
    if not KEY.fullmatch(text):
        return False
    return text[-CHECK_LENGTH:] == key_check(text[:-CHECK_LENGTH])


def key_check(text: str) -> str:
    """The checksum that follows ``text``: its CRC-32 in base 62, the highest digit first."""
    number = zlib.crc32(text.encode())
    digits = ""
    for _ in range(CHECK_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits


def key_digest(text: str) -> str:
    """What is kept of a key. It holds 256 random bits, so a quick digest is as safe as a slow."""
    return hashlib.sha256(text.encode()).hexdigest()
