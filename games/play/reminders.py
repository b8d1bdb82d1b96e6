"""Reminders before a deadline, one for each value that the deadline takes."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from core import database_clock
from core.infrastructure import is_infrastructure_error
from games.models import Game, Reminder, Status
from games.play import notify
from games.play.locking import game_lock_or_none, seats_of
from games.play.save import deadline_update, game_save
from games.play.selectors import reminders_due

logger = logging.getLogger(__name__)

GAMES_PER_SWEEP = 500
PUT_OFF = timedelta(minutes=10)
"""Delay before a failed reminder is tried again, after all others."""


def reminders_sweep() -> int:
    """Send the reminders that are due; return how many were sent."""
    now = database_clock.now()
    due = reminders_due(now=now, limit=GAMES_PER_SWEEP)
    return sum(reminder_try(game_id=game_id, now=now) for game_id in due)


def reminder_try(*, game_id: UUID, now: datetime) -> bool:
    """Send a reminder; postpone it if that fails. True if one was sent."""
    try:
        return reminder_send(game_id=game_id, now=now)
    except Exception as error:  # a failure must not stop the other reminders
        if is_infrastructure_error(error):
            raise
        logger.exception("Game %s: cannot remind its player", game_id)
        due = Game.objects.filter(id=game_id, remind_at__lte=now)
        due.update(remind_at=now + PUT_OFF)
        return False


@transaction.atomic
def reminder_send(*, game_id: UUID, now: datetime) -> bool:
    """Remind the player to act, unless they were reminded of this deadline before."""
    game = game_lock_or_none(game_id)
    if game is None or game.remind_at is None or game.remind_at > now:
        return False
    if deadline_update(game):  # an outage has moved it
        game_save(game)
        if game.remind_at is None or game.remind_at > now:
            return False
    game.remind_at = None
    Game.objects.filter(id=game.id).update(remind_at=None)  # viewers see no change
    if game.status != Status.ACTIVE or game.to_act is None or game.deadline_at is None:
        return False
    _, new = Reminder.objects.get_or_create(
        game=game, seat=game.to_act, deadline_at=game.deadline_at, defaults={"sent_at": now}
    )
    if new:
        seat = seats_of(game)[game.to_act]
        notify.notification_enqueue(game, [seat], "turn_reminder", **notify.decision_facts(game))
    return new
