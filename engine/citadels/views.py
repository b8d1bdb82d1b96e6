"""What a viewer may know of the table: the only way from the full state to a player (rules 11).

Everything here is computed from public data and from what the viewer's own seat may know; the
paired-state tests check that.
"""

from __future__ import annotations

from typing import Any, Final

from engine.citadels.characters.magician import Redrawing
from engine.citadels.characters.tax_collector import taxes
from engine.citadels.characters.wizard import ChoosingOne
from engine.citadels.districts.museum import find_tucked, find_tuckers
from engine.citadels.flow.build import BuildFrame
from engine.citadels.flow.calls import Calls
from engine.citadels.flow.draft import Draft
from engine.citadels.flow.gather import KeepCard
from engine.citadels.frames import Turn
from engine.citadels.names import BEAUTIFIED, NOBODY, TYPES, district_name
from engine.citadels.setup import card_names
from engine.citadels.state import BEWITCHED, FLOWER, KILLED, ROBBED, SIGNED, THREAT, WARRANT, Match

MARKS: Final = {
    KILLED: "killed",
    ROBBED: "robbed",
    BEWITCHED: "bewitched",
    WARRANT: "warrant",
    THREAT: "threat",
}
"""The marks that everybody sees, without hidden faces."""

FACES: Final = ((SIGNED, 1, "signed"), (FLOWER, 2, "flower"))
"""Hidden faces, the rank of the character that laid them, and their names."""


def view(match: Match, seat: int | None) -> dict[str, Any]:
    """Return the table as ``seat`` sees it; ``None`` is a spectator, who sees what everybody
    sees.
    """
    card_set = match.card_set
    return {
        "round": match.round,
        "phase": phase(match),
        "goal": card_set.goal,
        "crown": match.crown,
        "deck_size": len(match.deck),
        "cast": [card_set.character(rank).name for rank in card_set.ranks],
        "unique_districts": [district.name for district in card_set.districts],
        "face_up": list(match.card_set.names_in(match.face_up)),
        "called": find_called(match),
        "turn": turn_of(match),
        "building": building(match),
        "marks": marks(match),
        "taxes": taxes(match),
        "museum_cards": len(find_tucked(match)),
        "completed": list(match.completed),
        "seats": [seat_view(match, other) for other in range(card_set.seats)],
        "you": own_view(match, seat) if seat is not None else None,
    }


def phase(match: Match) -> str:
    """Return ``selection`` (until the first rank is called), ``turns`` or ``over``."""
    if not match.stack:
        return "over"
    choosing = any(
        isinstance(frame, Draft) or (isinstance(frame, Calls) and not frame.rank)
        for frame in match.stack
    )
    return "selection" if choosing else "turns"


def find_called(match: Match) -> str | None:
    """Return the character called last in this turn phase."""
    for frame in match.stack:
        if isinstance(frame, Calls) and frame.rank:
            return match.card_set.character(frame.rank).name
    return None


def turn_of(match: Match) -> dict[str, Any] | None:
    """Return whose turn it is, as which character, and its progress."""
    for frame in reversed(match.stack):
        if isinstance(frame, Turn):
            return {
                "seat": frame.seat,
                "character": match.card_set.character(frame.rank).name,
                "built": frame.built,
                "build_limit": match.card_set.roles[frame.rank].limit,
            }
    return None


def building(match: Match) -> dict[str, Any] | None:
    """Return the district that is paid for and not placed yet."""
    for frame in reversed(match.stack):
        if isinstance(frame, BuildFrame) and frame.at > BuildFrame.steps.index("announce_payment"):
            name = district_name(frame.district)
            return {"seat": frame.seat, "district": name, "gold": frame.paid}
    return None


def marks(match: Match) -> list[dict[str, str]]:
    """Return the marks on characters, which were named aloud."""
    return [
        {"character": match.card_set.character(rank).name, "mark": name}
        for rank, bits in enumerate(match.marks)
        for mark, name in MARKS.items()
        if bits & mark
    ]


def seat_view(match: Match, seat: int) -> dict[str, Any]:
    """Return what everybody knows of a seat. A killed character is shown at the end of the round
    (R-18), which is a position to look at only when the match is over.
    """
    over = not match.stack
    revealed = [
        rank
        for rank in match.ranks_of(seat)
        if match.shown >> rank & 1 or (over and match.marks[rank] & KILLED)
    ]
    return {
        "seat": seat,
        "gold": match.gold[seat],
        "hand_size": len(match.hand[seat]),
        "city": [district_view(match, district) for district in match.city[seat]],
        "characters": [match.card_set.character(rank).name for rank in revealed],
        "characters_held": len(match.ranks_of(seat)),
        "crown": match.crown == seat,
        "completed": seat in match.completed,
    }


def district_view(match: Match, district: int) -> dict[str, Any]:
    plain = district % BEAUTIFIED
    return {
        "district": district_name(plain),
        "type": TYPES[match.card_set.type_of[plain]],
        "cost": match.card_set.cost[district],
        "beautified": district >= BEAUTIFIED,
    }


def own_view(match: Match, seat: int) -> dict[str, Any]:
    """Return what only this seat knows: hand, characters, the cards it saw in the draft, cards it
    looks at.
    """
    return {
        "seat": seat,
        "hand": card_names(match.hand[seat]),
        "characters": list(
            match.card_set.names_in(sum(1 << rank for rank in match.ranks_of(seat)))
        ),
        "draft_seen": [list(match.card_set.names_in(ranks)) for ranks in match.seen[seat]],
        "draft_discarded": list(match.card_set.names_in(match.dropped[seat])),
        "looking_at": card_names(find_looked_at(match, seat)),
        "faces": faces(match, seat),
        "tucked": list_own_tucked(match, seat),
    }


def find_looked_at(match: Match, seat: int) -> bytes:
    """Return the cards that this seat is choosing from, which are in nobody's hand, or in another
    one.
    """
    frame = match.stack[-1] if match.stack else None
    if isinstance(frame, KeepCard | Redrawing) and frame.seat == seat:
        return frame.cards
    if isinstance(frame, ChoosingOne) and frame.seat == seat:
        return bytes(sorted(match.hand[frame.victim]))
    return b""


def faces(match: Match, seat: int) -> dict[str, str]:
    """Return the character under the marker with the face, for the seat that laid it."""
    found = {}
    for face, rank, name in FACES:
        if match.player(rank) == seat != NOBODY:
            for marked, bits in enumerate(match.marks):
                if bits & face:
                    found[name] = match.card_set.character(marked).name
    return found


def list_own_tucked(match: Match, seat: int) -> list[str]:
    """Return the cards that this seat laid under the Museum (R-60)."""
    cards = zip(find_tucked(match), find_tuckers(match), strict=True)
    return [district_name(card) for card, by in cards if by == seat]
