"""A match ends from outside, or is to count for nobody."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Game, Status
from games.play import notify
from games.play.commands import table_held
from games.play.errors import GameNotStarted
from games.play.locking import Held, match_held
from games.play.results import EndedBy, placed, result_ranked
from games.play.save import event_add, game_save, match_finish, nobody_acts
from games.ratings.ratings import match_unrated
from games.ratings.records import losses_forget
from games.rules import StateDiverged
from games.rules.errors import StateUnreadable
from games.staff.errors import NothingToDo
from games.staff.locking import running


@transaction.atomic
def match_annul(*, game_id: UUID) -> Game:
    """Let a match count for nobody. One that runs is called off; one that is finished keeps its
    result, and what it did to ratings and records is taken back; so is the loss of who was absent
    from one that was called off for it.

    Raises GameNotFound, GameNotStarted, NothingToDo: it counts for nobody.
    """
    held = match_held(game_id)
    game = held.game
    if game.status == Status.LOBBY:
        raise GameNotStarted
    blameless = game.status == Status.CANCELLED and not any(seat.loss for seat in held.seats)
    if blameless or game.annulled_at is not None:
        raise NothingToDo(_("The game already does not count."))
    if game.status == Status.ACTIVE:
        nobody_acts(game)
        game.status, game.finished_at = Status.CANCELLED, held.now
    counts_take_back(held)
    event_add(game, "match_annulled")
    notify.tell(game, held.seats, "match_annulled")
    return game_save(game, also=["rated"])


def counts_take_back(held: Held) -> None:
    """Take back what the match has been counted for, and see to it that it never is again."""
    losses_forget(seats=held.seats, forgiven=held.seats)
    match_unrated(game=held.game, seats=held.seats, now=held.now)
    held.game.annulled_at, held.game.rated, held.game.count_due_at = held.now, False, None


@transaction.atomic
def match_end(*, game_id: UUID) -> Game:
    """End a running match, unrated: the places are those that the rules give as it stands, where
    they can tell, else all who stayed share the first; so too where its state is broken.

    Raises GameNotFound, GameNotRunning, RulesUnavailable.
    """
    held = running(game_id)
    game = held.game
    result = standing(held)
    match_finish(game, result, held.now)
    game.rated = False
    event_add(game, "match_ended", ended_by=EndedBy.MODERATOR)
    notify.tell(game, held.seats, "match_finished", ended_by=EndedBy.MODERATOR)
    return game_save(game, also=["rated"])


def standing(held: Held) -> dict[str, Any]:
    """The result as the match stands. Lost seats are behind all others, as ever."""
    result = standing_by_rules(held)
    if result is not None:
        return result_ranked(result=result, seats=held.seats, ended_by=EndedBy.MODERATOR)
    equal = placed([(0, 0.0)] * len(held.seats), held.seats)
    return {"scores": [], "breakdown": [], **equal, "ended_by": EndedBy.MODERATOR.value}


def standing_by_rules(held: Held) -> dict[str, Any] | None:
    """None: the rules cannot tell, or the state is broken."""
    try:
        return table_held(held).standing()
    except (StateDiverged, StateUnreadable):
        return None
