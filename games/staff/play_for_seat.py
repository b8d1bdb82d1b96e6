"""A moderator answers for a seat: what the rules have for the absent, or a choice of his own."""

from __future__ import annotations

from uuid import UUID

from django.db import transaction

from games.models import Actor, Game
from games.play.commands import command_play, table_held
from games.play.documents import Viewer, decision_document
from games.play.errors import StaleDecision
from games.play.locking import Held
from games.play.save import event_add
from games.staff.locking import running


@transaction.atomic
def default_play(*, game_id: UUID, decision: int) -> Game:
    """Answer the open decision as the rules do for a seat whose time is out; a public policy.

    Raises GameNotFound, GameNotRunning, StaleDecision, RulesUnavailable, StateDiverged.
    """
    held = asked(game_id, decision)
    return answer(held, table_held(held).default_choice())


@transaction.atomic
def choice_play(*, game_id: UUID, decision: int, choice: str) -> Game:
    """Answer the open decision with ``choice``.

    Raises GameNotFound, GameNotRunning, StaleDecision, IllegalChoice (it tells the seat's options),
    RulesUnavailable, StateDiverged.
    """
    return answer(asked(game_id, decision), choice)


def asked(game_id: UUID, decision: int) -> Held:
    """A running match that waits for ``decision``. What is raised tells what everybody knows."""
    held = running(game_id)
    if decision != held.game.decision_id:
        current = decision_document(game=held.game, viewer=Viewer(), table=None)
        raise StaleDecision(current or {})
    return held


def answer(held: Held, choice: str) -> Game:
    game, seat = held.game, held.game.to_act
    assert seat is not None  # it runs
    event_add(game, "played_by_moderator", seat=seat)
    command_play(
        held=held, seat=seat, decision=game.decision_id, choices=[choice], actor=Actor.MODERATOR
    )
    return game
