"""The base class of staff actions on one game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Game, Status
from games.play import due_games
from games.play.locking import game_lock
from moderation.actions.base import Run, StaffAction
from moderation.errors import SecretsNotRevealed
from moderation.permissions import involvement_check
from moderation.services.reveal_secrets import revealed_until

DIVERGED = _("The state of the game differs from its moves: it is in quarantine now.")
NOBODY = _("The players are not notified.")
LOGGED = ("status", "frozen", "paused", "deadline_at", "move_count", "rated", "annulled_at")
"""The public columns whose changes the audit log stores."""


def active(game: Game) -> bool:
    """True if the game is running."""
    return game.status == Status.ACTIVE


@dataclass(frozen=True, kw_only=True)
class GameAction(StaffAction):
    """A staff action on a game. The row is locked, and moderators cannot act on their own games."""

    available: Callable[[Game], bool] = active
    needs_reveal: bool = False
    """True if the action requires that the user revealed the secrets recently."""
    plays: bool = False
    """True if the action makes a move, which can detect that the state differs from the moves."""

    def outer_context(self, target_id: UUID) -> AbstractContextManager[None]:
        if not self.plays:
            return super().outer_context(target_id)
        return due_games.quarantine_on_divergence(game_id=target_id, detail=DIVERGED)

    def find(self, target_id: UUID) -> Game:
        return game_lock(target_id)  # before the check, so that nobody takes a seat meanwhile

    def check_reach(self, by: User, target: Game) -> None:
        involvement_check(by, target.id)

    def prepare(self, by: User, target: Game) -> None:
        if self.needs_reveal and revealed_until(by=by, game_id=target.id) is None:
            raise SecretsNotRevealed

    def facts(self, target: Game) -> dict[str, Any]:
        values = {name: getattr(target, name) for name in LOGGED}
        return {
            name: value.isoformat() if isinstance(value, datetime) else value
            for name, value in values.items()
        }

    def entry(self, run: Run) -> dict[str, Any]:
        after = self.facts(Game.objects.get(id=run.target.id))
        changed = {
            name: [before, after[name]]
            for name, before in run.before.items()
            if before != after[name]
        }
        return {
            "game": run.target.id,
            "data": {**run.data, **({"changed": changed} if changed else {})},
        }


def service(perform: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a service that takes the id of the game and the form fields."""
    return lambda run, **given: perform(game_id=run.target.id, **given)
