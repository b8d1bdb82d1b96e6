"""Counting a match for its players, soon after it has ended or one of them has lost his seat.

Not in the transaction of the move that ends it: that would lock what all matches of these people
share, and no player need wait for it. That a match has to be counted stands on its row
(``count_due_at``), written with the end itself; a sweep finds it, and counts it in a transaction of
its own, which takes the mark away again.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from core import database_clock
from games.models import Game, Status
from games.play.due_games import failure_note
from games.play.locking import game_locked_or_none, seats_of
from games.play.selectors import counts_due
from games.ratings.ratings import match_rated
from games.ratings.records import match_recorded

logger = logging.getLogger(__name__)

MATCHES_PER_SWEEP = 200
NEXT_TRY = timedelta(minutes=10)


def counts_sweep() -> int:
    """Count the matches that have to be, the first that ended first; returns how many were."""
    now = database_clock.now()
    due = counts_due(now=now, limit=MATCHES_PER_SWEEP)
    return sum(count_tried(game_id=game_id) for game_id in due)


def count_tried(*, game_id: UUID) -> bool:
    """Count a match; one that fails is put off, and holds up no other."""
    try:
        return match_count(game_id=game_id)
    except Exception:  # whatever is wrong with this match, the others can do without it
        logger.exception("Match %s cannot be counted", game_id)
        failure_note(game_id=game_id, task="count_due_at", number=1)
        marked = Game.objects.filter(id=game_id, count_due_at__isnull=False)
        marked.update(count_due_at=database_clock.now() + NEXT_TRY)
        return False


@transaction.atomic
def match_count(*, game_id: UUID) -> bool:
    """Bring the records and ratings of a match's players up to date; returns whether there was
    anything to do and nobody else at it.
    """
    game = game_locked_or_none(game_id)
    if game is None or game.count_due_at is None:
        return False
    seats = seats_of(game)
    match_recorded(game=game, seats=seats)
    if game.status == Status.FINISHED:
        match_rated(game=game, seats=seats, now=database_clock.now())
    Game.objects.filter(id=game.id).update(count_due_at=None)  # no viewer sees this
    return True
