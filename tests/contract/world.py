"""The users and games that the contract tests act on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from zlib import crc32

from django.db import transaction
from schemathesis import Case, GenerationMode
from schemathesis.core.parameters import ParameterLocation

from accounts.models import User
from accounts.services import token_issue
from tests.toy_games import lobby, play_out, start_game

KNOWN: dict[str, tuple[object, ...]] = {
    "username": ("alice", "bob"),
    "slug": ("toy", "citadels", "castle"),
    "seat": (0, 1, 2),
    "move": (0, 1, 2),
}


@dataclass(frozen=True)
class World:
    """The headers of alice, and games of hers and of others in all states."""

    headers: dict[str, str]
    games: tuple[str, ...]

    def place(self, case: Case) -> None:
        """Make most made-up names in the path those of what exists: else all ends in 404. Which
        ones follows from the rest of the request, so that it can be made again. What is meant to
        be refused stays as it is.
        """
        path = case.meta and case.meta.components.get(ParameterLocation.PATH)
        if not path or path.mode is GenerationMode.NEGATIVE:
            return
        drawn = crc32(repr((case.path_parameters, case.query, case.body)).encode())
        for name, known in {**KNOWN, "game_id": self.games}.items():
            drawn, place = divmod(drawn, len(known) + 1)
            if name in case.path_parameters and place < len(known):
                case.path_parameters[name] = known[place]


def world_made(alice: User, bob: User, charlie: User) -> World:
    games = (
        lobby(alice, seats=3),
        lobby(bob, seats=2),
        start_game(alice, bob),
        start_game(bob, alice),
        start_game(bob, charlie),
        play_out(start_game(alice, bob), alice, bob),
    )
    token = token_issue(user=alice, name="contract").text
    headers = {
        "Authorization": f"Bearer {token}",
        "Accept-Encoding": "identity",  # Schemathesis does not decompress what it reads in-process
    }
    return World(headers, tuple(str(game.id) for game in games))


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside is rolled back: each request meets the same world."""
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
