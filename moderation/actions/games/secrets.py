"""The staff action that reveals the secrets of a game."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from core import database_clock
from games.models import Status
from moderation.actions.base import Run
from moderation.actions.games.base import NOBODY, GameAction
from moderation.models import Action
from moderation.permissions import SENIORS
from moderation.services.reveal_secrets import REVEAL_TIME


def reveal(run: Run) -> datetime:
    """Return when access ends. The audit log entry, written by the caller, grants the access."""
    return database_clock.now() + REVEAL_TIME


REVEAL = GameAction(
    action=Action.REVEAL_SECRETS,
    title=_("Reveal secrets"),
    explanation=_(
        "For 15 minutes, the pages of this game show you the hands and characters of all seats, "
        "their private messages from the game, and the standing orders. The audit log records "
        "your name, the time and the reason."
    ),
    notifies=NOBODY,
    done=_("You can see the secrets of this game for 15 minutes."),
    available=lambda game: bool(game.commitment) and game.status != Status.FINISHED,
    perform=reveal,
    roles=SENIORS,
)
