"""Moves that a moderator makes for a seat: the default move, or a specific choice."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from games.models import Actor, Game
from games.play.commands import command_play, live_game_load_locked
from games.play.documents import Viewer, decision_document
from games.play.errors import StaleDecision
from games.play.locking import LockedGame
from games.play.save import event_add
from games.rules.live_game import LiveGame
from games.staff.locking import running_game_lock


@transaction.atomic
def default_play(*, game_id: UUID, decision: int) -> Game:
    """Answer the open decision with the default move, as when the time runs out.

    Raises GameNotFound, GameNotRunning, StaleDecision, RulesUnavailable, StateDiverged.
    """
    locked = decision_lock(game_id, decision)
    live_game = live_game_load_locked(locked)
    return decision_answer(locked, live_game.default_choice(), live_game)


@transaction.atomic
def choice_play(*, game_id: UUID, decision: int, choice: str) -> Game:
    """Answer the open decision with ``choice``.

    Raises GameNotFound, GameNotRunning, StaleDecision, IllegalChoice (with the seat's options),
    RulesUnavailable, StateDiverged.
    """
    return decision_answer(decision_lock(game_id, decision), choice)


def decision_lock(game_id: UUID, decision: int) -> LockedGame:
    """Lock a running game that waits for ``decision``. The errors contain only public facts."""
    locked = running_game_lock(game_id)
    if decision != locked.game.decision_id:
        current = decision_document(game=locked.game, viewer=Viewer(), live_game=None)
        raise StaleDecision(current or {})
    return locked


def decision_answer(locked: LockedGame, choice: str, live_game: LiveGame | None = None) -> Game:
    """Answer the open decision of a running game for its seat. Returns the game."""
    game, seat = locked.game, locked.game.to_act
    assert seat is not None  # the game is running
    event_add(game, "played_by_moderator", seat=seat)
    command_play(
        locked=locked,
        seat=seat,
        decision=game.decision_id,
        choices=[choice],
        actor=Actor.MODERATOR,
        live_game=live_game,
    )
    return game
