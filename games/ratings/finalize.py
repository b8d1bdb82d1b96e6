"""Updates ratings and statistics soon after a game has ended or a seat was lost.

It does not run in the transaction of the last move, which would lock rows that other games of these
users share, for no benefit to the players. The end marks the game (``rating_due_at``). A sweep
processes it in a transaction of its own, which removes the mark.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from core import database_clock
from core.infrastructure import is_infrastructure_error
from games.models import CountedGame, Game, Status, Visibility
from games.play.due_games import failure_record
from games.play.locking import game_lock_or_none, seats_of
from games.play.selectors import ratings_due
from games.ratings.ratings import changes_lock, ratings_add
from games.ratings.recomputation import is_recomputing
from games.ratings.records import records_add

logger = logging.getLogger(__name__)

GAMES_PER_SWEEP = 200
NEXT_TRY = timedelta(minutes=10)


def ratings_sweep() -> int:
    """Process the marked games, the first that ended first. Returns how many.

    Games that end while ratings are recomputed wait, so that they are counted after the others.
    """
    if is_recomputing():
        return 0
    now = database_clock.now()
    due = ratings_due(now=now, limit=GAMES_PER_SWEEP)
    return sum(count_attempt(game_id=game_id) for game_id in due)


def count_attempt(*, game_id: UUID) -> bool:
    """Process a game. One that fails is put off, and does not block the others."""
    try:
        return game_count(game_id=game_id)
    except Exception as error:  # whatever is wrong with this game, the others go on
        if is_infrastructure_error(error):
            raise
        logger.exception("Game %s cannot be counted", game_id)
        failure_record(game_id=game_id, task="rating_due_at", number=1)
        marked = Game.objects.filter(id=game_id, rating_due_at__isnull=False)
        marked.update(rating_due_at=database_clock.now() + NEXT_TRY)
        return False


@transaction.atomic
def game_count(*, game_id: UUID) -> bool:
    """Update the statistics and ratings of a game's players.

    Returns False if there was nothing to do, or another worker has the game.
    """
    game = game_lock_or_none(game_id)
    if game is None or game.rating_due_at is None:
        return False
    if game.names_hidden and game.status == Status.ACTIVE:  # a profile would tell who resigned
        Game.objects.filter(id=game.id).update(rating_due_at=database_clock.now() + NEXT_TRY)
        return False
    if game.status == Status.FINISHED:
        changes_lock()
        if is_recomputing():  # since this game was selected
            return False
    seats = seats_of(game)
    records_add(game=game, seats=seats)
    if game.status == Status.FINISHED:
        now = database_clock.now()
        ratings_add(game=game, seats=seats, now=now)
        if game.visibility == Visibility.PUBLIC:
            # see games.statistics
            CountedGame.objects.get_or_create(game=game, defaults={"due_at": now})
    Game.objects.filter(id=game.id).update(rating_due_at=None)  # no viewer sees this
    return True
