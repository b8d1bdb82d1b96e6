"""Keys: recognised by a scanner without asking the service."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from accounts.keys import ACCESS_MARK, REFRESH_MARK, SECRET_MARK, TOKEN_MARK, is_valid_key, key_make

PAGE = (Path(__file__).parents[2] / "docs" / "accounts.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("mark", [TOKEN_MARK, ACCESS_MARK, REFRESH_MARK, SECRET_MARK])
def test_a_key_has_the_form_that_the_docs_promise(mark: str) -> None:
    found = re.search(r"`(ci\[.*\})`", PAGE)
    assert found, "docs/accounts.md names the pattern"
    for _ in range(50):
        assert re.fullmatch(found[1], key_make(mark))


def test_the_checksum_can_be_computed_as_the_docs_say() -> None:
    digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for _ in range(50):
        key = key_make(TOKEN_MARK)
        number = 0
        for letter in key[-6:]:
            number = number * 62 + digits.index(letter)
        assert number == zlib.crc32(key[:-6].encode())


def test_a_changed_letter_is_noticed() -> None:
    key = key_make(TOKEN_MARK)
    assert is_valid_key(key)
    for index in range(4, len(key)):
        other = "A" if key[index] != "A" else "B"
        assert not is_valid_key(key[:index] + other + key[index + 1 :])
    for wrong in ("", "cit_", key + "A", key[:-1], " " + key, "cix" + key[3:], "é"):
        assert not is_valid_key(wrong)


def test_no_two_are_alike() -> None:
    assert len({key_make(TOKEN_MARK) for _ in range(500)}) == 500
