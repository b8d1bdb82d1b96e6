"""Counting a game for its players, soon after it has ended or one of them has lost his seat.

Not in the transaction of the move that ends it: that would lock what all games of these people
share, and no player need wait for it. That a game has to be counted stands on its row
(``rating_due_at``), written with the end itself; a sweep finds it, and counts it in a transaction
of its own, which takes the mark away again.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from core import database_clock
from games.models import Game, Status
from games.play.due_games import failure_record
from games.play.locking import game_lock_or_none, seats_of
from games.play.selectors import ratings_due
from games.ratings.ratings import ratings_add
from games.ratings.records import records_add

logger = logging.getLogger(__name__)

GAMES_PER_SWEEP = 200
NEXT_TRY = timedelta(minutes=10)


def ratings_sweep() -> int:
    """Count the games that have to be, the first that ended first; returns how many were."""
    now = database_clock.now()
    due = ratings_due(now=now, limit=GAMES_PER_SWEEP)
    return sum(count_attempt(game_id=game_id) for game_id in due)


def count_attempt(*, game_id: UUID) -> bool:
    """Count a game; one that fails is put off, and holds up no other."""
    try:
        return game_count(game_id=game_id)
    except Exception:  # whatever is wrong with this game, the others can do without it
        logger.exception("Game %s cannot be counted", game_id)
        failure_record(game_id=game_id, task="rating_due_at", number=1)
        marked = Game.objects.filter(id=game_id, rating_due_at__isnull=False)
        marked.update(rating_due_at=database_clock.now() + NEXT_TRY)
        return False


@transaction.atomic
def game_count(*, game_id: UUID) -> bool:
    """Bring the records and ratings of a game's players up to date; returns whether there was
    anything to do and nobody else at it.
    """
    game = game_lock_or_none(game_id)
    if game is None or game.rating_due_at is None:
        return False
    seats = seats_of(game)
    records_add(game=game, seats=seats)
    if game.status == Status.FINISHED:
        ratings_add(game=game, seats=seats, now=database_clock.now())
    Game.objects.filter(id=game.id).update(rating_due_at=None)  # no viewer sees this
    return True
