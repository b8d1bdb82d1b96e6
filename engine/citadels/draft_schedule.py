"""How characters are dealt, by number of players: tables of the selection phase (rules 5)."""

from __future__ import annotations

from typing import Final

KEEP: Final = 0
DISCARD: Final = 1
LOSE: Final = 2
KEEP_WITH_ASIDE: Final = 3
"""What happens at a step of a draft: a player keeps a card; discards one; one is lost at random; a
player also takes up the first face-down card and keeps one.
"""

Script = tuple[tuple[int, int], ...]


def script(seats: int, characters: int) -> Script:
    """Return the steps as ``(what, player counted clockwise from the crown)`` (rules 5.2, 5.4, 5.5,
    14).
    """
    if seats == 2:
        return ((KEEP, 0), (KEEP, 1), (DISCARD, 1), (KEEP, 0), (DISCARD, 0), (KEEP, 1))
    once = tuple((KEEP, player) for player in range(seats))
    if seats == 3:  # the classic edition has 8 characters, and loses none
        return (*once, *once) if characters == 8 else (*once, (LOSE, 0), *once)
    if characters == seats + 1:
        return (*once[:-1], (KEEP_WITH_ASIDE, seats - 1))
    return once


def face_up_count(seats: int, characters: int) -> int:
    """Return how many characters are discarded face up (rules 5.1)."""
    return max(0, characters - seats - 2) if seats >= 4 else 0


def order(seats: int, characters: int, crown: int) -> Script:
    """Return the script with seats in place of players counted from the crown."""
    return tuple((what, (crown + player) % seats) for what, player in script(seats, characters))


def discard_sizes(seats: int, characters: int) -> tuple[int, ...]:
    """Return the sizes of the random draws at the start: for the face-up discards, which are never
    of rank 4, then for the face-down one (rules 5.2, R-09).
    """
    up = face_up_count(seats, characters)
    return (*range(characters - 1, characters - 1 - up, -1), characters - up)
