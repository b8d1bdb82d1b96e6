"""Validators for texts that other people read.

They refuse invisible characters: those that reorder the text around them, make two different texts
look the same, or hide a message. Some are needed to write a language or an emoji, and are accepted
there: see ``JOINED``.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

CODE: Final = "invisible_characters"

# Without NUL and surrogates: Django and REST framework refuse them with codes of their own.
CONTROLS: Final = "\x01-\x08\x0b-\x1f\x7f-\x9f"
BREAKS: Final = "\t\n\u2028\u2029"
REORDERING: Final = "\u202a-\u202e\u2066-\u2069"
"""Embeddings, overrides and isolates, which change the direction of a whole stretch of text."""
INVISIBLE: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2065\u206a-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffc"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Soft hyphens, fillers, zero-width characters, direction marks, variation selectors, tags ..."""

_JOINING_SCRIPTS: Final = "\u0600-\u115e\u1161-\u17b3\u17b6-\u180a\u1810-\u1fff"  # from Arabic on
_SYMBOLS: Final = "\u2190-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"  # arrows to emoji
_NEIGHBOR: Final = f"[{_JOINING_SCRIPTS}{_SYMBOLS}\ufe0f]"
JOINED: Final = re.compile(
    # Joiners within a word (Persian, Indic scripts) or an emoji (families, professions).
    f"(?<={_NEIGHBOR})[\u200c\u200d](?={_NEIGHBOR})"
    # The selector that shows a symbol or a key cap as an emoji.
    f"|(?<=[\u00a9\u00ae\u203c\u2049\u2122\u2139\u3030\u303d\u3297\u3299{_SYMBOLS}])\ufe0f"
    "|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    # Flags of regions: Scotland, Wales.
    "|(?<=\U0001f3f4)[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"
)
"""Invisible characters that are accepted in their place."""

_UNFIT_FOR_LINE: Final = re.compile(f"[{CONTROLS}{BREAKS}{REORDERING}{INVISIBLE}]")
_UNFIT_FOR_TEXT: Final = re.compile(f"(?!\r\n)[{CONTROLS}{REORDERING}]")


def validate_line(text: str) -> None:
    """Refuse line breaks, controls and invisible characters: for titles and names."""
    # A space of the same length keeps the positions, and is accepted everywhere.
    _refuse(_UNFIT_FOR_LINE, JOINED.sub(lambda found: " " * len(found[0]), text))


def validate_text(text: str) -> None:
    """Refuse controls other than line breaks and tabs, and characters that reorder text.

    Other invisible characters are accepted: keyboards and web pages put them into what people
    paste, and a message stands below the name of its author.
    """
    _refuse(_UNFIT_FOR_TEXT, text)


def _refuse(unfit: re.Pattern[str], text: str) -> None:
    found = unfit.search(text)
    if found is None:
        return
    character = found[0]
    name = unicodedata.name(character, "a control character")
    raise ValidationError(
        _("Character %(place)s is %(character)s, which is not accepted here.")
        % {
            "place": found.start() + 1,
            "character": f"U+{ord(character):04X} ({name.lower()})",
        },
        code=CODE,
    )
