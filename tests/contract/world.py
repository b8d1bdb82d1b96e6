"""Whom the strangers' tool plays, and among which matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from schemathesis import Case

from accounts.models import User
from accounts.services import token_issue
from tests.matches import lobby, match, play_out


@dataclass(frozen=True)
class World:
    """The headers of alice, and matches of hers and of others in all states."""

    headers: dict[str, str]
    games: tuple[str, ...]

    def place(self, case: Case) -> None:
        """Make most made-up ids of a match those of one that exists: else all ends in 404."""
        try:
            number = UUID(str(case.path_parameters["game_id"])).int % (len(self.games) + 1)
        except (KeyError, TypeError, ValueError):
            return  # no match is meant, or what is meant to be refused
        if number < len(self.games):
            case.path_parameters["game_id"] = self.games[number]


def world_made(alice: User, bob: User, charlie: User) -> World:
    games = (
        lobby(alice, seats=3),
        lobby(bob, seats=2),
        match(alice, bob),
        match(bob, alice),
        match(bob, charlie),
        play_out(match(alice, bob), alice, bob),
    )
    token = token_issue(user=alice, name="contract").text
    return World({"Authorization": f"Bearer {token}"}, tuple(str(game.id) for game in games))


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is rolled back: each request meets the same world."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
