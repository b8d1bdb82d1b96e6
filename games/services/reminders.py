"""Reminding players in time: once for each value that a deadline takes."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Game, Reminder, Status
from games.selectors import reminders_due
from games.services import instant, telling
from games.services.locking import game_locked_or_none, seats_of

GAMES_PER_SWEEP = 500


def reminders_sweep() -> int:
    """Remind everybody whose time is running short; returns how many that were."""
    now = instant.now()
    due = reminders_due(now=now, limit=GAMES_PER_SWEEP)
    return sum(reminder_send(game_id=game_id, now=now) for game_id in due)


@transaction.atomic
def reminder_send(*, game_id: UUID, now: datetime) -> bool:
    """Remind the player who is to act, unless he was reminded of this deadline before."""
    game = game_locked_or_none(game_id)
    if game is None or game.remind_at is None or game.remind_at > now:
        return False
    game.remind_at = None
    Game.objects.filter(id=game.id).update(remind_at=None)  # no viewer sees this
    if game.status != Status.ACTIVE or game.to_act is None or game.deadline_at is None:
        return False
    _, new = Reminder.objects.get_or_create(
        game=game, seat=game.to_act, deadline_at=game.deadline_at, defaults={"sent_at": now}
    )
    if new:
        seat = seats_of(game)[game.to_act]
        telling.tell(game, [seat], "turn_reminder", **telling.decision_facts(game))
    return new
