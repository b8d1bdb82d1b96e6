"""Refuses passwords that are put together from pieces that everybody tries first."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names import SERVICE

FEWEST_PIECES, FEWEST_CHARACTERS = 6, 5
"""The second is the number of different characters."""
LONGEST = 128
"""Characters that are looked at: the rest does not make a password weaker."""
SHORTEST_WORD, LONGEST_WORD = 4, 20
SHORTEST_RUN = 3
MEANT = str.maketrans("@4310$5!7", "aaeiossit")
"""Signs that stand for letters, as in `p4$$w0rd`."""
YEAR = re.compile(r"(19|20)\d\d")


class GuessablePasswordValidator(CommonPasswordValidator):
    """Refuses common and breached passwords (the list of 20,000 that comes with Django), and those
    that become such a password, the user's name, the service's name, a year or a run such as `1234`
    with little added: `letmein2024`, `p4ssword!!`.
    """

    def validate(self, password: str, user: Any = None) -> None:
        text = password.lower()[:LONGEST]
        name = user.get_username().lower() if user is not None else ""
        words = {*SERVICE, name, *re.split(r"[._-]", name)}
        few = len(set(text)) < FEWEST_CHARACTERS
        if few or count_pieces(text, words, self.passwords) < FEWEST_PIECES:
            raise ValidationError(self.get_error_message(), code="password_too_common")

    def get_error_message(self) -> str:
        return _(
            "This password is easy to guess. Use three or more words that have nothing to do with "
            "each other."
        )


def count_pieces(text: str, *words: set[str]) -> int:
    """Return the least number of pieces that make up ``text``: a run, a year and a single character
    are one piece; a word is two.
    """
    fewest, plain, runs = [0], text.translate(MEANT), run_starts(text)
    for end in range(1, len(text) + 1):
        counts = [fewest[end - 1] + 1]
        if end - runs[end - 1] >= SHORTEST_RUN:
            counts.append(fewest[runs[end - 1]] + 1)
        if YEAR.fullmatch(text, max(0, end - 4), end):
            counts.append(fewest[end - 4] + 1)
        counts += [
            fewest[start] + 2
            for start in range(max(0, end - LONGEST_WORD), end - SHORTEST_WORD + 1)
            if any(text[start:end] in known or plain[start:end] in known for known in words)
        ]
        fewest.append(min(counts))
    return fewest[-1]


def run_starts(text: str) -> list[int]:
    """Return where the run of each character starts: the same character, or ones that follow each
    other in either direction.
    """
    starts, before = [0], 0
    for place, (one, two) in enumerate(pairwise(text), start=1):
        step = ord(two) - ord(one)
        going_on = step == before and abs(step) <= 1
        starts.append(starts[-1] if going_on else place - 1 if abs(step) <= 1 else place)
        before = step
    return starts
