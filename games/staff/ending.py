"""Ending and annulling of games by a moderator."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Status
from games.play import notify
from games.play.commands import live_game_load_locked
from games.play.errors import GameNotStarted
from games.play.locking import LockedGame, game_lock_whole
from games.play.results import EndedBy, places_by, result_rank
from games.play.save import event_add, game_finish, game_save, turn_clear
from games.ratings.ratings import changes_lock, ratings_take_back
from games.ratings.records import forfeits_undo
from games.rules.errors import StateUnreadable
from games.rules.live_game import StateDiverged
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock
from games.statistics.tallies import statistics_take_back


@transaction.atomic
def game_annul(*, game_id: UUID, notifies: bool = True) -> Game:
    """Annul a game, so that it counts for nobody.

    A running game is cancelled. A finished game keeps its result, but its effect on ratings and
    records is undone. So is the forfeit of a player whose absence cancelled the game.

    Raises GameNotFound, GameNotStarted, and NothingToDo if the game already does not count.
    """
    locked = game_lock_whole(game_id)
    game = locked.game
    if game.status == Status.LOBBY:
        raise GameNotStarted
    blameless = game.status == Status.CANCELLED and not any(seat.loss for seat in locked.seats)
    if blameless or game.annulled_at is not None:
        raise NothingToDo(_("The game is already annulled."))
    if game.status == Status.ACTIVE:
        turn_clear(game)
        game.status, game.finished_at = Status.CANCELLED, locked.now
    counts_take_back(locked)
    event_add(game, "game_annulled")
    if notifies:
        notify.notification_enqueue(game, locked.seats, "game_annulled")
    return game_save(game, also=["rated"])


def counts_take_back(locked: LockedGame) -> None:
    """Undo the effect of the game on records, ratings and statistics, and prevent that it counts
    again.
    """
    changes_lock()
    forfeits_undo(seats=locked.seats, forgiven=locked.seats)
    statistics_take_back(locked.game)
    ratings_take_back(game=locked.game, seats=locked.seats, now=locked.now)
    locked.game.annulled_at, locked.game.rated, locked.game.rating_due_at = locked.now, False, None


@transaction.atomic
def game_end(*, game_id: UUID) -> Game:
    """End a running game, unrated.

    The rules rank the players as the game stands. If they cannot, or if the state is damaged, all
    players who stayed share first place.

    Raises GameNotFound, GameNotRunning, RulesUnavailable.
    """
    locked = running_game_lock(game_id)
    game = locked.game
    result = interim_result(locked)
    game_finish(game, result, locked.now)
    game.rated = False
    event_add(game, "game_ended", ended_by=EndedBy.MODERATOR)
    notify.notification_enqueue(game, locked.seats, "game_finished", ended_by=EndedBy.MODERATOR)
    return game_save(game, also=["rated"])


def interim_result(locked: LockedGame) -> dict[str, Any]:
    """Return the result as the game stands. Lost seats rank behind all others, as always."""
    result = interim_result_by_rules(locked)
    if result is not None:
        return result_rank(result=result, seats=locked.seats, ended_by=EndedBy.MODERATOR)
    equal = places_by([(0, 0.0)] * len(locked.seats), locked.seats)
    return {"scores": [], "breakdown": [], **equal, "ended_by": EndedBy.MODERATOR.value}


def interim_result_by_rules(locked: LockedGame) -> dict[str, Any] | None:
    """Return the result by the rules, or None if they have none or the state is damaged."""
    try:
        return live_game_load_locked(locked).interim_result()
    except (StateDiverged, StateUnreadable):
        return None
