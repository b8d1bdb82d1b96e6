"""Games that are alike to the last card: copied from one, so that their ends can be compared."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Model, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Game, GameState, IdempotencyKey, Move, Pause, PlatformEvent, Seat
from games.play.timing import fire_delay
from notifications.models import OutboxEntry
from tests.toy_games import play, start_game

OF_A_MATCH: tuple[type[Model], ...] = (GameState, Seat, Move, PlatformEvent)
OF_A_STORY: tuple[type[Model], ...] = (*OF_A_MATCH, Pause)
BATCH = 500


def begun(*users: User, **options: Any) -> Game:
    """A game of the toy with a clock, in which all have shown up; seat 0 has to decide."""
    options.setdefault("pace", {"kind": "per_decision", "allowance": 3600})
    game = start_game(*users, **options)
    Seat.objects.filter(game=game, user__isnull=False).update(acted_at=timezone.now())
    return game


def bots_turn(user: User) -> Game:
    """A game of the toy in which a bot has to decide, and nobody was woken for it."""
    game = start_game(user, bots=["easy"], options={"rounds": 1}, pace={"kind": "none"})
    return play(user, game, "boast")


def copies(game: Game, number: int) -> list[Game]:
    """``number`` further games with all that ``game`` has."""
    game.refresh_from_db()
    fields = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    games = [Game(**{**fields, "id": uuid.uuid4()}) for _ in range(number)]
    Game.objects.bulk_create(games, batch_size=BATCH)
    for model in OF_A_MATCH:
        spread(model._default_manager.filter(game=game), "game_id", games)
    spread(OutboxEntry.objects.filter(subject=game.id), "subject", games)
    return games


def spread(rows: QuerySet[Any], game_column: str, games: Sequence[Game]) -> None:
    """Give each of the games rows like these."""
    model = rows.model
    stored = list(rows.order_by("pk").values())
    fresh = {} if model is GameState else {"id": None}
    model._default_manager.bulk_create(
        (model(**{**row, **fresh, game_column: game.id}) for game in games for row in stored),
        batch_size=BATCH,
    )


def time_out(*games: Game, late: timedelta = timedelta(seconds=1)) -> None:
    """Let the deadline of each be due since ``late``, their allowance being the same."""
    left = games[0].clock_left
    assert left is not None
    deadline = timezone.now() - fire_delay() - late
    Game.objects.filter(id__in=[game.id for game in games]).update(
        clock_since=deadline - left,
        deadline_at=deadline,
        due_at=deadline + fire_delay(),
        remind_at=None,
    )


def facts(game: Game) -> dict[str, Any]:
    """All that is stored of a game, without what differs between two of the same story: ids, and
    instants, of which only whether they are there counts.
    """
    return {
        "game": plain(Game.objects.filter(id=game.id)),
        **{
            model.__name__: plain(model._default_manager.filter(game=game.id).order_by("pk"))
            for model in OF_A_STORY
        },
        "outbox": plain(OutboxEntry.objects.filter(subject=game.id).order_by("id")),
        "keys": IdempotencyKey.objects.filter(scope=f"commands:{game.id}").count(),
    }


def plain(rows: Iterable[Any]) -> list[dict[str, Any]]:
    values: Any = rows
    return [
        {name: timeless(value) for name, value in row.items() if name not in OWN}
        for row in values.values()
    ]


OWN = ("id", "game_id", "subject", "reopened_as_id")


def timeless(value: Any) -> Any:
    if isinstance(value, datetime):
        return "an instant"
    if isinstance(value, dict):
        return {
            name: timeless(inner)
            for name, inner in value.items()
            if name not in ("deadline", "reopened_as")
        }
    return value


def same(games: Sequence[Game]) -> dict[str, Any]:
    """What is stored of each of the games, which is the same."""
    first, *others = [facts(game) for game in games]
    for other in others:
        assert other == first
    return first
