"""A game ends from outside, or is to count for nobody."""

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
from games.ratings.ratings import ratings_take_back
from games.ratings.records import forfeits_undo
from games.rules import StateDiverged
from games.rules.errors import StateUnreadable
from games.staff.errors import NothingToDo
from games.staff.locking import running_game_lock


@transaction.atomic
def game_annul(*, game_id: UUID) -> Game:
    """Let a game count for nobody. One that runs is called off; one that is finished keeps its
    result, and what it did to ratings and records is taken back; so is the loss of who was absent
    from one that was called off for it.

    Raises GameNotFound, GameNotStarted, NothingToDo: it counts for nobody.
    """
    locked = game_lock_whole(game_id)
    game = locked.game
    if game.status == Status.LOBBY:
        raise GameNotStarted
    blameless = game.status == Status.CANCELLED and not any(seat.loss for seat in locked.seats)
    if blameless or game.annulled_at is not None:
        raise NothingToDo(_("The game already does not count."))
    if game.status == Status.ACTIVE:
        turn_clear(game)
        game.status, game.finished_at = Status.CANCELLED, locked.now
    counts_take_back(locked)
    event_add(game, "game_annulled")
    notify.notification_enqueue(game, locked.seats, "game_annulled")
    return game_save(game, also=["rated"])


def counts_take_back(locked: LockedGame) -> None:
    """Take back what the game has been counted for, and see to it that it never is again."""
    forfeits_undo(seats=locked.seats, forgiven=locked.seats)
    ratings_take_back(game=locked.game, seats=locked.seats, now=locked.now)
    locked.game.annulled_at, locked.game.rated, locked.game.rating_due_at = locked.now, False, None


@transaction.atomic
def game_end(*, game_id: UUID) -> Game:
    """End a running game, unrated: the places are those that the rules give as it stands, where
    they can tell, else all who stayed share the first; so too where its state is broken.

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
    """The result as the game stands. Lost seats are behind all others, as ever."""
    result = interim_result_by_rules(locked)
    if result is not None:
        return result_rank(result=result, seats=locked.seats, ended_by=EndedBy.MODERATOR)
    equal = places_by([(0, 0.0)] * len(locked.seats), locked.seats)
    return {"scores": [], "breakdown": [], **equal, "ended_by": EndedBy.MODERATOR.value}


def interim_result_by_rules(locked: LockedGame) -> dict[str, Any] | None:
    """None: the rules cannot tell, or the state is broken."""
    try:
        return live_game_load_locked(locked).interim_result()
    except (StateDiverged, StateUnreadable):
        return None
