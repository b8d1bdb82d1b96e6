"""Cursors: the ids in a user's stream, which encode how far a client has read in each game.

The server stores nothing. Each game is counted separately, so the order in which moves of different
games are stored does not matter. Cursors need no signature: they are applied only to the seats of
the user who sends them, so a forged one reveals nothing.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

FORMAT = 1
LIFE = timedelta(days=1)
"""How long a cursor is valid. Later, games that ended may have left the stream."""
CLOCKS_DIFFER = timedelta(minutes=5)
"""The tolerated difference to the clocks of other processes."""
SEATS_MAX = 1000
LENGTH_MAX = 16_000
NUMBER_MAX = 2**63 - 1
ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


class ReadPosition(NamedTuple):
    """How far a client has read in a game: its events up to ``seq``, and its ``version``."""

    seq: int
    version: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """The time of creation, and the read positions by seat id."""

    made_at: datetime
    read: Mapping[int, ReadPosition]

    def text(self) -> str:
        """Encode the cursor as URL-safe base64, about eight characters for each game."""
        packed = bytearray([FORMAT])
        put(packed, int(self.made_at.timestamp()))
        before = 0
        for seat, (seq, version) in sorted(self.read.items()):
            for number in (seat - before, seq, version):
                put(packed, number)
            before = seat
        return urlsafe_b64encode(packed).rstrip(b"=").decode()

    @classmethod
    def of(cls, text: str, *, now: datetime) -> Cursor | None:
        """Parse the cursor of a client. Returns None if it is malformed or too old."""
        try:
            first, made, *rest = numbers(text)
            if first != FORMAT or len(rest) % 3:
                return None
            made_at = datetime.fromtimestamp(made, now.tzinfo)
        except (ValueError, OverflowError, OSError):
            return None
        if not now - LIFE <= made_at <= now + CLOCKS_DIFFER:
            return None
        read, seat = {}, 0
        for step, seq, version in zip(*[iter(rest)] * 3, strict=True):
            seat += step
            read[seat] = ReadPosition(seq, version)
        possible = len(read) == len(rest) // 3 and seat <= NUMBER_MAX
        return cls(made_at, read) if possible else None


def put(packed: bytearray, number: int) -> None:
    """Append a varint: seven bits per byte, lowest first, with the top bit set if more follow."""
    while number > 0x7F:
        packed.append(number & 0x7F | 0x80)
        number >>= 7
    packed.append(number)


def numbers(text: str) -> Iterator[int]:
    """Yield the numbers of an encoded cursor. Raises ValueError if the text is malformed."""
    if len(text) > LENGTH_MAX or not ALPHABET.fullmatch(text):
        raise ValueError("too long, or not base64")
    packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))  # its own error is a ValueError
    number = shift = count = 0
    for byte in packed:
        number |= (byte & 0x7F) << shift
        if number > NUMBER_MAX:
            raise ValueError("too large")
        if byte & 0x80:
            shift += 7
            continue
        yield number
        number = shift = 0
        count += 1
        if count > 2 + 3 * SEATS_MAX:
            raise ValueError("too many")
    if shift:
        raise ValueError("cut off")
