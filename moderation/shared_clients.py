"""Reads of users who share addresses, networks and devices, and of the games that they share.

What they share is a hint, not proof: families and schools share addresses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import FingerprintKind, User
from accounts.selectors import (
    STRONGEST_KINDS,
    SharedFingerprint,
    fingerprints_shared,
    fingerprints_shared_by,
)
from games.models import Game, Seat, SeatAssignment
from moderation.models import Permission
from moderation.permissions import (
    involvement_check,
    out_of_reach,
    permission_check,
    user_reach_check,
)
from moderation.selectors import involving

ACCOUNTS_SHOWN = 50
GAMES_SHOWN = 200

KINDS = {
    FingerprintKind.DEVICE: _("device"),
    FingerprintKind.ADDRESS: _("address"),
    FingerprintKind.PROGRAM: _("program and network"),
    FingerprintKind.NETWORK: _("network"),
}


def kinds_text(kinds: Iterable[str]) -> str:
    """Return what is shared in words. An address and a program imply their network."""
    shared = set(kinds)
    if shared & {FingerprintKind.ADDRESS, FingerprintKind.PROGRAM}:
        shared.discard(FingerprintKind.NETWORK)
    names = ", ".join(str(KINDS[kind]) for kind in STRONGEST_KINDS if kind in shared)
    return gettext("same %(kinds)s") % {"kinds": names}


@dataclass(frozen=True, slots=True)
class SharedClients:
    """Users who share addresses, networks, programs or devices."""

    users: tuple[User, ...]
    kinds: tuple[str, ...]
    since: datetime
    """When the last of them was first seen with the others."""

    def __str__(self) -> str:
        return gettext("%(users)s: %(what)s since %(since)s UTC.") % {
            "users": ", ".join(user.username for user in self.users),
            "what": self.what,
            "since": f"{self.since:%Y-%m-%d %H:%M}",
        }

    @property
    def what(self) -> str:
        return kinds_text(self.kinds)


# --- in a game ----------------------------------------------------------------------------------


def clients_shared_in(*, by: User, game_id: UUID) -> list[SharedClients]:
    """Return groups of current or former players of a game who may be the same person.

    Players of one seat alone are no group. Raises NotPermitted, ConflictOfInterest.
    """
    permission_check(by, Permission.SEE_SHARED_ADDRESSES)
    involvement_check(by, game_id)
    seats = seats_by_user(game_id)
    pairs: dict[str, dict[tuple[UUID, ...], datetime]] = {}
    for shared in fingerprints_shared(seats):
        one, two = shared.users
        if len(seats[one] | seats[two]) > 1:
            pairs.setdefault(shared.kind, {})[shared.users] = shared.since
    found: dict[tuple[UUID, ...], dict[str, datetime]] = {}
    for kind, since in pairs.items():
        for group in groups_of(since):
            inside = [at for pair, at in since.items() if set(pair) <= set(group)]
            found.setdefault(group, {})[kind] = max(inside)
    users = User.objects.in_bulk({user for group in found for user in group}) if found else {}
    hints = [
        SharedClients(by_name(users[user] for user in group), tuple(kinds), max(kinds.values()))
        for group, kinds in found.items()
    ]
    return sorted(hints, key=lambda hint: [user.username for user in hint.users])


def by_name(users: Iterable[User]) -> tuple[User, ...]:
    """Return users in the order of their names."""
    return tuple(sorted(users, key=lambda user: user.username))


def groups_of(pairs: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return groups in which each two are a pair; where not all are, the pairs alone."""
    known = set(pairs)
    groups: list[set[Any]] = []
    for pair in known:
        connected = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in connected]
        groups.append(set(pair).union(*connected))
    found: list[tuple[Any, ...]] = []
    for group in groups:
        inside = list(combinations(sorted(group), 2))
        found += [tuple(sorted(group))] if known.issuperset(inside) else known.intersection(inside)
    return sorted(found)


def seats_by_user(game_id: UUID) -> dict[UUID, set[int]]:
    """Return the seats that each user has or had in a game."""
    seats: dict[UUID, set[int]] = {}
    sits = Seat.objects.filter(game=game_id, user__isnull=False).values_list("user", "number")
    sat = SeatAssignment.objects.filter(game=game_id).values_list("user", "seat")
    for user, seat in (*sits, *sat):
        if user is not None:
            seats.setdefault(user, set()).add(seat)
    return seats


# --- of a user ----------------------------------------------------------------------------------


def clients_shared_by(*, by: User, user: User) -> list[SharedClients]:
    """Return the other accounts that share something with a user, the strongest hints first.

    Accounts that ``by`` may not act on are left out. At most ``ACCOUNTS_SHOWN`` are returned.
    Raises NotPermitted, ConflictOfInterest, StaffOnly.
    """
    permission_check(by, Permission.SEE_SHARED_ADDRESSES)
    user_reach_check(by, user)
    found: dict[UUID, list[SharedFingerprint]] = {}
    for shared in fingerprints_shared_by(user, excluding=out_of_reach(by)):
        found.setdefault(shared.users[1], []).append(shared)
    shown = list(found.items())[:ACCOUNTS_SHOWN]
    users = User.objects.in_bulk([other for other, _ in shown]) if shown else {}
    return [
        SharedClients(
            (user, users[other]),
            tuple(one.kind for one in shared),
            max(one.since for one in shared),
        )
        for other, shared in shown
    ]


# --- games of two users -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a user in a game."""

    place: int | None
    """Their place, or None without a result."""
    lost: str
    """How they lost their seat, if they did."""
    former: bool
    """True if another player has had the seat since."""


@dataclass(frozen=True, slots=True)
class CommonGame:
    """A game in which two users have or had seats."""

    game: Game
    one: Part
    two: Part

    @property
    def name(self) -> str:
        return self.game.title or str(self.game.id)[:8]


def common_games(*, by: User, one: User, two: User) -> list[CommonGame]:
    """Return the games in which both users have or had seats, newest first.

    Games that involve ``by`` are left out. At most ``GAMES_SHOWN`` are returned. Raises
    NotPermitted.
    """
    permission_check(by, Permission.SEE_SHARED_ADDRESSES)
    both = Game.objects.filter(id__in=games_of(one) & games_of(two))
    games = list(
        both.exclude(involving(by, game="id")).order_by("-created_at", "-id")[:GAMES_SHOWN]
    )
    seats = Seat.objects.filter(game__in=games, user__in=(one, two))
    by_game = {(seat.game_id, seat.user_id): seat for seat in seats}
    return [
        CommonGame(
            game,
            part_of(game, by_game.get((game.id, one.id))),
            part_of(game, by_game.get((game.id, two.id))),
        )
        for game in games
    ]


def games_of(user: User) -> set[UUID]:
    """Return the ids of the games in which a user has or had a seat."""
    parts = (model.objects.filter(user=user).order_by() for model in (Seat, SeatAssignment))
    return {game for part in parts for game in part.values_list("game", flat=True)}


def part_of(game: Game, seat: Seat | None) -> Part:
    """Return the part of a user with this seat; None: the seat is another player's."""
    if seat is None:
        return Part(None, "", former=True)
    place = game.result["placements"][seat.number] if game.result else None
    return Part(place, seat.get_loss_display(), former=False)
