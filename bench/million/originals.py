"""Games that are played through the service, of which all other rows are copies."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from bench.load.prepare import LEVEL, PARTY, Table, game_open, game_play, users_make

if TYPE_CHECKING:
    from accounts.models import User

TABLES = (
    Table("citadels", (0, 1, 2, 3)),
    Table("castle", (0, 1)),
    Table("citadels", (2, 3, 0, 1)),
    Table("citadels", (0, 2), bots=2),
)
RUNNING_SHARE = 5
"""One running original for this number of finished ones."""
MOVES_OF_RUNNING = (8, 40)
LOBBIES: tuple[dict[str, Any], ...] = (
    {"ruleset": "citadels", "seats": 4, "title": "Friday evening"},
    {"ruleset": "citadels", "seats": 6, "title": "Beginners", "min_reliability": 80},
    {"ruleset": "citadels", "seats": 5, "pace": {"kind": "per_decision", "allowance": 86400}},
    {"ruleset": "citadels", "seats": 4, "bots": [{"level": LEVEL, "profile": ""}]},
    {"ruleset": "castle", "seats": 2, "title": "A quick one", "pace": {"kind": "none"}},
    {"ruleset": "castle", "seats": 2, "title": "Strong players", "min_rating": 1200},
    {"ruleset": "citadels", "seats": 8, "title": "Saturday", "starts_at": timedelta(days=2)},
)


def originals_play(count: int) -> None:
    """Play ``count`` games to their end, and a share of that in part; open and cancel lobbies."""
    from django.utils import timezone

    from games.lobby.services import game_cancel, game_create
    from games.ratings.finalize import ratings_sweep
    from notifications.services.relay import relay_all

    rng, (users, _) = Random(1), users_make(PARTY)
    for number in range(count):
        original_play(TABLES[number % len(TABLES)], users, rng)
    while ratings_sweep():
        pass
    for number in range(max(2, count // RUNNING_SHARE)):
        original_play(TABLES[number % len(TABLES)], users, rng, rng.randint(*MOVES_OF_RUNNING))
    for number, lobby in enumerate(LOBBIES * 2):
        at = lobby.get("starts_at")
        options = {"options": {}, **lobby, **({"starts_at": timezone.now() + at} if at else {})}
        game = game_create(user=users[number % PARTY], **options)
        if number < len(LOBBIES):
            game_cancel(user=users[number % PARTY], game_id=game.id)
    relay_all(seconds=60)


def original_play(table: Table, users: list[User], rng: Random, moves: int | None = None) -> None:
    """Play a game at this table, at most this number of moves."""
    game = game_open(table, [users[member] for member in table.people])
    seats = game.seats.order_by("number").select_related("user")
    game_play(game.id, [seat.user for seat in seats], rng, moves)
