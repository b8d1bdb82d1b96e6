"""How far a client has read in each of its games, in a short text: the id in a user's stream.

Nothing is kept on the server, and each game is counted by itself, so that it does not matter which
of two moves was stored first. The text needs no signature: it is read against the seats of the user
who sends it, and one that was made up tells him nothing that he may not know.
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
"""After which a cursor says nothing any more: games that ended have left the stream by then."""
CLOCKS_DIFFER = timedelta(minutes=5)
"""By how much the clock of another process may be ahead."""
SEATS_MAX = 1000
LENGTH_MAX = 16_000
NUMBER_MAX = 2**63 - 1
ALPHABET = re.compile(r"[A-Za-z0-9_-]*")


class ReadPosition(NamedTuple):
    """What a client knows of a game: its events up to ``seq``, and its ``version``."""

    seq: int
    version: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """When it was made, and what was read by then, by the id of the seat."""

    made_at: datetime
    read: Mapping[int, ReadPosition]

    def text(self) -> str:
        """Letters, digits, dashes and underscores: about eight for each game."""
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
        """The cursor that a client sent; None if it is malformed, or too old to go on from."""
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
    """Seven bits a byte, the lowest first; the top bit says that there are more."""
    while number > 0x7F:
        packed.append(number & 0x7F | 0x80)
        number >>= 7
    packed.append(number)


def numbers(text: str) -> Iterator[int]:
    """The numbers of a text. Raises ValueError: it is too long, or none that was made here."""
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
